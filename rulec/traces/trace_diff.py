"""Finds the first difference of two recorded games, with context."""

from __future__ import annotations

from dataclasses import dataclass

from rulec.traces.trace_text import Move, Trace

_HEAD = ("game", "rules", "players", "options", "seed", "chance", "start")


@dataclass(frozen=True)
class Divergence:
    """First difference of two traces; `place` is the number of common lines."""

    place: int
    before: tuple[Move, ...]
    left: tuple[Move, ...]
    right: tuple[Move, ...]


def differing_heads(left: Trace, right: Trace) -> list[tuple[str, str, str]]:
    """Differing header fields: name, left value, right value."""
    pairs = [(name, getattr(left, name), getattr(right, name)) for name in _HEAD]
    return [(name, str(one), str(two)) for name, one, two in pairs if one != two]


def parting(left: Trace, right: Trace, context: int) -> Divergence | None:
    """First difference, or None; digests and players are compared only where both traces have them."""
    ends = max(len(left.moves), len(right.moves))
    for place in range(ends):
        ours, theirs = left.moves[place : place + 1], right.moves[place : place + 1]
        if not (ours and theirs and _alike(ours[0], theirs[0])):
            return Divergence(
                place,
                left.moves[max(0, place - context) : place],
                left.moves[place : place + 1 + context],
                right.moves[place : place + 1 + context],
            )
    return None


def _alike(one: Move, two: Move) -> bool:
    pairs = ((one.label, two.label), (one.digest, two.digest), (one.who, two.who))
    return all(a == b or a is None or b is None for a, b in pairs)
