"""`rulec balance`."""
