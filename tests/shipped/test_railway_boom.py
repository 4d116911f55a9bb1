"""Railway Boom: every configuration to its end, and what decides between equal totals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.engines import ROOT, installed, interpreted

RULES = ROOT / "games" / "railway_boom.rules"
LARGEST = 100  # options: a free space beside a long railway


@pytest.mark.long
def test_every_configuration_is_played_to_its_end() -> None:
    """Two to four players, with and without tiles over the cities: four rounds and four stations."""
    game = installed(RULES)
    assert len(game.CONFIGURATIONS) == 6
    for seed, configuration in enumerate(game.CONFIGURATIONS):
        state, rnd = game.State(**configuration, seed=seed), random.Random(seed)
        while not state.is_terminal():
            options = state.legal_actions()
            assert len(options) <= LARGEST
            state.apply_action(rnd.choice(options))
        position = state.to_dict()
        assert position["round_number"] == 4
        for seat in map(str, range(1, configuration["players"] + 1)):
            assert position["players"]["top_row"][seat] == {}


def winners(edits: dict[str, Any]) -> list[int]:
    """Who is ahead; the first player's disc lies further right, and nobody has points."""
    discs = {"players.spot.1": "white_4", "players.spot.2": "white_3"}
    state = interpreted(RULES).State.setup(2, 1, edits={**discs, **edits}, at="train_turn of 1")
    won: list[int] = state.ranking()[0]
    return won


def test_equal_totals() -> None:
    """Railways come before tiles, tiles on cards and off them before the place of the disc."""
    railway = {"spaces.tokens.railway_tokens.r9": {"railway_token of 2": 1}}
    two_points = {"players.stock.1.vp": 2}  # as much as the railway is worth
    tile = {"players.tiles.2": {"coal": 1}}
    loaded = {"train_cards.tiles.starting_2": {"vp": 1}}
    assert winners({}) == [0]
    assert winners(tile) == [1]
    assert winners(loaded) == [1]
    assert winners({**railway, **two_points}) == [1]
    assert winners({**railway, **two_points, "players.stock.1.vp": 3}) == [0]
