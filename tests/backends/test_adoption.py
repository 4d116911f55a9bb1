"""Positions of other rules: of the game that a variant changes, or of an older version of a file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulec.compiler import to_program
from rulec.frontend import Library, check, read_source
from rulec.interp.face import interpret
from rulec.source import SourceText
from tests.backends.conftest import SMALL, interpreted

MARKET = next(path for path in SMALL if path.stem == "market")


def variant_of(base: Path, patches: str) -> Any:
    body = "".join(f"  {line}\n" for line in patches.splitlines())
    source = SourceText("changed.rules", f'variant "Changed" of {base.stem}:\n{body}')
    found = check(source, Library({base.stem: read_source(base)}))
    assert found.ok, found.diagnostics
    return interpret(to_program(found))


def played(game: Any, number: int, seed: int = 1) -> Any:
    state, rnd = game.State(2, seed=seed), random.Random(seed)
    for _ in range(number):
        state.apply_action(rnd.choice(state.legal_actions()))
    return state


def test_what_fits_is_taken_over() -> None:
    patches = """set money to 7
in each player:
  debts: 0 to 9, starts 3
  remove tidy
in the game:
  weather: 0 to 2
replace turn:
  choose one as deal:
    rest: rest
    stay: nothing"""
    changed = variant_of(MARKET, patches)
    old = played(interpreted(MARKET), 7).to_dict()
    with pytest.raises(ValueError, match="a position of 'market', not of changed"):
        changed.State.from_dict(old)
    taken = changed.State.from_dict(old, adopt=True)
    assert taken.adopted == ("weather", "players.debts", "players.tidy")
    assert (taken.decision(), taken.current_player()) == ("deal", int(old["pending"]["seat"]) - 1)
    new = taken.to_dict()
    assert new["players"]["debts"] == {"1": 3, "2": 3, "3": 3, "4": 3}
    assert new["players"]["stock"]["1"] == old["players"]["stock"]["1"]
    assert new["stalls"] == old["stalls"]


def test_nothing_pending_that_could_mean_another_thing() -> None:
    """Under other rules the number of a block on the stack, or a name that is missing, says nothing."""
    base = interpreted(MARKET)
    state = played(base, 7)
    seat = state.to_dict()["pending"]["locals"]["play.player"]
    changed = variant_of(MARKET, "before turn: let n = 1\nafter turn: gain lesser of n and 1 money")
    taken = changed.State.from_dict(state.to_dict(), adopt=True)
    assert taken.adopted == (f"from turn of {seat}",)
    while not taken.is_terminal():
        taken.apply_index(0)
    same = base.State.from_dict({**state.to_dict(), "rules": "0" * 32}, adopt=True)
    assert same.adopted == ()
    assert same.to_dict() == state.to_dict()


def test_members_that_are_new_are_as_at_the_start() -> None:
    old = played(interpreted(MARKET), 9).to_dict()
    patches = """replace kind stalls of stall: smithy, barn, loom
replace setup:
  set smithy's ware to iron
  set barn's ware to wood
  set loom's ware to cloth"""
    taken = variant_of(MARKET, patches).State.from_dict(old, adopt=True)
    assert taken.adopted[:2] == ("stalls.price", "stalls.ware")
    before, after = old["stalls"]["price"], taken.to_dict()["stalls"]["price"]
    assert after == {"smithy": before["smithy"], "barn": 2, "loom": before["loom"]}


def test_empty_chairs_have_what_the_variant_gives_them() -> None:
    old = played(interpreted(MARKET), 5).to_dict()
    taken = variant_of(MARKET, "set money to 9").State.from_dict(old, adopt=True)
    assert taken.adopted == ()
    assert taken.to_dict()["players"]["money"] == {**old["players"]["money"], "3": 9, "4": 9}


def test_a_position_in_the_set_up_is_refused() -> None:
    piles = next(path for path in SMALL if path.stem == "piles")
    state = interpreted(piles).State(2, seed=1, chance="explicit")
    changed = variant_of(piles, "set length to 300")
    with pytest.raises(ValueError, match="stands in no turn or phase at which the game could go on"):
        changed.State.from_dict(state.to_dict(), adopt=True)
