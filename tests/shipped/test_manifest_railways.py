"""Manifest Railways: every configuration to its end, and what is hidden."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from rulec.sim.selftest.information_leaks import told
from tests.engines import ROOT, installed

RULES = ROOT / "games" / "manifest_railways.rules"
LARGEST = 163  # options: an X2 in two regions of land, or leaving it
PICKS = ("company_pick: bo", "company_pick: prr", "company_pick: nyc", "company_pick: co")


@cache
def railways() -> Any:
    return installed(RULES)


def finished(state: Any, rnd: random.Random) -> int:
    """Play on at random; the longest list of options on the way."""
    most = 0
    while not state.is_terminal():
        options = state.legal_actions()
        most = max(most, len(options))
        state.apply_action(rnd.choice(options))
    return most


def test_every_configuration_is_played_to_its_end() -> None:
    """The first map with one to four players and with two companies each, the second with one to five."""
    game = railways()
    assert len(game.CONFIGURATIONS) == 20
    for seed, configuration in enumerate(game.CONFIGURATIONS):
        state = game.State(**configuration, seed=seed)
        assert finished(state, random.Random(seed)) <= LARGEST
        assert len(state.scores()) == configuration["players"]


def test_a_game_of_three_ages_has_eighteen_turns_for_each_company() -> None:
    state, turns, rnd = railways().State(4, seed=11), 0, random.Random(11)
    while not state.is_terminal():
        turns += state.decision() == "action"
        state.apply_action(rnd.choice(state.legal_actions()))
    assert turns == 4 * 18


def test_hands_are_seen_by_those_who_decide() -> None:
    game, rnd = railways(), random.Random(3)
    state = game.State(2, companies_each=2, seed=3)
    for label in PICKS:
        state.play(label)
    for _ in range(80):
        state.apply_action(rnd.choice(state.legal_actions()))
    whole = state.to_dict()["companies"]["hand"]
    known = state.observation(0)["companies"]["hand"]
    assert known["bo"] == whole["bo"]
    assert known["nyc"] == whole["nyc"]
    assert known["prr"] == {"pieces": sum(whole["prr"].values())}
    assert told(state.resample(0, 5), 0) == told(state, 0)


def test_no_tile_and_no_cube_is_lost() -> None:
    game, rnd = railways(), random.Random(8)
    state = game.State(5, map="western", seed=8)
    finished(state, rnd)
    position = state.to_dict()
    zones = [
        position[name] for name in ("face_up", "laid_out", "capital_discard", "resource_discard", "gone")
    ]
    zones += [
        position["pool"],
        *position["companies"]["hand"].values(),
        *position["squares"]["lying"].values(),
    ]
    assert sum(sum(zone.values()) for zone in zones) == 100
