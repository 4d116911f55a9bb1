"""What all know of zones that they do not see, kept up to date as pieces come and go."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.types import ElemType, IntType, SetType, bounds
from rulec.lower.drafts import Place
from rulec.semantics import typed
from rulec.source import Span

if TYPE_CHECKING:
    from rulec.lower.flow import FlowLowering


class Knowing:
    """Part of the lowering of sentences.

    Of a hidden zone some pieces are known for certain. One that all see comes and goes with its kind. When
    one goes unseen it may have been any of them, so of each kind one less is certain.
    """

    def __init__(self, flow: FlowLowering) -> None:
        self.flow, self.stores, self.expressions = flow, flow.stores, flow.expressions

    def goes(self, node: typed.Transport, kind: Expr, amount: Expr, place: Place) -> None:
        known = None if node.source is None else self.stores.known(node.source.zone)
        if known is None or node.source is None:
            return
        index = self._index(node.source, place)
        hidden = node.target is not None and node.target.zone.seen != "all"
        if node.open or not hidden:
            self._change(known, index, kind, amount, False, place, node.span)
        elif isinstance(known.type, SetType):
            none = s.empty(known.type.domain)
            value: Expr = none
            if not isinstance(amount, Const):
                some = nodes.Compare(">=", amount, s.ONE)
                value = nodes.IfElse(some, none, nodes.ReadField(known, index), known.type)
            self._assign(known, index, value, place, node.span)
        else:
            self._each_kind(known, index, lambda cell: _less(known, cell, amount), place, node.span)

    def comes(self, node: typed.Transport, kind: Expr, amount: Expr, place: Place) -> None:
        known = None if node.target is None else self.stores.known(node.target.zone)
        if known is None or node.target is None:
            return
        if node.open or node.source is None or node.source.zone.seen == "all":
            index = self._index(node.target, place)
            self._change(known, index, kind, amount, True, place, node.span)

    def show(self, node: typed.ShowAll, place: Place) -> None:
        known = self.stores.known(node.zone.zone)
        if known is None:
            return
        field, index = self.stores.zone(node.zone.zone), self._index(node.zone, place)
        if isinstance(field.type, SetType):
            self._assign(known, index, nodes.ReadField(field, index), place, node.span)
        else:
            self._each_kind(known, index, lambda cell: nodes.ReadField(field, cell), place, node.span)

    # --- one field ------------------------------------------------------------------------------------

    def _index(self, zone: typed.ZoneValue, place: Place) -> tuple[Expr, ...]:
        return self.expressions.index(zone.owner, zone.keys, place.names)

    def _change(
        self, known: Field, index: tuple[Expr, ...], kind: Expr, amount: Expr, more: bool, place: Place,
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
        cell = (*index, self.flow.moves.sure(kind))
        self._assign(known, cell, (_more if more else _less)(known, cell, amount), place, span)

    def _each_kind(
        self, known: Field, index: tuple[Expr, ...], value: Callable[[tuple[Expr, ...]], Expr], place: Place,
        span: Span,
    ) -> None:  # fmt: skip
        domain = known.dims[-1]
        kind = self.flow.read(self.expressions.fresh(f"{place.rule}.known"), ElemType(domain))
        cell = (*index, kind)
        place.facts.forget(known)
        change = nodes.Assign(known, cell, value(cell), span)
        self.flow.emit(place, nodes.ForEach(kind.name, s.full(domain), (change,), span))

    def _assign(self, field: Field, index: tuple[Expr, ...], value: Expr, place: Place, span: Span) -> None:
        place.facts.forget(field)
        self.flow.emit(place, nodes.Assign(field, index, value, span))


def _less(known: Field, cell: tuple[Expr, ...], amount: Expr) -> Expr:
    have, by = bounds(known.type), bounds(amount.type)
    left = nodes.Arithmetic("-", nodes.ReadField(known, cell), amount, IntType(-max(0, by.hi), have.hi))
    return nodes.Arithmetic("max", left, s.ZERO, IntType(0, have.hi))


def _more(known: Field, cell: tuple[Expr, ...], amount: Expr) -> Expr:
    have, by = bounds(known.type), bounds(amount.type)
    total = nodes.Arithmetic("+", nodes.ReadField(known, cell), amount, IntType(0, have.hi + max(0, by.hi)))
    most = Const(have.hi, IntType(have.hi, have.hi))
    return nodes.Arithmetic("min", total, most, IntType(0, have.hi))
