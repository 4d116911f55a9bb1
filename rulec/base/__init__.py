"""Records, source spans, diagnostics, limits: used by every stage, with no import of any."""
