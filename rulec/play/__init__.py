"""Interactive play in the terminal."""
