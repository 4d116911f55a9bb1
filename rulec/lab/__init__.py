"""The lab: whether a game is balanced, what each part of it is worth, and reports to read."""
