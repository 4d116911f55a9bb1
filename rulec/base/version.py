"""The version of rulec; a build of another version is not trusted."""

VERSION = "0.1.0"
