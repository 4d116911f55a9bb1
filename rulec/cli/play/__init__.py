"""`rulec play`."""
