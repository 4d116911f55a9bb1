"""Logical lines and their characters."""
