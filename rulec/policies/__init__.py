"""Policies that choose actions for a seat."""
