"""What holds of every large game that is shipped: worked examples, citations, both back ends alike."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rulec.compiled import Compiled
from rulec.frontend import check, read_source
from rulec.insight.rulebook_inventory import coverage, inventory_file, read_inventory
from rulec.interp.examples import ExampleRunner
from rulec.sim.selftest.information_leaks import told
from rulec.syntax.clause_mutations import changes_of
from tests.engines import ROOT, installed, interpreted
from tests.large import ALWAYS, by_default
from tests.side_by_side import play_side_by_side


class Shipped(NamedTuple):
    name: str
    prefix: str  # of the numbers of its statements
    examples: int  # at least


GAMES = (
    Shipped("manifest_railways", "MR", 58),
    Shipped("railroad_revolution", "RR", 55),
    Shipped("great_western_trail", "GW", 100),
    Shipped("pacific_rails_inc", "PR", 56),
    Shipped("railway_boom", "RB", 70),
)


VARIANTS = sorted((ROOT / "games" / "variants").glob("*.rules"))


@pytest.fixture(params=GAMES, ids=[one.name for one in GAMES])
def game(request: pytest.FixtureRequest) -> Shipped:
    found: Shipped = request.param
    return found


def rules_of(game: Shipped) -> Any:
    return ROOT / "games" / f"{game.name}.rules"


@pytest.mark.parametrize(
    "on", [pytest.param(interpreted, marks=pytest.mark.long), installed], ids=["interpreter", "engine"]
)
def test_the_worked_examples_hold(game: Shipped, on: Callable[..., Any]) -> None:
    runner = ExampleRunner(Compiled(rules_of(game)).examples)
    outcomes = list(runner.run(on(rules_of(game))))
    assert len(outcomes) >= game.examples
    assert [(one.title, one.failures) for one in outcomes if not one.ok] == []


@pytest.mark.parametrize("variant", VARIANTS, ids=[one.stem for one in VARIANTS])
def test_variants_fit_their_games(variant: Path) -> None:
    assert check(read_source(variant)).diagnostics == ()


@pytest.mark.parametrize("variant", by_default(VARIANTS, "land_grants", "surveyor_specialist"))
@pytest.mark.parametrize(
    "on", [interpreted, pytest.param(installed, marks=pytest.mark.long)], ids=["interpreter", "engine"]
)
def test_the_examples_of_variants_hold(variant: Path, on: Callable[..., Any]) -> None:
    outcomes = list(ExampleRunner(Compiled(variant).examples).run(on(variant)))
    assert outcomes
    assert [(one.title, one.failures) for one in outcomes if not one.ok] == []


def test_every_statement_ruling_decision_and_example_is_cited(game: Shipped) -> None:
    checked = check(read_source(rules_of(game)))
    inventory = read_inventory(inventory_file(rules_of(game)), game.prefix)
    found = coverage(inventory, checked.tree.citations, checked.tree.assumed)
    assert found.problems == ()
    assert [one.statement.id for one in found.rows if one.standing == "open"] == []


def test_what_is_called_equivalent_is_still_a_change(game: Shipped) -> None:
    """Whoever rewrites such a line has to look at it again."""
    source = read_source(rules_of(game))
    keys = {one.key for one in changes_of(source, check(source).tree)}
    assert read_inventory(inventory_file(rules_of(game)), game.prefix).equivalent.keys() <= keys


@pytest.mark.parametrize("name", by_default([one.name for one in GAMES], ALWAYS, "pacific_rails_inc"))
def test_what_is_hidden_may_as_well_be_otherwise(name: str) -> None:
    game = next(one for one in GAMES if one.name == name)
    state, rnd = installed(rules_of(game)).State(2, seed=3), random.Random(3)
    for _ in range(60):
        state.apply_action(rnd.choice(state.legal_actions()))
    for seat in range(2):
        assert told(state.resample(seat, 5), seat) == told(state, seat)


def test_clones_take_the_place_of_other_positions(game: Shipped) -> None:
    """Of what is mostly empty a clone copies what is there; what lay in its place before is seen nowhere."""
    state, rnd = installed(rules_of(game)).State(2, seed=7), random.Random(7)
    held: list[Any] = []

    def play(one: Any, times: int) -> None:
        for _ in range(times):
            if not one.is_terminal():
                one.apply_action(rnd.choice(one.legal_actions()))

    for _ in range(60):
        play(state, 4)
        copied = state.clone()
        assert copied == state
        assert copied.history() == state.history()
        ahead = copied.clone()
        play(ahead, rnd.randrange(25))
        loaded, again = type(state).from_bytes(ahead.to_bytes()), ahead.clone()
        assert again.to_bytes() == loaded.to_bytes()
        assert again.legal_actions() == loaded.legal_actions() == ahead.legal_actions()
        held = [*held, ahead, loaded, again][-rnd.randrange(1, 40) :]


@pytest.mark.long
def test_interpreter_and_engine_agree(game: Shipped) -> None:
    one, two = (on(rules_of(game)).State(3, seed=1) for on in (interpreted, installed))
    assert play_side_by_side(one, two, random.Random(1)) > 100
