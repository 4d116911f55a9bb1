"""Words in filters and folds: what they mean, what could mean two things, and fixes that work."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rulec.base.source_text import SourceText
from rulec.compiler import to_program
from rulec.frontend import Checked, check
from rulec.ir.reports.printer import print_program
from tests.cases.test_codes import UNUSED
from tests.cases.typed_in import fixed

FRAME = """game "Gems"
  players 2
  length 50
kind gems of gem: ruby, opal, jade
kind suits of suit: hearts, spades
table cards of card:
  card | suit suit | cost 0 to 9
  c1   | hearts    | 1
  c2   | spades    | 2
  c3   | hearts    | 3
board squares of square: 3 columns by 3 rows
pieces stones of stone: unlimited for each player
each player has:
  stock(gem): 0 to 9
  money: 0 to 20, starts 5
  cost: 0 to 9
each square has:
  piece: place for 1 of stones
  height: 0 to 3
  cost: 0 to 9
the game has:
  rate: 0 to 9
square is empty when piece is none
square is corner when height = 0
{definitions}
play:
  repeat until rate = 9:
    each player acting in seat order: turn
turn:
  choose square from squares where empty
  place my stone on square
  choose gem from gems
  {lines}
  raise rate by 1
score:
  "Points": my money
"""


def rules(line: str) -> str:
    """The game with a sentence, an expression or a definition in it."""
    if re.match(r"\w+('s \w+)?(\(\w+\))? means|\w+ is \w+ when", line):
        return FRAME.replace("{definitions}", line).replace("{lines}", "nothing")
    sentence = re.match(r"(let|if|choose|each|raise|lower|repeat) ", line)
    return FRAME.replace("{definitions}\n", "").replace(
        "{lines}", line if sentence else f"let found = {line}"
    )


def checked(text: str) -> Checked:
    """Check a file; that a line's name is never used is not the matter here."""
    found = check(SourceText("gems.rules", text))
    return replace(found, diagnostics=tuple(one for one in found.diagnostics if one.code not in UNUSED))


ACCEPTED = [
    "number of squares where some neighbours of it where empty",
    "number of s in squares where some (neighbours of s where height > s's height)",
    "number of squares where some s in (neighbours of it) where s's height > height",
    "number of squares where (number of (neighbours of it where empty)) > it's height",
    "number of s in squares where s is not square",
    "number of players where some (squares where height > money)",
    "sum of (number of cards where card's suit is hearts) over suits",
    "sum of (number of c in cards where c's suit is suit) over suits",
    "number of suits where some cards where card's suit is hearts",
    "number of rows where some (it's squares where empty)",
    "most (number of cards where cost > 1) over suits",
    "players in order of most money, then in seat order",
    "number of g in gems where my stock(g) > my stock(gem)",
    "number of cards where it is c1",
    "(number of squares where it is empty) + (number of players where it is me)",
    "union of neighbours of it over squares where it is empty",
    "choose other from squares where (empty and other in neighbours of square)",
    "each other in squares where it is empty: raise my money by 0",
    "square's fellows means number of s in squares where s's height = square's height",
    "square's fellows means number of (neighbours of square where it is empty)",
    "square is lonely when no neighbours of it where empty",
    "wealth(player) means number of p in players where p's money > player's money",
]

REFUSED = [
    "number of gems where my stock(gem) > 0",
    "number of squares where square is empty",
    "number of squares where square in neighbours of square",
    "number of squares where it is not square",
    "number of squares where (empty and it is not square)",
    "number of squares where square's height > 1",
    "squares where it is not square",
    "sum of (number of cards where card's suit is suit) over suits",
    "sum of (number of cards where suit is suit) over suits",
    "number of suits where some cards where suit is hearts",
    "number of players where some (squares where cost > money)",
    "number of players where some (cards where cost = 2)",
    "number of rows where some (squares where empty)",
    "number of squares where (some neighbours of it where it is empty)",
    "number of squares where (number of (neighbours of it where it is empty)) > it's height",
    "number of squares where it's height > number of (neighbours of it where it is empty)",
    "number of squares where some s in (neighbours of it) where height > 2",
    "most my stock(gem) over gems",
    "least (1 if square is empty else 0) over squares",
    "the gems with most my stock(gem)",
    "the first of gems in order of my stock(gem)",
    "gems in order of most my stock(gem)",
    "union of neighbours of square over squares where empty",
    "number of different my stock(gem) over gems",
    "if every gems has my stock(gem) > 0: raise my money by 1",
    "if no gems where my stock(gem) > 0: raise my money by 1",
    "choose other from squares where it is not square",
    "choose other from squares where (empty and square is empty)",
    "each other in squares where square is empty: raise my money by 1",
    "square's fellows means number of squares where it's height = square's height",
    "square's fellows means number of squares where square is empty",
    "square is lonely when no neighbours of it where it is empty",
    "wealth(player) means number of players where it's money > player's money",
    "poorer(player) means number of players where player's money > 2",
]


@pytest.mark.parametrize("line", ACCEPTED)
def test_what_means_one_thing_is_accepted(line: str) -> None:
    assert checked(rules(line)).diagnostics == ()


@pytest.mark.parametrize("line", REFUSED)
def test_what_could_mean_two_things_is_refused_and_the_fix_works(line: str) -> None:
    text = rules(line)
    for _ in range(3):
        found = checked(text).diagnostics
        if not found:
            break
        assert {one.code for one in found} <= {"R212", "R246"}, found
        changed = fixed(text, found[0])
        assert changed is not None, found[0].hint
        assert len(checked(changed).diagnostics) <= len(found), (found[0].hint, changed)
        text = changed
    assert text != rules(line)
    assert checked(text).diagnostics == ()


AROUND = [
    ("number of players where some suits where (number of (cards where it's cost > 1)) > cost",
     "number of players where some suits where (number of (cards where it's cost > 1)) > player's cost"),
    ("sum of (number of cards where it's cost > cost) over players",
     "sum of (number of cards where it's cost > player's cost) over players"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "wanted"), AROUND)
def test_a_word_of_the_member_around_is_written_with_its_kind(line: str, wanted: str) -> None:
    """Not replaced by something that is only of the same type."""
    text = rules(line).replace("  rate: 0 to 9", "  rate: 0 to 9\n  cost: 0 to 9")
    found = checked(text).diagnostics
    assert [one.code for one in found] == ["R212"]
    changed = fixed(text, found[0])
    assert changed == text.replace(line, wanted)
    assert checked(changed).diagnostics == ()


def test_a_member_around_that_no_word_denotes_is_to_be_named() -> None:
    """`square` is what was chosen; a number in the place of the word would mean something else."""
    line = "sum of (number of rows where it's position > cost) over squares"
    text = rules(line).replace("  rate: 0 to 9", "  rate: 0 to 9\n  cost: 0 to 9")
    (found,) = checked(text).diagnostics
    assert found.hint == "name the square around it, as in `s in squares`, and write `s's cost`"
    named = "sum of (number of rows where it's position > s's cost) over s in squares"
    assert checked(text.replace(line, named)).diagnostics == ()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("number of s in squares where some s in neighbours of s where s is empty", "R217"),
        ("number of square in squares where square is empty", "R217"),
        ("number of rate in squares where rate is empty", "R202"),
        ("number of ruby in gems where my stock(ruby) > 0", "R202"),
    ],
)
def test_members_do_not_take_names_that_are_taken(line: str, code: str) -> None:
    assert code in {one.code for one in checked(rules(line)).diagnostics}


def test_a_name_is_not_mistaken_for_an_adjective() -> None:
    text = FRAME.replace("{definitions}\n", "").replace(
        "{lines}", "let corner = square\n  if square is corner: raise my money by 1"
    )
    assert [one.code for one in checked(text).diagnostics] == ["R212"]


# --- metamorphic: what a local is called does not matter ------------------------------------------------


LOCALS = [
    ("n", "let n = 2\n  let found = number of squares where height > n"),
    (
        "spot",
        "choose spot from squares where (empty and height = 0) as picked\n"
        "  let found = number of (neighbours of spot)",
    ),
    ("spot", "choose spot from squares where (spot in neighbours of square) as picked"),
    ("other", "each other in players where it is not me: raise other's money by 1"),
    ("s", "let found = number of s in squares where some (neighbours of s where height > s's height)"),
    ("p", "let found = most (number of s in squares where s's height > p's money) over p in players"),
    ("c", "let found = sum of (number of c in cards where c's suit is suit) over suits"),
    ("q", "let q = the first of squares where empty\n  let found = number of s in squares where s is not q"),
]
NAMES = ["z", "gem", "card", "suit", "money", "height", "square", "row", "rate", "ruby", "empty", "x_1"]


@pytest.mark.parametrize("new", NAMES)
@pytest.mark.parametrize(("old", "lines"), LOCALS)
def test_renaming_a_local_never_changes_the_meaning(old: str, new: str, lines: str) -> None:
    frame = FRAME.replace("{definitions}\n", "")
    before = checked(frame.replace("{lines}", lines))
    assert before.diagnostics == ()
    renamed = re.sub(rf"\b{old}\b", new, lines)
    after = checked(frame.replace("{lines}", renamed))
    if after.diagnostics:
        return  # the new name is taken, or could mean two things
    assert _meaning(after, new) == _meaning(before, old)


def _meaning(found: Checked, name: str) -> str:
    """The IR, in which names of locals stand for nothing."""
    return re.sub(
        rf"\b{name}\b(?=~)|(?<=turn\.){name}\b|`{name}`(?= is taken)", "_", print_program(to_program(found))
    )
