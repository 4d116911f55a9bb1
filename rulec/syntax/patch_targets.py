"""Patch targets of a game: the declarations, and lines below them, that a variant can name.

Names are read from the text of lines by patterns, so a line that does not parse still has its name.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import product
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.syntax.lines.outline import Line

RULES: Final = frozenset({"turn", "phase", "action", "effect", "rule", "setup", "play"})
TABLES: Final = frozenset({"table", "track", "payment", "graph"})  # declarations with rows of cells
_N: Final = r"[A-Za-z_]\w*"
_NAMES: Final = r"(?:\([^()]*\))?"
# The beginning of each sort of declaration; `sort` names declarations without a name.
_DECLARED: Final = tuple(
    (sort, re.compile(pattern))
    for sort, pattern in (
        ("the game", r"the\s+game\s+has\b"),
        ("each", rf"each\s+(?P<name>{_N})\s+has\b"),
        ("meaning", rf"(?:(?P<owner>{_N})\s*'s\s+)?(?P<name>{_N})\s*{_NAMES}\s*means\b"),
        ("adjective", rf"(?P<owner>{_N})\s+is\s+(?P<name>{_N})\s*{_NAMES}\s*when\b"),
        ("", rf"(?P<sort>turn|phase|action|effect|rule)\s+(?P<name>{_N})"),
        ("", r"(?P<sort>turn|phase|action|effect|rule|setup|play|ties|actors)\s*:"),
        ("", r"(?P<sort>score)\s*(?::|of\b)"),
        ("", r"(?P<sort>display)\s*:"),
        ("", r"(?P<sort>standing)\s+of\b"),
        ("no winner", r"no\s+winner\s+with\b"),
        ("end when", r"end\s+when\b"),
        ("free action", rf"free\s+action\s+(?P<name>{_N})"),
        (
            "",
            r"(?P<sort>kind|table|board|graph|track|pieces|deck|best|account|payment|route|obligation|always|window"
            rf"|option)\s+(?P<name>{_N})",
        ),
        ("goods", rf"(?P<name>{_N})\s*{_NAMES}(?:\s+of\s+{_N})?\s*:\s*goods\b"),
        ("example", r'example\s+"(?P<name>[^"]*)"'),
        ("whenever", r"whenever\s+(?P<name>[^:]*?)\s*(?:\bwhere\b|:)"),
        ("game", r"game\b"),
    )
)


@dataclass(frozen=True)
class Point:
    """The address of a declaration; `owner` is the subject of an adjective or a value."""

    sort: str
    name: str = ""
    owner: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Identity of the declaration: its owner and name, or its sort if it has no name."""
        return (self.owner, self.name) if self.name and self.sort != "each" else (self.sort, self.name)

    @property
    def words(self) -> str:
        """The name by which a patch refers to the declaration."""
        if self.sort == "each":
            return f"each {self.name}"
        return f"{self.owner}'s {self.name}" if self.owner else self.name or self.sort

    def is_called(self, words: str) -> bool:
        return words in (self.words, self.name if self.sort != "each" else self.words)


def point_of(line: Line) -> Point | None:
    """Return the address of the declaration that a line begins, or None."""
    for sort, pattern in _DECLARED:
        found = pattern.match(line.text)
        if found is not None:
            given = found.groupdict()
            name = re.sub(r"\s+", " ", given.get("name") or "")
            return Point(given.get("sort") or sort, name, given.get("owner") or "")
    return None


# --- lines below a declaration --------------------------------------------------------------------


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


_ROW: Final = re.compile(r'((?:[^|"]|"[^"]*")*)\|')
_PART: Final = re.compile(rf"(?:must|may)\s+(?:each\s+)?({_N})|instead\s+of\s+all\s+({_N})")
_ALTERNATIVE: Final = re.compile(rf"(?:or\s+|each\s+)?({_N})\b")
_OWNED: Final = re.compile(rf"(?:deck\s+)?({_N})\b")
_LINE: Final = (
    re.compile(r'("[^"]*")'),  # of the score
    re.compile(r"(by\s+end\s+of\s+\w+)"),
    re.compile(r"(at\s+every\s+choice)\b"),
    re.compile(r"(\w+\s+(?:uses|means))\b"),
    re.compile(r"(on\s+each|on\s+entering|may\s+end|at\s+least|at\s+most|once\s+a|open\s+at)\b"),
    re.compile(rf"({_N})"),
)


def is_part(line: Line) -> bool:
    return re.match(r"(?:must|may|instead\s+of\s+all|at\s+most\s+one\s+of)\b", line.text) is not None


def name_of(line: Line, sort: str, keys: int = 1) -> str:
    """Return the name of a line below a declaration of that sort; its first `keys` cells name a row."""
    text = line.text
    if sort in RULES:
        found = _PART.match(text)
        if found is not None:
            return found[1] or found[2]
        if is_part(line):
            return squeezed(text)
        found = _ALTERNATIVE.match(text)
    elif sort in {"the game", "each"}:
        found = _OWNED.match(text)
    else:
        row = _lead(text, keys)
        if row:
            return " ".join(squeezed(text[begin:end]) for begin, end in row)
        found = next((one for one in (pattern.match(text) for pattern in _LINE) if one), None)
    return squeezed(found[1]) if found is not None else squeezed(text)


def _lead(text: str, keys: int) -> list[tuple[int, int]]:
    """Return the bounds of the first `keys` cells of a row, or of all before its last `|` if fewer."""
    found: list[tuple[int, int]] = []
    begin = 0
    while len(found) < keys and (cell := _ROW.match(text, begin)) is not None:
        lead = len(cell[1]) - len(cell[1].lstrip())
        found.append((begin + lead, begin + max(lead, len(cell[1].rstrip()))))
        begin = cell.end()
    return found


_BY: Final = re.compile(r"table\s+\w+\s+by\s+([^:]*?)(?:,\s*giving\b[^:]*)?:")
_KEPT_FOR: Final = re.compile(r"track\s+\w+\s*\(([^()]*)\)")


def keys_of(line: Line) -> int:
    """Return how many first cells name a row of this table or track.

    The last key of a `by` table may run across the headings; then the other keys identify every row.
    """
    kept = _KEPT_FOR.match(line.text)
    if kept is not None:
        return kept[1].count(",") + 2
    by = _BY.match(line.text)
    if by is None:
        return 1
    keys = by[1].count(",") + 1
    names = [name_of(child, "table", max(1, keys - 1)) for child in line.children if "|" in child.text]
    return keys if len(set(names)) < len(names) else max(1, keys - 1)


@dataclass(frozen=True)
class PatchTarget:
    """A line that a patch can name, the list of lines that holds it, and the line that opens the list."""

    name: str
    line: Line
    siblings: list[Line]
    opener: Line


def places_below(line: Line, sort: str) -> list[PatchTarget]:
    """Return all lines of a declaration that a variant can name."""
    if sort not in RULES:
        keys = keys_of(line)
        return [PatchTarget(name_of(one, sort, keys), one, line.children, line) for one in line.children]
    found = []
    for opener in line.each():
        for one in opener.children:
            if opens_names(opener) or one.text.startswith("or "):
                found.append(PatchTarget(name_of(one, sort), one, opener.children, opener))
    return found


def opens_names(line: Line) -> bool:
    """Check whether this sentence opens a list of named lines."""
    return re.match(r"(?:any\s+order\s+as|choose\s+one\s+as|first\s+possible\s+of)\b", line.text) is not None


def decision_name(line: Line) -> str:
    """Return the name of `choose one as NAME` or `any order as NAME`, else an empty text."""
    found = re.match(rf"(?:any\s+order|choose\s+one)\s+as\s+({_N})", line.text)
    return found[1] if found is not None else ""


# --- rows for several members ----------------------------------------------------------------------

_NUMBERED: Final = re.compile(rf"({_N}?)(\d+)\s+to\s+({_N}?)(\d+)")
_MOST: Final = 10_000
_WORD: Final = re.compile(rf'{_NUMBERED.pattern}|"[^"]*"|\S+')


def members_of(name: str) -> tuple[str, ...]:
    """Expand the ranges in a row's name: `l01 to l04` to four names, `l01 to l04 2` to four pairs of keys."""
    parts = [_members(word[0]) for word in _WORD.finditer(name)]
    if all(len(part) == 1 for part in parts) or math.prod(len(part) for part in parts) > _MOST:
        return (name,)
    return tuple(" ".join(words) for words in product(*parts))


def _members(word: str) -> tuple[str, ...]:
    found = _NUMBERED.fullmatch(word)
    if found is None or found[1] != found[3] or not 0 <= int(found[4]) - int(found[2]) <= _MOST:
        return (word,)
    return tuple(f"{found[1]}{n:0{len(found[2])}}" for n in range(int(found[2]), int(found[4]) + 1))


def split_row(place: PatchTarget, wanted: set[str]) -> Iterator[tuple[str, Line]]:
    """Split a row for several members into rows with only wanted or only unwanted members."""
    cells = _lead(place.line.text, keys_of(place.opener))
    if len(cells) != 1:
        yield from ((name, _renamed(place.line, cells, name.split())) for name in members_of(place.name))
        return
    run: list[str] = []
    for name in (*members_of(place.name), None):
        if run and (name is None or (name in wanted) != (run[0] in wanted)):
            if run[0] in wanted:
                yield from ((one, _renamed(place.line, cells, [one])) for one in run)
            else:
                shown = run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}"
                yield shown, _renamed(place.line, cells, [shown])
            run = []
        if name is not None:
            run.append(name)


def _renamed(line: Line, cells: list[tuple[int, int]], names: list[str]) -> Line:
    for (begin, end), name in reversed(list(zip(cells, names, strict=True))):
        first = line.part(begin, end)
        first.text = name
        line = line.spliced(begin, end, first)
    return line
