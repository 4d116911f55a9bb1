"""The version of rulec; it decides, among other things, whether a build of another version is trusted."""

VERSION = "0.1.0"
