"""Builds and loads native modules: cache, Cython, C compiler, loader, readable output.

Input is codegen's `Generated`; rules files are opaque here. Importing the package is cheap, so that cached
builds load quickly.
"""
