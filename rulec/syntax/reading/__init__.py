"""Readers: parse trees to AST."""
