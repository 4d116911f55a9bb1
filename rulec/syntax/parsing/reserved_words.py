"""Reserved words of expressions, which can't be names."""

from __future__ import annotations

from typing import Final

RESERVED: Final = frozenset(
    """
    a among and by can clockwise diagonals div div_up during else entry every first from greater has if in
    is it last least lesser me mod most my neighbours no none not number of or over reach some sum the times
    to where with within yes
    """.split()  # noqa: SIM905
)

# Keys of a position's dictionary, which no game can use as names.
POSITION_KEYS: Final = frozenset("game rules seats options chance rng decisions pending".split())  # noqa: SIM905
