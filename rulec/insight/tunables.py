"""Tunable numbers of a game, the first candidates for the patches of a variant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.lines.outline import Line
from rulec.syntax.patch_targets import Point, point_of, squeezed
from rulec.syntax.reading.table_rows import cells_of
from rulec.syntax.variants.initial_values import value_place

P1 = "p1's "  # the prefix of a player's numbers in examples


@dataclass(frozen=True)
class Value:
    """A number, its patch (`set NAME to`, `change COLUMN of ROW in TABLE to`), and its name in examples."""

    patch: str  # up to the value
    printed: int
    span: Span  # of the printed value
    called: str = ""
    owned: bool = False  # each player has such a number

    given: int = 0  # the new value

    @property
    def others(self) -> tuple[int, int]:
        """Values near the printed one: 13 and 11 for 12, 610 and 590 for 600."""
        step = 10 ** max(len(str(self.printed)) - 2, 0)
        return self.printed + step, abs(self.printed - step)


def values_of(outline: list[Line]) -> tuple[Value, ...]:
    """Return the tunable numbers: those of each player first, then those of the game, then cells."""
    found = [one for line in outline for one in _declared(line)]
    return tuple(sorted(found, key=lambda one: (not one.owned, one.patch.startswith("change "))))


def every_value_of(outline: list[Line]) -> tuple[Value, ...]:
    """Return all numbers that one patch changes: starts of variables, then each cell of each table."""
    starts = [one for one in values_of(outline) if one.patch.startswith("set ")]
    return (*starts, *(one for line in outline for one in _cells_of_table(line)))


def widened_ranges(outline: list[Line], changes: Mapping[str, int]) -> list[str]:
    """Return the patches of headings whose range does not hold the new numbers of their column."""
    return [patch for line in outline for patch in _widened(line, changes)]


def _widened(line: Line, changes: Mapping[str, int]) -> Iterator[str]:
    point = point_of(line)
    if point is None or point.sort != "table":
        return
    heads = next((child for child in line.children if "|" in child.text), line)
    for cell in cells_of(heads):
        found = re.match(r"(\w+)\s+(\d+)\s+to\s+(\d+)", cell.text)
        if found is None:
            continue
        column = re.compile(rf"change {found[1]} of \w+ in {re.escape(point.name)} to")
        given = [value for patch, value in changes.items() if column.fullmatch(patch)]
        least, most = int(found[2]), int(found[3])
        low, high = min([least, *given]), max([most, *given])
        if (low, high) != (least, most):
            yield f"change heading of {found[1]} in {point.name} to {low} to {high}"


def readers_of(outline: list[Line], name: str) -> tuple[str, ...]:
    """Return the blocks other than tables whose text reads this name, such as `action station`."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    found: dict[str, None] = {}
    for line in outline:
        point = point_of(line)
        if point is None or point.sort in ("table", "game", "example", "display"):
            continue
        if any(word.search(text) for text in _texts(line)):
            found[f"{point.sort} {point.name}".strip()] = None
    return tuple(found)


def _texts(line: Line) -> Iterator[str]:
    yield line.text
    for child in line.children:
        yield from _texts(child)


def length_of(outline: list[Line]) -> Value | None:
    for line in outline:
        point = point_of(line)
        if point is not None and point.sort == "game":
            for clause in line.children:
                found = re.fullmatch(r"length\s+(\d+)", clause.text)
                if found is not None:
                    return Value(
                        "set length to", int(found[1]), clause.at(found.start(1)), given=2 * int(found[1])
                    )
    return None


def _declared(line: Line) -> Iterator[Value]:
    point = point_of(line) or Point("", "")
    if point.sort == "the game" or point.words == "each player":
        for clause in line.children:
            yield from _start(clause, "variable", point.sort == "each")
    elif point.sort == "goods":
        yield from _start(line, "goods", True)
    else:
        yield from islice(_cells_of_table(line), 1)


def _start(line: Line, sort: str, owned: bool) -> Iterator[Value]:
    """Yield the start of a variable, if it is a number."""
    name = re.match(r"(\w+)\s*:", line.text)
    place = value_place(line.text, sort, "")
    if name is None or place is None or place[2]:
        return
    printed = line.text[place[0] : place[1]]
    if printed.isdecimal():
        called = P1 + name[1] if owned else name[1]
        yield Value(f"set {name[1]} to", int(printed), line.at(place[0]), called, owned)


def _cells_of_table(line: Line) -> Iterator[Value]:
    """Yield the numbers of a table, row by row."""
    point = point_of(line)
    if point is None or point.sort != "table" or not point.name:
        return
    heads, *rows = [child for child in line.children if "|" in child.text] or [line]
    names = [re.match(r"\w+(?:\([^()]*\))?", one.text) for one in cells_of(heads)]
    for row in rows:
        cells = cells_of(row)
        first = squeezed(cells[0].text)
        if re.fullmatch(r"[A-Za-z_]\w*", first) is None:
            continue
        for name, cell in zip(names[1:], cells[1:], strict=False):
            if name is not None and cell.text.isdecimal():
                called = f"{first}'s {name[0]}"
                patch = f"change {name[0]} of {first} in {point.name} to"
                yield Value(patch, int(cell.text), cell.span, called)
