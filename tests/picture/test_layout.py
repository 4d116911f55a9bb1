"""Layout of pictures on their shapes: nothing leaves its box, no two texts overlap, over random positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.picture import scene, svg
from rulec.picture.canvas import Box, Canvas, Text
from rulec.picture.fonts import elided, fitted, width, wrapped
from rulec.picture.page import arranged
from tests.large import all_but_large, some_by_default
from tests.picture.layout import faults
from tests.picture.positions import HEAVY, SMALL, interpreted, random_positions

LARGEST = 400_000  # bytes of an SVG file


def check(game: Any, seed: int, *depths: int) -> None:
    for state, before, _ in random_positions(game, seed, *depths):
        for observer in (None, *range(state.num_players())):
            assert faults(arranged(scene(state, observer, before))) == []
        assert len(svg(state, None, before)) < LARGEST


@pytest.mark.parametrize("path", some_by_default(SMALL, 4), ids=lambda path: path.stem)
def test_small_games(path: Path) -> None:
    check(interpreted(path), 5, 0, 7, 25)


@pytest.mark.parametrize("path", all_but_large(HEAVY))
def test_heavy_games(path: Path) -> None:
    check(interpreted(path), 5, 30)


@pytest.mark.long
@pytest.mark.parametrize("path", HEAVY, ids=lambda path: path.stem)
def test_heavy_games_at_length(path: Path) -> None:
    game = rulec.load(path)
    for seed in range(12):
        check(game, seed, 0, 10, 60, 150, 400)


@pytest.mark.parametrize(
    "text", ["", "a", "Salt Lake City", "W" * 300, "日本語" * 9, "e\u0301" * 40, "\U0001f682" * 9]
)
def test_texts_are_cut_to_their_room(text: str) -> None:
    for room in (0.0, 3.0, 20.0, 70.0):
        assert width(elided(text, 12, room), 12) <= room + 0.01 or not text
        shown, size = fitted(text, 12, 8, room)
        assert width(shown, size) <= room + 0.01
        assert len(wrapped(text, 12, room, 2)) <= 2
        assert all(width(line, 12) <= room + 0.01 for line in wrapped(text, 12, room, 2))
    canvas = Canvas()
    canvas.text(text, Box(5, 5, 40, 12), 14)
    assert all(item.box.holds(item.extent) for item in canvas.items if isinstance(item, Text))


def test_long_names_have_no_way_out(tmp_path: Path) -> None:
    """Names as long as they can be, in every place where a name is drawn."""
    rules = tmp_path / "long.rules"
    rules.write_text(
        LONG.replace("TOWN", "t" + "own" * 25).replace("GOOD", "g" + "rain" * 18), encoding="utf-8"
    )
    check(interpreted(rules), 3, 0, 1, 3, 6)


LONG = """\
game "A title that is far too long for the head of any page, and goes on as if nobody ever had to read it"
  players 3
  length 40

table towns of town:
  town  | display
  TOWN  | "Northern Upper Somewhere upon the Wide and Winding River"
  TOWN2 | "W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W"
  ford  | "Ford"
graph roads of road: edges between towns
  road | ends
  r1   | TOWN - TOWN2
  r2   | TOWN2 - ford
table GOODs of GOOD, as pieces, count 9, home pool:
  GOOD  | kind_of_trade_that_it_belongs_to | display
  GOODa | 3                                | "Something of which the name fills more than a card"
  GOODb | 4                                | "b"
money_in_the_great_iron_chest: goods of each player, unlimited, starts 1000000

each town has:
  owner_of_the_last_house: maybe player
the game has:
  pool: zone of GOOD
each player has:
  hand_of_things_to_sell: zone of GOOD

play:
  repeat 3 times:
    each player acting in seat order: turn

turn:
  choose town from towns as where_the_next_house_is_to_stand: set town's owner_of_the_last_house to me
  choose GOOD from GOODs as what_is_taken:
    move GOOD from pool to my hand_of_things_to_sell

score:
  "Houses that stand in towns of the north, of the south and of all that lies between": 1
"""
