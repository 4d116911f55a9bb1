"""Sets as integers: members, shifts, unions, flood fill and rays."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.ir.nodes import Move


def members(value: int) -> Iterator[int]:
    """Yield the members of a set in ascending order."""
    while value:
        low = value & -value
        yield low.bit_length() - 1
        value ^= low


def gathered(table: tuple[int, ...], value: int) -> int:
    found = 0
    for member in members(value):
        found |= table[member]
    return found


def moved(value: int, moves: Move) -> int:
    found = 0
    for delta, keep in moves:
        part = value & keep
        found |= part << delta if delta >= 0 else part >> -delta
    return found


def flooded(table: tuple[int, ...], seeds: int, room: int) -> int:
    """Flood fill within a set."""
    found = edge = seeds & room
    while edge:
        edge = gathered(table, edge) & room & ~found
        found |= edge
    return found


def along(value: int, over: int, move: Move) -> int:
    """Follow rays from a set in one direction, over members of another set."""
    found = edge = moved(value, move) & over
    while edge:
        edge = moved(edge, move) & over & ~found
        found |= edge
    return found
