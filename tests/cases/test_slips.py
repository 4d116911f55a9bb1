"""Hints for slips of one kind each, in another file than the one where they were first seen."""

from __future__ import annotations

import pytest

from rulec.base.source_text import SourceText
from rulec.frontend import Library, check

RULES = """\
game "Orchard"
  players 2 to 4
  length 200

kind fruits of fruit: apple, pear, plum

table trees of tree, as pieces, count 2:
  tree  | height 1 to 6 | bears fruit | old flag
  small | 2             | pear        | no
  tall  | 5             | apple       | yes

crates: goods of each player, unlimited, starts 2

each player has:
  garden: zone of tree

play:
  repeat 3 times: each player acting: turn

turn:
  choose one as action:
    sell when my crates >= 1: pay 1 crates
    rest: gain 1 crates

score:
  "Crates": my crates
"""


def first_hint(old: str, new: str) -> str:
    assert RULES.count(old) == 1
    found = check(SourceText("orchard.rules", RULES.replace(old, new))).diagnostics
    return next(one.hint for one in found if one.severity == "error")


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("players 2 to 4", "players 12", "write a number from 1 to 8"),
        ("players 2 to 4", "players 2 to 31", "write a number from 1 to 8"),
        ("players 2 to 4", "players 0 to 4", "write a number from 1 to 8"),
        ("| 2 ", "| two ", "write a number from 1 to 6"),
        ("| 2 ", "| none ", "write a number from 1 to 6, or `-` if there is nothing to write"),
        ("| yes", "| yse", "did you mean `yes`?"),
        ("| yes", "| apple", "write `yes` or `no`"),
        ("| pear ", "| paer ", "did you mean `pear`?"),
        ("my crates\n", "mycrates\n", "did you mean `my crates`?"),
        ("my crates >=", "mycrates >=", "did you mean `my crates`?"),
        ("one as action", "one asaction", "did you mean `as action`?"),
        ("zone of", "zoneof", "did you mean `zone of`?"),
        ("each player acting", "eachplayer acting", "did you mean `each player`?"),
        ("choose one as", "chooseoneas", "did you mean `choose one as`?"),
    ],
)
def test_slip(old: str, new: str, hint: str) -> None:
    assert first_hint(old, new) == hint


@pytest.mark.parametrize(
    "written",
    [
        "repeat until p2's crates >= 6 or 9 rounds:",
        "repeat until p2's crates >= 6, at most 9 times:",
        "until p2's crates >= 6, but at most 9 rounds:",
        "repeat 9 times until p2's crates >= 6:",
        "repeat up to 9 rounds, or until p2's crates >= 6:",
    ],
)
def test_rounds_with_an_end(written: str) -> None:
    meant = "write `repeat 9 times while not (p2's crates >= 6): each player acting: turn`"
    assert first_hint("repeat 3 times:", written) == meant


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("each in others: gain 1 crates", "add a name before `in`, for example `player`"),
        ("if number of >= 3: gain 1 crates", "add a name before `>=`, for example `players`"),
    ],
)
def test_a_hole_that_other_names_may_fill(line: str, hint: str) -> None:
    text = RULES.replace("turn:\n", f"turn:\n  {line}\n")
    found = check(SourceText("orchard.rules", text)).diagnostics
    assert next(one.hint for one in found if one.severity == "error") == hint


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("crates set to 900", "write `set crates` for `crates set`"),
        ("change height of tall trees in to 3", "write `in trees` for `trees in`"),
        ("change height of tall in trees 3 to", "write `to 3` for `3 to`"),
    ],
)
def test_words_of_a_patch_are_swapped(line: str, hint: str) -> None:
    text = f'variant "Late" of orchard:\n  {line}\n'
    library = Library({"orchard": SourceText("orchard.rules", RULES)})
    found = check(SourceText("late.rules", text), library).diagnostics
    assert next(one.hint for one in found if one.severity == "error") == hint


def test_hints_beside_a_line_that_is_not_understood() -> None:
    """What it declares is unknown in the trials of other lines, too, which does not speak against them."""
    text = RULES.replace("  garden: zone", "  planted: maybe 0 to 9\n  friend: maybe player\n  garden: zone")
    text = text.replace("turn:\n", "turn:\n  lower my planted by 1\n  pay 1 crates to my friend\n")
    found = check(SourceText("orchard.rules", text)).diagnostics
    assert [one.hint for one in found if one.severity == "error"] == [
        "write `planted: -1 to 9, starts -1`",
        "write `if my friend is not none: pay 1 crates to my friend`",
    ]


@pytest.mark.parametrize(
    ("line", "wrong", "hint"),
    [
        ("if my crates > yes: gain 1 crates", "yes", "put a number there, for example `1`"),
        ("if my crates = apple: gain 1 crates", "apple", "put a number there, for example `1`"),
        (
            "choose tree from trees where bears is 3 as felled",
            "3",
            "put a fruit there, for example `apple`",
        ),
    ],
)
def test_a_literal_of_another_type(line: str, wrong: str, hint: str) -> None:
    text = RULES.replace("turn:\n", f"turn:\n  {line}\n")
    first = check(SourceText("orchard.rules", text)).diagnostics[0]
    assert first.hint == hint
    assert text.split("\n")[first.span.line - 1][first.span.column - 1 : first.span.end_column - 1] == wrong
