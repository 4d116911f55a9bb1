"""Great Western Trail: its worked examples, every configuration to its end, what is kept, what is hidden."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from rulec.compiler import check, read_source, to_examples, to_program
from rulec.interp.examples import ExampleRunner
from rulec.inventory import coverage, inventory_file, read_inventory
from rulec.sim.leaks import told
from tests.backends.conftest import ROOT, engine, interpreted
from tests.backends.test_agreement import play_side_by_side

RULES = ROOT / "games" / "great_western_trail.rules"
LARGEST = 48  # options: a free space of the railroad, behind space 39


@cache
def trail() -> Any:
    return engine(RULES)


def worked_out(game: Any) -> None:
    checked = check(read_source(RULES))
    runner = ExampleRunner(to_examples(checked, to_program(checked)))
    outcomes = list(runner.run(game))
    assert len(outcomes) >= 90
    assert [(one.title, one.failures) for one in outcomes if not one.ok] == []


def test_the_worked_examples_hold() -> None:
    worked_out(interpreted(RULES))


@pytest.mark.long
def test_the_worked_examples_hold_on_the_engine() -> None:
    worked_out(trail())


def test_every_statement_ruling_decision_and_example_is_cited() -> None:
    checked = check(read_source(RULES))
    inventory = read_inventory(inventory_file(RULES), "GW")
    found = coverage(inventory, checked.tree.citations, checked.tree.assumed)
    assert found.problems == ()
    assert [one.statement.id for one in found.rows if one.standing == "open"] == []


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


def test_drawn_cards_are_seen_by_who_has_drawn_them() -> None:
    state, rnd = interpreted(RULES).State(2, seed=3), random.Random(3)
    for _ in range(60):
        state.apply_action(rnd.choice(state.legal_actions()))
    for seat in range(2):
        assert told(state.resample(seat, 5), seat) == told(state, seat)


@pytest.mark.long
def test_interpreter_and_engine_agree() -> None:
    one, two = (game.State(3, seed=1) for game in (interpreted(RULES), trail()))
    assert play_side_by_side(one, two, random.Random(1)) > 100
