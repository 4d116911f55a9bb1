"""Records of a deal of hidden pieces: what came where, what must have come, what cannot have."""

from __future__ import annotations

from typing import NamedTuple

Counts = list[int]

Place = tuple[str, int]  # a zone, or all zones between which pieces go unseen


class Arrival(NamedTuple):
    """A piece that has come unseen: drawn by a step, or there from the beginning (-1)."""

    step: int
    place: Place
    zone: int
    pool: int


class Need(NamedTuple):
    """Before this step one more of a kind must have come to a place."""

    before: int
    place: Place
    kind: int


class Cap(NamedTuple):
    """Before this step at most so many of a kind can have come to a place unseen."""

    before: int
    place: Place
    kind: int
    most: int
