"""Generates readable Cython from IR."""
