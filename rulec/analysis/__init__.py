"""Analyses of the IR for passes and code generation. Nothing here changes a program."""
