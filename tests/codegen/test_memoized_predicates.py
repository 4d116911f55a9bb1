"""Answers that are kept beside the state are those that would be worked out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulec
from rulec.codegen import memoized_predicates
from rulec.codegen.memoized_predicates import MemoizedPredicates
from rulec.compiled import Compiled
from rulec.compiler import compile_program, generate
from tests.engines import ROOT, interpreted
from tests.large import by_default
from tests.side_by_side import play_side_by_side

# Rules that call others, free actions, things tried and taken back, chance, and answers about one player.
GAMES = (
    "duties",
    "errands",
    "estates",
    "loading",
    "nesting",
    "orders",
    "payments",
    "purses",
    "trade",
    "yard",
)

LARDER = """\
game "Larder"
  players 2
  length 300

kind foods of food: bread, milk, eggs, salt
kind dishes of dish: d1 to d6
each dish has:
  needs: set of food
each player has:
  stock: set of food
  open_dishes: set of dish
  points: 0 to 200

dish is ready when no (needs - my stock)

setup:
  each dish in dishes: set dish's needs to foods
  set d1's needs to d1's needs - bread - milk
  set d4's needs to d4's needs - salt
  each player: set player's open_dishes to dishes

play:
  repeat 12 times:
    each player acting: turn

turn:
  choose food from foods as find
  set my stock to my stock + food
  choose one as job:
    cook when some my open_dishes where ready: raise my points by 3
    eat when (number of my open_dishes where ready) > 1: raise my points by 1
    wait when no my open_dishes where ready: raise my points by 0
    drop when some my open_dishes where ready:
      set my open_dishes to my open_dishes - (the first of my open_dishes where ready)
    waste when some my open_dishes where ready: set my stock to my stock - my stock

score:
  "Points": my points
"""


@pytest.fixture
def all_that_can(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every answer is kept that could be. Builds of this kind are in a cache of their own."""
    monkeypatch.setattr(memoized_predicates, "_ASKED_OFTEN", 1)
    monkeypatch.setattr(memoized_predicates, "_COSTLY", 1)
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "cache"))


@pytest.mark.usefixtures("all_that_can")
@pytest.mark.parametrize("name", by_default(GAMES, "duties", "yard"))
def test_what_is_kept_is_what_would_be_worked_out(name: str) -> None:
    """A debug build looks at each decision whether what is kept is still so."""
    path = ROOT / "tests" / "games" / f"{name}.rules"
    assert MemoizedPredicates(compile_program(path))._memos
    fast, slow = rulec.load(path, debug=True, optimise="-O0", native=False), interpreted(path)
    for seed in range(2):
        states = [on.State(on.PLAYERS[seed % len(on.PLAYERS)], seed=seed) for on in (slow, fast)]
        play_side_by_side(*states, random.Random(seed))
    games, same = fast.playouts(20, seed=3), slow.playouts(20, seed=3)
    for field in games._fields:
        assert getattr(games, field).tolist() == getattr(same, field).tolist(), field


@pytest.mark.usefixtures("all_that_can")
def test_one_answer_for_each_player(tmp_path: Path) -> None:
    path = tmp_path / "larder.rules"
    path.write_text(LARDER)
    found = MemoizedPredicates(compile_program(path))._memos.values()
    ready = [one for one in found if {field.name for field in one.fields} >= {"players.stock"}]
    assert ready
    assert all(one.owners == 2 for one in ready)
    fast, slow = rulec.load(path, debug=True, optimise="-O0", native=False), interpreted(path)
    for seed in range(6):
        assert play_side_by_side(slow.State(2, seed=seed), fast.State(2, seed=seed), random.Random(seed)) > 30


@pytest.mark.heavy
def test_only_what_costs_much_is_kept() -> None:
    """Most games have nothing of the kind; where there is, what it looks at is named."""
    small = compile_program(ROOT / "tests" / "games" / "duties.rules")
    assert "s.memos " not in generate(small).files["duties.pyx"]
    program = Compiled(ROOT / "games" / "railroad_revolution.rules").program
    kept = MemoizedPredicates(program)
    assert kept._memos
    milestones = next(one for one in program.fields if one.name == "milestones.managers")
    money = next(one for one in program.fields if one.name == "players.money")
    assert kept.cleared_by(milestones)
    assert not kept.cleared_by(money)
    taken = 0
    for one in kept._memos.values():
        assert one.bits & taken == 0
        assert one.bits < 1 << 64
        taken |= one.bits
