"""Diagnostic codes of look files: explanations, each with two examples."""

from __future__ import annotations

from typing import Final, NamedTuple


class LookCode(NamedTuple):
    code: str
    title: str
    text: str
    bad: str
    good: str


CODES: Final = {
    one.code: one
    for one in (
        LookCode(
            "L101",
            "no TOML",
            "A look file is TOML in UTF-8. Wrong lines are ignored, and the rest is checked.",
            "[players]\ncolours = [#0072b2, #e69f00]",
            '[players]\ncolours = ["#0072b2", "#e69f00"]',
        ),
        LookCode(
            "L102",
            "unknown key",
            "Tables of a look file have fixed keys, except for names of the rules file.",
            '[kinds.stones]\ncolor = "red"',
            '[kinds.stones]\ncolour = "red"',
        ),
        LookCode(
            "L103",
            "name that the rules don't have",
            "Kinds, members, nodes, edges and variables are called as in the rules file: `cities`, not "
            "`Cities`.",
            '[kinds.stone]\nicon = "●"',
            '[kinds.stones]\nicon = "●"',
        ),
        LookCode(
            "L104",
            "value of another sort",
            "A place is an array of two numbers, a title is a text, `hidden` is true or false.",
            '[panels.decks]\nhidden = "yes"',
            "[panels.decks]\nhidden = true",
        ),
        LookCode(
            "L105",
            "no colour",
            "A colour is `#rrggbb`, a name such as `green`, or a table of a light and a dark colour. From "
            "one colour the one for dark pictures is derived.",
            '[kinds.stones]\ncolour = "rgb(1, 2, 3)"',
            '[kinds.stones]\ncolour = { light = "#2f6db5", dark = "#163a63" }',
        ),
        LookCode(
            "L106",
            "no path data",
            "Shapes and icons are paths of SVG: the commands M, L, H, V, C, S, Q, T, A and Z with their "
            "numbers, small letters for numbers that count from the point before, and nothing else.",
            '[kinds.stones]\nicon_path = "M 2 2 url(#a)"',
            '[kinds.stones]\nicon_path = "M 2 2 H 22 V 22 H 2 Z"',
        ),
        LookCode(
            "L107",
            "out of range",
            "A number, a text or an array is too small or too large.",
            "[panels.points]\nwidth = 9",
            "[panels.points]\nwidth = 2",
        ),
        LookCode(
            "L108",
            "missing",
            "A shape has a path and a colour, a caption has a text and a place, and either all nodes of a "
            "graph have places or none.",
            '[[maps.towns.shapes]]\nfill = "blue"',
            '[[maps.towns.shapes]]\npath = "M 0 0 H 9 V 9 Z"\nfill = "blue"',
        ),
        LookCode(
            "L201",
            "colours that look alike",
            "Some people can't tell the colours of two players apart: this is worked out for full colour "
            "vision, protanopia, deuteranopia and tritanopia. The look is used all the same.",
            '[players]\ncolours = ["#c0392b", "#3c7a32"]',
            '[players]\ncolours = ["#9c1f2e", "#6cc08b"]',
        ),
        LookCode(
            "L202",
            "text that can't be read",
            "Text on this ground has less than the contrast that WCAG asks for (4.5). The look is used all "
            "the same.",
            '[maps.towns]\nbackground = "#445566"',
            '[maps.towns]\nbackground = { light = "#cbe0ea", dark = "#17303e" }',
        ),
        LookCode(
            "L203",
            "node that can't be seen",
            "A node lies outside the view of its map, or on the place of another one. The look is used all "
            "the same.",
            "[maps.towns]\nview = [0, 0, 9, 9]\nplaces = { york = [0, 0], bath = [0, 0], ely = [20, 1] }",
            "[maps.towns]\nview = [0, 0, 9, 9]\nplaces = { york = [0, 0], bath = [4, 0], ely = [8, 8] }",
        ),
    )
}
