"""Determinization: deals and courses of play that agree with what a player has seen."""
