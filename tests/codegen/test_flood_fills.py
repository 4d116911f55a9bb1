"""Neighbourhoods and flood fills: masked shifts on regular boards, tables elsewhere; both back ends."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulec.compiler import compile_program, generate
from tests.engines import engine, interpreted, one_line
from tests.side_by_side import play_side_by_side

# Every question that ends early, some with several flood fills, beside values worked out to their end.
QUESTIONS = """\
game "Questions"
  players 2
  length 60

board spots of spot: {board}
pieces stones of stone: unlimited for each player

each player has:
  breathing: flag
  open: flag
  joined: flag
  single: flag
  pair: flag
  many: flag
  alone: flag
  sealed: flag
  blocked: flag
  sizes: 0 to 999999

each spot has:
  stone: place for 1 of stones

spot is free when stone is none
spot is mine when stone's owner is me
spot is theirs when not free and not mine
spot's chain means reach from it within (spots where mine)
spot's foes means reach from it within (spots where theirs)
spot's liberties means (neighbours of chain) where free

play:
  repeat 15 times:
    each player acting in seat order: turn

turn:
  choose spot from spots where free as put
  place my stone on spot
  let one = the first of neighbours of spot
  let far = the last of spots where mine
  set my breathing to some spot's liberties
  set my open to some (neighbours of (one's chain + one's foes)) where (free and it is not far)
  set my joined to far in spot's chain
  set my single to number of spot's liberties = 1
  set my pair to (number of spot's chain) >= 2
  set my many to number of one's liberties > 3
  set my alone to spot's chain is only spot
  set my sealed to spot's liberties is only one
  set my blocked to not (one's liberties is only spot) and no one's chain
  raise my sizes by number of spot's chain + number of spot's liberties
  raise my sizes by number of neighbours of (spots where mine) where theirs
  raise my sizes by number of parts of (spots where mine)
  raise my sizes by number of s in spots where (s is free or some (neighbours of s's foes) where free)

score:
  "Sizes": my sizes
"""

REGULAR = ("8 columns by 8 rows", "9 columns by 9 rows, 8 neighbours", "hexes 11 by 5", "5 columns by 3 rows")
ODD_ROWS = "hexes 7 by 12, odd rows half a space right"
LARGE = ("19 columns by 19 rows", "64 columns by 2 rows")
BY_TABLE = "20 columns by 20 rows, 8 neighbours"  # too many shifts of too many words


@pytest.mark.parametrize("board", [*REGULAR, ODD_ROWS, *LARGE, BY_TABLE])
def test_questions(board: str, tmp_path: Path) -> None:
    path = tmp_path / "questions.rules"
    path.write_text(QUESTIONS.format(board=board))
    text = one_line(generate(compile_program(path)).files["questions.pyx"])
    assert ("RULEC_STEP_BY_TABLE" in text) == (board == BY_TABLE)
    for asked in ("near_meets", "flood_meets", "near_up_to", "flood_up_to", "near_until", "flood_until"):
        assert f"{asked}_T_beside_spots(" in text
    answers: set[tuple[str, object]] = set()
    for seed in range(3):
        fast, slow = engine(path).State(seed=seed), interpreted(path).State(seed=seed)
        play_side_by_side(slow, fast, random.Random(seed), every=60)
        flags = fast.to_dict()["players"]
        answers |= {(name, value) for name in flags if name != "sizes" for value in flags[name].values()}
    assert len(answers) > 9  # not all of them always the same


def test_a_flood_fill_along_an_edge_stays_on_its_side(tmp_path: Path) -> None:
    """The last space of a row and the first one of the next are neighbours as bits, not on the board."""
    path = tmp_path / "questions.rules"
    path.write_text(QUESTIONS.format(board="5 columns by 3 rows"))
    state = engine(path).State()
    state.play("put: a2", "put: c3", "put: e1")
    asked = state.to_dict()["players"]
    assert (asked["joined"]["1"], asked["alone"]["1"]) == (False, True)
    state.play("put: a3", "put: a1")
    asked = state.to_dict()["players"]
    assert (asked["joined"]["1"], asked["alone"]["1"]) == (True, False)
