"""What follows from a few numbers is looked up: in every table stands what the interpreter works out."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from rulec.compiled import Compiled
from rulec.compiler import compile_program
from rulec.interp.evaluate import Evaluator
from rulec.interp.value_maker import InterpreterBug
from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.program import Program
from rulec.ir.types import bounds
from rulec.ir.walk import parts_of_program, rewrite
from rulec.passes import lookup_tables
from rulec.passes.lookup_tables import tabulate
from tests.engines import ROOT, SMALL, engine, interpreted
from tests.large import all_but_large
from tests.side_by_side import play_side_by_side

LARGE = tuple(sorted((ROOT / "games").glob("*.rules")))
TIMES = 25

SHELF = """\
game "Shelf"
  players 2 to 3
  length 200

kind hues of hue: red, green, blue
table cards of card:
  card  | wants list of hue
  ace   | red, red, green
  king  | blue
  queen | green, red, red
each player has:
  card: maybe card
  left: 0 to 6, starts 6
  points: 0 to 200
play:
  repeat 6 times:
    each player acting: turn

turn:
  choose card from cards as draw
  set my card to card
  choose hue from hues as tint:
    raise my points by number of x in card's wants where x is hue
  if my left > 0: lower my left by 1
  each player acting in players clockwise from me:
    raise my points by 1

score:
  "Points": my points
"""


def looked_up(program: Program, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Expr, Expr]]:
    """What a table was made for, and the look into it."""
    found: list[tuple[Expr, Expr]] = []
    plain = lookup_tables._Tabulated._tabulated

    def noted(self: Any, node: Any) -> Expr | None:
        result = plain(self, node)
        if result is not None:
            found.append((node, result))
        return result

    with monkeypatch.context() as patch:
        patch.setattr(lookup_tables._Tabulated, "_tabulated", noted)
        tabulate(program)
    return found


@pytest.mark.parametrize("path", all_but_large(LARGE))
def test_what_stands_in_a_table_is_what_is_worked_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Compiled(path).program
    evaluator = Evaluator(
        replace(program, functions=(), always_functions=()), cast(Any, None), cast(Any, None)
    )
    rnd = random.Random(7)
    compared = 0
    for node, look in looked_up(program, monkeypatch):
        given = {
            one: f"given {n}" for n, one in enumerate(dict.fromkeys(lookup_tables._given(node, frozenset())))
        }

        def named(part: Any, given: dict[Expr, str] = given) -> Any:
            return nodes.ReadLocal(given[part], part.type) if part in given else part

        worked_out, told = (evaluator.value(cast(Expr, rewrite(one, named))) for one in (node, look))
        for _ in range(TIMES):
            env = {name: rnd.randint(bounds(one.type).lo, bounds(one.type).hi) for one, name in given.items()}
            try:
                expected = worked_out([], env)
            except (InterpreterBug, IndexError):  # it makes no sense there, and nobody asks
                continue
            assert told([], env) == expected, (node, env)
            compared += 1
    assert compared > TIMES


def test_small_games_have_such_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(looked_up(compile_program(path), monkeypatch) for path in SMALL)


def test_what_stands_in_a_list_twice_counts_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "shelf.rules"
    path.write_text(SHELF)
    program = tabulate(compile_program(path))
    made = [one for one in program.tables if one.name.startswith("answers")]
    assert (2, 1, 0, 0, 0, 1, 2, 1, 0) in [one.values for one in made]
    read = {part.table for part in parts_of_program(program) if isinstance(part, nodes.Lookup)}
    assert set(made) <= read
    for seed in range(4):
        states = [on.State(2 + seed % 2, seed=seed) for on in (interpreted(path), engine(path, True))]
        assert play_side_by_side(*states, random.Random(seed)) > 20
