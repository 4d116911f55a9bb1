"""What adapters of other libraries ask for: a single event, the last positions of a batch, open games."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from rulec.errors import IllegalAction
from tests.engines import CLASSICS, SMALL

GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}


@pytest.mark.parametrize("name", ["kuhn_poker", "love_letter"])
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_an_event_is_what_the_action_adds(backend: Any, name: str, chance: str) -> None:
    state = backend(GAMES[name]).State(2, 4, chance=chance)
    while not state.is_terminal():
        action = state.legal_actions()[-1]
        expected = [state.event(action, player) for player in (0, 1)]
        before = len(state.events(0))
        state.apply_action(action)
        assert [state.events(player)[before] for player in (0, 1)] == expected


def test_an_event_is_of_what_is_offered(backend: Any) -> None:
    state = backend(GAMES["tic_tac_toe"]).State(2)
    state.apply_action(0)
    with pytest.raises(IllegalAction):
        state.event(0, 1)
    with pytest.raises(ValueError, match="no player"):
        state.event(1, 2)


def test_whether_all_is_open(backend: Any) -> None:
    told = {name: backend(GAMES[name]).PERFECT_INFORMATION for name in ("tic_tac_toe", "nim", "dice")}
    assert told == {"tic_tac_toe": True, "nim": True, "dice": True}
    assert not any(backend(GAMES[name]).PERFECT_INFORMATION for name in ("kuhn_poker", "love_letter"))


def test_the_last_position_of_a_game(backend: Any) -> None:
    game = backend(GAMES["kuhn_poker"])
    batch = game.Batch(4, seed=3)
    states = [game.State(2, game.playout_seed(3, number)) for number in range(4)]
    numbers = list(range(4))
    for _ in range(12):
        batch.step_index(numpy.zeros(4, dtype=int))
        now = [batch.state(place).to_bytes() for place in range(4)]
        for place, state in enumerate(states):
            state.apply_index(0)
            if not state.is_terminal():
                with pytest.raises(ValueError, match="was not over"):
                    batch.ended(place)
                continue
            assert batch.ended(place).to_bytes() == state.to_bytes()
            numbers[place] += 4
            states[place] = game.State(2, game.playout_seed(3, numbers[place]))
        assert [batch.state(place).to_bytes() for place in range(4)] == now
    batch.reset()
    with pytest.raises(ValueError, match="was not over"):
        batch.ended(0)
