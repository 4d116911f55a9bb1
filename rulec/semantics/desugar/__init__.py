"""Desugaring: payments, routes, endings, listeners and zone arguments written out as rules."""
