"""Railroad Revolution: every configuration to its end, and never fewer than four Workers."""

from __future__ import annotations

import random

import pytest

from tests.engines import ROOT, installed

RULES = ROOT / "games" / "railroad_revolution.rules"


@pytest.mark.long
def test_every_configuration_is_played_to_its_end() -> None:
    """Two to four players, with and without each of the two variants of the rulebook."""
    game = installed(RULES)
    assert len(game.CONFIGURATIONS) == 12
    for seed, configuration in enumerate(game.CONFIGURATIONS):
        state, rnd = game.State(**configuration, seed=seed), random.Random(seed)
        while not state.is_terminal():
            state.apply_action(rnd.choice(state.legal_actions()))
            position = state.to_dict()
            placed = position["players"]["placed"]
            if state.decision() == "place":  # a turn begins: nobody has fewer than four Workers
                for seat, own in position["players"]["own"].items():
                    assert sum(own.values()) + sum(placed[seat].values()) >= 4
