"""Builds and loads native modules: cache, Cython, C compiler, loader, readable output.

Input is codegen's `Generated`; nothing here knows what a rules file means. Importing this package
imports nothing heavy, so that a build that is already there answers at once.
"""
