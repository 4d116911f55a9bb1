"""Whole-file repair hints: small edits of a line, each verified by `check` before it is shown."""
