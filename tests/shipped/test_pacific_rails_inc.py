"""Pacific Rails Inc.: every number of players to the end, and what no rule may break on the way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.engines import ROOT, installed

RULES = ROOT / "games" / "pacific_rails_inc.rules"
LARGEST = 16  # options of one decision in games of chance: nobody is shown a long list


def held(zones: Any) -> int:
    """How many pieces lie in a zone of `to_dict`."""
    return sum(zones.values())


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_are_played_to_their_end(players: int) -> None:
    """Short games, as the option allows; cargo never exceeds its slots when a turn begins."""
    game = installed(RULES)
    for seed in range(3):
        state, rnd = game.State(players, seed=seed, round_limit=50), random.Random(seed)
        while not state.is_terminal():
            options = state.legal_actions()
            assert len(options) <= LARGEST
            state.apply_action(rnd.choice(options))
            position = state.to_dict()
            if state.decision() == "worker":
                for seat, cargo in position["players"]["cargo"].items():
                    houses = position["spaces"]["station"].values()
                    stations = sum(one == f"house of {seat}" for one in houses)
                    assert held(cargo) <= 6 + 3 * min(stations, 3)
                    assert position["players"]["hats"][seat] <= 2
        assert position["round"] <= 50
