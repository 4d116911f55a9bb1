"""Desugaring of payments, routes, endings, listeners and zone arguments into rules."""
