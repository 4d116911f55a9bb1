"""Policies for the other seats of a single-agent environment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from rulec.errors import RulecError
from rulec.face import State

# Chooses an action in this state; the generator is that of the environment.
Opponent = Callable[[State, Any], int]


def random_opponent(state: State, generator: Any) -> int:
    """Choose an option uniformly at random."""
    legal = state.legal_actions()
    return legal[int(generator.integers(len(legal)))]


@dataclass(frozen=True)
class SearchingOpponent:
    """Policy that searches with this many simulations."""

    simulations: int

    def __call__(self, state: State, generator: Any) -> int:
        return state.mcts(self.simulations, int(generator.integers(1 << 63))).action


def opponent_of(given: object) -> Opponent:
    """Parse an opponent: `random`, `mcts:100`, or a function (state, NumPy generator) -> action."""
    if callable(given):
        return cast(Opponent, given)
    if given == "random":
        return random_opponent
    if isinstance(given, str):
        kind, _, count = given.partition(":")
        if kind == "mcts" and count.isascii() and count.isdigit() and int(count) > 0:
            return SearchingOpponent(int(count))
    raise RulecError(f"opponents are 'random', 'mcts:N' or a function, not {given!r}")
