"""Of what may be none for each space, the state keeps the set of those for which there is something."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulec.compiler import compile_program
from rulec.ir import nodes
from rulec.ir.walk import parts_of_program
from tests.engines import engine, interpreted
from tests.side_by_side import play_side_by_side

MEADOW = """\
game "Meadow"
  players 2
  length 400

kind colours of colour: red, blue, green
board squares of square: 9 columns by 9 rows, 4 neighbours
each square has:
  paint: maybe colour
each player has:
  washed: 0 to 99, starts 0

square is wild when paint is none
square is beside when some neighbours of it where not wild

play:
  repeat 25 times:
    each player acting: turn

turn:
  choose square from squares where (wild and (beside or no squares where not wild)) as spot
  choose colour from colours as tint
  set square's paint to colour
  choose other from squares where (not wild and not (paint is colour)) as wash, if any:
    set other's paint to none
    raise my washed by 1

score:
  "Washed": my washed
  "Painted": number of squares where not wild
"""


@pytest.fixture
def meadow(tmp_path: Path) -> Path:
    path = tmp_path / "meadow.rules"
    path.write_text(MEADOW)
    return path


def test_no_square_is_looked_at_by_itself(meadow: Path) -> None:
    program = compile_program(meadow)
    found = [one for one in parts_of_program(program) if isinstance(one, nodes.Occupied)]
    assert {one.field.name for one in found} == {"squares.paint"}


def test_both_keep_the_same(meadow: Path) -> None:
    for seed in range(3):
        states = [on.State(2, seed=seed) for on in (interpreted(meadow), engine(meadow, True))]
        assert play_side_by_side(*states, random.Random(seed)) > 100


def test_positions_that_are_made_or_loaded(meadow: Path) -> None:
    edits = {f"squares.paint.{name}": "red" for name in ("b2", "h9")}
    for on in (interpreted(meadow), engine(meadow, True)):
        state: Any = on.State.setup(2, edits=edits, at="turn of 1")
        offered = [f"spot: {name}" for name in ("a2", "b1", "b3", "c2", "g9", "h8", "i9")]
        for one in (
            state,
            on.State.from_bytes(state.to_bytes()),
            on.State.from_dict(state.to_dict()),
            state.clone(),
        ):
            assert sorted(map(one.action_to_string, one.legal_actions())) == offered
        assert state.score_sheet()["Painted"] == [2, 2]
