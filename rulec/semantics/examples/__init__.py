"""Examples, assumptions and the labels that they name."""
