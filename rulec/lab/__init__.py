"""Game analysis: balance, value of parts, reports."""
