"""Sentences to basic blocks."""
