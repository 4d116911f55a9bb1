"""Recorded games as text: writing, reading, replaying, comparing."""
