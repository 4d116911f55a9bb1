"""Read the provenance of rules: citations at the ends of lines, and `assumed` notes."""

from __future__ import annotations

from collections.abc import Iterator

import lark

from rulec.base.diagnostics import Reporter
from rulec.syntax import ast
from rulec.syntax.ast.examples import Assumed, Cited
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.indentation import takes_no_lines
from rulec.syntax.parsing.parser import first_word, parse_line
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.tree_reader import branches


def citations(outline: list[Line], top: Line | None = None) -> Iterator[Cited]:
    """Yield all citations of the file, in file order."""
    for line in outline:
        owner = top or line
        example = first_word(owner) == "example"
        for one in line.citations:
            yield Cited(one.text, one.span, line.span, _heading(owner), example)
        yield from citations(line.children, owner)


def _heading(line: Line) -> str:
    """Return the first words of a declaration, up to its colon."""
    before, colon, _ = line.text.partition(":")
    quoted = colon and before.count('"') % 2  # a colon inside a title
    return (line.text if quoted else before)[:60].strip()


def take_assumed(outline: list[Line], top: Line | None, found: list[Assumed], report: Reporter) -> list[Line]:
    """Remove the `assumed` notes from the outline, below any declaration, and collect them in `found`.

    The notes of a table are read with its rows, because they name its columns.
    """
    kept = []
    for line in outline:
        if top is None and first_word(line) in {"table", "graph"}:
            kept.append(line)
            continue
        line.children = take_assumed(line.children, top or line, found, report)
        if first_word(line) != "assumed" or line.text.removeprefix("assumed").lstrip()[:1] != '"':
            kept.append(line)
            continue
        one = _assumed(line, top, report)
        if one is not None:
            found.append(one)
        if line.children:
            takes_no_lines(line, report, "remove the spaces before it, if it is a declaration")
    return kept


def assumed_in_tables(declarations: list[ast.Declaration]) -> Iterator[Assumed]:
    """Yield the `assumed` notes of tables."""
    for one in declarations:
        if isinstance(one, ast.Table | ast.LookupTable):
            name = one.plural if isinstance(one, ast.Table) else one.name
            word = "graph" if isinstance(one, ast.Table) and one.joins is not None else "table"
            for note in one.grid.assumed:
                yield Assumed(note.reason, note.columns, one.span, f"{word} {name.text}", note.span)


def _assumed(line: Line, top: Line | None, report: Reporter) -> Assumed | None:
    tree = parse_line(line, "assumed", report)
    if tree is None:
        return None
    reader = ExpressionReader(line, report)
    reason, names = branches(tree)
    assert isinstance(reason, lark.Token)
    children = names.children if isinstance(names, lark.Tree) else []
    return Assumed(
        ast.Text(str(reason)[1:-1], reader.span(reason)),
        tuple(reader.ident(one) for one in children if isinstance(one, lark.Token)),
        top.span if top is not None else None,
        _heading(top) if top is not None else "",
        line.span,
    )
