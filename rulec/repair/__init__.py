"""Hints for whole files: small edits of a line, each tried with `check` before it is shown."""
