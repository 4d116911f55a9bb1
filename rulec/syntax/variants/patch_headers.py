"""References of patches to declarations: a name, optionally with its declaring word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulec.base.source_text import Span
from rulec.syntax.lines.outline import Line
from rulec.syntax.patch_targets import RULES, Point, point_of

_SORTS: Final = (
    r"free\s+action|turn|phase|action|effect|rule|kind|table|board|graph|track|pieces|deck|best|account"
    r"|payment|route|obligation|always|window|option"
)
_WORDED: Final = re.compile(rf"(?:^(?:in|remove)|,)\s+(({_SORTS})\s+)([A-Za-z_]\w*)(?=\s*[:,]|\s*$)")
_BEGINS: Final = re.compile(r"(replace|before|after|around)\s+(?!:)")


def worded(line: Line) -> Iterator[tuple[str, str, Span, tuple[int, int]]]:
    """Yield (word, name, span, bounds of the word in the line) for each name with a declaring word."""
    for found in _WORDED.finditer(line.text):
        word = re.sub(r"\s+", " ", found[2])
        yield word, found[3], line.at(found.start(1), found.end(3)), found.span(1)


def without(line: Line, places: list[tuple[int, int]]) -> Line:
    """Return a copy of the line without these parts."""
    new = line
    for begin, end in reversed(places):
        empty = line.part(begin, end)
        empty.text = ""
        new = new.spliced(begin, end, empty)
    new.children = line.children
    return new


def declaration_behind(line: Line) -> tuple[str, Line] | None:
    """Return the verb and declaration of a patch such as `replace ties: ...`; None for rules."""
    start = _BEGINS.match(line.text)
    if start is None:
        return None
    given = line.part(start.end(), len(line.text))
    given.children, given.citations, given.comment = line.children, line.citations, line.comment
    point = point_of(given)
    return None if point is None or point.sort in RULES else (start[1], given)


def begun(point: Point) -> str:
    """Return the beginning of a declaration, for hints."""
    if point.sort == "meaning":
        return f"{point.words} means ..."
    if point.sort == "adjective":
        return f"{point.owner} is {point.name} when ..."
    if point.sort == "goods":
        return f"{point.name}: goods ..."
    if point.sort == "each":
        return f"each {point.name} has: ..."
    if point.sort == "the game":
        return "the game has: ..."
    if point.sort in {"end when", "no winner"}:
        return f"{point.sort} ..."
    words = f"{point.sort} {point.name}".strip()
    return f"{words}: ..." if point.sort not in {"table", "kind", "track", "pieces"} else f"{words} ..."
