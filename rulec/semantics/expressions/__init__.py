"""Type checks of expressions."""
