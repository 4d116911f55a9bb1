"""Semantic analysis: syntax tree to typed game, with name resolution, types, ranges and diagnostics."""
