"""Large sets of which only those are looked at that could fit (`rulec.passes.index_joins`)."""

from __future__ import annotations

import random
from pathlib import Path

from rulec.compiler import compile_program
from rulec.ir import nodes
from rulec.ir.walk import parts_of_program
from rulec.passes.index_joins import join_indexes
from tests.engines import engine, interpreted
from tests.side_by_side import play_side_by_side

WALKERS = """game "Walkers"
  players 2
  length 60
board squares of square: 7 columns by 6 rows, 8 neighbours
pieces men of man: 6 for each player
each square has:
  man: place for 1 of men
  tread: 0 to 90
the game has:
  wall: set of square
square is free when man is none
square is mine when man's owner is me
setup:
  each player acting:
    each square in (squares where (row's position <= 1 if me is p1 else row's position >= 6)):
      if (number of squares where mine) < 6: place my man on square
play:
  repeat 20 times:
    each player acting in seat order: turn
turn:
  let stuck = no steps where (goal is free and start is mine)
  if stuck: end the game
  choose step from steps where (goal is free and not goal in wall and start's tread < 80) as walk:
    carry with (step's start, step's goal)
    raise step's start's tread by 1
    if some steps where (start is mine): set wall to wall + step's start
  otherwise: end the game
  if number of wall > 4: set wall to wall - the first of wall
rule carry with from_here, to_there: move from_here to to_there
score:
  "Steps": number of steps where (start is mine)
"""


def narrowed(path: Path) -> list[str]:
    """Of the tables that were made the names, and that each is read."""
    program = join_indexes(compile_program(path))
    read = {part.table.name for part in parts_of_program(program) if isinstance(part, nodes.Lookup)}
    made = [table.name for table in program.tables if table.name.startswith("with ")]
    assert set(made) <= read
    return made


def test_steps_of_a_piece_are_found_from_where_it_stands(tmp_path: Path) -> None:
    """That something stands there is a check behind the choice, which hoisting makes part of the filter."""
    path = tmp_path / "walkers.rules"
    path.write_text(WALKERS)
    program = compile_program(path)
    table = next(one for one in join_indexes(program).tables if one.name.startswith("with "))
    starts = next(one for one in program.tables if one.name == table.name.removeprefix("with "))
    for place, who in enumerate(table.values):
        assert [step for step, start in enumerate(starts.values) if start == place] == [
            step for step in range(len(starts.values)) if who >> step & 1
        ]


def test_both_play_alike(tmp_path: Path) -> None:
    path = tmp_path / "walkers.rules"
    path.write_text(WALKERS)
    assert len(narrowed(path)) in (1, 2)
    slow, fast = interpreted(path), engine(path)
    for seed in range(6):
        decisions = play_side_by_side(slow.State(2, seed), fast.State(2, seed), random.Random(seed))
        assert decisions >= 30
