"""Checks of examples, assumptions and option labels."""
