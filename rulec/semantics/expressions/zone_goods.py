"""Counts of a kind of piece in a zone."""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.scope import Scope
from rulec.semantics.types import MemberType, NumberType, Unknown
from rulec.syntax import ast


def copies_of(
    checker: ExpressionBase, zone: typed.Expr, node: ast.Expr, name: str, span: Span, scope: Scope
) -> typed.Expr:
    """Type `supply(rail)`: the number of pieces of a kind in a zone; none counts 0."""
    assert isinstance(zone, typed.ZoneValue)
    kinds = zone.zone.pieces.kinds
    assert kinds is not None
    kind = checker.member(node, scope, kinds, f"the argument of `{name}`")
    if isinstance(kind.type, Unknown):
        return kind
    nothing = typed.Constant(0, NumberType(0, 0), span)
    found: typed.Expr = typed.CopiesOf(zone, present(kind), NumberType(0, zone.zone.pieces.most), span)
    return or_else(kind, found, nothing)


def present(kind: typed.Expr) -> typed.Expr:
    """Replace none by an arbitrary member, for an operand whose value is then unused."""
    if not isinstance(kind.type, MemberType) or not kind.type.maybe:
        return kind
    type_ = MemberType(kind.type.sort)
    return or_else(kind, typed.Conversion(kind, type_, kind.span), typed.Constant(0, type_, kind.span))


def or_else(kind: typed.Expr, found: typed.Expr, otherwise: typed.Expr) -> typed.Expr:
    """Select a value by whether an optional member is none."""
    if not isinstance(kind.type, MemberType) or not kind.type.maybe:
        return found
    none = typed.Comparison("==", kind, typed.Constant(-1, kind.type, kind.span), kind.span)
    return typed.IfElse(none, otherwise, found, found.type, kind.span)


def asks_for_kind(zone: typed.Zone, arguments: tuple[ast.Expr, ...]) -> bool:
    """Return whether an argument list has a kind of piece behind the zone's keys."""
    return len(arguments) == len(zone.keys) + 1 and not zone.single
