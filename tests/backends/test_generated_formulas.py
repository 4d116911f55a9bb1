"""Random formulas of the language, evaluated by both back ends in random positions.

One game holds many formulas as lines of its score sheet, so that one build tests all of them. The formulas
are made by type, so that each is accepted by the checker: one that is not is a mistake of this file.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.base import limits
from rulec.base.diagnostics import render
from rulec.base.source_text import SourceText
from rulec.compiler import to_program
from rulec.frontend import check
from rulec.interp.face import interpret

FRAME = """\
game "Formulas"
  players 2 to 3
  length 60

board squares of square: {columns} columns by {rows} rows
pieces men of man: 30 for each player
kind moods of mood: calm, angry, happy

the game has:
  tally: {tally}
  temper: mood, starts angry

each player has:
  gold: 0 to 200, starts 5
  rival: maybe player
  proud: flag, starts yes
  debt: {debt}

each square has:
  man: place for 1 of men
  worth: 0 to 50, starts 2
  wild: flag
  depth: {depth}

square is free when man is none
square is mine when man's owner is me
square is rich when worth >= 4
square's value means worth + 3 * row's position - column's position
distance(n, player) means n * 2 - player's gold

play:
  repeat:
    each player acting:
      choose square from squares where free:
        place my man on square
        raise square's worth by 3
        set square's wild to yes
        set my rival to square's man's owner
        set square's depth to greater of (square's depth - 2) and {depth.lo}
        set tally to lesser of (tally + 1) and {tally.hi}
      or wait: raise my gold by 1
      let owing = my debt + 3 - 5 * (1 if my proud else 0)
      set my debt to greater of (lesser of owing and {debt.hi}) and {debt.lo}
      set temper to happy if my proud else calm
      set my proud to not my proud

score:
{lines}
"""


@dataclass(frozen=True)
class Range:
    """Numbers that a variable can hold, written as in the rules."""

    lo: int
    hi: int

    def __str__(self) -> str:
        return f"{self.lo} up" if self.hi == limits.OPEN_END else f"{self.lo} to {self.hi}"


# Of each width and sign in which a number can be kept, with ends that open.
RANGES = (
    Range(-9, 90),
    Range(-40, -2),
    Range(-3, 3),
    Range(0, limits.OPEN_END),
    Range(-200, limits.OPEN_END),
    Range(-1000, 20),
    Range(3, 260),
    Range(-40_000, -30_000),
)


class Maker:
    """Formulas as text, by type; `inside` is the sort whose words may be used bare."""

    def __init__(self, seed: int) -> None:
        self.rnd = random.Random(seed)
        self.names = 0

    def pick(self, *forms: Any) -> str:
        form = self.rnd.choice(forms)
        return form if isinstance(form, str) else str(form())

    def number(self, depth: int, inside: str = "") -> str:
        leaves: list[Any] = [str(self.rnd.randint(0, 9)), "tally", "my gold", "my debt", "number of players"]
        if inside == "square":
            leaves += ["worth", "depth", "value", "row's position", "it's column's position", "it's worth"]
        if inside == "player":
            leaves += ["gold", "debt", "it's gold"]
        if depth <= 0:
            return self.pick(*leaves)
        d = depth - 1
        return self.pick(
            *leaves,
            lambda: f"({self.number(d, inside)} {self.rnd.choice('+-*')} {self.small(inside)})",
            lambda: f"({self.number(d, inside)} {self.divide()} {self.rnd.randint(1, 7)})",
            lambda: f"(- {self.number(d, inside)})",
            lambda: f"({self.number(d, inside)} if {self.flag(d, inside)} else {self.number(d, inside)})",
            lambda: f"number of {self.squares(d)}",
            lambda: f"(sum of {self.cheap('square')} over {self.squares(d)})",
            lambda: f"({self.rnd.choice(['most', 'least'])} {self.cheap('square')} over {self.squares(d)})",
            lambda: f"(sum of {self.cheap('player')} over {self.players(d)})",
            lambda: f"distance({self.small(inside)}, me)",
        )

    def divide(self) -> str:
        return self.rnd.choice(["div", "mod", "div_up"])

    def order(self) -> str:
        return self.rnd.choice(["", "most "]) + self.cheap("square")

    def small(self, inside: str) -> str:
        return self.pick(str(self.rnd.randint(0, 4)), "(tally mod 5)", "number of players")

    def cheap(self, inside: str) -> str:
        """A formula with a small range, so that sums stay in range."""
        own = "worth" if inside == "square" else "(gold mod 9)"
        wide = "(depth mod 7)" if inside == "square" else "(debt mod 11)"
        return self.pick(
            own,
            wide,
            lambda: f"({own} + {self.small(inside)})",
            lambda: f"(1 if {self.flag(1, inside)} else 0)",
        )

    def flag(self, depth: int, inside: str = "") -> str:
        leaves = ["my proud", "temper is calm", "temper is not angry", "yes"]
        if inside == "square":
            leaves += [
                "free",
                "mine",
                "it is rich",
                "wild",
                "it is not free",
                "man's owner is not me",
                "man is none",
            ]
        if inside == "player":
            leaves += ["proud", "it is me", "rival is none", "rival is me", "it is not me"]
        if depth <= 0:
            return self.pick(*leaves)
        d = depth - 1
        ops = ["=", "<", "<=", ">", ">="]
        return self.pick(
            *leaves,
            lambda: f"({self.flag(d, inside)} {self.rnd.choice(['and', 'or'])} {self.flag(d, inside)})",
            lambda: f"(not {self.flag(d, inside)})",
            lambda: f"({self.number(d, inside)} {self.rnd.choice(ops)} {self.number(d, inside)})",
            lambda: f"({self.rnd.choice(['some', 'no'])} {self.squares(d)})",
            lambda: f"(every {self.squares(d)} has ({self.flag(d, 'square')}))",
            lambda: f"({self.rnd.randint(2, 4)} in a row among {self.squares(d)})",
            lambda: f"({self.squares(d)} is {self.squares(d)})",
            *([lambda: f"(it in {self.squares(d)})"] if inside == "square" else []),
        )

    def squares(self, depth: int) -> str:
        if depth <= 0:
            return self.pick(
                "squares", "(squares where free)", "(squares where mine)", "(squares where wild)"
            )
        d = depth - 1
        return self.pick(
            lambda: f"(squares where {self.flag(d, 'square')})",
            lambda: f"({self.squares(d)} {self.rnd.choice(['+', '-', 'within'])} {self.squares(d)})",
            lambda: f"({self.squares(d)} where {self.flag(d, 'square')})",
            lambda: f"(neighbours of {self.squares(d)})",
            lambda: f"(reach from {self.squares(d)} within {self.squares(d)})",
            lambda: f"({self.squares(d)} if {self.flag(d)} else {self.squares(d)})",
            lambda: f"(squares where it is the first of {self.squares(d)})",
            lambda: f"(squares where it is the last of {self.squares(d)})",
            lambda: f"(squares where it is the first of {self.squares(d)} in order of {self.order()})",
            lambda: f"(squares where row is the first of {self.rows(d)})",
        )

    def rows(self, depth: int) -> str:
        self.names += 1
        return self.pick(
            "rows",
            f"(rows where position > {self.rnd.randint(0, 3)})",
            "(rows where some (it's squares where mine))",
        )

    def players(self, depth: int) -> str:
        return self.pick("players", lambda: f"(players where {self.flag(max(depth - 1, 0), 'player')})")


def formulas(seed: int, count: int = 30) -> str:
    """A game with this many random formulas; those that could leave the range of numbers are left out."""
    maker = Maker(seed)
    columns, rows = maker.rnd.choice([(3, 3), (5, 4), (8, 8), (9, 8), (12, 11), (4, 33)])
    lines: list[str] = []
    ranges = {name: maker.rnd.choice(RANGES) for name in ("tally", "debt", "depth")}
    while len(lines) < count:
        line = f'  "line {len(lines)}": ({maker.number(4)}) mod 1000'
        text = FRAME.format(columns=columns, rows=rows, lines="\n".join([*lines, line]), **ranges)
        if len(line) < 900:
            found = check(SourceText("formulas.rules", text))
            codes = {one.code for one in found.diagnostics if one.severity == "error"}
            assert codes <= {"R307", "R311", "R246"}, render(
                found.diagnostics, {"formulas.rules": found.source}
            )
            if not codes:
                lines.append(line)
    return FRAME.format(columns=columns, rows=rows, lines="\n".join(lines), **ranges)


def compare(seed: int, folder: Path) -> None:
    path = folder / f"formulas_{seed}.rules"
    path.write_text(formulas(seed), encoding="utf-8")
    engine = rulec.load(path, debug=True, optimise="-O0")
    oracle = interpret(to_program(check(SourceText(path.name, path.read_text(encoding="utf-8")))))
    rnd = random.Random(seed)
    for players in (2, 3):
        a, b = oracle.State(players, seed=seed), engine.State(players, seed=seed)
        for _ in range(30):
            assert a.to_bytes() == b.to_bytes()
            assert a.legal_actions() == b.legal_actions()
            assert a.score_sheet() == b.score_sheet()
            action = rnd.choice(a.legal_actions())
            a.apply_action(action)
            b.apply_action(action)


@pytest.mark.parametrize("seed", [0])
def test_formulas(seed: int, tmp_path: Path) -> None:
    compare(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 60))
def test_more_formulas(seed: int, tmp_path: Path) -> None:
    compare(seed, tmp_path)
