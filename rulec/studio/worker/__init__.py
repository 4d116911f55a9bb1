"""Worker processes: what reads rules and plays games, under limits of time and memory."""
