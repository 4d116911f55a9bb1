"""LALR parsing, tables, and error recovery."""
