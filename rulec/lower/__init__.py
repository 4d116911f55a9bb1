"""Lowers the typed game to IR: rules to blocks, pieces to bit sets; provable checks are dropped."""
