"""Reports about rules: explanations, comparison, coverage of a rulebook, mutation proof, scaffolds."""
