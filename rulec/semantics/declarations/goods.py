"""Declares goods: `money: goods of each player, unlimited, starts 3`."""

from __future__ import annotations

from rulec.base import limits
from rulec.base.diagnostics import did_you_mean
from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.scope import Share
from rulec.semantics.types import MemberType, NumberType, Sort
from rulec.syntax import ast


class GoodsDeclarer:
    """Declares goods: variables of their owners that can be gained and paid."""

    def __init__(self, declarer: DeclarationContext) -> None:
        self.declarer = declarer
        self.globals, self.report, self.game = declarer.globals, declarer.report, declarer.game

    def declare(self, one: ast.Goods) -> None:
        owner = self.declarer.member_sort(one.owner)
        if owner is None:
            return
        if owner is not self.game.player_sort:
            message = f"players have goods, but these would belong to each {owner.singular}"
            hint = f"write `{one.name.text}: 0 up` below `each {owner.singular} has:`"
            self.report.error("R823", one.owner.span, message, hint)
            return
        found = [self.declarer.member_sort(name) for name in one.parameters]
        kinds = tuple(sort for sort in found if sort is not None)
        if len(kinds) < len(found):
            return
        if len(kinds) > 1:
            message, hint = "goods are counted by one kind", "put the two kinds into one"
            self.report.error("R824", one.parameters[1].span, message, hint)
            return
        most = self._most(one)
        type_ = NumberType(0, most)
        starts = self._starts(one, kinds, most)
        if starts is None:
            return
        variable = typed.Variable(owner, one.name.text, type_, starts[0], one.name.span, kinds)
        if len(set(starts)) > 1:
            variable.starts = starts
        goods = typed.Goods(
            variable,
            one.limit,
            one.bank.text if one.bank is not None else "",
            None,
            one.span,
            one.singular.text if one.singular is not None else "",
        )
        if not self.declarer.claim(owner, one.name, variable):
            return
        self.declarer.untils.append((variable, one.until))
        self.game.variables.append(variable)
        self.game.goods.append(goods)
        self._names(one, goods, owner, kinds)

    def shortage(self, one: ast.Shortage) -> None:
        """Declare a substitute for goods: `payment selling: pays money, ... with share at 150 each`."""
        found: list[typed.Goods] = []
        kind: typed.Expr | None = None
        for name in (one.goods, one.instead):
            goods = self.globals.goods.get(name.text)
            share = self.globals.own[self.game.player_sort].get(name.text)
            if name is one.instead and isinstance(share, Share):
                kind = typed.Constant(share.member, MemberType(share.sort), name.span)
                found.append(next(g for g in self.game.goods if g.variable is share.variable))
            elif goods is None or (goods.variable.keys and name is one.instead):
                known = {word for word, any_ in self.globals.goods.items() if not any_.variable.keys}
                message = (
                    f"no goods are called `{name.text}`" if goods is None else "these are of several kinds"
                )
                self.report.unknown("R820", name.text, name.span, message, did_you_mean(name.text, known))
            else:
                found.append(goods)
        if not self.globals.declare(one.name) or len(found) < 2:
            return
        goods, instead = found
        before = next((other for other in (goods, instead) if other.instead is not None), None)
        paid_so = any(other.instead is not None and other.instead[0] is goods for other in self.game.goods)
        if goods is instead or before is not None or paid_so:
            message = (
                f"`{one.goods.text}` has a substitute already, or is a substitute for other goods itself"
            )
            if goods is instead:
                message = "goods can't be their own substitute"
            self.report.error("R856", one.span, message, "let one kind of goods replace another one")
        elif not 1 <= one.worth <= _most_worth(instead):
            message = f"one of them is worth 1 to {_most_worth(instead)}"
            self.report.error("R857", one.span, message, "write another number behind `at`")
        else:
            goods.instead = (instead, one.worth)
            goods.instead_kind = () if kind is None else (kind,)

    def _names(self, one: ast.Goods, goods: typed.Goods, owner: Sort, kinds: tuple[Sort, ...]) -> None:
        g = self.globals
        g.goods.setdefault(one.name.text, goods)
        if one.singular is not None and g.declare(one.singular):
            g.goods.setdefault(one.singular.text, goods)
        if kinds and kinds[0] not in g.goods_of:
            g.goods_of[kinds[0]] = goods
            for index, member in enumerate(kinds[0].members):
                g.own[owner].setdefault(member, Share(goods.variable, kinds[0], index))
        if one.most is not None and not isinstance(one.most, ast.Number):
            self.declarer.goods_limits.append((goods, one.most))

    def _most(self, one: ast.Goods) -> int:
        """Return the maximum amount of an owner."""
        if one.limit is not None and not 1 <= one.limit <= limits.OPEN_END:
            self.report.error(
                "R825",
                one.span,
                f"goods are limited to a number from 1 to {limits.OPEN_END}",
                "write another number, or `unlimited`",
            )
            return limits.OPEN_END
        most = one.limit if one.limit is not None else limits.OPEN_END
        return min(most, one.most.value) if isinstance(one.most, ast.Number) else most

    def _starts(self, one: ast.Goods, kinds: tuple[Sort, ...], most: int) -> tuple[int, ...] | None:
        """Return the initial amount of each kind."""
        general = next((start.value for start in one.starts if start.kind is None), 0)
        members = kinds[0].members if kinds else ("",)
        values = [general] * len(members)
        for start in one.starts:
            if start.kind is not None and start.kind.text not in members:
                what = f"no {kinds[0].singular} is" if kinds else "these goods have no kind that is"
                message = f"{what} called `{start.kind.text}`"
                self.report.unknown("R209", start.kind.text, start.kind.span, message, "")
                return None
            in_play = self.game.players[1]  # initial amounts of all players come from the bank
            room = most if one.limit is None else min(most, one.limit // in_play)
            if not 0 <= start.value <= room:
                message = f"{start.value} is not in 0 to {room}, what a player can start with"
                self.report.error("R507", start.span, message, f"start with a number from 0 to {room}")
                return None
            if start.kind is not None:
                values[members.index(start.kind.text)] = start.value
        return tuple(values)


def _most_worth(goods: typed.Goods) -> int:
    """Return the largest value of one substitute for which totals do not overflow."""
    type_ = goods.variable.type
    assert isinstance(type_, NumberType)
    return (limits.INT_MAX - 2 * limits.OPEN_END) // max(1, type_.hi)
