"""Compare two tables of a name: rows by the keys in their first cells, cells by their column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulec.insight.rule_passages import Difference, Kind, Passage, passage_at
from rulec.syntax.canonical_layout import squeezed
from rulec.syntax.lines.outline import Line
from rulec.syntax.patch_targets import keys_of, members_of, name_of
from rulec.syntax.reading.table_rows import cells_of

Tell = Callable[[str, Kind, Passage | None, Passage | None], Difference]
_Row = tuple[Line, list[Line]]  # a line and its cells


def rows(tell: Tell, one: Line, other: Line) -> Iterator[Difference]:
    keys = max(keys_of(one), keys_of(other))
    ours, theirs = _Grid(one, keys), _Grid(other, keys)
    yield from _headings(tell, ours, theirs)
    shared = [name for name in list(ours.columns)[keys:] if name in list(theirs.columns)[keys:]]
    for name, (line, cells) in ours.rows.items():
        if name not in theirs.rows:
            yield tell(f"row {name}", "removed", _text(line), None)
            continue
        for column in shared:
            mine = _cell(cells, ours.columns[column])
            yours = _cell(theirs.rows[name][1], theirs.columns[column])
            if mine is not None and yours is not None and mine.text != yours.text:
                yield tell(f"{column} of {name}", "changed", _text(mine), _text(yours))
    for name, (line, _) in theirs.rows.items():
        if name not in ours.rows:
            yield tell(f"row {name}", "added", None, _text(line))
    kept = [
        [name for name in side.rows if name in ours.rows.keys() & theirs.rows.keys()]
        for side in (ours, theirs)
    ]
    if kept[0] != kept[1]:
        first = next(n for n, (mine, yours) in enumerate(zip(*kept, strict=True)) if mine != yours)
        left, right = ours.rows[kept[0][first]][0], theirs.rows[kept[1][first]][0]
        yield tell("order of the rows", "moved", _text(left), _text(right))


class _Grid:
    def __init__(self, line: Line, keys: int) -> None:
        self.head, *lines = [child for child in line.children if "|" in child.text] or [line]
        self.heads = cells_of(self.head)
        self.columns = {_column(cell.text): n for n, cell in enumerate(self.heads)}
        self.rows: dict[str, _Row] = {}
        for row in lines:
            cells = cells_of(row)
            for name in members_of(name_of(row, "table", keys)):
                key, number = name, 2
                while key in self.rows:
                    key, number = f"{name} ({number})", number + 1
                self.rows[key] = (row, cells)


def _headings(tell: Tell, ours: _Grid, theirs: _Grid) -> Iterator[Difference]:
    for name, number in ours.columns.items():
        mine = ours.heads[number]
        if name not in theirs.columns:
            yield tell(f"column {name}", "removed", _text(mine), None)
            continue
        yours = theirs.heads[theirs.columns[name]]
        if squeezed(mine.text) != squeezed(yours.text):
            yield tell(f"heading of {name}", "changed", _text(mine), _text(yours))
    for name, number in theirs.columns.items():
        if name not in ours.columns:
            yield tell(f"column {name}", "added", None, _text(theirs.heads[number]))


def _column(text: str) -> str:
    """Return the name of a column: `vp(western)` for `vp(western) 0 to 9`."""
    found = re.match(r"\w+\s*(?:\([^()]*\))?", text)
    return re.sub(r"\s+\(", "(", squeezed(found[0])) if found is not None else squeezed(text)


def _cell(cells: list[Line], number: int) -> Line | None:
    return cells[number] if number < len(cells) else None


def _text(line: Line) -> Passage:
    return passage_at(line.span, squeezed(line.text))
