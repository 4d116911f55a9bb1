"""Flow analyses of typed rules: narrowing, call graph, ranges, lifetimes, hidden knowledge."""
