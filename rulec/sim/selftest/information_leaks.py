"""Information-leak test: resampling hidden state must not change a player's view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulec.face import State
from rulec.sim.selftest.state_comparison import Difference, Side

_OF_A_PLAYER: tuple[tuple[str, Callable[[State, int], Any]], ...] = (
    ("observation", lambda state, player: state.observation(player)),
    ("observation_tensor", lambda state, player: state.observation_tensor(player)),
    ("the compact observation_tensor", lambda state, player: state.observation_tensor(player, "compact")),
    ("observation_string", lambda state, player: state.observation_string(player)),
    ("events", lambda state, player: state.events(player)),
    ("public_scores", lambda state, player: state.public_scores(player)),
    ("the options", lambda state, player: _options(state, player)),
    ("the pending decision", lambda state, player: (state.current_player(), state.decision())),
)


def _options(state: State, player: int) -> list[str] | None:
    if state.current_player() != player:
        return None
    return [state.action_to_string(action) for action in state.legal_actions()]


def told(state: State, player: int) -> dict[str, Any]:
    """All views that a player can query."""
    return {what: ask(state, player) for what, ask in _OF_A_PLAYER}


def check_leaks(side: Side, state: State, player: int, seed: int) -> State:
    """Resample hidden state and compare the player's views; return the new state."""
    before = told(state, player)
    other = state.resample(player, seed)
    for what, value in told(other, player).items():
        if value != before[what]:
            raise Difference(
                f"{side.name}: {what} of player {player} shows what that player can't know",
                (("before", str(before[what])), ("drawn anew", str(value))),
            )
    if other.to_bytes() != state.resample(player, seed).to_bytes():
        raise Difference(f"{side.name}: resample({player}, {seed}) is not always the same")
    return other
