"""Type checks of moves between zones."""

from __future__ import annotations

from dataclasses import replace

from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.rows import leaves_from_the_left
from rulec.semantics.expressions.zone_provenance import UnknownProvenance, whence
from rulec.semantics.expressions.zones import origin
from rulec.semantics.flow.hidden_knowledge import note_knowledge
from rulec.semantics.flow.narrowing import as_it_is
from rulec.semantics.sentences.decks import DeckChecker
from rulec.semantics.sentences.zone_targets import ZoneTargets, is_box
from rulec.semantics.types import ListType, Local, MemberType, NumberType, PieceSort, SetType, Unknown
from rulec.syntax import ast


class MoveChecker(ZoneTargets):
    """Checks `place`, `move` and `remove` between zones; places of a board are checked elsewhere."""

    # --- queries --------------------------------------------------------------------------------------

    def _from_layers(self, source: typed.ZoneValue | None, span: Span) -> bool:
        """Report a move from the layers under a deck, which only draws can reach."""
        if source is None or not source.whole:
            return False
        message = "something may lie under this deck, and nobody can reach it there"
        self._error("R884", span, message, "write `draw ... from`")
        return True

    def moves(self, value: typed.Expr) -> bool:
        """Return whether a value denotes pieces by their kind."""
        have = value.type
        if self._nobodys(value, value.span) is not None:
            return True
        return isinstance(have, MemberType | SetType | ListType) and self.pieces_of(have.sort) is not None

    # --- place and remove -----------------------------------------------------------------------------

    def place(
        self, node: ast.PlacePiece, pieces: PieceSort, owner: typed.Expr | None
    ) -> typed.Sentence | None:
        if node.neutral and -1 not in pieces.owners:
            message = f"there are no neutral {pieces.plural}"
            self._error("R836", node.piece.span, message, "leave out `neutral`")
            return None
        kind: typed.Expr
        if node.neutral:
            assert pieces.kinds is not None
            kind = typed.Constant(pieces.owners.index(-1), MemberType(pieces.kinds), node.span)
        elif pieces.owned and owner is not None and pieces.held is None:
            kind = self.of_player(pieces, owner, node.span)
        else:
            found = self._only_kind(pieces, node.piece.span)
            if found is None:
                return None
            kind = found
        fine, target = self.target(node.target, pieces)
        source = self.home(pieces, kind, node.span)
        return self.one(pieces, kind, source, target, node.span) if fine else None

    def remove(self, node: ast.RemovePiece, value: typed.Expr) -> typed.Sentence | None:
        """Type a removal to the pieces' home; removing from an empty place does nothing."""
        value = as_it_is(value)
        assert isinstance(value.type, MemberType | SetType | ListType)
        pieces = self.pieces_of(value.type.sort)
        assert pieces is not None
        if isinstance(value.type, SetType | ListType):
            source = origin(value)
            if source is None:
                self._no_origin(value, node.source.span, pieces)
                return None
            return self._noted(self._home_all(pieces, value, source, node.span))
        taken = whence(value)
        source = origin(value)
        if source is None and taken is None:
            self._no_origin(value, node.source.span, pieces)
            return None
        home = self.home(pieces, value, node.span)
        ways = [
            self._noted(typed.Transport(pieces, value, _number(1, node.span), True, zone, home, node.span))
            for zone in (taken.zones if taken is not None else [source])
        ]
        return taken.move(ways, node.span) if taken is not None else ways[0]

    def _home_all(
        self, pieces: PieceSort, value: typed.Expr, source: typed.ZoneValue, span: Span
    ) -> typed.Transport:
        """Build a move of pieces to the home of each one's owner."""
        assert pieces.kinds is not None
        one = Local(pieces.singular, MemberType(pieces.kinds), span)
        home = self.home(pieces, typed.LocalValue(one, span), span)
        return typed.Transport(pieces, value, None, False, source, home, span, one=one)

    def _noted(self, move: typed.Transport) -> typed.Sentence:
        self._from_the_left(move)
        note_knowledge(self.game, move)
        return DeckChecker(self.sentences, self.context).with_top(move)

    def one(
        self, pieces: PieceSort, kind: typed.Expr, source: typed.ZoneValue | None,
        target: typed.ZoneValue | None, span: Span,
    ) -> typed.Sentence:  # fmt: skip
        return self._noted(typed.Transport(pieces, kind, _number(1, span), False, source, target, span))

    # --- move -----------------------------------------------------------------------------------------

    def move(self, node: ast.MovePiece) -> typed.Sentence | None:
        goal = self._place(node.target)
        return self._move(node) if goal is None else self._to_place(node, goal)

    def _place(self, node: ast.Expr | None) -> typed.PieceAt | None:
        """Return a place on a board, without reporting errors."""
        if node is None:
            return None
        value = self.expressions.tried(node, self.scope)
        return value if isinstance(value, typed.PieceAt) else None

    def _to_place(self, node: ast.MovePiece, goal: typed.PieceAt) -> typed.Sentence | None:
        """Type a move of one piece from a zone to a place on a board."""
        pieces, span = goal.place.pieces, node.span
        assert node.target is not None
        boxed = {one: one.boxed for one in self.game.pieces}
        move = self._move(replace(node, target=ast.Name(ast.Ident("box", node.target.span), (), span)))
        for one, before in boxed.items():
            one.boxed = before
        if not isinstance(move, typed.Transport):
            return move
        if move.pieces is not pieces:
            message = f"this has room for {pieces.plural}, not {move.pieces.plural}"
            self._error("R316", node.target.span, message)
            return None
        one_piece = isinstance(move.number, typed.Constant) and move.number.value == 1
        if not one_piece or move.source is None:
            self._error(
                "R316", span, f"one of the {pieces.plural} is expected here, from a zone", "move 1 of them"
            )
            return None
        return replace(move, place=goal)

    def _move(self, node: ast.MovePiece) -> typed.Sentence | None:
        moved = node.moved
        source: typed.ZoneValue | None = None
        boxed = node.source is not None and is_box(node.source, self.scope.globals.places)
        if node.source is not None and not boxed:
            source = self.zone(node.source, self._sort_moved(moved))
            if source is None:
                value = self.expressions.expr(node.source, self.scope)
                if not isinstance(value.type, Unknown) and not self.of_none(node.source):
                    at = isinstance(value.type, MemberType)
                    hint = "say where it lies and where it goes: `move a1 to a2`" if at else ""
                    self._error(
                        "R835", node.source.span, f"pieces come from a zone, but this is {value.type}", hint
                    )
                return None
        if moved.sort == "pieces":
            assert moved.value is not None
            value = self.expressions.expr(moved.value, self.scope)
            held = self._of_target(value, node) if boxed else None
            held = held or self._held(value, source, node.span)
            return self._pieces(node, held[1] if held is not None else value, source, boxed)
        found = self._kind(moved, source)
        if found is None:
            return None
        pieces, kinds = found
        number: typed.Expr | None = None
        if moved.value is not None:
            number = self.expressions.number(moved.value, self.scope, "how many pieces")
            if isinstance(number.type, Unknown):
                return None
        if source is None:
            if boxed:
                pieces.boxed = True
            elif isinstance(kinds.type, MemberType):
                source = self.home(pieces, kinds, node.span)
        sent_home = node.target is None and isinstance(kinds.type, SetType)
        fine, target = (True, None) if sent_home else self.target(node.target, pieces, kinds)
        if not fine or (source is not None and not self._fits(source, pieces, node)):
            return None
        if self._from_layers(source, node.span):
            return None
        if sent_home and source is not None:
            return self._seen(self._home_all(pieces, kinds, source, node.span), node)
        all_there = isinstance(kinds.type, MemberType) and moved.sort == "all"
        boxed = all_there and source is None  # the box is no zone: move up to the total
        if boxed:
            number = typed.Constant(pieces.total, NumberType(pieces.total, pieces.total), node.span)
        elif all_there:
            number = typed.NumberOf(
                self._all_of(source, kinds, node.span), NumberType(0, pieces.total), node.span
            )
        if isinstance(kinds.type, SetType) and source is not None:
            kinds = source
        return self._seen(
            typed.Transport(pieces, kinds, number, boxed or moved.sort == "up to", source, target, node.span),
            node,
        )

    def _sort_moved(self, moved: ast.Moved) -> PieceSort | None:
        """Return the piece sort of a move, if mixed zones make it relevant."""
        g = self.scope.globals
        if not g.mixed:
            return None
        if moved.name is not None:
            kind = g.constants.get(moved.name.text)
            return g.pieces.get(moved.name.text) or (None if kind is None else self.pieces_of(kind[0]))
        value = None if moved.value is None else self.expressions.tried(moved.value, self.scope)
        known = value is not None and isinstance(value.type, MemberType | SetType)
        return self.pieces_of(value.type.sort) if known else None  # type: ignore[union-attr]

    def _all_of(self, source: typed.ZoneValue | None, kind: typed.Expr, span: Span) -> typed.Expr:
        assert isinstance(kind.type, MemberType)
        assert source is not None, "all of a kind are moved from a zone"
        local = Local("it", MemberType(kind.type.sort), span)
        same = typed.Comparison("==", typed.LocalValue(local, span), kind, span)
        return typed.Where(local, source, same, source.type, span)

    def _fits(self, source: typed.ZoneValue, pieces: PieceSort, node: ast.MovePiece) -> bool:
        if source.zone.pieces is pieces:
            return True
        self._error("R316", node.span, f"no {pieces.plural} lie here, only {source.zone.pieces.plural}")
        return False

    def _kind(self, moved: ast.Moved, source: typed.ZoneValue | None) -> tuple[PieceSort, typed.Expr] | None:
        """Resolve `3 workers of white`, `7 capital`, `all tiles`: a kind, or the contents of the source."""
        assert moved.name is not None
        g, name = self.scope.globals, moved.name
        local = self.scope.locals.get(name.text)
        value: typed.Expr | None = None
        if local is not None:
            local.uses += 1
            value = typed.LocalValue(local, name.span)
        elif name.text in g.constants and name.text not in g.pieces:
            sort, index = g.constants[name.text]
            value = typed.Constant(index, MemberType(sort), name.span)
        if value is not None:
            held = self._held(value, source, name.span)
            if held is not None:
                return held
            pieces = self.pieces_of(value.type.sort) if isinstance(value.type, MemberType) else None
            if pieces is None or not self.expressions.definite(value, self.scope):
                if pieces is None:
                    self._error("R836", name.span, f"`{name.text}` is not a kind of piece")
                return None
            return pieces, value
        pieces = g.pieces.get(name.text)
        if pieces is None:
            hint = did_you_mean(name.text, {*g.pieces, *g.constants})
            g.report.unknown("R208", name.text, name.span, f"no pieces are called `{name.text}`", hint)
            return None
        assert pieces.kinds is not None
        if moved.kind is not None:
            kind = self.expressions.member(moved.kind, self.scope, pieces.kinds, "the value after `of`")
            fine = not isinstance(kind.type, Unknown) and self.expressions.definite(kind, self.scope)
            return (pieces, kind) if fine else None
        if moved.sort == "all" and source is not None:
            return pieces, source
        if source is not None:
            there = self.kind_there(source, name.span, pieces)
            return None if there is None else (pieces, there)
        kind_ = self._only_kind(pieces, name.span)
        return None if kind_ is None else (pieces, kind_)

    def kind_there(
        self, zone: typed.ZoneValue, span: Span, pieces: PieceSort | None = None
    ) -> typed.Expr | None:
        """Return the kind of piece in a zone, if unique: the only kind, or the owner's."""
        pieces = pieces or zone.zone.pieces
        if pieces.owned and pieces.held is None and zone.zone.owner is pieces.owner:
            assert zone.owner is not None
            return self.of_player(pieces, zone.owner, span)
        return self._only_kind(pieces, span, "the first of (... where owner is me)")

    def _held(
        self, value: typed.Expr, source: typed.ZoneValue | None, span: Span
    ) -> tuple[PieceSort, typed.Expr] | None:
        """Resolve a table row to its owner's piece, from an owned zone."""
        nobodys = self._nobodys(value, span) if source is None or source.owner is None else None
        if nobodys is not None:
            return nobodys
        if source is None or source.owner is None or source.zone.pieces.held is None:
            return None
        pieces, column = source.zone.pieces, source.zone.pieces.held
        if not isinstance(value.type, MemberType) or value.type.sort is not column.keys[1]:
            return None
        if value.type.maybe or source.zone.owner is not pieces.owner:
            return None
        return pieces, typed.ColumnValue(column, (source.owner, value), span)

    def _of_target(self, value: typed.Expr, node: ast.MovePiece) -> tuple[PieceSort, typed.Expr] | None:
        """Resolve `move p4a from box to my houses` to the piece of the target's owner."""
        target = self.zone(node.target) if node.target is not None else None
        if target is None or (isinstance(value, typed.Constant) and self._nobodys(value, node.span)):
            return None
        return self._held(value, target, node.span) if target.owner is not None else None

    def _nobodys(self, value: typed.Expr, span: Span) -> tuple[PieceSort, typed.Expr] | None:
        """Resolve a table row to its piece without owner."""
        if not isinstance(value.type, MemberType) or value.type.maybe:
            return None
        for pieces in self.game.pieces:
            if pieces.unheld is not None and pieces.unheld.keys[0] is value.type.sort:
                if isinstance(value, typed.Constant):
                    kind = pieces.unheld.values[value.value]
                    if not pieces.copies[kind]:
                        continue  # each owner has a piece of this row
                    return pieces, typed.Constant(kind, pieces.unheld.type, span)
                return pieces, typed.ColumnValue(pieces.unheld, (value,), span)
        return None

    def _only_kind(self, pieces: PieceSort, span: Span, whose: str = "my ...") -> typed.Expr | None:
        assert pieces.kinds is not None
        if pieces.kinds.size == 1:
            return typed.Constant(0, MemberType(pieces.kinds), span)
        example = pieces.kinds.members[0]
        hint = f"say whose, as in `{whose}`" if pieces.owned else f"name the kind, as in `{example}`"
        if pieces.held is not None:
            hint = "choose one, or move it by the name of its row"
        self._error("R836", span, f"this does not say which of the {pieces.plural} is meant", hint)
        return None

    def _pieces(
        self, node: ast.MovePiece, value: typed.Expr, source: typed.ZoneValue | None, boxed: bool
    ) -> typed.Sentence | None:
        if isinstance(value.type, Unknown):
            return None
        value = as_it_is(value)
        known = isinstance(value.type, MemberType | SetType | ListType)
        pieces = self.pieces_of(value.type.sort) if known else None  # type: ignore[union-attr]
        if pieces is None:
            self._error("R835", node.moved.span, f"only pieces can be moved, but this is {value.type}")
            return None
        several = not isinstance(value.type, MemberType)
        fine, target = (
            (True, None) if node.target is None and several else self.target(node.target, pieces, value)
        )
        if not fine or (source is not None and not self._fits(source, pieces, node)):
            return None
        if node.target is None and several and source is not None:
            return self._seen(self._home_all(pieces, value, source, node.span), node)
        taken = whence(value) if source is None and not boxed else None
        if taken is not None:
            ways = [self._pieces(node, value, zone, False) for zone in taken.zones]
            return taken.move([one for one in ways if one is not None], node.span) if all(ways) else None
        if boxed:
            pieces.boxed = True
        elif source is None:
            source = origin(value)
            if source is None and not isinstance(value, typed.Constant):
                self._no_origin(value, node.moved.span, pieces)
                return None
            if source is None:
                source = self.home(pieces, value, node.span)
        if self._from_layers(source, node.span):
            return None
        number = _number(1, node.span) if isinstance(value.type, MemberType) else None
        return self._seen(typed.Transport(pieces, value, number, False, source, target, node.span), node)

    def _from_the_left(self, move: typed.Transport) -> None:
        if move.source is not None and not leaves_from_the_left(move.kinds, move.source):
            message = (
                f"the {move.pieces.plural} of this row leave it from the left, so that the places follow"
            )
            self._error("R873", move.span, message, "move or remove `leftmost of` the row")

    def _seen(self, move: typed.Transport, node: ast.MovePiece) -> typed.Sentence | None:
        self._from_the_left(move)
        decks = DeckChecker(self.sentences, self.context)
        seen = decks.seen(move, node.facing)
        return None if seen is None else decks.with_top(seen)

    def _no_origin(self, value: typed.Expr, span: Span, pieces: PieceSort) -> None:
        message = f"this does not say where {MemberType(pieces.kinds)} comes from" if pieces.kinds else ""
        if isinstance(value, typed.LocalValue) and isinstance(value.local.origin, UnknownProvenance):
            name = value.local.name
            message = f"`{name}` may lie in several zones, and only `choose ... from` keeps in which"
            hint = "choose one after the other, with `choose ... from ...`, or go through them zone by zone"
            self._error("R830", span, message, hint)
            return
        zones = [_called(one) for one in self.game.zones if one.pieces is pieces and not one.single]
        if not pieces.home:  # pieces that begin off the board probably come from the box during set-up
            zones.insert(0 if self.context.scope.me is None else _SHOWN - 1, "box")
        ways = ", ".join(f"`from {one}`" for one in zones[:_SHOWN]) + (" ..." if len(zones) > _SHOWN else "")
        self._error("R830", span, message, f"say where it lies: {ways}" if zones else "add `from` and a zone")


_SHOWN = 5  # limit of zones in a hint


def _called(zone: typed.Zone) -> str:
    """Return the source form of a zone."""
    kinds = f"({', '.join(key.singular for key in zone.keys)})" if zone.keys else ""
    whose = (
        "" if zone.owner is None else "my " if zone.owner.plural == "players" else f"{zone.owner.singular}'s "
    )
    return f"{whose}{zone.name}{kinds}"


def _number(value: int, span: Span) -> typed.Expr:
    return typed.Constant(value, NumberType(value, value), span)
