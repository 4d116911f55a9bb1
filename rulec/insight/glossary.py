"""Glossary of a rules file: the rows of tables, members and declarations that explain each name.

It is read from the lines of the file alone, which takes a fraction of the time of a check.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from rulec.base.fast_dataclass import dataclass

_TABLE = re.compile(r"(?:table|graph|track)\s+([a-z]\w*)")
_PLURAL = re.compile(
    r"(?:table|graph|kind|pieces|board|track|deck)\s+([a-z]\w*)(?:\([^)]*\))?\s+of\s+([a-z]\w*)"
)
_KEYS = re.compile(r"\sby\s+([^:]*?)(?:,\s*giving\s[^:]*)?:")
_HEADING = re.compile(r"[a-z]\w*(?:\([^)]*\))?")
_NAME = re.compile(r"[A-Za-z]\w*")
_RANGE = re.compile(r"([A-Za-z]\w*?)(\d+)\s+to\s+\1(\d+)")
_FREE = re.compile(r"free\s+action\s+([a-z]\w*)|([a-z]\w*)\s+is\s+a\s+free\s+action")
_AS = re.compile(r"\bas\s+([a-z]\w*)")
_DECLARED = re.compile(
    r"(?:(?:track|deck|pieces|table|graph)\s+)?([a-z]\w*)(?:\s*\([^)]*\))?(?:\s+of\s+\w+)?\s*(?::|$)"
)
_LONGEST_RANGE = 999


class Location(Protocol):
    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int: ...


class SourceLine(Protocol):
    """A line of the file with the lines indented below it."""

    @property
    def text(self) -> str: ...
    @property
    def comment(self) -> str: ...
    @property
    def span(self) -> Location: ...
    @property
    def children(self) -> Iterable[SourceLine]: ...


@dataclass(frozen=True)
class SymbolUse:
    """A line that explains a name."""

    line: int
    text: str
    file: str


@dataclass(frozen=True)
class TableRow:
    """A row of a table that describes a member; `cells` hold the source text."""

    table: str
    headings: tuple[str, ...]
    cells: tuple[str, ...]
    file: str
    line: int
    own: bool  # the member is a row of this table, not a key

    @property
    def told(self) -> Iterator[tuple[str, str]]:
        """Yield (heading, cell) for all non-empty cells, except the name; `display` first."""
        pairs = list(zip(self.headings, self.cells, strict=False))[1:]
        for first in (True, False):
            for heading, cell in pairs:
                if (heading == "display") is first and cell not in ("", "-"):
                    yield heading, cell


@dataclass(frozen=True)
class Glossary:
    rows: Mapping[str, tuple[TableRow, ...]]
    members: Mapping[str, SymbolUse]  # of kinds without a table
    tables: Mapping[str, frozenset[str]]
    words: frozenset[str]  # singular names of kinds
    decisions: frozenset[str]
    free: frozenset[str]  # free actions
    boxed: frozenset[str]  # pieces that start off the board
    order: Mapping[str, int]  # of variables and zones: the line of the first declaration
    lines: tuple[tuple[int, SymbolUse], ...]  # every line, with its depth

    @property
    def names(self) -> set[str]:
        return {*self.rows, *self.members, *self.tables, *self.words, *self.decisions}

    def declared(self, name: str) -> Iterator[SymbolUse]:
        """Yield the lines that declare a name other than a member, and the decisions of that name."""
        word = re.escape(name)
        inside = re.compile(rf"{word}(?:\s*\([^)]*\))?(?:\s+of\s+\w+)?\s*:")
        declares = re.compile(
            rf"(?:[a-z]+\s+){{0,2}}{word}(?:\s*\([^)]*\))?(?:\s+(?:of|with)\s+\w[^:]*)?\s*(?::|\bmeans\b)|"
            rf"\w+(?:'s\s+{word}\b.*\smeans|\s+is\s+{word}\b.*\swhen)\b|"
            rf"(?:kind|table|graph|pieces|board|track|deck|option|route|account|payment|best|whenever)\s+"
            rf"(?:\w+(?:\([^)]*\))?\s+of\s+)?{word}\b"
        )
        decides = re.compile(rf"\bas\s+{word}\b")
        deep = -1  # depth of the declaring line whose body is being read
        for depth, said in self.lines:
            if 0 <= deep < depth:
                yield replace(said, text="  " * (depth - deep) + said.text)
                continue
            deep = -1
            text = re.sub(r'"[^"]*"', '""', said.text)
            head = text.partition(":")[0] + ":"
            declared = declares.match(head) if depth == 0 else depth == 1 and inside.match(head)
            if declared or (decides.search(text) and re.match(r"choose|may", text)):
                deep = depth
                yield said

    def table_of(self, labels: Iterable[str]) -> str:
        """Return the table that has most of these labels as rows, or an empty text."""
        found = list(labels)
        best = max(self.tables, key=lambda name: sum(one in self.tables[name] for one in found), default="")
        return best if best and any(one in self.tables[best] for one in found) else ""

    def row_of(self, name: str, table: str) -> TableRow | None:
        """Return the row of a member in its own table."""
        return next((one for one in self.rows.get(name, ()) if one.table == table and one.own), None)

    def summary(self, name: str, table: str, width: int) -> str:
        """Summarize the informative cells of a row on a line of at most `width` characters."""
        row = self.row_of(name, table)
        if row is None:
            return ""
        text = ", ".join(filter(None, (cell_text(name, *pair) for pair in row.told)))
        return text if len(text) <= width else text[: max(0, width - 3)].rstrip(" ,") + "..."


NOTHING = Glossary({}, {}, {}, frozenset(), frozenset(), frozenset(), frozenset(), {}, ())


def cell_text(name: str, heading: str, cell: str) -> str:
    """Return a cell as text for players; empty if it adds nothing to the name."""
    text = cell.strip('"')
    if heading == "display":
        return "" if _plain(text) == _plain(name) else text
    if cell in ("no", "0"):
        return ""
    if cell == "yes":
        return heading.replace("_", " ")
    return cell if heading == "ends" else f"{heading.replace('_', ' ')} {text}"


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


def read_glossary(lines: Iterable[SourceLine]) -> Glossary:
    """Read the glossary of a file from its lines."""
    every = list(_flat(lines, 0))
    rows: dict[str, list[TableRow]] = {}
    members: dict[str, SymbolUse] = {}
    tables: dict[str, frozenset[str]] = {}
    words: set[str] = set()
    free: set[str] = set()
    boxed: set[str] = set()
    for _, line in every:
        text = line.text
        if plural := _PLURAL.match(text):
            words.add(plural[2])
            if re.search(r"\bhome box\b", text) or (
                text.startswith("table") and "as pieces" in text and "home " not in text
            ):
                boxed.add(plural[1])
        if text.startswith("kind "):
            members |= {name: _use(line, text) for name in _members(text.partition(":")[2])}
        if found := _FREE.match(text):
            free.add(found[1] or found[2])
        if table := _TABLE.match(text):
            own = set()
            for name, row in _rows(line, table[1], plural is not None and not text.startswith("track")):
                rows.setdefault(name, []).append(row)
                own |= {name} if row.own else set()
            if own:
                tables[table[1]] = frozenset(own)
    decisions = {name for _, line in every for name in _AS.findall(re.sub(r'"[^"]*"', "", line.text))}
    said = tuple((depth, _use(line, _said(line))) for depth, line in every)
    return Glossary(
        {name: tuple(found) for name, found in rows.items()},
        members,
        tables,
        frozenset(words),
        frozenset(decisions),
        frozenset(free),
        frozenset(boxed),
        _order(every),
        said,
    )


def _order(every: list[tuple[int, SourceLine]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, (depth, line) in enumerate(every):
        name = _DECLARED.match(line.text) if depth < 2 else None
        if name is not None:
            found.setdefault(name[1], number)
    return found


def _use(line: SourceLine, text: str) -> SymbolUse:
    return SymbolUse(line.span.line, text, line.span.file)


def _said(line: SourceLine) -> str:
    return line.text + (f"    # {line.comment}" if line.comment else "")


def _flat(lines: Iterable[SourceLine], depth: int) -> Iterator[tuple[int, SourceLine]]:
    for line in lines:
        yield depth, line
        yield from _flat(line.children, depth + 1)


def _rows(line: SourceLine, table: str, own: bool) -> Iterator[tuple[str, TableRow]]:
    """Yield the rows of a table with the member that each describes."""
    headings: tuple[str, ...] = ()
    keys = _KEYS.search(line.text)
    names = 1 if keys is None else max(1, keys[1].count(",") + 1)
    for child in line.children:
        cells = tuple(_cells(child.text))
        if len(cells) < 2:
            continue
        if not headings:
            headings = tuple(_heading(cell) for cell in cells)
            continue
        for number, name in enumerate(
            dict.fromkeys(name for cell in cells[:names] for name in _members(cell)), 1
        ):
            told = tuple(str(number) if cell == "number" else cell for cell in cells)
            yield name, TableRow(table, headings, told, child.span.file, child.span.line, own)


def _heading(cell: str) -> str:
    found = _HEADING.match(cell)
    return cell if found is None else found[0]


def _members(text: str) -> Iterator[str]:
    """Yield the names of a list with ranges, such as `red, j01 to j14`."""
    for part in map(str.strip, text.partition("#")[0].split(",")):
        if found := _RANGE.fullmatch(part):
            first, last = int(found[2]), int(found[3])
            digits = len(found[2]) if found[2].startswith("0") else 0
            yield from (
                f"{found[1]}{n:0{digits}}" for n in range(first, min(last, first + _LONGEST_RANGE) + 1)
            )
        elif _NAME.fullmatch(part):
            yield part


def _cells(text: str) -> Iterator[str]:
    """Split a row into its cells; a `|` inside quotes is text."""
    cell, quoted = "", False
    for char in text:
        quoted ^= char == '"'
        if char == "|" and not quoted:
            yield cell.strip()
            cell = ""
        else:
            cell += char
    yield cell.strip()
