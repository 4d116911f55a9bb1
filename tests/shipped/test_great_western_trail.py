"""Great Western Trail: every configuration to its end."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from tests.backends.conftest import ROOT, installed

RULES = ROOT / "games" / "great_western_trail.rules"
LARGEST = 48  # options: a free space of the railroad, behind space 39


@cache
def trail() -> Any:
    return installed(RULES)


@pytest.mark.long
def test_every_configuration_is_played_to_its_end() -> None:
    """Two to four players; neutral buildings by letter or by chance; sides all a, all b or by chance."""
    game = trail()
    assert len(game.CONFIGURATIONS) == 18
    for seed, configuration in enumerate(game.CONFIGURATIONS):
        state, rnd = game.State(**configuration, seed=seed), random.Random(seed)
        while not state.is_terminal():
            options = state.legal_actions()
            assert len(options) <= LARGEST
            state.apply_action(rnd.choice(options))
        assert state.to_dict()["token"] is None
