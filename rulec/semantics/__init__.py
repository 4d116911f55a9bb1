"""Syntax tree to typed game: names, types, ranges; everything a designer can get wrong is said here."""
