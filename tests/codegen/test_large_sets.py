"""Sets of many words, and piles of many kinds: what is done a word or a register at a time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulec.compiler import compile_program, generate
from tests.benchmarks.growth import cards, maps
from tests.engines import engine, interpreted, one_line
from tests.large import in_long_runs
from tests.side_by_side import play_side_by_side

# Men that wander over a board, looking ahead: where they have been is added to a set that is put back.
WANDER = """\
game "Wander"
  players 2
  length 300

board squares of square: {side} columns by {side} rows
pieces men of man: 2 for each player
money: goods of each player, starts 4
each player has:
  points: 0 to 999
  here: square
  been: set of square
each square has:
  man: place for 1 of men

square is free when man is none and not it in my been

setup:
  set p1's here to square(1, 1)
  set p2's here to square({side}, {side})
  each player acting: place my man on my here

play:
  repeat 12 times:
    each player acting in seat order: turn

turn:
  choose square from neighbours of my here where free as walk, or rest:
    any order as effect:
      must toll: pay number of (neighbours of square where it in my been) money
      may luck: gain 1 money
      must go after toll:
        move my here to square
        set my here to square
        add square to my been
      may back after go: set my been to my been - the first of my been
    raise my points by number of squares where (man is none and not it in my been)
    lower my points by number of squares where (man is none and not it in my been)
    raise my points by number of my been

score:
  "Points": my points + my money
"""


def same(path: Path, games: int = 3) -> None:
    for seed in range(games):
        play_side_by_side(
            interpreted(path).State(seed=seed), engine(path).State(seed=seed), random.Random(seed)
        )


@pytest.mark.parametrize("side", [9, 64, *in_long_runs((17,))])
def test_maps(side: int, tmp_path: Path) -> None:
    path = tmp_path / "maps.rules"
    path.write_text(maps(side))
    same(path)


@pytest.mark.parametrize(("kinds", "count"), [(9, 60), (130, 5), *in_long_runs((3, 60), (16, 40), (65, 2))])
def test_piles(kinds: int, count: int, tmp_path: Path) -> None:
    """Also where eight kinds together are more than a byte holds."""
    path = tmp_path / "cards.rules"
    path.write_text(cards(kinds).replace("count 2:", f"count {count}:"))
    same(path)


@pytest.mark.parametrize("side", [23, *in_long_runs((9,))])
def test_sets_that_are_put_back(side: int, tmp_path: Path) -> None:
    path = tmp_path / "wander.rules"
    path.write_text(WANDER.format(side=side))
    text = one_line(generate(compile_program(path)).files["wander.pyx"])
    one_word = "_far_put(s.trail, s, &s.v_players_been" in text  # is written down, not all
    assert one_word == (side > 22)
    assert any(one.searched for one in engine(path).DECISIONS)
    same(path)
