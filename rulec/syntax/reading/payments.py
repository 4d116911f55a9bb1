"""Read `payment track_price with built:` with the rows and lines below it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rulec.base.diagnostics import Note, Reporter
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.indentation import takes_no_lines
from rulec.syntax.parsing.parser import parse_line
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.table_rows import read_grid
from rulec.syntax.reading.tree_reader import TooDeep

NEEDED: Final = ("source", "from", "worth")
_KNOWN: Final = (*NEEDED, "only_for", "goes_to")
_HINT: Final = "the headings are `source | from | worth`, and perhaps `only_for` and `goes_to`"


def read_payment(
    line: Line, report: Reporter, name: ast.Ident, parameters: tuple[ast.Parameter, ...]
) -> ast.Payment:
    """Read the clauses of a payment, and its table of means of payment."""
    covers: ast.Expr | None = None
    needs: list[ast.Expr] = []
    minimal: Line | None = None
    unread = False  # an unparsable line may be the missing one
    for child in line.children:
        if "|" in child.text:
            continue
        tree = parse_line(child, "payment_line", report)
        if child.children:
            takes_no_lines(child, report)
        if tree is None:
            unread = True
            continue
        if (tree.data == "covers" and covers is not None) or (
            tree.data == "nothing_superfluous" and minimal is not None
        ):
            note = Note(line.span, "in this payment")
            report.error("R122", child.span, "this appears twice", "remove one of the two lines", [note])
        try:
            if tree.data == "covers":
                covers = ExpressionReader(child, report).expr(tree.children[0])
            elif tree.data == "payment_needs":
                needs.append(ExpressionReader(child, report).expr(tree.children[0]))
            else:
                minimal = child
        except TooDeep:
            report.error("R116", child.span, "this line is nested too deep")
    if covers is None and not unread:
        hint = "add a line such as `covers sum of price over bought`"
        report.error("R885", line.span, f"this does not say how much `{name.text}` is to cover", hint)
    rows = replace(line, children=[child for child in line.children if "|" in child.text])
    cited = tuple(one.text for one in line.citations)
    return ast.Payment(
        name, parameters, _rows(rows, report), covers, tuple(needs), minimal is not None, cited, line.span
    )


def _rows(line: Line, report: Reporter) -> tuple[ast.PaymentRow, ...]:
    grid = read_grid(line, report)
    names = [one.name.text if one.name is not None else "" for one in grid.headings]
    if not grid.headings or not {*NEEDED} <= {*names} <= {*_KNOWN} or len({*names}) < len(names):
        if not any(child.broken for child in line.children):
            span = grid.headings[0].span.to(grid.headings[-1].span) if grid.headings else line.span
            report.error("R886", span, "these are not the headings of a payment", _HINT)
        return ()
    found = []
    for row in grid.rows:
        cells = dict(zip(names, row.cells, strict=True))
        source, origin, worth = (cells[name].values for name in NEEDED)
        if not (len(source) == 1 and isinstance(source[0], ast.Name) and not source[0].arguments):
            span, what = cells["source"].span, "the means of payment have one name"
        elif len(origin) != 1:
            span, what = cells["from"].span, "one place is named from which it comes"
        elif isinstance(origin[0], ast.UnionOf) and not isinstance(origin[0].formula, ast.Name):
            span, what = cells["from"].span, "pieces that lie on several spaces are named by their zone"
        elif not (len(worth) == 1 and isinstance(worth[0], ast.Number) and worth[0].value >= 1):
            span, what = cells["worth"].span, "what one is worth is a number from 1 on"
        else:
            assert isinstance(source[0], ast.Name)
            assert isinstance(worth[0], ast.Number)
            only, to = (
                cells[name].values[0] if name in cells and cells[name].values else None
                for name in ("only_for", "goes_to")
            )
            found.append(ast.PaymentRow(source[0].name, origin[0], worth[0].value, only, to, row.span))
            continue
        report.error("R887", span, what, "write rows such as `gold | my hand | 2`")
    return tuple(found)
