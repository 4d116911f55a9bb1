"""Read tables: rows are split at `|`, and each cell is parsed on its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, cast

import lark

from rulec.base.diagnostics import Note, Reporter
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line, count
from rulec.syntax.parsing.indentation import takes_no_lines
from rulec.syntax.parsing.parser import parse_line
from rulec.syntax.patch_targets import keys_of
from rulec.syntax.reading.effect_cells import read_ability, read_effect
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.literal_cells import plain_cell
from rulec.syntax.reading.tree_reader import TooDeep, branches

_NAMED: Final = re.compile(r"\w+(?:\s*\([^()]*\))?")
_SHOWN: Final = 12  # columns


def read_grid(line: Line, report: Reporter, giving: ast.ColumnType | None = None, keys: int = 0) -> ast.Grid:
    """Read the body of a table; `giving` is the type of all columns except the first `keys`."""
    headings: tuple[ast.Heading, ...] = ()
    heading_line: Line | None = None
    rows: list[ast.Row] = []
    assumed: list[ast.Assumed] = []
    closed = False  # the headings end in `|`
    odd: list[tuple[int, Line]] = []  # rows with too few or too many cells, and their index
    for child in _lines(line, report):
        if re.match(r'assumed\s*"', child.text):
            read = _assumed(child, report)
            assumed += [read] if read is not None else []
        elif heading_line is None:
            heading_line, parts = child, cells_of(child)
            if len(parts) > 1 and not parts[-1].text:  # reported once, not for each row
                bar, hint = parts.pop().span, "remove it: a `|` separates two cells"
                report.error("R110", bar, "nothing follows the last `|`", hint)
                closed = True
            headings = tuple(_heading(cell, report) for cell in parts)
        elif len(cells := _cells(child, closed)) == len(headings) > 1 and not cells[0].text:
            _unnamed(child, headings[0], heading_line, report)
            odd.append((len(rows), child))
        elif len(cells) == len(headings):
            row = tuple(
                _cell(cell, giving if n >= keys and giving else _type_of(headings, n), report)
                for n, cell in enumerate(cells)
            )
            rows.append(ast.Row(row, child.span))
        elif not child.broken:
            _wrong_number(child, cells, heading_line, report)
            odd.append((len(rows), child))
    if heading_line is not None and not rows and not report.failed:
        report.error("R702", line.span, "this table has no rows", "put rows of cells below its headings")
    for place, child in reversed(odd) if rows else ():
        rows.insert(place, _stand_in(child, rows[max(0, place - 1)], keys_of(line), report))
    return ast.Grid(headings, tuple(rows), tuple(assumed))


def _cells(row: Line, closed: bool) -> list[Line]:
    """Return the cells of a row, which can end in `|` if the headings do."""
    found = cells_of(row)
    return found[:-1] if closed and len(found) > 1 and not found[-1].text else found


def _wrong_number(row: Line, cells: list[Line], headings: Line, report: Reporter) -> None:
    """Report a row with too few or too many cells, instead of its cells, which are misaligned."""
    columns = [cell.text for cell in _cells(headings, True)]
    names = [found[0] if (found := _NAMED.match(text)) else text for text in columns]
    shown = names if len(names) <= _SHOWN else [*names[: _SHOWN - 1], "...", names[-1]]
    message = f"this row has {count(len(cells), 'cell')}, but its table has {count(len(columns), 'column')}"
    hint = f"write a cell for each of {' | '.join(shown)}; `-` is an empty one"
    report.error("R701", row.span, message, hint, [Note(headings.span, "the headings")])


def _unnamed(row: Line, first: ast.Heading, headings: Line, report: Reporter) -> None:
    """Report a row that begins with `|`, without its first cell."""
    what = "this row begins with `|`, without a name in its first cell"
    of = f" of the `{first.name.text}`" if first.name is not None else ""
    hint = f"write the name{of} before the first `|`"
    report.error("R701", row.span, what, hint, [Note(headings.span, "the headings")])


def _stand_in(line: Line, other: ast.Row, keys: int, report: Reporter) -> ast.Row:
    """Return a substitute for a row with a wrong number of cells: its keys, and cells of another row.

    References to the row resolve, and it causes no further diagnostics.
    """
    report.guess(line.span)
    mark = report.mark()
    own = tuple(read_cell(cell, report) for cell in cells_of(line)[:keys])
    report.back_to(mark)
    return ast.Row((*own, *other.cells[len(own) :]), line.span)


def _cell(cell: Line, type_: ast.ColumnType | None, report: Reporter) -> ast.Cell:
    if not isinstance(type_, ast.EffectType):
        return read_cell(cell, report)
    return read_ability(cell, report) if type_.abilities else read_effect(cell, report)


def _type_of(headings: tuple[ast.Heading, ...], place: int) -> ast.ColumnType | None:
    return headings[place].type if place < len(headings) else None


def _lines(line: Line, report: Reporter) -> Iterator[Line]:
    """Yield the lines below at every depth; report nested lines."""
    waiting = list(reversed(line.children))
    while waiting:
        child = waiting.pop()
        waiting += reversed(child.children)
        if child.children and not all(_lacks_a_cell(one, line.children[0]) for one in child.children):
            takes_no_lines(child, report)
        yield child


def _lacks_a_cell(row: Line, headings: Line) -> bool:
    """Return whether a row is indented for want of its first cells, which is reported by itself."""
    cells = cells_of(row)
    return 1 < len(cells) < len(cells_of(headings)) or not cells[0].text


def cells_of(line: Line) -> list[Line]:
    """Split a row into its cells; a `|` inside quotes is text."""
    edges, quoted = [-1], False
    for place, char in enumerate(line.text):
        if char == '"':
            quoted = not quoted
        elif char == "|" and not quoted:
            edges.append(place)
    edges.append(len(line.text))
    found = []
    for before, after in pairwise(edges):
        start, end = before + 1, after
        while start < end and line.text[start] == " ":
            start += 1
        while end > start and line.text[end - 1] == " ":
            end -= 1
        cell = line.part(start, end) if end > start else line.part(max(0, before), max(1, after))
        if end <= start:
            cell.text = ""
        cell.broken = line.broken
        found.append(cell)
    return found


def _assumed(line: Line, report: Reporter) -> ast.Assumed | None:
    tree = parse_line(line, "assumed", report)
    if tree is None:
        return None
    reader = ExpressionReader(line, report)
    reason, columns = branches(tree)
    assert isinstance(reason, lark.Token)
    names = (
        [] if columns is None else [reader.ident(c) for c in cast(lark.Tree[lark.Token], columns).children]
    )
    return ast.Assumed(ast.Text(str(reason)[1:-1], reader.span(reason)), tuple(names), line.span)


def _heading(cell: Line, report: Reporter) -> ast.Heading:
    tree = parse_line(cell, "heading_cell", report)
    if tree is None:
        return ast.Heading(None, 0, (), None, cell.span)
    reader = ExpressionReader(cell, report)
    if tree.data == "heading_number":
        return ast.Heading(None, reader.integer(tree.children[0]), (), None, cell.span)
    name, parameters, type_ = branches(tree)
    given: tuple[ast.Ident, ...] = ()
    if parameters is not None:
        names = cast(lark.Tree[lark.Token], cast(lark.Tree[lark.Token], parameters).children[0])
        given = tuple(reader.ident(one) for one in names.children)
    value_type = reader.column_type(type_) if type_ is not None else None
    return ast.Heading(reader.ident(name), 0, given, value_type, cell.span)


def read_cell(cell: Line, report: Reporter) -> ast.Cell:
    text = cell.text
    plain = plain_cell(cell)
    if plain is not None:
        return plain
    tree = parse_line(cell, "value_cell", report)
    if tree is None:
        return ast.Cell("blank", (), text, cell.span)
    reader = ExpressionReader(cell, report)
    if tree.data in {"blank", "own_number"}:
        sort = "blank" if tree.data == "blank" else "own number"
        return ast.Cell(cast(ast.CellSort, sort), (), text, cell.span)
    if tree.data == "numbered_rows":
        names = [reader.ident(one) for one in tree.children]
        return ast.Cell("numbered", tuple(ast.Name(n, (), n.span) for n in names), text, cell.span)
    try:
        if tree.data == "mix_cell":
            return ast.Cell("mix", (), text, cell.span, mix=reader.amounts(tree.children[0]))
        return ast.Cell("values", tuple(reader.expr(one) for one in tree.children), text, cell.span)
    except TooDeep:
        report.error("R116", cell.span, "this cell is nested too deep")
        return ast.Cell("blank", (), text, cell.span)
