"""Utilities of finished games: shares of the win, zero-sum, points, margins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulec.errors import RulecError
from rulec.face import State

WINS, ZERO_SUM, SCORE, MARGIN = UTILITIES = ("wins", "zero_sum", "score", "margin")

BOUND = float(1 << 31)  # scores and variables of games are numbers of 32 bits


@dataclass(frozen=True)
class Utility:
    """Utility function of finished games.

    `wins`: 1, shared among the winners (the engine's `returns()`), 0 for all in a lost cooperative game.
    `zero_sum`: the same, scaled so that it sums to 0 and a sole winner has 1; of two players the other has
    -1. `score`: the points. `margin`: the points above the average of all players, which sum to 0.
    """

    kind: str
    players: int
    low: float
    high: float
    cooperative: bool = False  # all players win, or nobody

    @property
    def sum(self) -> float | None:
        """Sum of all players' utilities if constant, else None."""
        if self.kind == WINS:
            return None if self.cooperative else 1.0
        return None if self.kind == SCORE else 0.0

    def of(self, state: State) -> list[float]:
        """Utilities of a state: zeros before the end."""
        if not state.is_terminal():
            return [0.0] * self.players
        if self.kind in (SCORE, MARGIN):
            return self._within(self._of_scores(state.scores()))
        shares = state.returns()
        return shares if self.kind == WINS else [self._scaled(share) for share in shares]

    def of_arrays(self, scores: Any, winners: Any) -> Any:
        """Utilities of many finished games, from arrays of scores and winners."""
        import numpy

        if self.kind in (SCORE, MARGIN):
            points = numpy.asarray(scores, dtype=numpy.float64)
            return points - points.mean(axis=1, keepdims=True) if self.kind == MARGIN else points
        shares = winners / numpy.maximum(winners.sum(axis=1, keepdims=True), 1)
        return shares if self.kind == WINS else self._scaled(shares)

    def _scaled(self, share: Any) -> Any:
        """Rescale shares of the win to the zero-sum range."""
        return (self.players * share - 1) / (self.players - 1)

    def _of_scores(self, scores: Sequence[int]) -> list[float]:
        if self.kind == SCORE:
            return [float(points) for points in scores]
        average = sum(scores) / len(scores)
        return [points - average for points in scores]

    def _within(self, values: list[float]) -> list[float]:
        if not self.low <= min(values) <= max(values) <= self.high:
            raise RulecError(
                f"the utilities {values} leave the declared range from {self.low:g} to {self.high:g}",
                "give a wider `utility_range`",
            )
        return values


def utility_of(
    kind: str | None, players: int, span: tuple[float, float] | None = None, *, cooperative: bool = False
) -> Utility:
    """Create a utility by name; solo games default to points.

    `span` bounds points where they are known to stay within less than 32 bits.
    """
    chosen = kind or (SCORE if players == 1 else WINS)
    if chosen not in UTILITIES:
        raise ValueError(f"utility is one of {', '.join(map(repr, UTILITIES))}, not {kind!r}")
    if players == 1 and chosen != SCORE:
        raise ValueError(f"a game for one has no winner: its utility is 'score', not {kind!r}")
    if cooperative and chosen in (ZERO_SUM, MARGIN):
        raise ValueError(
            f"all players win or lose together: their utility is 'wins' or 'score', not {kind!r}"
        )
    if chosen in (WINS, ZERO_SUM):
        if span is not None:
            raise ValueError(f"utility_range is for 'score' and 'margin'; that of {chosen!r} is known")
        low = 0.0 if chosen == WINS else -1.0 / (players - 1)
        return Utility(chosen, players, low, 1.0, cooperative)
    low, high = (-BOUND, BOUND) if span is None else map(float, span)
    if not low < high:
        raise ValueError(f"utility_range is a lower and a higher number, not {span!r}")
    return Utility(chosen, players, low, high)
