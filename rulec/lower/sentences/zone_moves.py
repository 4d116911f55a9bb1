"""Lowers moves of pieces between zones."""

from __future__ import annotations

from typing import cast

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.types import ElemType, IntType, ListType, SetType, bounds
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.expressions import rows
from rulec.lower.expressions.zones import copies, has_room, number, owner_of, row_places
from rulec.lower.sentences.knowledge_updates import KnowledgeUpdates, sure
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.lower.sentences.pieces import PieceLowering
from rulec.lower.zone_fields import kinds_of
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.expressions.rows import entry_meant


class MoveLowering:
    """Lowers moves between zones, of single pieces or all."""

    def __init__(self, flow: LoweringContext, knowing: KnowledgeUpdates, pieces: PieceLowering) -> None:
        self.flow, self.stores, self.expressions = flow, flow.stores, flow.expressions
        self.knowing, self.pieces = knowing, pieces

    def transport(self, node: typed.Transport, place: Cursor, surely: bool = False) -> None:
        """Move pieces. `surely`: the piece is known to lie there."""
        if isinstance(node.kinds.type, t.SetType | t.ListType):
            self._all(node, place)
            return
        kind = self._kind(node, place)
        amount: Expr = s.ONE
        if node.number is not None:
            amount = self._kept(self.expressions.expr(node.number, place.names), "number", place, node.span)
        singular = node.pieces.singular
        if bounds(amount.type).lo < 0:
            test = nodes.Compare(">=", amount, s.ZERO)
            self.flow.require(place, test, "range", f"this many {singular} can't be moved", node.span)
        for zone in (node.source, node.target):
            only_own(self.flow, zone, kind, place, node.span)
        have = self._there(node.pieces, node.source, kind, place)
        if have is not None and node.up_to:
            most = min(bounds(amount.type).hi, bounds(have.type).hi)
            least = nodes.Arithmetic("min", amount, have, IntType(0, max(0, most)))
            amount = self._kept(least, "number", place, node.span)
        elif have is not None and not surely:
            message = (
                f"there is no {singular} left" if amount == s.ONE else f"there are not so many {singular}"
            )
            self.flow.require(place, nodes.Compare(">=", have, amount), "dead end", message, node.span)
        self.knowing.goes(node, kind, amount, place)
        which = self._entry(node, place)
        self._change(node.pieces, node.source, kind, amount, False, place, node.span, which)
        if node.place is not None:
            self.pieces.settle(node.place, owner_of(self.expressions, node.pieces, kind), place)
            return
        self._room(node, amount, place)
        self._change(node.pieces, node.target, kind, amount, True, place, node.span)
        self.knowing.comes(node, kind, amount, place)

    def _kind(self, node: typed.Transport, place: Cursor) -> Expr:
        """Return the kind, evaluated before anything moves; it must exist."""
        kind = self.expressions.expr(node.kinds, place.names)
        type_ = ElemType(self.stores.domain(kinds_of(node.pieces)))
        if isinstance(kind, Const) or self._is_own(kind, node, place):
            return kind
        if bounds(kind.type).lo >= 0:
            return self._kept(kind, "kind", place, node.span)
        local = self._kept(kind, "kind", place, node.span)
        if node.up_to:  # nothing happens where nothing lies
            return local
        message = f"there is no {node.pieces.singular} here"
        self.flow.require(place, nodes.Compare(">=", local, s.ZERO), "dead end", message, node.span)
        return self._kept(sure(local), "kind", place, node.span, type_)

    def _entry(self, node: typed.Transport, place: Cursor) -> Expr | str:
        """Return which of equal pieces leaves a row."""
        meant = entry_meant(node.kinds, node.source) if node.source is not None else ""
        if isinstance(meant, str):
            return meant
        return self._kept(self.expressions.expr(meant, place.names), "entry", place, node.span)

    def _is_own(self, kind: Expr, node: typed.Transport, place: Cursor) -> bool:
        """Return whether this is syntactically the only kind that the source or target row can hold."""
        zones = [zone for zone in (node.source, node.target) if zone is not None and rows.is_alike(zone)]
        return any(rows.own_kind(self.expressions, zone, place.names) == kind for zone in zones)

    def _kept(self, value: Expr, what: str, place: Cursor, span: Span, type_: ElemType | None = None) -> Expr:
        if isinstance(value, Const):
            return value
        local = self.flow.read(self.expressions.fresh(f"{place.rule}.{what}"), type_ or value.type)
        self.flow.emit(place, nodes.SetLocal(local.name, value, span))
        return local

    def _all(self, node: typed.Transport, place: Cursor) -> None:
        """Move all pieces of a set, kind by kind."""
        counted = isinstance(node.kinds.type, t.SetType) and node.kinds.type.counted
        whole = self._kept(self.expressions.expr(node.kinds, place.names), "kinds", place, node.span)
        if isinstance(whole, Const) and not isinstance(whole.type, ListType):
            whole = nodes.SetOp("|", whole, whole, cast(SetType, whole.type))
        domain = self.stores.domain(kinds_of(node.pieces))
        most = whole.type.room if isinstance(whole.type, ListType) else domain.size
        total: Expr = nodes.Count(whole, IntType(0, most))
        if counted:
            total = number(self.expressions, node.kinds, place.names, node.pieces.total)
        if node.target is not None and node.one is None:
            self._room(node, self._kept(total, "number", place, node.span), place)
        kind = self.flow.read(self.expressions.fresh(f"{place.rule}.kind"), ElemType(domain))
        inner = place.inside(out=[], facts=place.facts.copy())
        if node.one is not None:
            inner.names = inner.names.bind(node.one, kind)
        for zone in (node.source, node.target):
            only_own(self.flow, zone, kind, inner, node.span)
        have = self._there(node.pieces, node.source, kind, inner)
        amount = self._kept(have, "number", inner, node.span) if counted and have is not None else s.ONE
        if not counted and have is not None:
            message = f"one of the {node.pieces.plural} is not there"
            self.flow.require(inner, nodes.Compare(">=", have, s.ONE), "dead end", message, node.span)
        if node.one is not None:
            self._room(node, amount, inner)
        knowing = self.knowing
        carried = knowing.all_go(node, kind, amount, inner)
        if not carried:
            knowing.goes(node, kind, amount, inner)
        self._change(node.pieces, node.source, kind, amount, False, inner, node.span)
        self._change(node.pieces, node.target, kind, amount, True, inner, node.span)
        if not carried:
            knowing.comes(node, kind, amount, inner)
        body = tuple(inner.out or ())
        self.flow.emit(place, nodes.ForEach(kind.name, whole, body, node.span))
        self.flow.forget_changes(body, place)

    # --- one zone -------------------------------------------------------------------------------------

    def _there(
        self, pieces: t.PieceSort, zone: typed.ZoneValue | None, kind: Expr, place: Cursor
    ) -> Expr | None:
        """Return the number of a kind at the source; None if unlimited."""
        if zone is not None:
            return copies(self.expressions, zone, sure(kind), place.names)
        box = self.stores.home(pieces)
        return None if box is None else nodes.ReadField(box, (sure(kind),))

    def _room(self, node: typed.Transport, amount: Expr, place: Cursor) -> None:
        target = node.target
        if target is None or (target.zone.most is None and row_places(target) is None):
            return
        message = f"there is no room for another {node.pieces.singular}"
        test = has_room(self.expressions, target, amount, place.names)
        self.flow.require(place, test, "dead end", message, node.span)

    def _change(
        self, pieces: t.PieceSort, zone: typed.ZoneValue | None, kind: Expr, amount: Expr, put: bool,
        place: Cursor, span: Span, which: Expr | str = "",
    ) -> None:  # fmt: skip
        if zone is None:
            box = self.stores.home(pieces)
            if box is not None:
                self._count(box, (sure(kind),), amount, put, place, span)
            return
        field = self.stores.zone(zone.zone)
        index = self.expressions.index(zone.owner, zone.keys, place.names)
        if zone.zone.row is not None:
            if zone.zone.row.alike:
                self._count(field, index, amount, put, place, span)
            else:
                self._list(nodes.ReadField(field, index), kind, amount, put, place, span, which)
            return
        if not zone.zone.single and not pieces.unique:
            shared = zone.zone.shared
            limit = "" if shared is None or shared.of_each_kind is None else "there is no room for another "
            limit = limit and limit + pieces.singular
            self._count(field, (*index, sure(kind)), amount, put, place, span, limit)
            return
        before = nodes.ReadField(field, index)
        after: Expr
        if zone.zone.single:
            if put:
                message = f"there is no room for another {pieces.singular}"
                free = nodes.Compare("<", before, s.ZERO)
                self.flow.require(place, free, "dead end", message, span)
                if bounds(amount.type).hi > 1:  # several of a kind, of which it has room for one
                    alone = nodes.Compare("<=", amount, s.ONE)
                    self.flow.require(place, alone, "dead end", message, span)
                after = kind
            else:
                after = Const(-1, before.type)
        else:
            type_ = cast(SetType, before.type)
            after = nodes.SetOp("|" if put else "-", before, nodes.Single(kind, type_), type_)
        place.facts.forget(field)
        change = nodes.Assign(field, index, after, span)
        if isinstance(amount, Const) and amount.value == 1:
            self.flow.emit(place, change)
        else:
            some = nodes.Compare(">=", amount, s.ONE)
            self.flow.emit(place, nodes.If(some, (change,), (), span))

    def _list(
        self, before: nodes.ReadField, kind: Expr, amount: Expr, put: bool, place: Cursor, span: Span,
        which: Expr | str,
    ) -> None:  # fmt: skip
        """Append to a row at the right end, or remove without a gap."""
        place.facts.forget(before.field)
        after = rows.changed(before, sure(kind), put, which)
        change = nodes.Assign(before.field, before.index, after, span)
        if isinstance(amount, Const) and amount.value == 1:
            self.flow.emit(place, change)
            return
        most = max(1, min(bounds(amount.type).hi, before.field.most))
        times = self.stores.range(1, most)
        turn = self.flow.read(self.expressions.fresh(f"{place.rule}.time"), ElemType(times))
        wanted = nodes.Compare("<", turn, amount)
        body = (nodes.If(wanted, (change,), (), span),)
        self.flow.emit(place, nodes.ForEach(turn.name, Const(times.full, SetType(times)), body, span))

    def _count(
        self, field: Field, index: tuple[Expr, ...], amount: Expr, put: bool, place: Cursor, span: Span,
        limited: str = "",
    ) -> None:  # fmt: skip
        """Update a counter; `limited` is the message where the variable's range is exhausted."""
        before = nodes.ReadField(field, index)
        have = bounds(field.type)
        after = nodes.Arithmetic(
            "+" if put else "-", before, amount, IntType(0, have.hi + bounds(amount.type).hi)
        )
        if put and have.hi == t.UNCOUNTED:
            message = f"more than {have.hi} pieces lie here"
            fits = nodes.Compare("<=", after, Const(have.hi, IntType(have.hi, have.hi)))
            self.flow.require(place, fits, "range", message, span)
        elif put and limited:
            full = have.hi - bounds(amount.type).lo + 1
            room: Expr = s.negate(nodes.Compare(">=", before, s.ONE))
            if not isinstance(amount, Const) or full != 1:
                room = nodes.Compare("<=", after, Const(have.hi, IntType(have.hi, have.hi)))
            self.flow.require(place, room, "dead end", limited, span)
        place.facts.forget(field)
        self.flow.emit(place, nodes.Assign(field, index, after, span))


def only_own(
    flow: LoweringContext, zone: typed.ZoneValue | None, kind: Expr, place: Cursor, span: Span
) -> None:
    """Check that a row of like pieces receives or loses its own kind only."""
    if zone is None or zone.zone.row is None or not zone.zone.row.alike:
        return
    own = rows.own_kind(flow.expressions, zone, place.names)
    if own != kind:
        message = f"only the owner's {zone.zone.pieces.plural} lie in this row"
        flow.require(place, nodes.Compare("==", kind, own), "dead end", message, span)
