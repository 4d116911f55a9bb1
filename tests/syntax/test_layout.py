"""`rulec fmt`: the layout of every rules file there is, and of mutated ones; what it does to single lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulec.base.diagnostics import Reporter
from rulec.base.source_text import SourceText
from rulec.compiler import to_program
from rulec.errors import RulecError
from rulec.frontend import check, decode_source
from rulec.ir.meaning_digest import meaning_digest
from rulec.syntax.ast_printer import dump
from rulec.syntax.canonical_layout import NotLaidOut, cells, lay_out, squeezed
from rulec.syntax.lines.outline import comment_start
from rulec.syntax.reader import read_rules
from tests.fuzz.mutants import mutant
from tests.large import all_but_large

ROOT = Path(__file__).resolve().parents[2]
FILES = [*sorted((ROOT / "games").rglob("*.rules")), *sorted((ROOT / "tests").rglob("*.rules"))]
DOCUMENTS = sorted((ROOT / "docs").rglob("*.md"))
BLOCKS = [
    pytest.param(block, id=f"{path.stem}-{number}")
    for path in DOCUMENTS
    for number, block in enumerate(re.findall(r"```rules\n(.*?)```", path.read_text("utf-8"), re.DOTALL))
]


def formatted(text: str) -> str:
    return lay_out(SourceText("x.rules", text))


def tree(text: str) -> tuple[str, list[str]]:
    """The syntax tree without its places, and what is wrong with the file."""
    report = Reporter()
    shown = dump(read_rules(SourceText("x.rules", text), report))
    # Of a file with problems the places decide how many lines are tried to be repaired.
    wrong = sorted({squeezed(f"{one.code} {one.message}") for one in report.sorted()})
    return re.sub(r"@\d+:\d+", "", shown), wrong


def comments(text: str) -> list[str]:
    starts = ((line, comment_start(line)) for line in text.split("\n"))
    return [line[start:].rstrip() for line, start in starts if start is not None]


def assert_laid_out(text: str) -> str:
    once = formatted(text)
    assert formatted(once) == once
    assert tree(once) == tree(text)
    assert comments(once) == comments(text)
    assert "\n\n\n\n" not in once
    assert not any(line != line.rstrip() for line in once.split("\n"))
    return once


@pytest.mark.parametrize("path", all_but_large(FILES, 3))
def test_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    try:
        once = assert_laid_out(text)
    except NotLaidOut:
        assert not check(decode_source("x", path.read_bytes())).ok
        return
    before, after = (check(decode_source("x.rules", one.encode())) for one in (text, once))
    assert before.ok == after.ok
    if before.ok:
        one, other = (to_program(each, to_be_played=False) for each in (before, after))
        assert meaning_digest(one) == meaning_digest(other)


@pytest.mark.parametrize("block", BLOCKS)
def test_blocks_of_the_documents(block: str) -> None:
    try:
        assert_laid_out(block)
    except NotLaidOut as wrong:
        pytest.skip(f"the outline does not read it yet: {wrong.problems[0].message}")


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 100_000))
def test_mutated_files(seed: int) -> None:
    try:
        text = decode_source("x", mutant(seed)).text
        once = formatted(text)
    except (RulecError, NotLaidOut):
        return
    assert formatted(once) == once
    assert comments(once) == comments(text)


MESSY = """

game "Messy"   # what a game
  players   2 to 3
# about the board
board squares of square: 3 columns by   3 rows
each square has:

  piece: place for 1 of marks    # one
        # deeper


  count: 0 to 3   [A1]
pieces marks of mark: unlimited for each player
play:
   repeat:
      each player acting in squares where (a and "two  blanks # here"
         and c),   # goes on
           d: turn [RR-117][D10]
      # behind

# the end"""

NEAT = """\
game "Messy"   # what a game
  players 2 to 3

# about the board
board squares of square: 3 columns by 3 rows

each square has:
  piece: place for 1 of marks    # one
  # deeper

  count: 0 to 3   [A1]

pieces marks of mark: unlimited for each player

play:
  repeat:
    each player acting in squares where (a and "two  blanks # here"
       and c),     # goes on
         d: turn  [RR-117] [D10]
    # behind

# the end
"""


def test_a_messy_file() -> None:
    assert formatted(MESSY) == NEAT
    assert formatted(NEAT) == NEAT


@pytest.mark.parametrize("folder", [".", "classics", "variants"])
def test_what_is_shipped_is_laid_out(folder: str) -> None:
    texts = {
        path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "games" / folder).glob("*.rules"))
    }
    assert [path.name for path, text in texts.items() if formatted(text) != text] == []


TABLE = """\
table cities of city:
  city|display | cost 0 up
  boston | "Bo|ston"|100  [MR-1]
  new_york|"N, Y"  |  f(a | b) # dear
  assumed "why"
"""


def test_a_table() -> None:
    assert formatted(TABLE) == (
        "table cities of city:\n"
        "  city     | display   | cost 0 up\n"
        '  boston   | "Bo|ston" | 100  [MR-1]\n'
        '  new_york | "N, Y"    | f(a | b)  # dear\n'
        '  assumed "why"\n'
    )


def test_long_rows_and_long_lines_are_left_alone() -> None:
    long = "x" * 700
    text = f"table a of b:\n  c | d\n  {long} | e\n"
    assert formatted(text) == text
    cited = f"rule a:\n  {'y ' * 60}z  [A1]\n  b  [A2]\n"
    assert formatted(cited) == cited.replace("b  [A2]", "b   [A2]")


KEPT = """\
variant "V" of base:

  set length to 9


# ----------
# A section
# ----------

rule a:                 [A1]
  b                     [A2]

  c d e f g h i j k l m n o p  [A3]

  q                     [A4]
  r                     [A5]


rule of_long_lines:               [A6]
  s                               [A7]
"""


def test_what_is_kept() -> None:
    """Citations that stand below one another, two empty lines between sections, one below a heading."""
    assert formatted(KEPT) == KEPT
    moved = KEPT.replace("r                     [A5]", "r  [A5]").replace("\n\n  c d", "\n\n\n\n  c d")
    assert formatted(moved) == KEPT


@pytest.mark.parametrize("text", ["", "\n", "\n\n \n", "   \t\n"])
def test_nothing(text: str) -> None:
    assert formatted(text) == ""


def test_tabs_become_spaces() -> None:
    assert formatted("play:\n\trepeat:\n\t\tturn\n") == "play:\n  repeat:\n    turn\n"


@pytest.mark.parametrize("text", ["play:\n  (a\n", "play:\n    a\n  b\n", "  a\n", "play:\n  a [x y]\n"])
def test_what_is_not_clear_is_refused(text: str) -> None:
    with pytest.raises(NotLaidOut):
        formatted(text)


def test_blanks_and_cells() -> None:
    assert squeezed('  a   b "c   d"  e\tf ') == 'a b "c   d" e f'
    assert cells('a|"|"| (b|c) ') == ["a", '"|"', " (b|c) "]
    assert cells("alone") == ["alone"]
