"""Foundations of every stage: source spans, diagnostics, limits, records."""
