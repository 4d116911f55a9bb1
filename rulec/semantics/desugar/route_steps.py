"""Step relation of a route, as generated expressions."""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.syntax import ast


def own_name(route: str, what: str) -> str:
    """Return the name of a route's local in the generated rule, such as `way's end`."""
    return f"{route}.{what}"


def near_to(route: ast.Route, spaces: ast.Expr, one: ast.Expr) -> ast.Expr:
    """Build the successors of a set of spaces; `one` is any value of their sort."""
    span = route.span
    if route.over is not None:
        return ast.Binary("within", ast.Neighbours(spaces, span), route.over, span)
    assert route.relation is not None
    word = ast.Name(route.relation, (), route.relation.span)
    if route.field == "along":
        return ast.UnionOf(word, ast.Members(None, spaces, span), False, route.relation.span)
    it: ast.Expr = ast.SetOf(ast.Word("it", span), False, span)
    onwards = ast.UnionOf(word, ast.Members(None, it, span), False, route.relation.span)
    leads = ast.Quantity(
        "some", ast.Members(None, ast.Binary("within", onwards, spaces, span), span), None, span
    )
    return ast.Where(ast.SetOf(one, True, span), leads, span)


def fits(route: ast.Route, row: int, spaces: ast.Expr, span: Span) -> ast.Expr:
    """Filter spaces to those for which this row is the first match."""
    tests = [ast.Fits(one.condition, one.condition.span) for one in route.rows[: row + 1]]
    before = tuple(ast.Not(one, one.span) for one in tests[:-1])
    condition: ast.Expr = tests[-1]
    if before:
        condition = ast.Logic("and", (*before, condition), condition.span)
    return ast.Where(spaces, condition, span)
