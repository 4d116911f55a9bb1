"""Who takes the other seats of a single-agent environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from rulec.errors import RulecError
from rulec.face import State

# Chooses an action in this state; the generator is that of the environment.
Opponent = Callable[[State, Any], int]


def random_opponent(state: State, generator: Any) -> int:
    """Any option, each equally likely."""
    legal = state.legal_actions()
    return legal[int(generator.integers(len(legal)))]


def mcts_opponent(simulations: int) -> Opponent:
    """The choice of a search of so many random games."""

    def choose(state: State, generator: Any) -> int:
        return state.mcts(simulations, int(generator.integers(1 << 63))).action

    return choose


def opponent_of(given: object) -> Opponent:
    """`random`, `mcts:100`, or a function of the state and a NumPy generator that gives an action."""
    if callable(given):
        return cast(Opponent, given)
    if given == "random":
        return random_opponent
    if isinstance(given, str):
        kind, _, count = given.partition(":")
        if kind == "mcts" and count.isascii() and count.isdigit() and int(count) > 0:
            return mcts_opponent(int(count))
    raise RulecError(f"opponents are 'random', 'mcts:N' or a function, not {given!r}")
