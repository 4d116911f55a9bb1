"""Search for numbers of the rules that meet goals; through the public face alone."""
