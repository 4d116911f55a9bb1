"""Step filters as sets of starts (`rulec.lower.expressions.predicates_to_sets`), against each step asked."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulec.compiler import compile_program
from rulec.ir import nodes
from rulec.ir.program import Program
from rulec.ir.walk import parts
from tests.engines import engine, interpreted

# A capture with the square behind the goal, which need not be there; a test compared with a test; a flag of
# the start and of the goal.
TESTS = {
    "forward": "(goal's row > start's row) = (me is p1)",
    "backward": "not ((goal's row > start's row) = (me is p1))",
    "able": "start is mine and (forward or start's king)",
    "beyond_free": "beyond is not none and beyond is free",
    "jump": "able and goal is foe and beyond_free",
    "slide": "able and goal is free and (not start's king or backward)",
    "alike": "(start is mine) = (goal is foe)",
    "unlike": "not ((start is mine) = (goal's king or start is level))",
    "guarded": "goal is free if forward else start's king",
    "bordered": "(beyond is free or goal's king) if beyond is not none else start is mine",
}

RULES = """game "Steps"
  players 2
  length 60
board squares of square: {columns} columns by {rows} rows, {neighbours} neighbours
pieces men of man: unlimited for each player
each square has:
  man: place for 1 of man
  king: flag
the game has:
  hit: flag
each player has:
{totals}
square is free when man is none
square is mine when man's owner is me
square is foe when not free and not mine
square is level when row = 3
step's beyond means square(2 * goal's column - start's column, 2 * goal's row - start's row)
{tests}
play:
  repeat 12 times:
    each player acting: turn
turn:
  choose square from squares where free as man, if any: place my man on square
  choose square from squares where not king as crown, if any: set square's king to yes
{counts}
score:
  "Men": number of squares where mine
"""


def rules(columns: int, rows: int, neighbours: int) -> str:
    totals = "".join(
        f"  {way}_{name}: 0 to 5000\n" for name in TESTS for way in ("sets", "each", "some", "hit")
    )
    tests = "".join(f"step is {name} when {test}\n" for name, test in TESTS.items())
    counts = "".join(
        f"  raise my sets_{name} by number of steps where {name}\n"
        f"  if some steps where (start is mine and {name}): raise my some_{name} by 1\n"
        "  set hit to no\n"
        "  each step in steps:\n"
        f"    if step is {name}:\n"
        f"      raise my each_{name} by 1\n"
        "      if step's start is mine: set hit to yes\n"
        f"  if hit: raise my hit_{name} by 1\n"
        for name in TESTS
    )
    return RULES.format(
        columns=columns, rows=rows, neighbours=neighbours, totals=totals, tests=tests, counts=counts
    )


def step_sets(program: Program) -> int:
    found: list[Any] = [one for block in program.blocks for one in block.body]
    return sum(isinstance(part, nodes.Steps) for one in found for part in parts(one))


@pytest.mark.parametrize(
    ("columns", "rows", "neighbours"), [(5, 6, 8), pytest.param(9, 8, 4, marks=pytest.mark.long)]
)
def test_steps_by_their_starts_are_those_found_one_by_one(
    tmp_path: Path, columns: int, rows: int, neighbours: int
) -> None:
    path = tmp_path / "steps.rules"
    path.write_text(rules(columns, rows, neighbours))
    for backend in (interpreted, engine):
        rnd = random.Random(1)
        state = backend(path).State(seed=1)
        while not state.is_terminal():
            state.apply_action(rnd.choice(state.legal_actions()))
        told = state.to_dict()["players"]
        for name in TESTS:
            assert told[f"sets_{name}"] == told[f"each_{name}"], name
            assert told[f"some_{name}"] == told[f"hit_{name}"], name
            assert any(told[f"sets_{name}"].values()), name


def test_each_filter_is_a_set_of_starts(tmp_path: Path) -> None:
    path = tmp_path / "steps.rules"
    path.write_text(rules(5, 6, 8))
    assert step_sets(compile_program(path)) >= len(TESTS)
