"""Loops of equal payments are decided by a count, and cards taken from a zone until it is empty are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.compiler import compile_program
from rulec.ir.program import Program
from tests.exhaustive_trials import compare_with_search

CARDS = """game "Cards"
  players 2
  length 400
table cards of card, as pieces, count 3:
  card   | worth | cost 0 to 4
  straw  | 1     | 0
  wood   | 1     | 1
  brick  | 2     | 2
  marble | 4     | 4
deck pile of card: from cards, discard pile, reshuffle when empty
each player has:
  hand: zone of card, seen by owner
  drawn: zone of card, seen by owner
  built: zone of card
play:
  repeat 5 times:
    each player acting: turn
turn:
  draw up to 3 from pile to my drawn
  choose card from my drawn as kept, if any: move card to my hand
  repeat while some my drawn: discard the first of my drawn
  draw up to 1 from pile to my hand
  choose card from my hand where cost < number of my hand as building, or pass:
    move card to my built
    repeat card's cost times:
      choose paid from my hand as payment
      discard paid
score:
  "Built": sum of worth over my built
"""


def written(folder: Path, *changes: tuple[str, str]) -> Path:
    text = CARDS
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "cards.rules"
    path.write_text(text)
    return path


def searched(program: Program) -> set[str]:
    return {one.name for one in program.decisions for group in one.groups if group.legality.needs_search}


def test_nothing_is_tried_out(tmp_path: Path) -> None:
    assert searched(compile_program(written(tmp_path))) == set()


@pytest.mark.parametrize(
    "changes",
    [
        [],
        [("where cost < number of my hand", "where cost < 4")],  # too dear for some hands
        [("where cost < number of my hand ", "")],
        [("repeat card's cost times", "repeat card's cost + 1 times")],
        [("choose paid from my hand as", "choose paid from my hand where worth < 4 as")],
    ],
)
def test_options_are_those_of_a_search(tmp_path: Path, changes: list[tuple[str, str]]) -> None:
    program = compile_program(written(tmp_path, *changes))
    assert searched(program) == set()
    assert compare_with_search(program, 300) == 300


@pytest.mark.parametrize(
    "changes",
    [
        # what can be paid with depends on the hand
        [("choose paid from my hand as", "choose paid from my hand where worth <= number of my hand as")],
        # a payment changes how much is there
        [("      discard paid\n", "      discard paid\n      draw up to 1 from pile to my hand\n")],
    ],
)
def test_where_a_count_does_not_tell_a_search_remains(tmp_path: Path, changes: list[tuple[str, str]]) -> None:
    program = compile_program(written(tmp_path, *changes))
    assert "payment" in searched(program)
    assert compare_with_search(program, 150) == 150


def test_the_first_of_a_zone_that_may_be_empty(tmp_path: Path) -> None:
    path = written(tmp_path, ("discard the first of my drawn", "discard the first of my hand"))
    assert "kept" in searched(compile_program(path))


def test_another_player_who_chooses_later_payments(tmp_path: Path) -> None:
    """That player only has to find a card, so a count of all payments asks for too much."""
    changes = [
        ("where cost < number of my hand ", ""),
        ("choose paid from my hand as payment", "choose paid from my hand as payment by payer"),
        ("    repeat card's cost times:\n", "    let payer = me\n    repeat card's cost times:\n"),
        ("      discard paid\n", "      discard paid\n      set payer to p2\n"),
    ]
    assert searched(compile_program(written(tmp_path, *changes))) >= {"building", "payment"}
