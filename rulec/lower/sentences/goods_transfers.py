"""Lowers `gain`, `lose` and `pay`, amount by amount."""

from __future__ import annotations

from rulec.base import limits
from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import ElemType, IntType, SetType, bounds
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.expressions.goods import held, home, left
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.semantics import typed


class GoodsLowering:
    """Lowers transfers of goods."""

    def __init__(self, flow: LoweringContext) -> None:
        self.flow = flow

    def transfer(self, node: typed.Transfer, place: Cursor) -> None:
        """Transfer an amount; an infeasible mandatory transfer is a dead end."""
        expr = self.flow.expressions.expr
        owner = expr(node.owner, place.names)
        to = expr(node.to, place.names) if node.to is not None else None
        numbers = [self._number(amount, place) for amount in node.amounts]  # before anything is paid
        for amount, number in zip(node.amounts, numbers, strict=True):
            arguments = tuple(expr(one, place.names) for one in amount.arguments)
            if node.sort == "gain":
                self._gain(amount, owner, arguments, number, place)
                continue
            have = held(self.flow.expressions, amount.goods, owner, arguments)
            if node.sort == "pay":
                message = f"there is not enough {_called(amount)} to pay with"
                self._raise_missing(amount, owner, arguments, number, place, node.span)
                enough = nodes.Compare(">=", have, number)
                self.flow.require(place, enough, "dead end", message, node.span)
            else:
                number = self._kept(_least(number, have), amount, place, node.span)
            self._change(amount.goods, owner, arguments, "-", number, place, node.span)
            if to is not None:
                self._gain(amount, to, arguments, number, place)

    def _number(self, amount: typed.Amount, place: Cursor) -> Expr:
        """Return the amount, evaluated once; a negative one is a mistake of the rules."""
        number = self.flow.expressions.expr(amount.number, place.names)
        if isinstance(number, Const):
            return number
        number = self._kept(number, amount, place, amount.span)
        if bounds(number.type).lo < 0:
            message = f"this amount of {_called(amount)} is less than nothing"
            self.flow.require(place, nodes.Compare(">=", number, s.ZERO), "range", message, amount.span)
        return number

    def _raise_missing(
        self,
        amount: typed.Amount,
        owner: Expr,
        arguments: tuple[Expr, ...],
        number: Expr,
        place: Cursor,
        span: Span,
    ) -> None:
        """Convert the fewest possible units of the substitute into the missing goods."""
        flow, goods = self.flow, amount.goods
        if goods.instead is None:
            return
        other, worth = goods.instead
        have = held(flow.expressions, goods, owner, arguments)
        short = nodes.Compare("<", have, number)
        price = Const(worth, IntType(worth, worth))
        lo, hi = bounds(number.type).lo, bounds(number.type).hi
        missing = nodes.Arithmetic("-", number, have, IntType(lo - bounds(have.type).hi, hi))
        up = nodes.Arithmetic("+", missing, Const(worth - 1, IntType(worth - 1, worth - 1)),
                              IntType(bounds(missing.type).lo + worth - 1, hi + worth - 1))  # fmt: skip
        needed = nodes.Arithmetic("//", up, price, _quotient(up, worth))
        sold = self._kept(nodes.IfElse(short, needed, s.ZERO, _at_least_nothing(needed)), amount, place, span)
        kind = tuple(flow.expressions.expr(one, place.names) for one in goods.instead_kind)
        others = held(flow.expressions, other, owner, kind)
        message = f"there is not enough {_called(amount)} to pay with, and not enough {other.variable.name}"
        flow.require(place, nodes.Compare(">=", others, sold), "dead end", message, span)
        self._change(other, owner, kind, "-", sold, place, span)
        brought = nodes.Arithmetic("*", sold, price, IntType(0, bounds(sold.type).hi * worth))
        after = nodes.Arithmetic("+", have, brought, _sum(have, brought))
        top = bounds(have.type).hi
        fits = nodes.Compare("<=", after, Const(top, IntType(top, top)))
        flow.require(place, fits, "range", f"nobody can have more than {top} {_called(amount)}", span)
        self._change(goods, owner, arguments, "+", brought, place, span)

    def _kept(self, value: Expr, amount: typed.Amount, place: Cursor, span: Span) -> Expr:
        flow = self.flow
        local = flow.read(flow.expressions.fresh(f"{place.rule}.amount"), value.type)
        flow.emit(place, nodes.SetLocal(local.name, value, span))
        return local

    def _gain(
        self, amount: typed.Amount, owner: Expr, arguments: tuple[Expr, ...], number: Expr, place: Cursor
    ) -> None:
        """Gain up to the supply, and never beyond the owner's limit."""
        flow, goods, span = self.flow, amount.goods, amount.span
        rest = left(flow.expressions, goods, arguments)
        if rest is not None:
            number = self._kept(_least(number, rest), amount, place, span)
        have = held(flow.expressions, goods, owner, arguments)
        after = nodes.Arithmetic("+", have, number, _sum(have, number))
        top = bounds(have.type).hi
        if goods.purse is not None:
            self._room(goods.purse, owner, number, place, span)
        elif goods.limit is None or top < goods.limit:
            message = f"nobody can have more than {top} {_called(amount)}"
            fits = nodes.Compare("<=", after, Const(top, IntType(top, top)))
            # Whoever has as much as a number can say has met a limit of ours, and none of the game.
            limitless = goods.limit is None and goods.most is None and top == limits.OPEN_END
            flow.require(place, fits, "range" if limitless else "dead end", message, span)
        if goods.most is not None:
            names = place.names
            most = flow.expressions.expr(goods.most, type(names)(owner, names.locals))
            message = f"there is no room for so much {_called(amount)}"
            flow.require(place, nodes.Compare("<=", after, most), "dead end", message, span)
        self._change(goods, owner, arguments, "+", number, place, span)

    def _change(
        self, goods: typed.Goods, owner: Expr, arguments: tuple[Expr, ...], op: str, number: Expr,
        place: Cursor, span: Span,
    ) -> None:  # fmt: skip
        have = held(self.flow.expressions, goods, owner, arguments)
        after = nodes.Arithmetic(op, have, number, bounds(have.type))  # type: ignore[arg-type]
        place.facts.forget(have.field)
        self.flow.emit(place, nodes.Assign(have.field, have.index, after, span))
        if goods.purse is not None:  # from their home, or back there
            self._at_home(goods, arguments[0], "-" if op == "+" else "+", number, place, span)

    def _at_home(
        self, goods: typed.Goods, kind: Expr, op: str, number: Expr, place: Cursor, span: Span
    ) -> None:
        there = home(self.flow.expressions, goods, kind)
        if there is None:
            return
        after = nodes.Arithmetic(op, there, number, bounds(there.type))  # type: ignore[arg-type]
        place.facts.forget(there.field)
        self.flow.emit(place, nodes.Assign(there.field, there.index, after, span))

    def _room(self, purse: typed.Zone, owner: Expr, number: Expr, place: Cursor, span: Span) -> None:
        """Return the room left by a purse's joint limit."""
        if purse.most is None:
            return
        flow, pieces = self.flow, purse.pieces
        assert pieces.kinds is not None
        domain = flow.stores.domain(pieces.kinds)
        kind = nodes.ReadLocal(flow.expressions.fresh("kind"), ElemType(domain))
        field = flow.stores.zone(purse)
        whole = IntType(0, pieces.total)
        here = nodes.Fold(
            "sum",
            kind.name,
            Const(domain.full, SetType(domain)),
            nodes.ReadField(field, (owner, kind)),
            0,
            whole,
        )
        most = flow.expressions.expr(purse.most, type(place.names)(owner, place.names.locals))
        after = nodes.Arithmetic("+", here, number, _sum(here, number))
        message = f"there is no room for so many {pieces.plural}"
        flow.require(place, nodes.Compare("<=", after, most), "dead end", message, span)


def _quotient(value: Expr, divisor: int) -> IntType:
    have = bounds(value.type)
    return IntType(have.lo // divisor, have.hi // divisor)


def _at_least_nothing(value: Expr) -> IntType:
    return IntType(0, max(0, bounds(value.type).hi))


def _called(amount: typed.Amount) -> str:
    variable = amount.goods.variable
    for one, sort in zip(amount.arguments, variable.keys, strict=True):
        return sort.members[one.value] if isinstance(one, typed.Constant) else sort.singular
    return variable.name


def _least(number: Expr, most: Expr) -> Expr:
    a, b = bounds(number.type), bounds(most.type)
    if a.hi <= b.lo:
        return number
    return nodes.Arithmetic("min", number, most, IntType(min(a.lo, b.lo), min(a.hi, b.hi)))


def _sum(one: Expr, other: Expr) -> IntType:
    a, b = bounds(one.type), bounds(other.type)
    return IntType(a.lo + b.lo, a.hi + b.hi)
