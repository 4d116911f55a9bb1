"""Counter-based random generator in Python; same numbers as `include/rulec_engine.h`.

Draw number `n` of a stream is a hash of the stream's key and `n`. A stream needs no state but a counter, and
an additional card in one deck shifts no draw of another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MASK: Final = (1 << 64) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15
STREAM_RANDOM_PLAY: Final = 0
STREAM_PLAYOUT_SEEDS: Final = 1
STREAM_EDITS: Final = 4  # 2 and 3 belong to searches
STREAM_CHANCE: Final = 16  # plus one per chance event
DRAWS: Final = (1 << 32) - 1  # draw counters wrap around here


def mix(x: int) -> int:
    x &= MASK
    x ^= x >> 30
    x = (x * 0xBF58476D1CE4E5B9) & MASK
    x ^= x >> 27
    x = (x * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def key_of(seed: int) -> int:
    """Key of a game, derived from the user's seed."""
    return mix(seed + GOLDEN)


def stream(key: int, number: int) -> int:
    """Key of a numbered stream of a game."""
    return mix(key + (number + 1) * GOLDEN)


def draw(stream_key: int, count: int) -> int:
    """Draw number `count` of a stream: 64 random bits."""
    return mix(stream_key + (count + 1) * GOLDEN)


def below(number: int, n: int) -> int:
    """Map 64 random bits to 0..n-1."""
    return (number * n) >> 64


def first_of(number: int, ids: Sequence[int]) -> int:
    """Index of the id that comes first in a random permutation of all possible ids.

    Each id of `ids` is equally likely. A caller that tests ids in permutation order can stop at the first
    valid one.
    """
    return min(range(len(ids)), key=lambda index: draw(number, ids[index]))


def weighted(number: int, weights: Sequence[int]) -> int:
    """Map 64 random bits to an index, in proportion to the weights; their sum is at least 1."""
    rest = below(number, sum(weights))
    for index, weight in enumerate(weights):
        if rest < weight:
            return index
        rest -= weight
    raise AssertionError("a number below the sum of the weights")


def playout_seed(seed: int, index: int) -> int:
    """Seed of game `index` of `playouts(..., seed)`."""
    return draw(stream(key_of(seed), STREAM_PLAYOUT_SEEDS), index) >> 1
