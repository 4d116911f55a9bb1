"""Typed game to IR: rules become blocks, pieces become bit sets, checks that need no run are dropped."""
