"""Positions from outside: set-up by edits, rebalancing, migration to changed rules."""
