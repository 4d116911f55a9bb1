"""Declarations: construction of the symbol table, and checks of each kind of declaration."""
