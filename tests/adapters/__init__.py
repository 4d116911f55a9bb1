"""Adapters, held against the conformance tests of the libraries themselves."""
