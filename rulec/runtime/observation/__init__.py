"""Numeric observations: wide tensors and compact encodings."""
