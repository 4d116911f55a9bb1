"""Lowers sentences to basic blocks."""
