"""Filters as algebra of words (`rulec.codegen.bit_runs`), of what is constant of each member (`features`),
and of those alone of which something can come (`fewer`)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulec.compiler import compile_program, generate
from tests.engines import CLASSICS, engine, interpreted, one_line
from tests.large import in_long_runs, some_by_default
from tests.side_by_side import play_side_by_side

BREAKTHROUGH = next(path for path in CLASSICS if path.stem == "breakthrough")


def board(columns: int, rows: int, neighbours: int) -> str:
    return f"""game "Raiders"
  players 2
  length 400
board squares of square: {columns} columns by {rows} rows, {neighbours} neighbours
pieces men of man: 8 for each player
each player has:
  heading: -1 to 1, starts 1
  span: 0 to 9, starts 5
  loot: 0 to 2000
each square has:
  man: place for 1 of men
the game has:
  marsh: set of square
square is free when man is none
square is mine when man's owner is me
step is ahead when goal's row's position = start's row's position + my heading
step is level when goal's row is start's row
step is likely when start is mine and goal is not mine and (ahead or level or goal in marsh or far)
step is far when goal's column's position > my span
setup:
  set p2's heading to -1
  each player acting:
    each square in (squares where (row's position <= 2 if me is p1 else row's position >= {rows - 1})):
      if (number of squares where mine) < 8: place my man on square
play:
  repeat 24 times:
    each player acting in seat order: turn
turn:
  if no steps where (start is mine and goal is free): end the game
  raise my loot by number of steps where (start is mine and ahead and goal is free)
  raise my loot by number of steps where (start is mine and not goal is mine and (level or not goal in marsh))
  raise my loot by number of steps where (far and not (start is free or goal is mine))
  if some steps where (start is mine and not goal is free and not ahead): raise my loot by 1
  choose step from steps where likely as raid, if any:
    if step's goal is not free: remove step's goal
    move step's start to step's goal
    set marsh to marsh + step's start
    if number of marsh > 9: set marsh to marsh - the first of marsh
  choose way from -1 to 1 as turn_round: set my heading to way
  choose n from 0 to 9 as stretch: set my span to n
score:
  "Loot": my loot
"""


@pytest.mark.parametrize(
    ("columns", "rows", "neighbours", "debug"),
    [
        (5, 7, 8, True),
        (13, 11, 4, False),
        *in_long_runs((5, 7, 8, False), (13, 11, 4, True)),
        *in_long_runs(
            *((*one, debug) for one in ((4, 6, 4), (8, 8, 8), (9, 9, 8)) for debug in (True, False))
        ),
    ],
)
def test_both_back_ends_find_the_same_steps(
    tmp_path: Path, columns: int, rows: int, neighbours: int, debug: bool
) -> None:
    """On boards of one word of squares and of more, with and without checks of every index."""
    path = tmp_path / "raiders.rules"
    path.write_text(board(columns, rows, neighbours))
    slow, fast = interpreted(path), engine(path, debug)
    decisions = 0
    for seed in range(3):
        decisions += play_side_by_side(slow.State(seed=seed), fast.State(seed=seed), random.Random(seed))
    assert decisions > 100


def text(path: Path) -> str:
    return one_line("".join(generate(compile_program(path)).files.values()))


def test_steps_are_found_a_whole_direction_at_a_time(tmp_path: Path) -> None:
    """One look at each of eight directions, and no loop over steps or men."""
    found = text(BREAKTHROUGH)
    assert found.count("rulec_put_run(out") == 8
    assert "narrowed" not in found
    path = tmp_path / "raiders.rules"
    path.write_text(board(13, 11, 4))
    assert "rulec_put_run(out" in text(path)


MIXED = """game "Mixed"
  players 2
  length 200
kind beads of bead: b1 to b40
table lanes of lane:
  lane | near bead | far_end bead | toll 0 to 9
{routes}
each player has:
  held: set of bead
  purse: 0 to 9, starts 4
  told: 0 to 5000
lane is passable when near in my held and not far_end in my held and toll <= my purse
play:
  each player acting: set my held to beads where (it is b{first} or it is b{second})
  repeat 20 times:
    each player acting: turn
turn:
  raise my told by number of lanes where (near in my held or (far_end in my held and toll = my purse))
  raise my told by number of lanes where toll > my purse
  choose lane from lanes where passable as travel, if any: set my held to my held + lane's far_end
  choose n from 0 to 9 as earn: set my purse to n
score:
  "Told": my told
"""


@pytest.mark.parametrize("seed", some_by_default(range(4), 3))
def test_tables_in_any_order(tmp_path: Path, seed: int) -> None:
    """Features that go up and down, and up together for long."""
    rnd = random.Random(seed)
    pairs: list[Any] = [(rnd.randint(1, 40), rnd.randint(1, 40), rnd.randint(0, 9)) for _ in range(70)]
    if seed % 2:
        pairs = sorted(pairs)
    if seed == 3:
        pairs = [(n % 40 + 1, (n + 7) % 40 + 1, n % 10) for n in range(160)]
    routes = "\n".join(f"  r{n} | b{a} | b{b} | {toll}" for n, (a, b, toll) in enumerate(pairs))
    path = tmp_path / "mixed.rules"
    path.write_text(MIXED.format(routes=routes, first=rnd.randint(1, 20), second=rnd.randint(21, 40)))
    slow, fast = interpreted(path), engine(path, True)
    assert play_side_by_side(slow.State(seed=seed), fast.State(seed=seed), rnd) > 40
