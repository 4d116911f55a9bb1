"""Display texts of a game, and effects of cells in sentences."""
