"""`rulec tune`."""
