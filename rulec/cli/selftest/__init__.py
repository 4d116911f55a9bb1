"""`rulec selftest`."""
