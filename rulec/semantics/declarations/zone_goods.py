"""Purses: zones of players from and into which amounts of their pieces are paid and gained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.types import MemberType, NumberType, Unknown
from rulec.syntax import ast

if TYPE_CHECKING:
    from rulec.semantics.declarations.context import DeclarationContext
    from rulec.semantics.expressions.coercions import Basics
    from rulec.semantics.scope import Scope


def declare_purse(declarer: DeclarationContext, zone: typed.Zone) -> None:
    """For whoever gains and pays, what lies in a purse are goods that are counted by kind."""
    pieces, g = zone.pieces, declarer.globals
    assert pieces.kinds is not None
    problem = ""
    if zone.owner is not declarer.game.player_sort or zone.keys:
        problem = "only a zone that each player has once is a purse"
    elif pieces.owned or pieces.unique or zone.row is not None or zone.seen != "all":
        problem = "a purse is an open zone of pieces that belong to nobody, with several of a kind"
    elif pieces.kinds in g.goods_of:
        problem = f"{pieces.plural} are gained and paid by way of something else already"
    if problem:
        hint = "leave `purse` out, and move these pieces"
        declarer.report.error("R874", zone.span, problem, hint)
        return
    type_ = NumberType(0, pieces.most)
    held = typed.Variable(zone.owner, zone.name, type_, 0, zone.span, (pieces.kinds,))
    g.goods_of[pieces.kinds] = typed.Goods(held, None, "", None, zone.span, purse=zone)


def copies_of(
    checker: Basics, zone: typed.Expr, node: ast.Expr, name: str, span: Span, scope: Scope
) -> typed.Expr:
    """`supply(rail)`: how many pieces of a kind lie in a zone; of none there are none."""
    assert isinstance(zone, typed.ZoneValue)
    kinds = zone.zone.pieces.kinds
    assert kinds is not None
    kind = checker.member(node, scope, kinds, f"what stands in the brackets of `{name}`")
    if isinstance(kind.type, Unknown):
        return kind
    nothing = typed.Constant(0, NumberType(0, 0), span)
    found: typed.Expr = typed.CopiesOf(zone, present(kind), NumberType(0, zone.zone.pieces.most), span)
    return or_else(kind, found, nothing)


def present(kind: typed.Expr) -> typed.Expr:
    """The member where there is one, else the first of its sort, of which nothing is read then."""
    if not isinstance(kind.type, MemberType) or not kind.type.maybe:
        return kind
    type_ = MemberType(kind.type.sort)
    return or_else(kind, typed.Recast(kind, type_, kind.span), typed.Constant(0, type_, kind.span))


def or_else(kind: typed.Expr, found: typed.Expr, otherwise: typed.Expr) -> typed.Expr:
    """One value where this is a member, another where it is none."""
    if not isinstance(kind.type, MemberType) or not kind.type.maybe:
        return found
    none = typed.Comparison("==", kind, typed.Constant(-1, kind.type, kind.span), kind.span)
    return typed.IfElse(none, otherwise, found, found.type, kind.span)


def asks_for_kind(zone: typed.Zone, arguments: tuple[ast.Expr, ...]) -> bool:
    """Does one more word stand in the brackets than the zone is kept for?"""
    return len(arguments) == len(zone.keys) + 1 and not zone.single
