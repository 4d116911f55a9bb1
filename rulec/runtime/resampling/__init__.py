"""Determinization: deals and histories consistent with a player's observations."""
