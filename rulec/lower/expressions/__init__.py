"""Typed expressions to IR expressions."""
