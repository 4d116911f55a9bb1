"""LALR parser of single lines, its tables, and error repair."""
