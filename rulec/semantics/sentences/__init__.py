"""Type checks of sentences."""
