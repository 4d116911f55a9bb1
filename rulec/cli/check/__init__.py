"""`rulec check`."""
