"""Positions made by hand inside of loops: what the rules around a checkpoint keep is worked out anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulec
from tests.engines import engine, interpreted

LOOPS = """game "Loops"
  players 3
  length 400
kind towns of town: ash, birch, cedar
the game has:
  total: 0 to 1000
  tally: 0 to 1000
  latest: maybe town
each town has:
  worth: 0 to 9, starts 1
each player has:
  cash: 0 to 90
play:
  contest for ash
  raise total by 100
  repeat 2 times: contest for birch
  raise total by 200
  let bonus = 2
  repeat 3 times, rest left:
    each town in towns in order of most worth:
      season for town with rest
      raise total by bonus
  each age in 2 to 4:
    each player acting in seat order: late with age
    each town in towns where worth >= 2:
      if town is not birch and age >= 3: fair
phase season for town with left:
  each player acting in order of least cash, then in seat order: turn
  raise tally by town's worth * 10
  raise total by left
  set latest to town
turn:
  choose one as what:
    take: raise my cash by 1
    pass: raise tally by 1
turn late with age:
  choose one as what_then:
    take: raise my cash by age
    pass: nothing
phase contest for town:
  raise tally by 3 if town is cedar else 0
  as p2:
    choose one as duel:
      fight: raise tally by 7
      pass: nothing
phase fair:
  as p3:
    choose one as what_now:
      take: raise total by 1
      pass: nothing
score:
  "Cash": my cash
"""
CALLED = """game "Called"
  players 2
  length 400
play:
  lap
  repeat 3 times: lap
rule lap:
  each player acting: turn
turn:
  choose one as what:
    take: raise my cash by 1
    pass: nothing
each player has:
  cash: 0 to 90
score:
  "Cash": my cash
"""
CHOSEN = """game "Chosen"
  players 2
  length 400
board squares of square: 2 columns by 1 rows
play:
  each player acting:
    choose square from squares as first_one
    turn
    raise my cash by 2 if square is a1 else 1
turn:
  choose one as what:
    take: raise my cash by 1
    pass: nothing
each player has:
  cash: 0 to 90
score:
  "Cash": my cash
"""
WORTHS = {"towns.worth": {"ash": 1, "birch": 5, "cedar": 3}}
# (where, what is changed, who decides then, decisions to the end, total, tally, last town), all pass.
# A season is three passes and ten times the worth; each adds the rounds left and 2 to the total.
PLACES = [
    ("turn of 2", {}, 1, 2 + 8 * 3 + 9, 27, 2 + 8 * 3 + 90, "cedar"),
    ("turn of 1", {"players.cash": {"1": 3, "2": 0, "3": 1}}, 0, 1 + 8 * 3 + 9, 27, 1 + 8 * 3 + 90, "cedar"),
    ("season for birch with 1", WORTHS, 0, 9 * 3 + 9 + 2, 26, 9 * 3 + 270, "ash"),
    ("season for cedar with 2", WORTHS, 0, 8 * 3 + 9 + 2, 23, 8 * 3 + 220, "ash"),
    ("late with 3 of 2", {}, 1, 2 + 3, 0, 0, None),
    # The first round in which all conditions hold: cedar at 3, then the players and cedar at 4.
    ("fair", WORTHS, 2, 1 + 3 + 1, 0, 0, None),
    # A rule that is called from several places goes on as at the first that fits, else at the last.
    ("contest for ash", {}, 1, 3 + 4 * 9, 327, 27 + 90, "cedar"),
    ("contest for birch", {}, 1, 2 + 4 * 9, 227, 27 + 90, "cedar"),
    ("contest for cedar", {}, 1, 2 + 4 * 9, 227, 3 + 27 + 90, "cedar"),
    # There is none: ash at 2, and no town is worth a fair later.
    ("fair", {}, 2, 1 + 2 * 3, 0, 0, None),
]


@pytest.fixture(scope="module")
def loops(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("loops") / "loops.rules"
    path.write_text(LOOPS, encoding="utf-8")
    return path


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place[0].replace(" ", "_"))
@pytest.mark.parametrize("game", [interpreted, engine])
def test_what_is_still_to_come_is_known(game: Any, loops: Path, place: tuple[Any, ...]) -> None:
    at, edits, first, *expected = place
    state = game(loops).State.setup(at=at, edits=edits)
    assert state.current_player() == first
    assert game(loops).State.from_bytes(state.to_bytes()) == state
    assert game(loops).State.from_dict(state.to_dict()) == state
    played = 0
    while not state.is_terminal():
        state.apply_index(1)
        played += 1
    end = state.to_dict()
    assert [played, end["total"], end["tally"], end["latest"]] == expected


@pytest.mark.parametrize("text", [CALLED, CHOSEN])
def test_no_position_starts_where_something_else_must_be_known(tmp_path: Path, text: str) -> None:
    """Where the rule around it was called, and what was chosen before."""
    path = tmp_path / "other.rules"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="no position starts at 'turn of 1'; the checkpoints .* are: none"):
        rulec.interpret(path).State.setup(at="turn of 1")
