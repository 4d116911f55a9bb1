"""Maintains the players' knowledge of hidden zones as pieces move."""

from __future__ import annotations

from collections.abc import Callable

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.types import ElemType, IntType, SetType, bounds
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.semantics import typed


class KnowledgeUpdates:
    """Updates known and noticed pieces of hidden zones.

    Some pieces of a hidden zone are certain: to all players (known), or to a former holder (noticed). A move
    that all see changes the count of its kind. An unseen removal may have taken any kind, so each kind has
    one certain piece less.
    """

    def __init__(self, flow: LoweringContext) -> None:
        self.flow, self.stores, self.expressions = flow, flow.stores, flow.expressions

    def goes(self, node: typed.Transport, kind: Expr, amount: Expr, place: Cursor) -> None:
        source = node.source
        if source is None:
            return
        unseen = _is_unseen(node)
        known, noticed = self.stores.known(source.zone), self.stores.noticed(source.zone)
        if known is not None:
            index = self._index(source, place)
            self._left(known, index, kind, amount, unseen, place, node.span)
        if noticed is not None:
            here = self._index(source, place)
            taker = self._hand(node.target, place) if unseen else None

            def change(who: Expr, inner: Cursor) -> None:
                if taker is None:
                    self._left(noticed, (who, *here), kind, amount, unseen, inner, node.span)
                    return
                ways = list[nodes.Stmt](), list[nodes.Stmt]()
                for hidden, out in zip((False, True), ways, strict=True):
                    self._left(noticed, (who, *here), kind, amount, hidden, inner.inside(out=out), node.span)
                takes = nodes.Compare("==", who, taker)
                self.flow.emit(inner, nodes.If(takes, tuple(ways[0]), tuple(ways[1]), node.span))

            self._each_player(noticed, change, place, node.span)

    def comes(self, node: typed.Transport, kind: Expr, amount: Expr, place: Cursor) -> None:
        target = node.target
        if target is None:
            return
        known, noticed = self.stores.known(target.zone), self.stores.noticed(target.zone)
        shown = node.open or node.source is None or node.source.zone.seen == "all"
        if known is not None and shown:
            self._change(known, self._index(target, place), kind, amount, True, place, node.span)
        if noticed is not None:
            there, giver = self._index(target, place), self._hand(node.source, place)
            if shown:
                self._each_player(
                    noticed,
                    lambda who, inner: self._change(
                        noticed, (who, *there), kind, amount, True, inner, node.span
                    ),
                    place,
                    node.span,
                )
            elif giver is not None:
                self._change(noticed, (giver, *there), kind, amount, True, place, node.span)

    def all_go(self, node: typed.Transport, kind: Expr, amount: Expr, place: Cursor) -> bool:
        """Transfer knowledge of a zone emptied into another hidden one, by kind; False for other moves."""
        source, target = node.source, node.target
        if source is None or target is None or not (node.empties and _is_unseen(node)):
            return False
        here, there = self._index(source, place), self._index(target, place)
        old, new = self.stores.known(source.zone), self.stores.known(target.zone)
        old_of, new_of = self.stores.noticed(source.zone), self.stores.noticed(target.zone)
        if new_of is not None:

            def change(who: Expr, inner: Cursor) -> None:
                if old_of is not None:
                    certain = self._certain(old_of, (who, *here), kind)
                else:
                    certain = s.ZERO if old is None else self._certain(old, here, kind)
                giver = self._hand(source, inner)
                if giver is not None:
                    type_ = IntType(0, max(bounds(certain.type).hi, bounds(amount.type).hi))
                    certain = nodes.IfElse(nodes.Compare("==", who, giver), amount, certain, type_)
                self._change(new_of, (who, *there), kind, certain, True, inner, node.span)

            self._each_player(new_of, change, place, node.span)
        if old is not None and new is not None:
            self._change(new, there, kind, self._certain(old, here, kind), True, place, node.span)
        if old_of is not None:
            self._each_player(
                old_of,
                lambda who, inner: self._change(old_of, (who, *here), kind, amount, False, inner, node.span),
                place,
                node.span,
            )
        if old is not None:
            self._change(old, here, kind, amount, False, place, node.span)
        return True

    def show(self, node: typed.ShowAll, place: Cursor) -> None:
        zone = node.zone.zone
        known, noticed = self.stores.known(zone), self.stores.noticed(zone)
        index = self._index(node.zone, place)
        if known is not None and node.to is None:
            self._all_seen(known, index, self.stores.zone(zone), index, place, node.span)
        if noticed is not None:

            def see(who: Expr, inner: Cursor) -> None:
                field = self.stores.zone(zone)
                self._all_seen(noticed, (who, *index), field, index, inner, node.span)

            to = None if node.to is None else self.expressions.expr(node.to, place.names)
            if to is not None and not isinstance(to.type, SetType):
                see(to, place)
            else:
                self._each_player(noticed, see, place, node.span, to)

    # --- who sees it ----------------------------------------------------------------------------------

    def _hand(self, zone: typed.ZoneValue | None, place: Cursor) -> Expr | None:
        """Return the only player who sees the zone's contents, if any."""
        if zone is None or not self.flow.game.is_hand(zone.zone):
            return None
        return self._index(zone, place)[0]

    def _each_player(
        self, noticed: Field, change: Callable[[Expr, Cursor], None], place: Cursor, span: Span,
        among: Expr | None = None,
    ) -> None:  # fmt: skip
        who = self.flow.read(self.expressions.fresh(f"{place.rule}.observer"), self.stores.player_type)
        body = list[nodes.Stmt]()
        change(who, place.inside(out=body))
        place.facts.forget(noticed)
        self.flow.emit(place, nodes.ForEach(who.name, among or self.stores.everyone(), tuple(body), span))

    # --- one field ------------------------------------------------------------------------------------

    def _index(self, zone: typed.ZoneValue, place: Cursor) -> tuple[Expr, ...]:
        return self.expressions.index(zone.owner, zone.keys, place.names)

    def _change(
        self, known: Field, index: tuple[Expr, ...], kind: Expr, amount: Expr, more: bool, place: Cursor,
        span: Span,
    ) -> None:  # fmt: skip
        if isinstance(known.type, SetType):
            before = nodes.ReadField(known, index)
            member: Expr = nodes.Single(kind, known.type)
            after = nodes.SetOp("|" if more else "-", before, member, known.type)
            if isinstance(amount, Const):
                self._assign(known, index, after, place, span)
            else:
                some = nodes.Compare(">=", amount, s.ONE)
                self._assign(known, index, nodes.IfElse(some, after, before, known.type), place, span)
            return
        cell = (*index, sure(kind))
        self._assign(known, cell, (_more if more else _less)(known, cell, amount), place, span)

    def _left(
        self, known: Field, index: tuple[Expr, ...], kind: Expr, amount: Expr, unseen: bool, place: Cursor,
        span: Span,
    ) -> None:  # fmt: skip
        """Update the certain pieces of a zone after a removal; an unseen one may have taken any of them."""
        if not unseen:
            self._change(known, index, kind, amount, False, place, span)
        elif isinstance(known.type, SetType):
            none = s.empty(known.type.domain)
            value: Expr = none
            if not isinstance(amount, Const):
                some = nodes.Compare(">=", amount, s.ONE)
                value = nodes.IfElse(some, none, nodes.ReadField(known, index), known.type)
            self._assign(known, index, value, place, span)
        else:
            self._each_kind(known, index, lambda cell: _less(known, cell, amount), place, span)

    def _all_seen(
        self, known: Field, index: tuple[Expr, ...], field: Field, here: tuple[Expr, ...], place: Cursor,
        span: Span,
    ) -> None:  # fmt: skip
        if isinstance(field.type, SetType):
            self._assign(known, index, nodes.ReadField(field, here), place, span)
        else:
            self._each_kind(known, index, lambda cell: nodes.ReadField(field, (*here, cell[-1])), place, span)

    def _certain(self, known: Field, index: tuple[Expr, ...], kind: Expr) -> Expr:
        """Return the number of pieces of a kind certain to lie there."""
        if isinstance(known.type, SetType):
            here = s.contains(nodes.ReadField(known, index), kind)
            return nodes.IfElse(here, s.ONE, s.ZERO, IntType(0, 1))
        return nodes.ReadField(known, (*index, sure(kind)))

    def _each_kind(
        self, known: Field, index: tuple[Expr, ...], value: Callable[[tuple[Expr, ...]], Expr], place: Cursor,
        span: Span,
    ) -> None:  # fmt: skip
        domain = known.dims[-1]
        kind = self.flow.read(self.expressions.fresh(f"{place.rule}.known"), ElemType(domain))
        cell = (*index, kind)
        place.facts.forget(known)
        change = nodes.Assign(known, cell, value(cell), span)
        self.flow.emit(place, nodes.ForEach(kind.name, s.full(domain), (change,), span))

    def _assign(self, field: Field, index: tuple[Expr, ...], value: Expr, place: Cursor, span: Span) -> None:
        place.facts.forget(field)
        self.flow.emit(place, nodes.Assign(field, index, value, span))


def _is_unseen(node: typed.Transport) -> bool:
    """Return whether some players do not see the moved pieces."""
    return not node.open and node.target is not None and node.target.zone.seen != "all"


def _less(known: Field, cell: tuple[Expr, ...], amount: Expr) -> Expr:
    have, by = bounds(known.type), bounds(amount.type)
    left = nodes.Arithmetic("-", nodes.ReadField(known, cell), amount, IntType(-max(0, by.hi), have.hi))
    return nodes.Arithmetic("max", left, s.ZERO, IntType(0, have.hi))


def _more(known: Field, cell: tuple[Expr, ...], amount: Expr) -> Expr:
    have, by = bounds(known.type), bounds(amount.type)
    total = nodes.Arithmetic("+", nodes.ReadField(known, cell), amount, IntType(0, have.hi + max(0, by.hi)))
    most = Const(have.hi, IntType(have.hi, have.hi))
    return nodes.Arithmetic("min", total, most, IntType(0, have.hi))


def sure(kind: Expr) -> Expr:
    """Make an index total: 0 where there is no kind, and nothing is read or moved there."""
    if bounds(kind.type).lo >= 0 or not isinstance(kind.type, ElemType):
        return kind
    type_ = ElemType(kind.type.domain)
    none = nodes.Compare("<", kind, s.ZERO)
    return nodes.IfElse(none, Const(0, type_), nodes.Arithmetic("max", kind, s.ZERO, bounds(type_)), type_)
