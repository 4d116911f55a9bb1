"""Mixed zones: one zone for each piece sort, under a common name.

A query of such a zone is evaluated for each part and the results are combined; moved pieces determine their
part.
"""

from __future__ import annotations

from collections.abc import Callable

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.flow.number_ranges import result_range
from rulec.semantics.scope import Scope
from rulec.semantics.types import NumberType, PieceSort
from rulec.syntax import ast


def narrowed(scope: Scope, pieces: PieceSort | None) -> Scope:
    """Return a scope in which mixed zones denote their part for these pieces."""
    names = {name: pieces for name, zone in scope.globals.mixed.items() if pieces in zone.sorts}
    return scope.inside(narrowed={**scope.narrowed, **names}) if names else scope


def narrowed_by(scope: Scope, name: ast.Ident) -> Scope:
    """Narrow mixed zones to a piece sort, as in `each tent in space's tokens`."""
    pieces = scope.globals.pieces.get(name.text) if scope.globals.mixed else None
    return scope if pieces is None else narrowed(scope, pieces)


def mixed_zone(node: ast.Members, scope: Scope) -> typed.MixedZone | None:
    """Return the mixed zone that a fold ranges over, or None."""
    value: ast.Expr = node.value
    while isinstance(value, ast.Where):
        value = value.value
    if not isinstance(value, ast.Name | ast.Possessive):
        return None
    name = value.name.text
    return None if name in scope.narrowed or name in scope.locals else scope.globals.mixed.get(name)


def each_sort(zone: typed.MixedZone, scope: Scope, one: Callable[[Scope], typed.Expr]) -> list[typed.Expr]:
    """Evaluate an expression for each piece sort."""
    return [one(scope.inside(narrowed={**scope.narrowed, zone.name: pieces})) for pieces in zone.sorts]


def together(checker: ExpressionBase, values: list[typed.Expr], span: Span) -> typed.Expr:
    """Add up the numbers of all piece sorts."""
    total = values[0]
    for value in values[1:]:
        if not isinstance(total.type, NumberType) or not isinstance(value.type, NumberType):
            return checker._unknown(span)
        lo, hi = result_range("+", (total.type.lo, total.type.hi), (value.type.lo, value.type.hi))
        total = typed.Arithmetic("+", total, value, NumberType(lo, hi), span)
    return total


def any_of(values: list[typed.Expr], span: Span, op: str = "or") -> typed.Expr:
    """Combine conditions with `or`, or with `and`."""
    found = values[0]
    for value in values[1:]:
        found = typed.Logic("or" if op == "or" else "and", found, value, span)
    return found
