"""Rows: ordered pieces as lists, or as their number where all are alike."""

from __future__ import annotations

from typing import cast

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Expr, Table
from rulec.ir.types import Domain, ElemType, IntType, ListType, SetType, bounds
from rulec.lower.context import ExpressionContext
from rulec.lower.expressions.lists import first_and_rest
from rulec.lower.names import Names
from rulec.semantics import typed
from rulec.semantics import types as t

# --- where they are kept ----------------------------------------------------------------------------------


# --- reading ----------------------------------------------------------------------------------------------


def is_alike(node: typed.Expr) -> bool:
    """Return whether the row holds only the kind of its owner."""
    match node:
        case typed.OnMember():
            return True
        case typed.ZoneValue(zone=zone):
            return zone.row is not None and zone.row.alike
        case _:
            pass
    return False


def number(lowering: ExpressionContext, node: typed.Expr, names: Names) -> Expr:
    """Return the number of pieces in a row of like pieces, or on one of its members."""
    if isinstance(node, typed.OnMember):
        return _on(lowering, node, names)
    assert isinstance(node, typed.ZoneValue)
    return nodes.ReadField(lowering.stores.zone(node.zone), lowering.index(node.owner, node.keys, names))


def content(lowering: ExpressionContext, node: typed.ZoneValue, names: Names) -> Expr:
    """Return the list of pieces in a row."""
    if is_alike(node):
        return _kinds(lowering, number(lowering, node, names), own_kind(lowering, node, names))
    return nodes.ReadField(lowering.stores.zone(node.zone), lowering.index(node.owner, node.keys, names))


def on_member(lowering: ExpressionContext, node: typed.OnMember, names: Names) -> Expr:
    return _kinds(lowering, _on(lowering, node, names), own_kind(lowering, node.row, names))


def _kinds(lowering: ExpressionContext, count: Expr, kind: Expr) -> Expr:
    type_ = SetType(cast(ElemType, kind.type).domain)
    some = nodes.Compare(">=", count, s.ONE)
    return nodes.IfElse(some, nodes.Single(kind, type_), s.empty(type_.domain), type_)


def own_kind(lowering: ExpressionContext, node: typed.ZoneValue, names: Names) -> Expr:
    """Return the only kind of piece in this row."""
    kinds = node.zone.pieces.kinds
    assert kinds is not None
    assert node.owner is not None
    return lowering.expr(typed.Coordinate("piece", node.owner, kinds, t.MemberType(kinds), node.span), names)


def copies(lowering: ExpressionContext, node: typed.ZoneValue, kind: Expr, names: Names) -> Expr:
    """Return the number of pieces of a kind."""
    if is_alike(node):
        return _if_own(lowering, node, number(lowering, node, names), kind, names)
    value = content(lowering, node, names)
    assert isinstance(value.type, ListType)
    entry = nodes.ReadLocal(lowering.fresh("entry"), ElemType(value.type.members))
    same = nodes.IfElse(nodes.Compare("==", entry, kind), s.ONE, s.ZERO, IntType(0, 1))
    return nodes.Fold("sum", entry.name, value, same, 0, IntType(0, value.type.room))


def copies_on(lowering: ExpressionContext, node: typed.OnMember, kind: Expr, names: Names) -> Expr:
    return _if_own(lowering, node.row, _on(lowering, node, names), kind, names)


def _if_own(lowering: ExpressionContext, row: typed.ZoneValue, count: Expr, kind: Expr, names: Names) -> Expr:
    own = own_kind(lowering, row, names)
    if own == kind:
        return count
    return nodes.IfElse(nodes.Compare("==", kind, own), count, s.ZERO, IntType(0, bounds(count.type).hi))


def _on(lowering: ExpressionContext, node: typed.OnMember, names: Names) -> Expr:
    """Return the occupied places of a row, filled up to the right end."""
    row = node.row.zone.row
    assert row is not None
    assert row.laid_over is not None
    places, most = row.laid_over.values, row.most
    table = lowering.stores.domain(cast(t.Sort, row.laid_over.keys[0]))
    values, right = [], most
    for here in places:
        right -= here  # places behind those of this member
        values += [min(max(count - right, 0), here) for count in range(most + 1)]
    counts = Domain(f"0 to {most}", tuple(str(count) for count in range(most + 1)))
    name = f"{row.laid_over.table}.{row.laid_over.name} filled"
    filled = Table(name, IntType(0, max(places)), (table, counts), tuple(values))
    member = lowering.expr(node.member, names)
    count = number(lowering, node.row, names)
    return nodes.Lookup(lowering.stores.table(filled), (member, count))


# --- changing ---------------------------------------------------------------------------------------------


def changed(before: Expr, kind: Expr, put: bool, which: Expr | str) -> Expr:
    """Append a piece at the right end, or remove one."""
    type_ = before.type
    assert isinstance(type_, ListType)
    if put:
        one = nodes.Single(kind, SetType(type_.members))
        return nodes.Joined(before, nodes.Listed(one, type_), type_)
    length = nodes.Count(before, IntType(0, type_.room))
    shorter = nodes.Arithmetic("-", length, s.ONE, IntType(-1, type_.room - 1))
    if which == "first":
        return first_and_rest(before)[1]
    if which == "last":
        return nodes.Part("first", shorter, before, type_)
    at = nodes.PositionOf(kind, before, IntType(0, type_.room)) if isinstance(which, str) else which
    have = bounds(at.type)
    left = nodes.Arithmetic("-", at, s.ONE, IntType(have.lo - 1, have.hi - 1))
    right = nodes.Arithmetic("-", length, at, IntType(-have.hi, type_.room - have.lo))
    return nodes.Joined(
        nodes.Part("first", left, before, type_), nodes.Part("last", right, before, type_), type_
    )
