"""Input, output, progress and exit of all commands."""
