"""Lowers chance draws of pieces."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Expr
from rulec.ir.types import ElemType
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.expressions.zones import copies_in
from rulec.lower.sentences.chance import ChanceLowering
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.lower.sentences.zone_moves import MoveLowering
from rulec.lower.zone_fields import kinds_of
from rulec.semantics import typed
from rulec.semantics import types as t


class DrawLowering:
    """Lowers draws from decks and hidden zones."""

    def __init__(self, flow: LoweringContext, chances: ChanceLowering, moves: MoveLowering) -> None:
        self.flow, self.stores, self.expressions = flow, flow.stores, flow.expressions
        self.chances, self.moves = chances, moves

    def draw(self, node: typed.DrawOne, place: Cursor) -> None:
        """Draw a kind with probability proportional to its number of pieces."""
        pieces, names = node.source.zone.pieces, place.names
        kind = nodes.ReadLocal(self.expressions.fresh("kind"), ElemType(self.stores.domain(kinds_of(pieces))))
        members: Expr | None = None
        weight: Expr | None = None
        if pieces.unique:
            members = self.expressions.expr(node.source, names)
        else:
            weight = copies_in(self.expressions, node.source, kind, names)
        number = typed.NumberOf(node.source, t.NumberType(0, pieces.total), node.span)
        some = nodes.Compare(">=", self.expressions.expr(number, names), s.ONE)
        if node.there:
            place.facts.learn(some)
        message = f"there is no {pieces.singular} left to draw"
        drawn = self.chances.draw(
            place, node.event, message, node.span, members, kind.name, weight, some, self._viewer(node, place)
        )
        inner = place.inside(names=names.bind(node.var, drawn))
        self.moves.transport(node.move, inner, surely=True)
        self.flow.sentences(node.then, inner)

    def _viewer(self, node: typed.DrawOne, place: Cursor) -> Expr | None:
        """Return the only player who sees the draw, if any."""
        target = node.move.target
        if target is None or target.zone.seen != "owner" or node.move.open:
            return None
        assert target.owner is not None
        seat = ElemType(self.stores.seats, self.stores.game.actors is not None)
        viewer = self.flow.read(self.expressions.fresh(f"{place.rule}.viewer"), seat)
        owner = self.stores.decider(self.expressions.expr(target.owner, place.names))
        self.flow.emit(place, nodes.SetLocal(viewer.name, owner, node.span))
        return viewer
