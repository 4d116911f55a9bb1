"""Constraints on a hidden deal: arrivals, lower bounds, upper bounds."""

from __future__ import annotations

from typing import NamedTuple

Counts = list[int]

Place = tuple[str, int]  # a zone, or zones connected by unseen moves


class UnseenArrival(NamedTuple):
    """Unseen arrival of a piece: drawn by a step, or present from the beginning (-1)."""

    step: int
    place: Place
    zone: int
    pool: int


class Need(NamedTuple):
    """Lower bound: before a step, one more piece of a kind must have arrived at a place."""

    before: int
    place: Place
    kind: int


class ArrivalBound(NamedTuple):
    """Upper bound on unseen arrivals of a kind at a place before a step."""

    before: int
    place: Place
    kind: int
    most: int
