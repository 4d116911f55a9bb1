"""Wrong look files: all problems at once, each with its place and what mends it."""

from __future__ import annotations

import pytest

from rulec.base.source_text import SourceText
from rulec.picture.look.codes import CODES
from rulec.picture.look.reading import read_look
from rulec.picture.look.vocabulary import Vocabulary

WORDS = Vocabulary(
    {"towns": ("york", "bath", "ely"), "roads": ("r1", "r2"), "stones": ("black", "white")},
    {"towns": "roads", "squares": ""},
    ("turn", "players", "decks", "towns"),
    ("players.hand", "hand"),
    2,
)
PLACES = "[maps.towns.places]\nyork = [0, 0]\nbath = [1, 0]\nely = [1, 1]\n"


def told(text: str, strict: bool = True) -> list[tuple[str, int, int, str]]:
    _, problems = read_look(SourceText("a.look.toml", text), WORDS, strict)
    assert {one.code for one in problems} <= set(CODES)
    return [(one.code, one.span.line, one.span.column, one.hint) for one in problems]


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "hint"),
    [
        ("[panel]\n", "L102", 1, 2, "did you mean `panels`?"),
        ("[kinds.stone]\n", "L103", 1, 8, "did you mean `stones`?"),
        ("[kinds.stones.members]\nblak = '●'\n", "L103", 2, 1, "did you mean `black`?"),
        ("[kinds.stones]\ncolor = 'red'\n", "L102", 2, 1, "did you mean `colour`?"),
        ("[kinds.stones]\ncolour = 'gren'\n", "L105", 2, 10, "did you mean `green`?"),
        ("[kinds.stones]\ncolour = '#12345'\n", "L105", 2, 10, '"#rrggbb"'),
        ("[kinds.stones]\ncolour = 3\n", "L104", 2, 10, "write a colour"),
        ("[kinds.stones]\ncolour = { light = 'red' }\n", "L108", 2, 10, "add `dark = ...`"),
        ("[kinds.stones]\nicon = 'far too long'\n", "L107", 2, 8, ""),
        ("[kinds.stones]\nicon_path = 'M 1 x'\n", "L106", 2, 18, "path data of SVG"),
        ("[kinds]\nstones = 4\n", "L104", 2, 10, "write a table"),
        ("[zones.hnad]\nhidden = true\n", "L103", 1, 8, "did you mean `hand`?"),
        ("[zones.hand]\nwidth = 1\n", "L102", 2, 1, "`title`, `hidden`"),
        ("[panels.towns]\nhidden = 'yes'\n", "L104", 2, 10, "write true or false"),
        ("[panels.towns]\nwidth = 4\n", "L107", 2, 9, "1 to 3"),
        ("[panels.towns]\norder = nan\n", "L107", 2, 9, "write a number"),
        ("[panels.turn]\nhidden = true\n", "L104", 2, 10, "leave it out"),
        ("[maps.squares]\nplaces = []\n", "L104", 2, 10, "write a table"),
        ("[maps.towns]\nlinks = 'rode'\n", "L104", 2, 9, "did you mean `road`?"),
        ("[maps.towns]\nview = [0, 0, 3]\n", "L104", 2, 8, "an array of 4 numbers"),
        ("[maps.towns]\nview = [0, 0, 3, 0]\n", "L107", 2, 8, "[left, top, width, height]"),
        ("[maps.towns]\nnode = [1, 50]\n", "L107", 2, 9, "24 to 200"),
        ("[maps.towns.bends]\nr22 = [[1, 2]]\n", "L103", 2, 1, "did you mean `r2`?"),
        ("[[maps.towns.shapes]]\nfill = 'blue'\n", "L108", 1, 14, "add `path = ...`"),
        ("[[maps.towns.shapes]]\npath = 'M 0 0 H 9'\n", "L108", 1, 14, "add `fill` or `line`"),
        ("[maps.towns]\ncaptions = [{ text = 'Sea' }]\n", "L108", 2, 13, "add `at = ...`"),
        ("[maps.towns]\nbackground = {light = '#222222',dark = 'black'}\n", "L202", 2, 14, "make it lighter"),
        ("[players]\ncolours = ['red', 'blue', 'green']\n", "L107", 2, 27, "surplus"),
        ("[players]\ncolours = ['#c0392b', '#3c7a32']\n", "L201", 2, 23, "lightness"),
        ("[players]\ncolours = ['#e69f01']\n", "L201", 2, 12, "lightness"),  # the default of player 2
        ("maps.towns.places = {york = [0, 0], bath = [0, 0], ely = [9, 9]}\n", "L203", 1, 44, "move one"),
        ("maps = \n", "L101", 1, 8, "quoted"),
        ("[maps.towns.places]\nyork = [0, 0]\n", "L108", 1, 13, "bath = [x, y]"),
        (PLACES + "york2 = ['x', 1]\n", "L103", 5, 1, "did you mean `york`?"),
    ],
)  # fmt: skip
def test_problems(text: str, code: str, line: int, column: int, hint: str) -> None:
    found = told(text)
    assert (code, line, column) in [one[:3] for one in found], found
    assert any(hint in one[3] for one in found if one[0] == code), found


def test_all_at_once_and_in_order() -> None:
    text = "[kinds.stone]\n[panels.towns]\nwidth = 9\nhidden = 1\n[players\n[zones.hand]\ntitle = ''\n"
    assert [(code, line) for code, line, *_ in told(text)] == [
        ("L103", 1),
        ("L107", 3),
        ("L104", 4),
        ("L101", 5),
        ("L107", 7),
    ]


def test_names_of_another_version_are_passed_over() -> None:
    text = "[kinds.trains]\nicon = 'x'\n[maps.towns.places]\nyork = [0, 0]\nleeds = [1, 1]\n"
    assert told(text, strict=False) == []


@pytest.mark.parametrize("code", sorted(CODES))
def test_codes_have_examples(code: str) -> None:
    """The wrong example has the problem, the right one has none of it."""
    one = CODES[code]
    assert code in [found for found, *_ in told(one.bad)]
    assert code not in [found for found, *_ in told(one.good)]


def test_every_beginning_of_a_look_is_read() -> None:
    text = PLACES + "[kinds.stones.members]\nblack = { icon_path = 'M 0 0 L 3 4 Z', colour = '#123456' }\n"
    for size in range(len(text)):
        told(text[:size])
