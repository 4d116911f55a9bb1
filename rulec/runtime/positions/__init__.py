"""Positions given by users: set-up by edits, rebalancing, migration to changed rules."""
