"""Lowers typed expressions to IR."""
