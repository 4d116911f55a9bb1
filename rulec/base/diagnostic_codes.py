"""Diagnostic codes with their explanations, each with a wrong and a correct example."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.explanations import FOLDER

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
_CODE: Final = re.compile(r"R\d{3}")
_ADDED: Final = {"has", "words", "more"}  # an example is appended to the part, and does not replace it


@dataclass(frozen=True)
class Explanation:
    """The explanation of a code for `rulec explain`."""

    code: str
    title: str
    text: str
    bad: str
    good: str
    site: str

    def shown(self, example: str) -> str:
        """Return an example for display, with long repetitions elided."""
        return _REPEATED.sub(" ...", example)

    @property
    def base(self) -> str:
        """The game `example`, the base of variants in examples."""
        return replace(self, site="end").file("square is dear when piece is none\nplayer is dear when yes")

    def file(self, example: str) -> str:
        """Return a complete rules file that contains this example."""
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


# A page: the site of its examples, code and title, the text, the two examples.
_PAGE: Final = re.compile(
    r"---\nexample: (?P<site>\w+)\n---\n"
    r"# (?P<code>R\d{3}): (?P<title>[^\n]+)\n\n(?P<text>.+?)\n\n"
    r'```rules title="refused"\n(?P<bad>.+?)\n```\n\n'
    r'```rules title="accepted"\n(?P<good>.+?)\n```\n',
    re.DOTALL,
)


def _read(path: Path) -> Explanation:
    found = _PAGE.fullmatch(path.read_text(encoding="utf-8"))
    if found is None or found["code"] != path.stem:
        raise ValueError(f"{path}: this is not a page of a code")
    text = " ".join(found["text"].split())
    return Explanation(path.stem, found["title"], text, found["bad"], found["good"], found["site"])


def known_codes() -> list[str]:
    """Return all codes, without reading their explanations."""
    return sorted(path.stem for path in FOLDER.glob("R*.md"))


@cache
def codes() -> dict[str, Explanation]:
    """Return all explanations by code, in order."""
    return {code: _read(FOLDER / f"{code}.md") for code in known_codes()}


@cache
def explain(code: str) -> Explanation | None:
    """Return the explanation of a code, or None for an unknown code."""
    path = FOLDER / f"{code.strip().upper()}.md"
    return _read(path) if _CODE.fullmatch(path.stem) and path.exists() else None
