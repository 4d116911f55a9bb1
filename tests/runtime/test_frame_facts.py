"""Control variables that no course of the game brings about together are refused; all others load."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from rulec.errors import RulesError
from tests.engines import SMALL, engine, interpreted
from tests.runtime.test_adoption import positions_of

GAMES = {path.stem: path for path in SMALL}


def changed(data: dict[str, Any], part: str, name: str, value: Any) -> dict[str, Any]:
    found = copy.deepcopy(data)
    assert name in found["pending"][part]
    found["pending"][part][name] = value
    return found


def pending_at(game: Any, name: str) -> dict[str, Any]:
    """A position in which this decision is asked, as a dictionary."""
    for seed in range(20):
        state, rnd = game.State(seed=seed), random.Random(seed)
        while not state.is_terminal():
            if state.decision() == name:
                found: dict[str, Any] = state.to_dict()
                return found
            try:
                state.apply_index(rnd.randrange(state.count_legal()))
            except RulesError:
                break
    raise AssertionError(name)


def test_positions_in_the_middle_of_games_load(sampled_rules: Path) -> None:
    game = interpreted(sampled_rules)
    for state in positions_of(game, 40):
        assert game.State.from_dict(state.to_dict()) == state


@pytest.mark.parametrize("name", ["companies", "chores"])
def test_engines_hold_positions_to_the_same_invariants(name: str) -> None:
    built, read = engine(GAMES[name]), interpreted(GAMES[name])
    invariants = built.State._face.view.frame_invariants
    assert invariants == read.State._face.view.frame_invariants
    assert any(one.values or one.same for one in invariants.values())
    for state in positions_of(built, 40):
        assert built.State.from_bytes(state.to_bytes()) == state


def test_the_member_whose_turn_it_is_acts() -> None:
    game = engine(GAMES["companies"])
    data = pending_at(game, "deed")
    other = "red" if data["pending"]["running"]["turn.owner"] != "red" else "green"
    with pytest.raises(ValueError, match=r"`turn\.owner` is .*, but `play\.company` is .*: here they are"):
        game.State.from_dict(changed(data, "running", "turn.owner", other))


def test_the_rest_of_a_loop_holds_nobody_twice() -> None:
    game = interpreted(GAMES["companies"])
    data = pending_at(game, "pick")
    other = "1" if data["pending"]["locals"]["setup.p"] != "1" else "2"
    with pytest.raises(ValueError, match=r"`setup\.p\.rest~2` holds a member twice"):
        game.State.from_dict(changed(data, "locals", "setup.p.rest~2", [other, other]))


def test_the_rest_of_a_loop_does_not_hold_its_member() -> None:
    game = interpreted(GAMES["companies"])
    data = pending_at(game, "pick")
    member = data["pending"]["locals"]["setup.p"]
    with pytest.raises(ValueError, match=r"`setup\.p\.rest~2` still has .*, which `setup\.p` is"):
        game.State.from_dict(changed(data, "locals", "setup.p.rest~2", [member]))


@pytest.mark.parametrize("done", [["lay"], ["sell_later", "begun"], ["lay", "sell_first", "fee", "begun"]])
def test_parts_of_an_order_are_done_as_the_rules_say(done: list[str]) -> None:
    """Not begun; before what it comes after; two of which at most one is done."""
    game = interpreted(GAMES["orders"])
    data = pending_at(game, "effect")
    with pytest.raises(ValueError, match=r"`railroad\.effect\.done~3` is .*, which can't be here"):
        game.State.from_dict(changed(data, "locals", "railroad.effect.done~3", done))


def test_a_round_more_than_there_are_is_refused() -> None:
    game = interpreted(GAMES["chores"])
    data = pending_at(game, "errand_done")
    with pytest.raises(ValueError, match=r"`play\.times~1` is 3, which can't be here"):
        game.State.from_dict(changed(data, "locals", "play.times~1", 3))
