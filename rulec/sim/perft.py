"""Counting sequences of decisions: two implementations of the same rules agree on every depth, or differ."""

from __future__ import annotations

from dataclasses import dataclass

from rulec.face import State

DEEPEST = 500  # the walk recurses
_REMEMBERED = 1_000_000


@dataclass(frozen=True)
class Share:
    """How many of the sequences begin with one of the options."""

    action: int
    label: str
    sequences: int


class Walk:
    """Counts sequences of an exact length; a game that is over has none that are longer.

    Equal states (all of their bytes) are counted once and remembered, unless `remember` is off.
    """

    def __init__(self, remember: bool = True) -> None:
        self._known: dict[tuple[bytes, int], int] | None = {} if remember else None

    def count(self, state: State, depth: int) -> int:
        """The sequences of `depth` decisions that begin here."""
        if depth == 0:
            return 1
        if state.is_terminal():
            return 0
        if depth == 1:
            return state.count_legal()
        if self._known is None:
            return self._sum(state, depth)
        key = (state.to_bytes(), depth)
        found = self._known.get(key)
        if found is None:
            found = self._sum(state, depth)
            if len(self._known) < _REMEMBERED:
                self._known[key] = found
        return found

    def divide(self, state: State, depth: int) -> list[Share]:
        """The same, by the first decision."""
        if depth == 0 or state.is_terminal():
            return []
        return [
            Share(action, state.action_to_string(action), self.count(_after(state, index), depth - 1))
            for index, action in enumerate(state.legal_actions())
        ]

    def _sum(self, state: State, depth: int) -> int:
        return sum(self.count(_after(state, index), depth - 1) for index in range(state.count_legal()))


def _after(state: State, index: int) -> State:
    after = state.clone()
    after.apply_index(index)
    return after
