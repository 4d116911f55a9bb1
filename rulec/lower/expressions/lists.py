"""Lowers lists and orderings."""

from __future__ import annotations

from typing import Any, Literal

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import ElemType, IntType, ListType, SetType, bounds
from rulec.lower.context import ExpressionContext
from rulec.lower.names import Names
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.expressions.list_terms import most_entries


def _type(lowering: ExpressionContext, type_: t.ListType) -> ListType:
    return lowering.stores.list_type(type_.sort)


def _as_list(lowering: ExpressionContext, value: Expr, type_: t.ListType) -> Expr:
    if isinstance(value.type, ListType):
        return value
    return nodes.Listed(value, _type(lowering, type_))


def listed(lowering: ExpressionContext, node: typed.Listed, names: Names) -> Expr:
    return _as_list(lowering, lowering.expr(node.value, names), node.type)


def entries_of(lowering: ExpressionContext, node: typed.EntriesOf, names: Names) -> Expr:
    value, type_ = lowering.expr(node.value, names), lowering.set_type(node.type)
    if isinstance(value, nodes.Listed):
        return value.value
    if isinstance(value, nodes.InOrder) and not isinstance(value.value.type, ListType):
        return value.value  # the order does not matter
    var = lowering.fresh("entry")
    member = nodes.ReadLocal(var, ElemType(type_.domain))
    return nodes.UnionOf(var, value, nodes.Single(member, type_), type_)


def in_order(lowering: ExpressionContext, node: typed.InOrder, names: Names) -> Expr:
    value = lowering.expr(node.value, names)
    if isinstance(value, nodes.Listed):
        value = value.value  # the ordered value may be a set
    var = lowering.fresh(node.var.name)
    member = nodes.ReadLocal(var, ElemType(_type(lowering, node.type).members))
    key = lowering.expr(node.key, names.bind(node.var, member))
    op: Any = "max" if node.rank == "most" else "min"
    return nodes.InOrder(op, var, value, key, _type(lowering, node.type))


def end_of(which: Literal["first", "last"], value: Expr, type_: ElemType) -> Expr:
    """Return the first or last member or entry, without sorting where one suffices."""
    whole, orders = value, []
    while isinstance(whole, nodes.InOrder):
        orders.append(whole)
        whole = whole.value
    among = whole.value if isinstance(whole, nodes.Listed) else whole
    if not orders or isinstance(among.type, ListType):
        return nodes.Pick(which, value, type_)
    assert isinstance(among.type, SetType)
    for one in orders:  # the order that was made last counts first
        far: Any = one.op if which == "first" else {"min": "max", "max": "min"}[one.op]
        among = nodes.BestOf(far, one.var, among, one.key, among.type)
    return nodes.Pick(which, among, type_)


def ring(lowering: ExpressionContext, node: typed.Ring, names: Names) -> Expr:
    """Return the seat distance: a number from 0 up to the number of seats less 1."""
    value, start = lowering.expr(node.value, names), lowering.expr(node.start, names)
    if node.seating is not None:
        return _ring_of_actors(lowering, node, node.seating, value, start, names)
    seats = lowering.stores.number_of_seats()
    most = bounds(seats.type).hi
    var = lowering.fresh("seat")
    member = nodes.ReadLocal(var, lowering.stores.player_type)
    ends = (start, member) if node.backwards else (member, start)
    far = nodes.Arithmetic("-", ends[0], ends[1], IntType(-most, most))
    back = Const(1 if node.after else 0, IntType(0, 1))
    whole = nodes.Arithmetic("-", seats, back, IntType(0, most))
    key = nodes.Arithmetic(
        "%", nodes.Arithmetic("+", far, whole, IntType(-most, 2 * most)), seats, IntType(0, most)
    )
    return nodes.InOrder("min", var, value, key, _type(lowering, node.type))


def _ring_of_actors(
    lowering: ExpressionContext,
    node: typed.Ring,
    seating: typed.Expr,
    value: Expr,
    start: Expr,
    names: Names,
) -> Expr:
    """Return the seat distance by the list of seats; a player without a seat counts as the first there."""
    places = lowering.expr(seating, names)
    assert isinstance(places.type, ListType)
    room = places.type.room
    one, whole = Const(1, IntType(1, 1)), IntType(1, room)
    seats = nodes.Arithmetic("max", nodes.Count(places, IntType(0, room)), one, whole)
    var = lowering.fresh("seat")
    member = nodes.ReadLocal(var, ElemType(places.type.members))
    first = nodes.Arithmetic("max", nodes.PositionOf(start, places, IntType(0, room)), one, whole)
    own = nodes.PositionOf(member, places, IntType(0, room))
    ends = (first, own) if node.backwards else (own, first)
    far = nodes.Arithmetic("-", ends[0], ends[1], IntType(-room, room))
    back = Const(1 if node.after else 0, IntType(0, 1))
    more = nodes.Arithmetic(
        "+", nodes.Arithmetic("-", far, back, IntType(-room - 1, room)), seats, IntType(-room, 2 * room)
    )
    key = nodes.Arithmetic(
        "%", nodes.Arithmetic("+", more, seats, IntType(0, 3 * room)), seats, IntType(0, room)
    )
    return nodes.InOrder("min", var, value, key, _type(lowering, node.type))


def entry_of(lowering: ExpressionContext, node: typed.EntryOf, names: Names) -> Expr:
    number, value = lowering.expr(node.number, names), lowering.expr(node.value, names)
    return nodes.Entry(number, value, ElemType(lowering.stores.domain(node.type.sort), True))


def holds_along(lowering: ExpressionContext, node: typed.HoldsAlong, names: Names) -> Expr:
    var = lowering.fresh(node.var.name)
    value = lowering.expr(node.value, names)
    member = nodes.ReadLocal(var, lowering.type(node.var.type))
    inner = names.bind(node.var, member)
    start = lowering.expr(node.start, names)
    return nodes.HoldsAlong(
        var, value, start, lowering.expr(node.pays, inner), lowering.expr(node.earns, inner)
    )


def position_of(lowering: ExpressionContext, node: typed.PositionOf, names: Names) -> Expr:
    member, value = lowering.expr(node.member, names), lowering.expr(node.value, names)
    assert isinstance(value.type, ListType)
    return nodes.PositionOf(member, value, IntType(node.type.lo, node.type.hi))


def join_lists(lowering: ExpressionContext, node: typed.JoinLists, names: Names) -> Expr:
    left, right = (
        _as_list(lowering, lowering.expr(one, names), node.type) for one in (node.left, node.right)
    )
    return nodes.Joined(left, right, _type(lowering, node.type))


def some_entries(lowering: ExpressionContext, node: typed.SomeEntries, names: Names) -> Expr:
    number = lowering.expr(node.number, names)
    value = _as_list(lowering, lowering.expr(node.value, names), node.type)
    return nodes.Part(node.which, number, value, _type(lowering, node.type))


def filtered(lowering: ExpressionContext, node: typed.Where, names: Names) -> Expr:
    """Filter the entries by a condition, order preserved."""
    assert isinstance(node.type, t.ListType)
    type_ = _type(lowering, node.type)
    var = lowering.fresh(node.var.name)
    member = nodes.ReadLocal(var, ElemType(type_.members))
    test = lowering.expr(node.condition, names.bind(node.var, member))
    return nodes.Filter(var, lowering.expr(node.value, names), test, type_)


def has(value: Expr, member: Expr) -> Expr:
    """Test a list for an entry."""
    assert isinstance(value.type, ListType)
    place = nodes.PositionOf(member, value, IntType(0, value.type.room))
    return nodes.Compare(">", place, Const(0, IntType(0, 0)))


def too_long(value: Expr, node: typed.Expr, wanted: t.ListType) -> Expr | None:
    """Test that a list exceeds the capacity of its variable; None if it never does."""
    if most_entries(node) <= wanted.entries:
        return None
    assert isinstance(value.type, ListType)
    most = Const(wanted.entries, IntType(wanted.entries, wanted.entries))
    return nodes.Compare("<=", nodes.Count(value, IntType(0, value.type.room)), most)


def first_and_rest(value: Expr) -> tuple[Expr, Expr]:
    """Split a list into its first entry and the rest."""
    type_ = value.type
    assert isinstance(type_, ListType)
    whole = type_.domain.full
    rest = nodes.Shift(value, ((-type_.digit, whole),), type_)
    return nodes.Pick("first", value, ElemType(type_.members, True)), rest


def without_one(value: Expr, member: Expr) -> Expr:
    """Remove the first entry equal to a member, which occurs."""
    type_ = value.type
    assert isinstance(type_, ListType)
    room, one = IntType(0, type_.room), Const(1, IntType(1, 1))
    place = nodes.PositionOf(member, value, room)
    before = nodes.Arithmetic("-", place, one, IntType(-1, type_.room))
    after = nodes.Arithmetic("-", nodes.Count(value, room), place, IntType(-type_.room, type_.room))
    ends = nodes.Part("first", before, value, type_), nodes.Part("last", after, value, type_)
    return nodes.Joined(*ends, type_)
