"""Self-contained HTML reports with charts and tables."""
