"""Variants: patches of a base game."""
