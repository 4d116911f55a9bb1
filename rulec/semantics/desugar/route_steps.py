"""How a route goes from space to space, as formulas that rulec writes itself."""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.syntax import ast


def own_name(route: str, what: str) -> str:
    """The name under which a rule that follows a route knows `way's end`."""
    return f"{route}.{what}"


def near_to(route: ast.Route, spaces: ast.Expr, one: ast.Expr) -> ast.Expr:
    """What lies next to these spaces, as the route goes; `one` is any value of the same sort."""
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
    """Those of the spaces for which this row is the first that fits."""
    tests = [ast.Fits(one.condition, one.condition.span) for one in route.rows[: row + 1]]
    before = tuple(ast.Not(one, one.span) for one in tests[:-1])
    condition: ast.Expr = tests[-1]
    if before:
        condition = ast.Logic("and", (*before, condition), condition.span)
    return ast.Where(spaces, condition, span)
