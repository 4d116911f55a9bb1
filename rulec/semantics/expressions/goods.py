"""Type checks of goods and amounts: `3 money`, `2 of x`, `can pay 1 iron + 2 coin`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.expressions.zone_goods import or_else, present
from rulec.semantics.scope import Globals, Scope
from rulec.semantics.types import (
    UNCOUNTED,
    ListType,
    MemberType,
    MixType,
    NumberType,
    PieceSort,
    SetType,
    Unknown,
)
from rulec.syntax import ast


class GoodsExpressions(ExpressionBase):
    """Type checks of gained and paid amounts."""

    def payer(self, span: Span, scope: Scope) -> typed.Expr:
        """Return the player who gains or pays: the acting one."""
        return self.expr(ast.Word("me", span), scope)

    def amounts(self, given: tuple[ast.Amount, ...], scope: Scope) -> tuple[typed.Amount, ...] | None:
        """Type the amounts of a mix; None after a report."""
        if len(given) == 1 and given[0].name is None and given[0].kind is None:
            return self._whole(given[0], scope)
        found = [self._amount(one, scope) for one in given]
        known = tuple(one for one in found if one is not None)
        return known if len(known) == len(found) else None

    def _whole(self, node: ast.Amount, scope: Scope) -> tuple[typed.Amount, ...] | None:
        """Type `pay price(x, 2)`: the amounts in a cell."""
        value = self.expr(node.number, scope)
        if isinstance(value.type, Unknown):
            return None
        if isinstance(value.type, SetType | ListType):
            each = self._each_of(value, scope)
            if each is not None:
                return each
        if not isinstance(value.type, MixType):
            message = f"only amounts can be gained and paid, but this is {value.type}"
            hint = "write behind it of what, as in `3 money`" if isinstance(value.type, NumberType) else ""
            self._error(scope, "R844", node.span, message, hint)
            return None
        found: list[typed.Amount] = []
        for name, number in self._parts(value):
            goods, arguments = self._named(name, scope)
            if goods is None:
                return None
            found.append(typed.Amount(number, goods, arguments, node.span))
        return tuple(found)

    def _each_of(self, value: typed.Expr, scope: Scope) -> tuple[typed.Amount, ...] | None:
        """Type `gain goods` for a chosen set or list: each kind with its multiplicity."""
        assert isinstance(value.type, SetType | ListType)
        for sort, goods in scope.globals.goods_of.items():
            if value.type.sort is not sort:
                continue
            counted = value.type
            most = 1
            if isinstance(value.type, ListType):
                counted, most = SetType(sort, counted=True), value.type.entries
                value = typed.EntriesOf(value, counted, value.span)
            elif value.type.counted:
                most = UNCOUNTED
            numbers = NumberType(0, most)
            kinds = [typed.Constant(n, MemberType(sort), value.span) for n in range(sort.size)]
            return tuple(
                typed.Amount(typed.CopiesOf(value, kind, numbers, value.span), goods, (kind,), value.span)
                for kind in kinds
            )
        return None

    def _parts(self, value: typed.Expr) -> list[tuple[ast.Ident, typed.Expr]]:
        """Split a mix into its amounts: pairs of name and number."""
        if isinstance(value, typed.IfElse):
            then, otherwise = self._parts(value.then), self._parts(value.otherwise)
            nothing = typed.Constant(0, NumberType(0, 0), value.span)
            sides: list[tuple[ast.Ident, typed.Expr, typed.Expr]] = [(n, one, nothing) for n, one in then]
            sides += [(n, nothing, one) for n, one in otherwise]
            return [(name, self._either(value, a, b)) for name, a, b in sides]
        if isinstance(value, typed.ColumnValue):
            return [(name, replace(value, column=column)) for name, column in value.column.mix]
        return []  # no amounts

    def _either(self, value: typed.IfElse, then: typed.Expr, otherwise: typed.Expr) -> typed.Expr:
        a, b = then.type, otherwise.type
        assert isinstance(a, NumberType)
        assert isinstance(b, NumberType)
        type_ = NumberType(min(a.lo, b.lo), max(a.hi, b.hi))
        return typed.IfElse(value.condition, then, otherwise, type_, value.span)

    def _amount(self, node: ast.Amount, scope: Scope) -> typed.Amount | None:
        number = self.number(node.number, scope, "how many there are")
        goods, arguments = (
            self._named(node.name, scope) if node.name is not None else self._of_kind(node, scope)
        )
        if goods is None or isinstance(number.type, Unknown):
            return None
        if node.kind is not None:
            kind = self.expr(node.kind, scope)  # an amount of none is 0
            number = or_else(kind, number, typed.Constant(0, NumberType(0, 0), node.span))
            if isinstance(number, typed.IfElse) and isinstance(number.type, NumberType):
                least = NumberType(min(0, number.type.lo), max(0, number.type.hi))
                number = replace(number, type=least)
        assert isinstance(number.type, NumberType)
        if number.type.hi < 0:
            message = "this is negative"
            self._error(scope, "R822", node.number.span, message, "write an amount of 0 or more")
            return None
        return typed.Amount(number, goods, arguments, node.span)

    def _named(self, name: ast.Ident, scope: Scope) -> tuple[typed.Goods | None, tuple[typed.Expr, ...]]:
        """Resolve `3 money`: goods by name, or one kind of goods counted by kind."""
        g = scope.globals
        goods = g.goods.get(name.text)
        if goods is not None and not goods.variable.keys:
            return goods, ()
        if name.text in g.constants:
            sort, index = g.constants[name.text]
            found = self._counted(typed.Constant(index, MemberType(sort), name.span), scope)
            if found is not None:
                return found
        hint = did_you_mean(name.text, self._words(scope))
        if goods is not None:
            kinds = goods.variable.keys[0]
            hint = f"say of which {kinds.singular}: `... of {kinds.members[0]}`, or `... {kinds.members[0]}`"
        elif name.text in scope.locals:
            hint = f"write `of` before `{name.text}`"
        elif (pieces := _pieces_called(name.text, g)) is not None:
            kind = f" of {name.text}" if name.text not in {pieces.singular, pieces.plural} else ""
            mine = next((f"my {zone}" for zone in _zones_of_players(pieces, g)), "a_zone")
            moved = f"move 1 {pieces.singular}{kind} from {pieces.home or 'box'} to {mine}"
            hint = f"these are pieces, which are moved: `{moved}`, or the other way round"
        g.report.unknown("R820", name.text, name.span, f"no goods are called `{name.text}`", hint)
        return None, ()

    def _words(self, scope: Scope) -> set[str]:
        g = scope.globals
        kinds = {member for sort in g.goods_of for member in sort.members}
        return kinds | {word for word, one in g.goods.items() if not one.variable.keys}

    def _of_kind(self, node: ast.Amount, scope: Scope) -> tuple[typed.Goods | None, tuple[typed.Expr, ...]]:
        """Resolve `2 of x`, where x is a kind of goods."""
        assert node.kind is not None
        word = node.kind.name.text if isinstance(node.kind, ast.Name) else ""
        goods = scope.globals.goods.get(word)
        if goods is not None and not goods.variable.keys and word not in scope.locals:
            message = (
                f"`of` stands before a kind by which goods are counted, and `{word}` are goods themselves"
            )
            self._error(scope, "R821", node.kind.span, message, f"leave `of` out, as in `2 {word}`")
            return None, ()
        if isinstance(node.kind, ast.Name | ast.Possessive) and self._is_amount_of_kind(node.kind, scope):
            message = f"`of` stands before a kind, and `{node.kind.name.text}` is the number of each kind"
            named = [one.name.text for one in node.kind.arguments if isinstance(one, ast.Name)]
            self._error(
                scope, "R821", node.kind.span, message, f"write `of {named[0]}`" if len(named) == 1 else ""
            )
            return None, ()
        kind = self.expr(node.kind, scope)
        if isinstance(kind.type, Unknown):
            return None, ()
        found = self._counted(kind, scope)
        if found is None:
            sorts = ", ".join(f"{MemberType(one)}" for one in scope.globals.goods_of)
            hint = f"`of` is followed by {sorts}" if sorts else "no goods of this game are counted by kind"
            message = f"only goods can be gained and paid, but this is {kind.type}"
            self._error(scope, "R821", node.kind.span, message, hint)
            return None, ()
        counted, members = found
        return counted, tuple(present(one) for one in members)

    def _is_amount_of_kind(self, kind: ast.Name | ast.Possessive, scope: Scope) -> bool:
        """Return whether a name means goods counted by kind, as `stock(ware)` in `2 of stock(ware)`."""
        goods = scope.globals.goods.get(kind.name.text)
        return goods is not None and bool(goods.variable.keys) and bool(kind.arguments)

    def _counted(self, kind: typed.Expr, scope: Scope) -> tuple[typed.Goods, tuple[typed.Expr, ...]] | None:
        """Return the goods counted by this kind, or by a kind that includes it."""
        for sort, goods in scope.globals.goods_of.items():
            member = self.recast(kind, sort) if isinstance(kind.type, MemberType) else None
            if member is not None:
                return goods, (member,)
        return None

    def _can_pay(self, node: ast.CanPay, scope: Scope) -> typed.Expr:
        owner = self.payer(node.span, scope)
        amounts = self.amounts(node.amounts, scope)
        if amounts is None or isinstance(owner.type, Unknown):
            return self._unknown(node.span)
        return typed.CanPay(owner, amounts, node.span)

    def _can_pay_by(self, node: ast.CanPayBy, scope: Scope) -> typed.Expr:
        """Report an unknown payment; known ones have been desugared."""
        unknown_payment(node.payment, scope)
        return self._unknown(node.span)


def unknown_payment(name: ast.Ident, scope: Scope) -> None:
    g = scope.globals
    if name.text in g.payments:
        return  # its errors have been reported
    hint = did_you_mean(name.text, g.payments)
    g.report.unknown("R860", name.text, name.span, f"no payment is called `{name.text}`", hint)


def _zones_of_players(pieces: PieceSort, globals_: Globals) -> Iterator[str]:
    for word, one in globals_.own.get(globals_.members["player"], {}).items():
        if isinstance(one, typed.Zone) and one.pieces is pieces and not one.single and not one.keys:
            yield word


def _pieces_called(name: str, globals_: Globals) -> PieceSort | None:
    """Return the pieces of this name, or with a kind of this name."""
    every = globals_.pieces
    kinds = (one for one in every.values() if one.kinds is not None and name in one.kinds.members)
    return every.get(name) or next(kinds, None)
