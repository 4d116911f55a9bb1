"""Queries of pieces by owner: `some (office where owner is me)`.

A place on a board stores the owner of its piece, so a query of the piece becomes one of the owner.
"""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.typed.walk import parts
from rulec.semantics.types import MemberType, PieceType


def pieces_meant(checker: ExpressionBase, value: typed.Expr) -> typed.Expr:
    """Convert the content of a place to a set of pieces; leave other sets unchanged."""
    whose = _whose(value)
    if whose is None or not isinstance(whose.piece.type, PieceType):
        return value
    kinds = whose.piece.type.pieces.kinds
    assert kinds is not None
    piece = typed.Coordinate("piece", whose, kinds, MemberType(kinds, True), value.span)
    return checker.as_set(piece)


def some_of(value: typed.Expr, span: Span) -> typed.Expr:
    return one_of_somebody(value, span) or typed.SomeOf(value, span)


def one_of_somebody(value: typed.Expr, span: Span) -> typed.Expr | None:
    """Simplify `PLACE where owner is X` to a test of the owner; None for other sets."""
    match value:
        case typed.Where(
            var=it,
            value=typed.Where(condition=typed.Comparison("==", _, typed.Coordinate("piece", whose))),
            condition=typed.Comparison(op, typed.Coordinate("owner", typed.LocalValue(asked)), other),
        ) if asked is it and op in {"==", "!="}:
            definite = isinstance(other.type, MemberType) and not other.type.maybe
            if not definite or any(isinstance(p, typed.LocalValue) and p.local is it for p in parts(other)):
                return None
            test = typed.Comparison(op, whose, other, span)
            if op == "==":
                return test
            none = typed.Constant(-1, whose.type, span)
            return typed.Logic("and", typed.Comparison("!=", whose, none, span), test, span)
    return None


def _whose(value: typed.Expr) -> typed.OwnerOf | None:
    match value:
        case typed.Where(condition=typed.Comparison("==", _, typed.OwnerOf() as whose)):
            return whose
        case _:
            pass
    return None
