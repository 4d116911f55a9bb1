"""Differential self-test of interpreter and engine."""
