"""Document outline and folding ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from rulec.base.diagnostics import Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.editor.bounded_cache import BoundedCache
from rulec.editor.declarations import declarations_of
from rulec.syntax.lines.outline import Line, read_outline
from rulec.syntax.patch_targets import RULES, decision_name, places_below, point_of

_HEADLINE: Final = re.compile(r"#\s*(?:-{8,}|={8,})\s*$")
_GIVEN: Final = re.compile(
    r"choose\s+(?:a\s+(?:set|bag|list)\s+of\s.*?:\s*)?(\w+)\s+from\b(?:.*?\bas\s+(\w+))?"
)
_BELOW: Final = frozenset(
    {"the game", "each", "score", "table", "track", "graph", "payment", *RULES, "free action"}
)
_MEMBERS: Final = 400  # maximal rows listed per declaration
_KEPT: Final = 2_048


@dataclass(frozen=True)
class Symbol:
    """Outline symbol: name, kind, lines, span of the name."""

    name: str
    sort: str
    detail: str
    span: Span
    name_span: Span
    children: tuple[Symbol, ...] = ()


@dataclass(frozen=True)
class Fold:
    """Folding range: lines from 0, the first stays visible."""

    first: int
    last: int
    comment: bool = False


_known: BoundedCache[str, tuple[Symbol, ...]] = BoundedCache(_KEPT)


def symbols_in(name: str, lines: Sequence[str]) -> list[Symbol]:
    """Symbols of a file in source order."""
    found: list[Symbol] = []
    for one in declarations_of(lines):
        text = one.text
        symbols = _known.get(text, partial(_of_declaration, text))
        found += (_moved(symbol, name, one.first) for symbol in symbols)
    return found


def _of_declaration(text: str) -> tuple[Symbol, ...]:
    outline = read_outline(SourceText("", text), Reporter())
    return tuple(symbol for line in outline for symbol in _symbols(line))


def _symbols(line: Line) -> Iterator[Symbol]:
    if line.text.startswith("variant "):
        patches = tuple(
            Symbol(one.text.rstrip(":"), "patch", "", _whole(one), one.span) for one in line.children
        )
        yield Symbol(line.text.rstrip(":"), "variant", "", _whole(line), line.span, patches)
        return
    point = point_of(line)
    if point is None:
        yield Symbol(line.text[:60].rstrip(":"), "line", "", _whole(line), line.span)
        return
    title = point.words if point.sort != "game" else line.text
    children = tuple(_below(line, point.sort)) if point.sort in _BELOW else ()
    yield Symbol(
        title or point.sort, point.sort, _detail(line, title), _whole(line), _named(line, title), children
    )


def _below(line: Line, sort: str) -> Iterator[Symbol]:
    if sort in RULES or sort == "free action":
        for one in line.each():
            asked = decision_name(one)
            given = _GIVEN.match(one.text) if not asked else None
            name = asked or (given[2] or given[1] if given is not None else "")
            if name:
                yield Symbol(name, "decision", one.text, _whole(one), _named(one, name))
        return
    headed = sort in {"table", "track", "graph", "payment"}
    for place in places_below(line, sort)[headed:_MEMBERS]:
        if (place.name and "|" in place.line.text) or sort in {"the game", "each", "score"}:
            yield Symbol(
                place.name.strip('"'), f"in {sort}", "", _whole(place.line), _named(place.line, place.name)
            )


def _detail(line: Line, title: str) -> str:
    text = line.text.rstrip(":")
    return "" if text == title else text[:100]


def _named(line: Line, name: str) -> Span:
    found = re.search(rf"(?<!\w){re.escape(name.rpartition(' ')[2])}(?!\w)", line.text) if name else None
    return line.span if found is None else line.at(found.start(), found.end())


def _whole(line: Line) -> Span:
    last = line
    while last.children:
        last = last.children[-1]
    return line.span.to(last.span)


def _moved(one: Symbol, name: str, lines: int) -> Symbol:
    def there(span: Span) -> Span:
        return Span(name, span.line + lines, span.column, span.end_line + lines, span.end_column)

    children = tuple(_moved(child, name, lines) for child in one.children)
    return Symbol(one.name, one.sort, one.detail, there(one.span), there(one.name_span), children)


def folds_in(lines: Sequence[str]) -> list[Fold]:
    """Folding ranges: indented blocks, comment blocks, sections under dashed headings."""
    found: list[Fold] = []
    waiting: list[tuple[int, int]] = []  # (indentation, line)
    last = comment = -1
    for number, line in enumerate([*lines, "#"]):
        stripped = line.lstrip(" \t")
        end = number == len(lines)
        if stripped.startswith("#") and not end:
            comment = number if comment < 0 else comment
            continue
        if comment >= 0:
            if number - comment > 1:
                found.append(Fold(comment, number - 1, comment=True))
            comment = -1
        if not stripped and not end:
            continue
        indent = -1 if end else len(line) - len(stripped)
        while waiting and waiting[-1][0] >= indent:
            start = waiting.pop()[1]
            if last > start:
                found.append(Fold(start, last))
        waiting.append((indent, number))
        last = number
    return sorted(found, key=lambda one: (one.first, -one.last))
