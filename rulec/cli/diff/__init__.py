"""`rulec diff`."""
