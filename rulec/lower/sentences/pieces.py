"""Lowers placement, movement and removal of pieces."""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Expr
from rulec.ir.types import ElemType, IntType, SetType
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.semantics import typed
from rulec.semantics import types as t


class PieceLowering:
    """Lowers sentences about pieces on boards."""

    def __init__(self, flow: LoweringContext) -> None:
        self.flow = flow
        self.stores, self.expressions = flow.stores, flow.expressions

    def _change_place(
        self, place: Cursor, where: typed.Place, owner: Expr, at: Expr, put: bool, span: Span
    ) -> None:
        target = self.stores.pieces_on(where)
        type_ = SetType(self.stores.domain(where.owner))
        before = nodes.ReadField(target, (owner,))
        op = "|" if put else "-"
        place.facts.change_member(target, at, put)
        after = nodes.SetOp(op, before, nodes.Single(at, type_), type_)  # type: ignore[arg-type]
        self.flow.emit(place, nodes.Assign(target, (owner,), after, span))
        here = s.contains(self.stores.occupied(where), at)
        place.facts.learn(here if put else s.negate(here))

    def _home(self, pieces: t.PieceSort, owner: Expr) -> tuple[nodes.Field, tuple[Expr, ...]] | None:
        """Return the home of an owner's pieces, and the place in it; None if unlimited."""
        named = (one for one in self.stores.game.zones if one.name == pieces.home and one.pieces is pieces)
        zone = next(named, None) if pieces.home else None
        if zone is not None:
            return self.stores.zone(zone), (owner,) if zone.owner is None else (owner, owner)
        home = self.stores.home(pieces)
        return None if home is None else (home, (owner,))

    def _change_home(self, place: Cursor, pieces: t.PieceSort, owner: Expr, by: int, span: Span) -> None:
        found = self._home(pieces, owner)
        if found is None:
            return
        home, index = found
        message = f"there is no {pieces.singular} left to place"
        if isinstance(home.type, SetType):  # each owner has one of them
            kept = nodes.ReadField(home, index[:-1])
            if by < 0:
                self.flow.require(place, nodes.Contains(kept, owner), "dead end", message, span)
            changed = nodes.SetOp("|" if by > 0 else "-", kept, nodes.Single(owner, home.type), home.type)
            place.facts.forget(home)
            self.flow.emit(place, nodes.Assign(home, index[:-1], changed, span))
            return
        assert pieces.count is not None
        before = nodes.ReadField(home, index)
        if by < 0:
            self.flow.require(place, nodes.Compare(">=", before, s.ONE), "dead end", message, span)
        type_ = IntType(max(0, by), pieces.count + min(0, by))
        op = "+" if by > 0 else "-"
        after = nodes.Arithmetic(op, before, s.ONE, type_)  # type: ignore[arg-type]
        place.facts.forget(home)
        self.flow.emit(place, nodes.Assign(home, index, after, span))

    def _require_free(self, place: Cursor, where: typed.Place, at: Expr, span: Span) -> None:
        free = s.negate(s.contains(self.stores.occupied(where), at))
        message = f"this {where.owner.singular} has no room for another {where.pieces.singular}"
        self.flow.require(place, free, "dead end", message, span)

    def place(self, node: typed.PlacePiece, place: Cursor) -> None:
        at, owner = (
            self.expressions.expr(node.at, place.names),
            self.expressions.expr(node.owner, place.names),
        )
        self._require_free(place, node.place, at, node.span)
        self._change_home(place, node.place.pieces, owner, -1, node.span)
        self._change_place(place, node.place, owner, at, True, node.span)

    def settle(self, node: typed.PieceAt, owner: Expr, place: Cursor) -> None:
        """Place a piece taken from a zone."""
        at = self.expressions.expr(node.at, place.names)
        self._require_free(place, node.place, at, node.span)
        self._change_place(place, node.place, owner, at, True, node.span)

    def _take_up(self, place: Cursor, where: typed.Place, at: Expr, span: Span) -> Expr:
        """Return the owner of the piece there, which must exist."""
        message = f"no {where.pieces.singular} lies on this {where.owner.singular}"
        self.flow.require(place, s.contains(self.stores.occupied(where), at), "dead end", message, span)
        return self._owner(place, where, at, span)

    def _owner(self, place: Cursor, where: typed.Place, at: Expr, span: Span) -> Expr:
        """Return the owner of the piece there, if any."""
        known = place.facts.cell_with(self.stores.pieces_on(where), at)
        if known is not None:
            return known
        owners = self.stores.owners(where.pieces)
        type_ = ElemType(owners)
        owner: Expr = self.stores.owner(where.pieces, owners.size - 1)
        for index in reversed(range(owners.size - 1)):
            one = self.stores.owner(where.pieces, index)
            here = s.contains(nodes.ReadField(self.stores.pieces_on(where), (one,)), at)
            owner = nodes.IfElse(here, one, owner, type_)
        local = self.flow.read(self.expressions.fresh(f"{place.rule}.owner"), type_)
        self.flow.emit(place, nodes.SetLocal(local.name, owner, span))
        return local

    def move(self, node: typed.MovePiece, place: Cursor) -> None:
        source, target = (
            self.expressions.expr(node.source, place.names),
            self.expressions.expr(node.target, place.names),
        )
        owner = self._take_up(place, node.place, source, node.span)
        self._change_place(place, node.place, owner, source, False, node.span)
        self._require_free(place, node.place, target, node.span)
        self._change_place(place, node.place, owner, target, True, node.span)

    def remove(self, node: typed.RemovePiece, place: Cursor) -> None:
        """Send a piece home, if any lies there."""
        at = self.expressions.expr(node.at, place.names)
        here = s.contains(self.stores.occupied(node.place), at)
        if self._home(node.place.pieces, s.ONE) is None:  # it need not be known whose it is
            pieces = node.place.pieces
            for index in range(self.stores.owners(pieces).size):
                owner = self.stores.owner(pieces, index)
                self._change_place(place, node.place, owner, at, False, node.span)
        elif place.facts.proves(here):
            self._send_home(node, at, place)
        elif not place.facts.proves(s.negate(here)):
            inner = place.inside(out=[], facts=place.facts.copy())
            self._send_home(node, at, inner)
            self.flow.emit(place, nodes.If(here, tuple(inner.out or ()), (), node.span))
            place.facts.known &= inner.facts.known
        place.facts.learn(s.negate(here))

    def take_away(self, node: typed.TakeAway, place: Cursor) -> None:
        at = self.expressions.expr(node.at, place.names)
        owner = self._take_up(place, node.place, at, node.span)
        self._change_place(place, node.place, owner, at, False, node.span)
        self._change_home(place, node.place.pieces, owner, 1, node.span)
        place.names = place.names.bind(node.owner, owner)

    def _send_home(self, node: typed.RemovePiece, at: Expr, place: Cursor) -> None:
        owner = self._owner(place, node.place, at, node.span)
        self._change_place(place, node.place, owner, at, False, node.span)
        self._change_home(place, node.place.pieces, owner, 1, node.span)
