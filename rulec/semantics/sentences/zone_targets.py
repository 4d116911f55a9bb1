"""Zones that sentences name: sources, targets and homes of pieces."""

from __future__ import annotations

from dataclasses import replace

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.mixed_zones import narrowed
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.semantics.types import NONE, MemberType, PieceSort, Unknown
from rulec.syntax import ast


class ZoneTargets:
    """Resolves zones in one context."""

    def __init__(self, sentences: SentenceBase, context: Context) -> None:
        self.sentences, self.context = sentences, context
        self.expressions, self.game = sentences.expressions, sentences.game
        self.scope = context.scope

    def zone(self, node: ast.Expr, pieces: PieceSort | None = None) -> typed.ZoneValue | None:
        """Return a zone or place, or a member's only one for such pieces, without reporting errors."""
        report = self.scope.globals.report
        before = report.mark()
        value = self.expressions.expr(node, narrowed(self.scope, pieces))
        if isinstance(value, typed.ZoneValue):
            return value
        if isinstance(value.type, MemberType):
            sort = value.type.sort
            fitting = [one for one in self.game.pieces if pieces in (None, one)]
            zones = [z for z in self.game.zones if z.owner is sort and not z.keys and z.pieces in fitting]
            places = [p for p in self.game.places if p.owner is sort and p.pieces in fitting]
            if len(zones) == 1 and not places and self.pieces_of(sort) is None:
                return self._read(zones[0], value, node.span)
        report.back_to(before)
        return None

    def pieces_of(self, sort: object) -> PieceSort | None:
        return next((one for one in self.game.pieces if one.kinds is sort), None)

    def _read(self, zone: typed.Zone, owner: typed.Expr | None, span: Span) -> typed.ZoneValue:
        value = self.expressions.zone(zone, owner, (), span)
        assert isinstance(value, typed.ZoneValue)
        return value

    def home(self, pieces: PieceSort, kind: typed.Expr, span: Span) -> typed.ZoneValue | None:
        """Return the home zone of a piece; None for the box."""
        if not pieces.home:
            return None
        named = (one for one in self.game.zones if one.name == pieces.home and one.pieces is pieces)
        zone = next(one for one in named if one.owner in (None, pieces.owner))
        owner = None
        if zone.owner is not None:
            owner = self._owner_of(pieces, kind, span)
        return self._read(zone, owner, span)

    def _owner_of(self, pieces: PieceSort, kind: typed.Expr, span: Span) -> typed.Expr:
        assert pieces.kinds is not None
        assert pieces.owner is not None
        type_ = MemberType(pieces.owner)
        if isinstance(kind.type, MemberType) and kind.type.maybe:  # an empty place moves nothing
            owner = self._owner_of(pieces, typed.Conversion(kind, MemberType(pieces.kinds), span), span)
            is_none = typed.Comparison("==", kind, typed.Constant(-1, NONE, span), span)
            return typed.IfElse(is_none, typed.Constant(0, type_, span), owner, type_, span)
        column = self.scope.globals.own[pieces.kinds]["owner"]
        if isinstance(column, typed.Column):
            return typed.ColumnValue(column, (kind,), span)
        return typed.Coordinate("owner", kind, pieces.kinds, type_, span)

    def of_player(self, pieces: PieceSort, owner: typed.Expr, span: Span) -> typed.Expr:
        """Return the kind of piece of an owner."""
        assert pieces.kinds is not None
        return typed.Coordinate("piece", owner, pieces.kinds, MemberType(pieces.kinds), span)

    def _error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.scope.globals.report.error(code, span, message, hint)

    def target(
        self, node: ast.Expr | None, pieces: PieceSort, kind: typed.Expr | None = None
    ) -> tuple[bool, typed.ZoneValue | None]:
        """Type the target of a move: (True, None) for the box, False after a report."""
        if node is None:
            assert kind is not None
            return True, self.home(pieces, kind, kind.span)
        if is_box(node, self.scope.globals.places):
            pieces.boxed = True
            return True, None
        found = self.zone(node, pieces) or self.zone(node)
        if found is None:
            value = self.expressions.expr(node, self.scope)
            if not isinstance(value.type, Unknown) and not self.of_none(node):
                hint = f"name a zone of {pieces.plural}, or `box`"
                self._error("R835", node.span, f"pieces go to a zone, but this is {value.type}", hint)
            return False, None
        if found.zone.pieces is not pieces:
            message = f"this has room for {found.zone.pieces.plural}, not {pieces.plural}"
            self._error("R316", node.span, message)
            return False, None
        return True, replace(found, whole=False)

    def of_none(self, node: ast.Expr) -> bool:
        """Report a zone of an optional member."""
        if not isinstance(node, ast.Possessive):
            return False
        return not self.expressions.definite(self.expressions.tried(node.owner, self.scope), self.scope)


def is_box(node: ast.Expr, declared: object) -> bool:
    return (
        isinstance(node, ast.Name)
        and node.name.text == "box"
        and not node.arguments
        and "box" not in declared  # type: ignore[operator]
    )
