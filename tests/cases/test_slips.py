"""Hints for slips of one kind each, in another file than the one where they were first seen."""

from __future__ import annotations

import pytest

from rulec.base.source_text import SourceText
from rulec.frontend import check

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
