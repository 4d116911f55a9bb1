"""Declarations: tables of symbols, and checks of what each kind of declaration says."""
