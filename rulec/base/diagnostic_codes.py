"""The codes of all problems in rules files: what each means, with two examples."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.explanations import (
    abilities,
    boards,
    decks,
    display,
    effects,
    goods,
    lists,
    names,
    reading,
    routes,
    rows,
    rules,
    scoring,
    sentences,
    tables,
    timing,
    tracks,
    values,
    variants,
    windows,
)

# The game that examples are part of. Each part is replaced or added to by the site of an example.
_FRAME: Final = {
    "heading": 'game "Example"\n  players 2\n  length 9',
    "board": "board squares of square: 3 columns by 3 rows",
    "pieces": "pieces stones of stone: unlimited for each player",
    "has": "each square has:\n  piece: place for 1 of stones",
    "words": "square is empty when piece is none\nsquare is mine when piece's owner is me",
    "play": "play:\n  repeat:\n    each player acting in seat order: turn",
    "turn": "turn:\n  choose square from squares where empty\n  place my stone on square",
    "more": "  if no squares where empty: end the game",
    "score": 'score:\n  "Row": 1 if 3 in a row among squares where mine else 0',
    "end": "",
}
# `<40 TIMES|text>`, for limits that only large files pass: {i} and {j} count, {_} indents.
_REPEATED: Final = re.compile(r"<(\d+) TIMES\|(.*?)>", re.DOTALL)
_ADDED: Final = {"has", "words", "more"}  # an example stands behind what is there, not in its place


@dataclass(frozen=True)
class Explanation:
    """One code for `rulec explain`."""

    code: str
    title: str
    text: str
    bad: str
    good: str
    site: str

    def shown(self, example: str) -> str:
        """An example as it is shown: what is repeated very often is left out."""
        return _REPEATED.sub(" ...", example)

    @property
    def base(self) -> str:
        """The game `example`, which the variants of examples change."""
        return replace(self, site="end").file("square is dear when piece is none\nplayer is dear when yes")

    def file(self, example: str) -> str:
        """A whole rules file with this example in it."""
        example = _REPEATED.sub(_repeated, example)
        if self.site in {"file", "variant"}:
            return example + "\n"
        parts = dict(_FRAME)
        parts[self.site] = f"{parts[self.site]}\n{example}" if self.site in _ADDED else example
        if self.site == "turn":
            parts["more"] = ""
        out = parts.pop("turn") + "\n" + parts.pop("more") + "\n"
        order = [
            parts["heading"],
            parts["board"],
            parts["pieces"],
            parts["has"],
            parts["words"],
            parts["play"],
        ]
        return "\n\n".join([*order, out, parts["score"], parts["end"]]) + "\n"


def _repeated(found: re.Match[str]) -> str:
    return "".join(found[2].format(i=n, j=n + 1, _="  " * n) for n in range(1, int(found[1]) + 1))


def _read(text: str) -> dict[str, Explanation]:
    found = {}
    for part in text.split("\n=== ")[1:]:
        heading, _, rest = part.partition("\n")
        code, site, title = heading.split(" ", 2)
        explanation, _, examples = rest.partition("\n--- bad\n")
        bad, _, good = examples.partition("\n--- good\n")
        bad, good = (one.rstrip().replace("<TAB>", "\t") for one in (bad, good))
        found[code] = Explanation(code, title, " ".join(explanation.split()), bad, good, site)
    return found


@cache
def codes() -> dict[str, Explanation]:
    """Code -> explanation, in order."""
    modules = (
        abilities,
        goods,
        reading,
        names,
        values,
        lists,
        rules,
        sentences,
        tables,
        effects,
        variants,
        windows,
        routes,
        rows,
        boards,
        timing,
        scoring,
        tracks,
        decks,
        display,
    )
    return _read("\n".join(module.TEXT for module in modules))


def explain(code: str) -> Explanation | None:
    """What `rulec explain CODE` shows; nothing for a code that there is not."""
    return codes().get(code.strip().upper())
