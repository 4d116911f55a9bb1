"""Logical lines of a rules file, and checks of their characters."""
