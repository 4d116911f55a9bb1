"""Perft: counts decision sequences by depth, to compare implementations of the same rules."""

from __future__ import annotations

from dataclasses import dataclass

from rulec.face import State

DEEPEST = 500  # recursion limit
_REMEMBERED = 1_000_000


@dataclass(frozen=True)
class Share:
    """Number of sequences that begin with one option."""

    action: int
    label: str
    sequences: int


class PathCounter:
    """Counter of sequences of an exact length; finished games have none.

    Equal states (all bytes) are memoized unless `remember` is off.
    """

    def __init__(self, remember: bool = True) -> None:
        self._known: dict[tuple[bytes, int], int] | None = {} if remember else None

    def count(self, state: State, depth: int) -> int:
        """Number of sequences of `depth` decisions from this state."""
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
        """Number of sequences by first decision."""
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
