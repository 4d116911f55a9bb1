"""Manifest Railways: its worked examples, every configuration to its end, and what is hidden."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from rulec.compiler import check, read_source, to_examples, to_program
from rulec.interp.examples import ExampleRunner
from rulec.inventory import coverage, inventory_file, read_inventory
from rulec.sim.leaks import told
from rulec.syntax.changes import changes_of
from tests.backends.conftest import ROOT, engine, interpreted
from tests.backends.test_agreement import play_side_by_side

RULES = ROOT / "games" / "manifest_railways.rules"
LARGEST = 163  # options: an X2 in two regions of land, or leaving it
PICKS = ("company_pick: bo", "company_pick: prr", "company_pick: nyc", "company_pick: co")


@cache
def railways() -> Any:
    return engine(RULES)


def finished(state: Any, rnd: random.Random) -> int:
    """Play on at random; the longest list of options on the way."""
    most = 0
    while not state.is_terminal():
        options = state.legal_actions()
        most = max(most, len(options))
        state.apply_action(rnd.choice(options))
    return most


def test_the_worked_examples_hold() -> None:
    checked = check(read_source(RULES))
    runner = ExampleRunner(to_examples(checked, to_program(checked)))
    outcomes = list(runner.run(railways()))
    assert len(outcomes) >= 15
    assert [(one.title, one.failures) for one in outcomes if not one.ok] == []


def test_every_statement_ruling_decision_and_example_is_cited() -> None:
    checked = check(read_source(RULES))
    inventory = read_inventory(inventory_file(RULES), "MR")
    found = coverage(inventory, checked.tree.citations, checked.tree.assumed)
    assert found.problems == ()
    assert [one.statement.id for one in found.rows if one.standing == "open"] == []


def test_what_is_called_equivalent_is_still_a_change() -> None:
    """Whoever rewrites such a line has to look at it again."""
    source = read_source(RULES)
    keys = {one.key for one in changes_of(source, check(source).tree)}
    assert read_inventory(inventory_file(RULES), "MR").equivalent.keys() <= keys


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


@pytest.mark.long
def test_interpreter_and_engine_agree() -> None:
    one, two = (game.State(3, seed=1) for game in (interpreted(RULES), railways()))
    assert play_side_by_side(one, two, random.Random(1)) > 100
