"""Flow analyses of typed rules: narrowing, call graph, preserved variables, lifetimes."""
