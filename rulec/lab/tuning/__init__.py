"""Search for numbers of the rules that meet goals, using only the public API of games."""
