"""Observations as numbers: wide tables and compact layouts."""
