"""The wording of a game: display texts, and what effects in cells do, in sentences."""
