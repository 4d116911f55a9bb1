"""Parse a rules file to its syntax tree: outline (lines and indentation), then sentences (Lark)."""
