"""Lowers queries of zones: kinds and numbers of pieces."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr, Table
from rulec.ir.types import ElemType, IntType, ListType, SetType, bounds
from rulec.ir.walk import substitute
from rulec.lower.context import ExpressionContext
from rulec.lower.expressions import rows
from rulec.lower.expressions.predicates_to_sets import Members
from rulec.lower.names import Names
from rulec.lower.zone_fields import kinds_of
from rulec.semantics import typed
from rulec.semantics import types as t

# --- where pieces are kept ------------------------------------------------------------------------------


# --- reading --------------------------------------------------------------------------------------------


def support(lowering: ExpressionContext, node: typed.ZoneValue, names: Names) -> Expr:
    """Return the kinds of pieces in a zone or place."""
    if node.whole:
        middle = support(lowering, replace(node, whole=False), names)
        type_ = cast(SetType, middle.type)
        return s.union(middle, lowering.expr(_below(node), names), type_)
    field = lowering.stores.zone(node.zone)
    index = lowering.index(node.owner, node.keys, names)
    if node.zone.row is not None:
        return rows.content(lowering, node, names)
    if node.zone.single or node.zone.pieces.unique:
        return nodes.ReadField(field, index)
    domain = lowering.stores.domain(kinds_of(node.zone.pieces))
    kind = nodes.ReadLocal(lowering.fresh("kind"), ElemType(domain))
    some = nodes.Compare(">=", nodes.ReadField(field, (*index, kind)), s.ONE)
    return nodes.Filter(kind.name, s.full(domain), some, SetType(domain))


def copies(lowering: ExpressionContext, node: typed.Expr, kind: Expr, names: Names) -> Expr:
    """Return the number of pieces of a kind in a multiset."""
    match node:
        case typed.ZoneValue():
            return copies_in(lowering, node, kind, names)
        case typed.OnMember():
            return rows.copies_on(lowering, node, kind, names)
        case typed.Where():
            inner = copies(lowering, node.value, kind, names)
            fits = lowering.expr(node.condition, names.bind(node.var, kind))
            return nodes.IfElse(fits, inner, s.ZERO, _from_zero(inner))
        case typed.SetCombination():
            left = copies(lowering, node.left, kind, names)
            right = copies(lowering, node.right, kind, names)
            a, b = bounds(left.type).hi, bounds(right.type).hi
            if node.op == "+":
                return nodes.Arithmetic("+", left, right, IntType(0, a + b))
            if node.op == "within":
                return nodes.Arithmetic("min", left, right, IntType(0, min(a, b)))
            less = nodes.Arithmetic("-", left, right, IntType(-b, a))
            return nodes.Arithmetic("max", less, s.ZERO, IntType(0, a))
        case typed.UnionOf():
            var = lowering.fresh(node.var.name)
            over = lowering.expr(node.value, names)
            inner_names = names.bind(
                node.var, nodes.ReadLocal(var, ElemType(cast(SetType, over.type).domain))
            )
            formula = copies(lowering, node.formula, kind, inner_names)
            most = bounds(formula.type).hi * cast(SetType, over.type).domain.size
            return nodes.Fold("sum", var, over, formula, 0, IntType(0, most))
        case typed.FirstCopies():
            return _first_copies(lowering, node, kind, names)
        case typed.IfElse():
            condition = lowering.expr(node.condition, names)
            then = copies(lowering, node.then, kind, names)
            otherwise = copies(lowering, node.otherwise, kind, names)
            most = max(bounds(then.type).hi, bounds(otherwise.type).hi)
            return nodes.IfElse(condition, then, otherwise, IntType(0, most))
        case typed.EntriesOf(type=t.SetType(counted=True)):
            return entries_alike(lowering, node, kind, names)
        case typed.Use():
            body, inner_names = lowering.inside(node, names)
            return copies(lowering, body, kind, inner_names)
        case typed.ForPlayer():
            player = lowering.expr(node.player, names)
            return copies(lowering, node.value, kind, type(names)(player, names.locals))
        case _:
            pass
    inside = s.contains(lowering.expr(node, names), kind)
    return nodes.IfElse(inside, s.ONE, s.ZERO, IntType(0, 1))


def _first_copies(lowering: ExpressionContext, node: typed.FirstCopies, kind: Expr, names: Names) -> Expr:
    """Return the number of a kind among the first n pieces, after all kinds that precede it."""
    own = copies(lowering, node.value, kind, names)
    number = lowering.expr(node.number, names)
    assert isinstance(kind.type, ElemType)
    domain = kind.type.domain
    other = nodes.ReadLocal(lowering.fresh("kind"), ElemType(domain))
    before: Expr = nodes.Compare("<", other, kind)  # equal ones stand in the order of declaration
    for rank, key in reversed(node.keys):
        one, two = (lowering.expr(key, names.bind(node.var, each)) for each in (other, kind))
        ahead = nodes.Compare(">" if rank == "most" else "<", one, two)
        level = nodes.Logic("and", nodes.Compare("==", one, two), before)
        before = nodes.Logic("or", ahead, level)
    there = copies(lowering, node.value, other, names)
    most = bounds(there.type).hi * domain.size
    counted = nodes.IfElse(before, there, s.ZERO, _from_zero(there))
    ahead_of = nodes.Fold("sum", other.name, s.full(domain), counted, 0, IntType(0, most))
    have = bounds(number.type)
    left = nodes.Arithmetic("-", number, ahead_of, IntType(have.lo - most, have.hi))
    top = IntType(0, max(0, have.hi))
    rest = nodes.Arithmetic("max", left, s.ZERO, top)
    taken = nodes.Arithmetic("min", own, rest, IntType(0, min(bounds(own.type).hi, top.hi)))
    some = nodes.Compare(">=", number, s.ONE)  # mostly none, and then nothing has to be looked at
    return nodes.IfElse(some, taken, s.ZERO, taken.type)


def copies_of(lowering: ExpressionContext, node: typed.CopiesOf, names: Names) -> Expr:
    return copies(lowering, node.zone, lowering.expr(node.kind, names), names)


def copies_in(lowering: ExpressionContext, node: typed.ZoneValue, kind: Expr, names: Names) -> Expr:
    if node.whole:
        middle = copies_in(lowering, replace(node, whole=False), kind, names)
        below = copies(lowering, _below(node), kind, names)
        most = max(bounds(middle.type).hi, node.zone.pieces.most)
        return nodes.Arithmetic("+", middle, below, IntType(0, most))
    if node.zone.row is not None:
        return rows.copies(lowering, node, kind, names)
    field = lowering.stores.zone(node.zone)
    index = lowering.index(node.owner, node.keys, names)
    if node.zone.single:
        here: Expr = nodes.Compare("==", nodes.ReadField(field, index), kind)
    elif node.zone.pieces.unique:
        here = s.contains(nodes.ReadField(field, index), kind)
    else:
        return nodes.ReadField(field, (*index, kind))
    return nodes.IfElse(here, s.ONE, s.ZERO, IntType(0, 1))


def _layer(node: typed.ZoneValue, which: typed.Expr) -> typed.ZoneValue:
    """Return a layer under a deck."""
    assert node.zone.deck is not None
    assert node.zone.deck.under is not None
    return typed.ZoneValue(node.zone.deck.under, node.owner, (*node.keys, which), node.type, node.span)


def _below(node: typed.ZoneValue) -> typed.Expr:
    """Return all pieces under a deck."""
    assert node.zone.deck is not None
    assert node.zone.deck.layers is not None
    assert isinstance(node.type, t.SetType)
    sort = node.zone.deck.layers.sort
    local = t.Local("layer", t.MemberType(sort), node.span)
    layer = _layer(node, typed.LocalValue(local, node.span))
    return typed.UnionOf(local, typed.All(t.SetType(sort), node.span), layer, node.type, node.span)


def some_left(lowering: ExpressionContext, node: typed.ZoneValue, names: Names) -> Expr:
    """Test a deck for pieces. No layer is empty above a non-empty one."""
    assert node.zone.deck is not None
    assert node.zone.deck.layers is not None
    first = typed.Constant(0, t.MemberType(node.zone.deck.layers.sort), node.span)
    middle = lowering.expr(typed.SomeOf(replace(node, whole=False), node.span), names)
    return s.either(middle, lowering.expr(typed.SomeOf(_layer(node, first), node.span), names))


def number_left(lowering: ExpressionContext, node: typed.ZoneValue, names: Names, most: int) -> Expr:
    """Return the number of pieces in a deck."""
    assert node.zone.deck is not None
    assert node.zone.deck.layers is not None
    sort = node.zone.deck.layers.sort
    local = t.Local("layer", t.MemberType(sort), node.span)
    type_ = t.NumberType(0, most)
    there = typed.NumberOf(_layer(node, typed.LocalValue(local, node.span)), type_, node.span)
    below = typed.Total("sum", local, typed.All(t.SetType(sort), node.span), there, type_, node.span)
    middle = typed.NumberOf(replace(node, whole=False), type_, node.span)
    return nodes.Arithmetic("+", lowering.expr(middle, names), lowering.expr(below, names), IntType(0, most))


def entries_alike(lowering: ExpressionContext, node: typed.EntriesOf, kind: Expr, names: Names) -> Expr:
    """Return the number of entries of a kind in a list."""
    value = lowering.expr(node.value, names)
    assert isinstance(value.type, ListType)
    var = lowering.fresh("entry")
    same = nodes.Compare("==", nodes.ReadLocal(var, ElemType(value.type.members)), kind)
    return nodes.Count(nodes.Filter(var, value, same, value.type), IntType(0, value.type.room))


def _from_zero(value: Expr) -> IntType:
    return IntType(0, bounds(value.type).hi)


def combined(
    lowering: ExpressionContext, node: typed.SetCombination | typed.FirstCopies, names: Names
) -> Expr:
    """Return the kinds with pieces left in a multiset expression."""
    assert isinstance(node.type, t.SetType)
    domain = lowering.stores.domain(node.type.sort)
    kind = nodes.ReadLocal(lowering.fresh("kind"), ElemType(domain))
    some = nodes.Compare(">=", copies(lowering, node, kind, names), s.ONE)
    return nodes.Filter(kind.name, s.full(domain), some, SetType(domain))


def number(lowering: ExpressionContext, node: typed.Expr, names: Names, most: int) -> Expr:
    """Return the size of a multiset."""
    assert isinstance(node.type, t.SetType)
    if rows.is_alike(node):
        return rows.number(lowering, node, names)
    if isinstance(node, typed.SetCombination) and node.op == "+" and _are_zones(node.left, node.right):
        left, right = (number(lowering, one, names, most) for one in (node.left, node.right))
        return nodes.Arithmetic("+", left, right, IntType(0, 2 * most))
    domain = lowering.stores.domain(node.type.sort)
    kind = nodes.ReadLocal(lowering.fresh("kind"), ElemType(domain))
    return _added_up(lowering, kind, copies(lowering, node, kind, names), IntType(0, most))


def _added_up(lowering: ExpressionContext, kind: nodes.ReadLocal, copies: Expr, type_: IntType) -> Expr:
    """Sum over all kinds that may count."""
    assert isinstance(kind.type, ElemType)
    domain = kind.type.domain
    among = domain.full
    members = Members(kind.name, domain, among, lowering.stores.table_of)
    while isinstance(copies, nodes.IfElse) and copies.otherwise == s.ZERO:
        known = members.where(copies.condition)
        if not isinstance(known, Const):
            break
        among, copies = among & known.value, copies.then
    if among == 0:
        return s.ZERO
    if among.bit_count() == 1:
        return substitute(copies, kind.name, Const(among.bit_length() - 1, kind.type))
    return nodes.Fold("sum", kind.name, Const(among, SetType(domain)), copies, 0, type_)


def _are_zones(*values: typed.Expr) -> bool:
    return all(isinstance(one, typed.ZoneValue) and not one.zone.single for one in values)


def owner_of(lowering: ExpressionContext, pieces: t.PieceSort, kind: Expr) -> Expr:
    """Return the owner of a piece, where each owner has one kind."""
    stores = lowering.stores
    kinds, owners = stores.domain(kinds_of(pieces)), stores.owners(pieces)
    if isinstance(kind, Const):
        return Const(kind.value, ElemType(owners))
    table = Table(f"owner of {pieces.singular}", ElemType(owners), (kinds,), tuple(range(kinds.size)))
    return nodes.Lookup(stores.table(table), (kind,))


def owner_of_kind(lowering: ExpressionContext, node: typed.Coordinate, names: Names) -> Expr:
    """Return the owner of a kind: kinds are declared in the order of owners."""
    value = lowering.expr(node.value, names)
    to = cast(ElemType, lowering.type(node.type))
    if isinstance(value, Const):
        return Const(value.value, to)
    have = bounds(value.type)
    source = lowering.stores.domain(node.board)
    if node.what != "owner":
        source = cast(ElemType, lowering.type(node.value.type)).domain
    table = Table(f"{node.what} of {node.board.singular}", to, (source,), tuple(range(source.size)))
    found: Expr = nodes.Lookup(lowering.stores.table(table), (value,))
    if have.lo < 0:
        none = nodes.Compare("<", value, s.ZERO)
        found = nodes.IfElse(none, Const(-1, ElemType(to.domain, True)), found, ElemType(to.domain, True))
    return found


def has_room(lowering: ExpressionContext, zone: typed.ZoneValue, amount: Expr, names: Names) -> Expr:
    """Test a zone for room for more pieces. The limit may refer to the zone's owner."""
    limit, places = zone.zone.most, row_places(zone)
    if limit is None and places is None:
        return s.TRUE
    whose = names
    if zone.owner is not None and zone.zone.subject is not None:
        whose = names.bind(zone.zone.subject, lowering.expr(zone.owner, names))
    elif zone.owner is not None and zone.zone.owner is lowering.stores.game.player_sort:
        whose = type(names)(lowering.expr(zone.owner, names), names.locals)
    most = places
    if limit is not None:
        most = lowering.expr(limit, whose)
        if places is not None:
            both = IntType(bounds(most.type).lo, bounds(places.type).hi)
            most = nodes.Arithmetic("min", most, places, both)
    assert most is not None
    here: Expr
    if isinstance(zone.type, t.SetType) and zone.type.counted:
        here = number(lowering, zone, names, zone.zone.pieces.total)
    else:
        content = lowering.expr(zone, names)
        size = lowering.stores.domain(kinds_of(zone.zone.pieces)).size
        size = content.type.room if isinstance(content.type, ListType) else size
        here = nodes.Count(content, IntType(0, size))
    a, b = bounds(here.type), bounds(amount.type)
    after = nodes.Arithmetic("+", here, amount, IntType(a.lo + b.lo, a.hi + b.hi))
    return nodes.Compare("<=", after, most)


def row_places(zone: typed.ZoneValue) -> Expr | None:
    """Return the number of places of a row."""
    row, pieces = zone.zone.row, zone.zone.pieces
    if row is None or row.most >= (pieces.most if row.alike else pieces.total):
        return None
    return Const(row.most, IntType(row.most, row.most))


def room_for(lowering: ExpressionContext, node: typed.RoomFor, names: Names) -> Expr:
    return has_room(lowering, node.zone, s.ONE, names)
