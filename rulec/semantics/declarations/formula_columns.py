"""Declares columns of formulas: a definition on the kind of the rows with a formula for each."""

from __future__ import annotations

from rulec.base.diagnostics import Reporter
from rulec.semantics import typed
from rulec.semantics.types import (
    Local,
    MemberType,
    Sort,
)
from rulec.syntax import ast


def formula_column(
    sort: Sort, heading: ast.Heading, cells: list[ast.Cell], report: Reporter
) -> tuple[typed.Definition, ast.ByMember]:
    """Build the definition that a column of formulas declares."""
    assert heading.name is not None
    row = Local(sort.singular, MemberType(sort), heading.span)
    definition = typed.Definition(heading.name.text, row, (), heading.span, formula=True)
    cases = tuple(_formula(cell, report) for cell in cells)
    return definition, ast.ByMember(ast.Word("it", heading.span), cases, heading.span)


def _formula(cell: ast.Cell, report: Reporter) -> ast.Expr | None:
    """Return the formula of a cell; None if it is empty."""
    if cell.sort == "values" and len(cell.values) == 1:
        return cell.values[0]
    if cell.sort != "blank":
        hint = "write a number or a condition, such as `number of my stations`, or `-` for none"
        report.error("R760", cell.span, "this column holds formulas, and this is not a formula", hint)
    return None
