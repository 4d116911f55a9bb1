"""Random completion of a game's set-up, for positions that start at a checkpoint."""

from __future__ import annotations

from collections.abc import Callable

from rulec.runtime import rng
from rulec.runtime.face import CHANCE_PLAYER
from rulec.runtime.state_base import StateBase

SETTING_UP = "setup.running"


def places(seed: int) -> Callable[[], float]:
    """Return a seeded generator function of floats in [0, 1)."""
    stream, drawn = rng.stream(rng.key_of(seed), rng.STREAM_RANDOM_PLAY), 0

    def place() -> float:
        nonlocal drawn
        drawn += 1
        return rng.draw(stream, drawn - 1) / 2**64

    return place


def outcome_at(outcomes: list[tuple[int, float]], place: float) -> int:
    """Outcome at this quantile of the distribution."""
    for action, probability in outcomes:
        place -= probability
        if place < 0:
            return action
    return outcomes[-1][0]


def finish_set_up(state: StateBase, place: Callable[[], float], sampled: bool = False) -> None:
    """Finish the set-up at random; `sampled`: use the game's own generator for chance."""
    view = state._face.view
    if SETTING_UP not in view.slots:
        return
    while not state.is_terminal() and view.get(state._cells(), SETTING_UP):
        if sampled and state.current_player() == CHANCE_PLAYER:
            state._apply(state._sample())
            continue
        if state.current_player() == CHANCE_PLAYER:
            outcomes = state.chance_outcomes()
        else:
            options = state.legal_actions()
            outcomes = [(one, 1 / len(options)) for one in options]
        state.apply_action(outcome_at(outcomes, place()))
