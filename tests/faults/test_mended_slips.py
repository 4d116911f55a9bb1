"""Slips of which the first hint must help: a dropped word, or a value of another type."""

from __future__ import annotations

import pytest

from rulec.base.source_text import SourceText
from rulec.frontend import check
from tests.cases.typed_in import fixed
from tests.faults.measure import FILES, examine
from tests.faults.operators import Slip

RULES = """\
game "Slips"
  players 2
  length 40

kind grounds of ground: plains, forest, hills

table towns of town:
  town | land   | next maybe town
  york | plains | leeds
  bath | forest | -
  hull | hills  | -
  leeds | hills | -

board cells of cell: 3 columns by 3 rows
pieces men of man: 9 for each player

each cell has:
  piece: place for 1 of men

cell is empty when piece is none
cell is mine when piece's owner is me
cell is held when not empty
cell is open when (row = 1 or row = 2) and not held

play:
  repeat 4 times:
    each player acting in seat order: turn

turn:
  choose cell from (cells where open) where column >= 1 as site: place my man on cell
  otherwise: nothing

score:
  "Cells": number of cells where mine
"""


@pytest.mark.parametrize(
    ("was", "slip", "code", "hint"),
    [
        ("hull | hills  |", "hull | 3      |", "R712", "put a "),
        ("and not held", "and not", "R110", "add a name at the end of the line, for example `"),
        ("york | plains | leeds", "york |        | leeds", "R110", "add a "),
        ("| leeds", "| 4", "R209", "put a town there, for example `york`"),
    ],
)
def test_the_first_hint(was: str, slip: str, code: str, hint: str) -> None:
    assert check(SourceText("slips.rules", RULES)).ok
    text = RULES.replace(was, slip)
    found = check(SourceText("slips.rules", text)).diagnostics
    first = next(one for one in found if one.severity == "error")
    assert (first.code, first.hint[: len(hint)]) == (code, hint)
    assert first.span.line == next(n for n, line in enumerate(text.split("\n"), 1) if slip in line)
    mended = fixed(text, first)
    assert mended is not None
    assert check(SourceText("slips.rules", mended)).ok or code == "R712"


@pytest.mark.parametrize(
    ("game", "was", "slip", "hint"),
    [
        ("reversi", "disc's owner is me", "disc's is me", "add a name before `is`, for example `owner`"),
        ("reversi", "disc's owner is me", "disc's owner me", "add `is` before `me`"),
        ("hex", ")) where far", ")) far", "add `where` before `far`"),
        ("manifest_railways", "nothing superfluous", "nothing 3", "write `superfluous` for `3`"),
    ],
)
def test_slips_in_games(game: str, was: str, slip: str, hint: str) -> None:
    path = next(one for one in FILES if one.stem == game)
    lines = path.read_text(encoding="utf-8").split("\n")
    number, line = next((n, line) for n, line in enumerate(lines, 1) if was in line)
    found = examine("a slip", path, Slip(number, line.replace(was, slip), ""))
    assert found.fixed
    assert found.said.endswith(hint)
