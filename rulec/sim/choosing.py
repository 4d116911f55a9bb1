"""Ways to play without thinking, the same on every back end: which option is taken, by its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulec.runtime import rng

# (number of the decision in this game, legal ids) -> index of the one that is taken
Chooser = Callable[[int, Sequence[int]], int]

WAYS = ("random", "first", "last", "same")


def chooser(way: str, seed: int) -> Chooser:
    """`random` draws as `playouts` does, so that its game number i can be played again by its seed."""
    if way == "random":
        stream = rng.stream(rng.key_of(seed), rng.STREAM_RANDOM_PLAY)
        return lambda number, legal: rng.below(rng.draw(stream, number), len(legal))
    if way == "first":
        return lambda number, legal: 0
    if way == "last":
        return lambda number, legal: len(legal) - 1
    if way == "same":
        return _Same()
    raise ValueError(f"nobody plays {way!r}; the ways are {', '.join(WAYS)}")


class _Same:
    """Whoever takes what was taken before, whenever it is offered, drives a game to its bound."""

    def __init__(self) -> None:
        self.last = -1

    def __call__(self, number: int, legal: Sequence[int]) -> int:
        index = legal.index(self.last) if self.last in legal else 0
        self.last = legal[index]
        return index
