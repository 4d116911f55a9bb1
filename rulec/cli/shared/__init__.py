"""Input, output, progress and exit statuses shared by all commands."""
