"""Policies: who chooses for a seat."""
