"""Reports: one self-contained HTML file, charts with their tables, no network."""
