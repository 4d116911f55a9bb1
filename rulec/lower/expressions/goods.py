"""Goods in expressions: holdings, supply, affordability."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import IntType, bounds
from rulec.lower.context import ExpressionContext
from rulec.lower.names import Names
from rulec.semantics import typed


def held(
    lowering: ExpressionContext, goods: typed.Goods, owner: Expr, arguments: tuple[Expr, ...]
) -> nodes.ReadField:
    """Return the amount of goods that an owner has."""
    if goods.purse is not None:
        return nodes.ReadField(lowering.stores.zone(goods.purse), (owner, *arguments))
    return nodes.ReadField(lowering.stores.variable(goods.variable), (owner, *arguments))


def home(lowering: ExpressionContext, goods: typed.Goods, kind: Expr) -> nodes.ReadField | None:
    """Return the number of a purse's pieces at home; None if unlimited."""
    assert goods.purse is not None
    pieces, stores = goods.purse.pieces, lowering.stores
    for zone in stores.game.zones:
        if pieces.home and zone.name == pieces.home and zone.pieces is pieces and zone.owner is None:
            return nodes.ReadField(stores.zone(zone), (kind,))
    box = stores.home(pieces)
    return None if box is None else nodes.ReadField(box, (kind,))


def left(lowering: ExpressionContext, goods: typed.Goods, arguments: tuple[Expr, ...]) -> Expr | None:
    """Return the amount that nobody has; None if unlimited."""
    if goods.purse is not None:
        return home(lowering, goods, arguments[0])
    if goods.limit is None:
        return None
    stores = lowering.stores
    who = nodes.ReadLocal(lowering.fresh("holder"), stores.player_type)
    held_by = held(lowering, goods, who, arguments)
    whole = IntType(0, goods.limit)
    taken = nodes.Fold("sum", who.name, stores.everyone(), held_by, 0, whole)
    return nodes.Arithmetic("-", Const(goods.limit, IntType(goods.limit, goods.limit)), taken, whole)


def number_of(lowering: ExpressionContext, amount: typed.Amount, names: Names) -> Expr:
    return lowering.expr(amount.number, names)


def can_pay(lowering: ExpressionContext, node: typed.CanPay, names: Names) -> Expr:
    """Test whether all amounts can be paid. Amounts of one kind are summed."""
    owner = lowering.expr(node.owner, names)
    given = [
        (one, number_of(lowering, one, names), tuple(lowering.expr(arg, names) for arg in one.arguments))
        for one in node.amounts
    ]
    test: Expr = s.TRUE
    short: dict[typed.Goods, list[tuple[Expr, tuple[Expr, ...]]]] = {}  # goods by kind that others stand for
    for amount, number, arguments in given:
        needed = number
        for other, more, others in given:
            if other is not amount and other.goods is amount.goods:
                needed = _added(needed, more, arguments, others)
        have = held(lowering, amount.goods, owner, arguments)
        enough: Expr = nodes.Compare(">=", have, needed)
        if amount.goods.instead is not None and not arguments:
            enough = s.either(enough, _with_others(lowering, given, amount.goods, owner, needed, names))
        elif amount.goods.instead is not None:  # its substitutes may be needed for other kinds, too
            parts = short.setdefault(amount.goods, [])
            earlier = [others for _, others in parts]
            parts.append((_units(have, needed, amount.goods, arguments, earlier), arguments))
            continue
        test = s.both(test, enough)
    for goods, units in short.items():
        free = _free(lowering, given, goods, owner, names)
        test = s.both(test, nodes.Compare(">=", free, _sum([one for one, _ in units])))
    return test


def _units(
    have: Expr, needed: Expr, goods: typed.Goods, arguments: tuple[Expr, ...], earlier: list[tuple[Expr, ...]]
) -> Expr:
    """Return the units of the substitute that the missing amount takes; none for a kind counted before."""
    assert goods.instead is not None
    worth = goods.instead[1]
    most = max(0, bounds(needed.type).hi)
    missing = nodes.Arithmetic(
        "-", needed, have, IntType(bounds(needed.type).lo - bounds(have.type).hi, most)
    )
    lack = s.if_else(nodes.Compare("<", have, needed), missing, s.ZERO, IntType(0, most))
    up = nodes.Arithmetic("+", lack, Const(worth - 1, IntType(worth - 1, worth - 1)),
                          IntType(worth - 1, most + worth - 1))  # fmt: skip
    units: Expr = nodes.Arithmetic("//", up, Const(worth, IntType(worth, worth)),
                                   IntType(0, (most + worth - 1) // worth))  # fmt: skip
    for others in earlier:
        alike: Expr = s.TRUE
        for one, other in zip(arguments, others, strict=True):
            if isinstance(one, Const) and isinstance(other, Const):
                alike = s.both(alike, s.TRUE if one.value == other.value else s.FALSE)
            else:  # a constant stands on the right
                pair = (other, one) if isinstance(one, Const) else (one, other)
                alike = s.both(alike, nodes.Compare("==", *pair))
        units = s.if_else(alike, s.ZERO, units, IntType(0, bounds(units.type).hi))
    return units


def _sum(numbers: list[Expr]) -> Expr:
    whole, *rest = numbers
    for one in rest:
        a, b = bounds(whole.type), bounds(one.type)
        whole = nodes.Arithmetic("+", whole, one, IntType(a.lo + b.lo, a.hi + b.hi))
    return whole


def _with_others(
    lowering: ExpressionContext,
    given: list[tuple[typed.Amount, Expr, tuple[Expr, ...]]],
    goods: typed.Goods,
    owner: Expr,
    needed: Expr,
    names: Names,
) -> Expr:
    """Test whether goods and their substitute suffice together, less the substitute's own price."""
    assert goods.instead is not None
    worth = goods.instead[1]
    have, free = held(lowering, goods, owner, ()), _free(lowering, given, goods, owner, names)
    a = bounds(free.type)
    price = Const(worth, IntType(worth, worth))
    brought = nodes.Arithmetic("*", free, price, IntType(a.lo * worth, a.hi * worth))
    a, b = bounds(have.type), bounds(brought.type)
    both = nodes.Arithmetic("+", have, brought, IntType(a.lo + b.lo, a.hi + b.hi))
    return nodes.Compare(">=", both, needed)


def _free(
    lowering: ExpressionContext,
    given: list[tuple[typed.Amount, Expr, tuple[Expr, ...]]],
    goods: typed.Goods,
    owner: Expr,
    names: Names,
) -> Expr:
    """Return the available amount of the substitute, less its own price."""
    assert goods.instead is not None
    other = goods.instead[0]
    kind = tuple(lowering.expr(one, names) for one in goods.instead_kind)
    free: Expr = held(lowering, other, owner, kind)
    for amount, number, arguments in given:
        if amount.goods is other:
            number = _of_kind(number, arguments, kind)
            a, b = bounds(free.type), bounds(number.type)
            free = nodes.Arithmetic("-", free, number, IntType(a.lo - b.hi, a.hi - b.lo))
    return free


def _of_kind(number: Expr, arguments: tuple[Expr, ...], kind: tuple[Expr, ...]) -> Expr:
    """Return the number if the kinds match, else 0."""
    alike: Expr = s.TRUE
    for one, other in zip(arguments, kind, strict=True):
        if isinstance(one, Const) and isinstance(other, Const):
            alike = s.both(alike, s.TRUE if one.value == other.value else s.FALSE)
        else:
            alike = s.both(alike, nodes.Compare("==", one, other))
    have = bounds(number.type)
    return s.if_else(alike, number, s.ZERO, IntType(min(0, have.lo), max(0, have.hi)))


def _added(number: Expr, more: Expr, arguments: tuple[Expr, ...], others: tuple[Expr, ...]) -> Expr:
    """Add two amounts of the same kind."""
    for one, other in zip(arguments, others, strict=True):
        if isinstance(one, Const) and isinstance(other, Const):
            if one.value != other.value:
                return number
        elif one != other:
            have = bounds(more.type)
            either = IntType(min(0, have.lo), max(0, have.hi))
            more = nodes.IfElse(nodes.Compare("==", one, other), more, s.ZERO, either)
    a, b = bounds(number.type), bounds(more.type)
    return nodes.Arithmetic("+", number, more, IntType(a.lo + b.lo, a.hi + b.hi))
