"""`rulec sim`."""
