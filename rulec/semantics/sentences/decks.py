"""Type checks of sentences about decks, and of the visibility of moved pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from rulec.base.diagnostics import Note
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.chance import chance_event
from rulec.semantics.expressions.zone_provenance import whence
from rulec.semantics.expressions.zones import origin
from rulec.semantics.flow.hidden_knowledge import note_knowledge
from rulec.semantics.flow.number_ranges import result_range
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.semantics.sentences.deck_base import DeckBase, all_of
from rulec.semantics.sentences.deck_layers import LayerChecker, put_under
from rulec.semantics.sentences.shared_limits import room_needed
from rulec.semantics.sentences.zone_targets import ZoneTargets
from rulec.semantics.types import (
    ROOM,
    UNKNOWN,
    ListType,
    Local,
    MemberType,
    NumberType,
    SetType,
    Sort,
    Unknown,
)
from rulec.syntax import ast


class DeckChecker(DeckBase):
    """Checks sentences that draw, discard, shuffle and show."""

    # --- visibility ---------------------------------------------------------------------------------

    def seen(
        self, move: typed.Transport, facing: ast.Facing | None, by_chance: bool = False
    ) -> typed.Transport | None:
        """Apply the declared visibility to a move; None after a report."""
        if facing is not None and facing.sort == "shown" and not self._to_all(facing.to):
            return None
        if facing is not None and facing.sort == "down" and not self._hidden(move.source):
            hidden = self._hidden(move.target)
            if not hidden:
                message = "everybody sees the pieces of both zones, so nothing lies face down here"
                self.error("R882", facing.span, message, "leave it out, or say who sees one of the zones")
                return None
        if facing is not None and facing.sort == "down" and not self._hidden(move.target):
            message = "everybody sees the pieces of the target zone"
            self.error(
                "R882", facing.span, message, "declare that zone with `seen by owner` or `seen by nobody`"
            )
            return None
        move = replace(move, open=facing is not None and facing.sort != "down")
        note_knowledge(self.game, move, by_chance)
        return move

    def _hidden(self, value: typed.ZoneValue | None) -> bool:
        return value is not None and value.zone.seen != "all"

    def _to_all(self, to: ast.Expr | None) -> bool:
        """Check that pieces are shown to all players, the only supported case."""
        if to is None:
            return True
        value = self.expressions.expr(to, self.scope)
        if isinstance(value.type, Unknown):
            return False
        if isinstance(value, typed.All) and value.type == SetType(self.game.player_sort):
            return True
        message = "pieces that move are shown to all players"
        hint = "write `shown to players`; `show ZONE to PLAYER` shows one of them what lies in a zone"
        self.error("R882", to.span, message, hint)
        return False

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, node: ast.Draw) -> typed.Sentence | None:
        deck = self.deck(node.deck)
        number = self.expressions.number(node.number, self.scope, "how many are drawn")
        target = self._aside(node, deck) if node.target is None else self._target(node.target, deck)
        if deck is None or target is None or isinstance(number.type, Unknown):
            if node.giving is not None:
                self.sentences.bind(node.giving, UNKNOWN, self.context)
            return None
        assert isinstance(number.type, NumberType)
        sentences: list[typed.Sentence] = []
        drawn: Local | None = None
        times: typed.Expr = number
        if node.giving is not None:
            drawn = self._given(node.giving, deck, number.type.hi)
            drawn.aside = target if node.target is None else None
            sentences.append(typed.Let(drawn, typed.Constant(0, drawn.type, node.span), node.span))
        one = self.one(deck, target, node.facing, node.span, drawn)
        if one is None:
            return None
        single = isinstance(number, typed.Constant) and number.value == 1
        there = self.left(deck, node.span)
        if not node.up_to:
            enough = typed.Comparison(">=", there, number, node.span)
            plural = deck.zone.pieces.plural
            sentences.append(typed.Must(enough, f"there are not so many {plural} left to draw", node.span))
            if single:
                return all_of([*sentences, *one], node.span)
        else:
            times = self._arithmetic("lesser", number, there, node.span)
        return all_of(
            [*sentences, typed.Repeat(None, None, times, None, None, tuple(one), node.span)], node.span
        )

    def _given(self, name: ast.Ident, deck: typed.ZoneValue, most: int) -> Local:
        """Bind the list of drawn pieces, with repetitions."""
        kinds = deck.zone.pieces.kinds
        assert kinds is not None
        entries = max(1, min(most, deck.zone.pieces.total, ROOM))
        kinds.listed = max(kinds.listed, entries)
        kinds.joined = max(kinds.joined, kinds.entries + kinds.size)
        drawn = self.sentences.bind(name, ListType(kinds), self.context, settable=True)
        drawn.drawn = entries
        return drawn

    def _noted(self, drawn: Local | None, kind: typed.Expr, span: Span) -> tuple[typed.Sentence, ...]:
        if drawn is None:
            return ()
        assert isinstance(drawn.type, ListType)
        one = typed.Listed(self.expressions.as_set(kind), drawn.type, span)
        longer = typed.JoinLists(typed.LocalValue(drawn, span), one, drawn.type, span)
        return (typed.SetLocal(drawn, longer, span, drawn.drawn),)

    def _aside(self, node: ast.Draw, deck: typed.ZoneValue | None) -> typed.ZoneValue | None:
        """Return the zone of a face-up draw without destination."""
        if node.giving is None:
            message = "this does not say where this is drawn to"
            hint = "write `to` and a zone, or `face up giving` and a name for the next statements"
            self.error("R883", node.span, message, hint)
            return None
        if node.facing is None or node.facing.sort == "down":
            message = "a piece drawn to no zone is seen by all"
            self.error("R883", node.span, message, "add `face up`, or write `to` and a zone that is hidden")
            return None
        if deck is None or deck.zone.deck is None or deck.zone.deck.aside is None:
            return None
        return self.part(deck, deck.zone.deck.aside, node.span)

    def one(
        self, deck: typed.ZoneValue, target: typed.ZoneValue, facing: ast.Facing | None, span: Span,
        drawn: Local | None = None,
    ) -> list[typed.Sentence] | None:  # fmt: skip
        """Build the move of the uppermost piece, followed by refilling the face-up places."""
        of = deck.zone.deck
        assert of is not None
        if of.top:
            top = self.part(deck, of.top[0], span)
            moved = self.seen(_moved(of.pieces, top, top, target, span), facing)
            assert isinstance(top.type, MemberType)
            noted = self._noted(drawn, typed.Conversion(top, MemberType(top.type.sort), span), span)
            return None if moved is None else [*noted, moved, *self.turned_up(deck, span)]
        found = self._by_chance(deck, target, facing, span, drawn)
        return None if found is None else [*self._reshuffled(deck, span), found]

    def _by_chance(
        self, deck: typed.ZoneValue, target: typed.ZoneValue, facing: ast.Facing | None, span: Span,
        drawn: Local | None = None,
    ) -> typed.Sentence | None:  # fmt: skip
        """Draw the uppermost face-down piece: of the middle, or if empty, of the layers.

        The caller guarantees that a piece exists.
        """
        of = deck.zone.deck
        assert of is not None
        middle = self.part(deck, of.middle, span)
        found = self.drawn_from(deck, middle, target, facing, span, drawn)
        if found is not None:
            found = replace(found, there=True)
        if found is None or of.under is None:
            return found
        lower = LayerChecker(self, deck, span).uppermost(target, facing, drawn)
        return None if lower is None else typed.If(typed.SomeOf(middle, span), (found,), lower, span)

    def drawn_from(
        self, deck: typed.ZoneValue, source: typed.ZoneValue, target: typed.ZoneValue,
        facing: ast.Facing | None, span: Span, drawn: Local | None = None,
    ) -> typed.DrawOne | None:  # fmt: skip
        of, kinds = deck.zone.deck, deck.zone.pieces.kinds
        assert of is not None
        assert kinds is not None
        event = chance_event(self.scope.globals, of.name, kinds, NumberType(0, -1), span)
        if event is None:
            return None
        local = Local(of.name, MemberType(kinds), span)
        value = typed.LocalValue(local, span)
        move = self.seen(_moved(of.pieces, value, source, target, span), facing, by_chance=True)
        if move is None:
            return None
        return typed.DrawOne(event, local, source, move, span, self._noted(drawn, value, span))

    def _reshuffled(self, deck: typed.ZoneValue, span: Span) -> list[typed.Sentence]:
        """Refill an empty pile from the discard pile."""
        of = deck.zone.deck
        assert of is not None
        if of.discard is None or not of.reshuffle:
            return []
        old, new = self.part(deck, of.discard, span), self.part(deck, of.middle, span)
        move = typed.Transport(of.pieces, old, None, False, old, new, span)
        note_knowledge(self.game, move)
        empty: typed.Expr = typed.Comparison("==", self._count(new, span), _constant(0, span), span)
        if of.under is not None:
            lower = typed.Not(LayerChecker(self, deck, span).some(), span)
            empty = typed.Logic("and", empty, lower, span)
        return [typed.If(empty, (move,), (), span)]

    def with_top(self, move: typed.Transport) -> typed.Sentence:
        """Build a move with its capacity check, and the refill of face-up places that it requires."""
        room = room_needed(self, move)
        if room:
            return all_of([*room, self._turning(move)], move.span)
        return self._turning(move)

    def _turning(self, move: typed.Transport) -> typed.Sentence:
        for zone in (move.source, move.target):
            for deck in self.game.decks if zone is not None else ():
                if zone is not None and deck.top and zone.zone in (*deck.top, deck.middle):
                    middle = self.expressions.zone(deck.middle, zone.owner, zone.keys, move.span)
                    assert isinstance(middle, typed.ZoneValue)
                    return all_of([move, *self.turned_up(middle, move.span)], move.span)
        return move

    def turned_up(self, deck: typed.ZoneValue, span: Span) -> list[typed.Sentence]:
        """Build the moves that refill the face-up places from below."""
        of = deck.zone.deck
        assert of is not None
        if not of.top:
            return []
        out: list[typed.Sentence] = []
        places = [self.part(deck, zone, span) for zone in of.top]
        for upper, lower in pairwise(places):
            move = typed.Transport(of.pieces, lower, _constant(1, span), True, lower, upper, span)
            out.append(typed.If(self._empty(upper, span), (move,), (), span))
        last = places[-1]
        drawn = self._by_chance(deck, last, None, span)
        if drawn is None:
            return []
        some: typed.Expr = typed.Comparison(
            ">=", self._count(self.part(deck, of.middle, span), span), _constant(1, span), span
        )
        if of.under is not None:
            some = typed.Logic("or", some, LayerChecker(self, deck, span).some(), span)
        draw = typed.If(some, (drawn,), (), span)
        out.append(typed.If(self._empty(last, span), (*self._reshuffled(deck, span), draw), (), span))
        if len(places) == 1:
            return out
        times = _constant(len(places), span)
        return [typed.Repeat(None, None, times, None, None, tuple(out), span)]

    def _empty(self, place: typed.ZoneValue, span: Span) -> typed.Expr:
        assert isinstance(place.type, MemberType)
        return typed.Comparison("==", place, typed.Constant(-1, place.type, span), span)

    # --- counts ---------------------------------------------------------------------------------------

    def left(self, deck: typed.ZoneValue, span: Span) -> typed.Expr:
        """Count the pieces that can be drawn, including those to be reshuffled."""
        of = deck.zone.deck
        assert of is not None
        parts: list[typed.Expr] = [self._count(self.part(deck, of.middle, span), span)]
        if of.under is not None:
            parts.append(LayerChecker(self, deck, span).number())
        if of.discard is not None and of.reshuffle:
            parts.append(self._count(self.part(deck, of.discard, span), span))
        one, none = _constant(1, span), _constant(0, span)
        for zone in of.top:
            here = self._empty(self.part(deck, zone, span), span)
            parts.append(typed.IfElse(here, none, one, NumberType(0, 1), span))
        total = parts[0]
        for part in parts[1:]:
            total = self._arithmetic("+", total, part, span)
        return total

    def _count(self, zone: typed.ZoneValue, span: Span) -> typed.Expr:
        return typed.NumberOf(zone, NumberType(0, zone.zone.pieces.total), span)

    def _arithmetic(self, op: Any, left: typed.Expr, right: typed.Expr, span: Span) -> typed.Expr:
        assert isinstance(left.type, NumberType)
        assert isinstance(right.type, NumberType)
        lo, hi = result_range(op, (left.type.lo, left.type.hi), (right.type.lo, right.type.hi))
        return typed.Arithmetic(op, left, right, NumberType(lo, hi), span)

    # --- other sentences ------------------------------------------------------------------------------

    def discard(self, node: ast.Discard) -> typed.Sentence | None:
        """Type a discard: to the pile of the deck that the piece lies on, or of the only deck with a pile."""
        value = self.expressions.expr(node.pieces, self.scope)
        if isinstance(value.type, Unknown):
            return None
        if not isinstance(value.type, MemberType | SetType):
            self.error("R835", node.pieces.span, f"only pieces can be discarded, but this is {value.type}")
            return None
        taken = whence(value)
        if taken is not None:
            ways = [self._discarded(node, value, zone) for zone in taken.zones]
            found = [one for one in ways if one is not None]
            return taken.move(found, node.span) if len(found) == len(ways) else None
        return self._discarded(node, value, origin(value))

    def _discarded(
        self, node: ast.Discard, value: typed.Expr, source: typed.ZoneValue | None
    ) -> typed.Sentence | None:
        assert isinstance(value.type, MemberType | SetType)
        decks = [deck for deck in self.game.decks if deck.pieces.kinds is value.type.sort and deck.discard]
        lies_on = [deck for deck in decks if source is not None and source.zone in deck.top]
        if not decks:
            self._without_pile(node, value.type.sort)
            return None
        owner, keys = (source.owner, source.keys) if lies_on and source is not None else (None, ())
        found = (lies_on or [deck for deck in decks if deck.owner is None and not deck.keys])[:1]
        if not lies_on and len(decks) == 1 and not decks[0].keys and source is not None:
            owner = self._whose_pile(decks[0], source, node.span)
            found = found if owner is None else decks
        if source is None or not found or (not lies_on and len(decks) > 1):
            message = "this does not say where this is discarded to"
            self.error("R881", node.span, message, "write `move ... to` and the discard pile of a deck")
            return None
        deck = found[0]
        assert deck.discard is not None
        pile = self.expressions.zone(deck.discard, owner, keys, node.span)
        middle = self.expressions.zone(deck.middle, owner, keys, node.span)
        assert isinstance(pile, typed.ZoneValue)
        assert isinstance(middle, typed.ZoneValue)
        number = _constant(1, node.span) if isinstance(value.type, MemberType) else None
        move = typed.Transport(deck.pieces, value, number, False, source, pile, node.span)
        note_knowledge(self.game, move)
        more = self.turned_up(middle, node.span) if lies_on else []
        return all_of([move, *more], node.span)

    def _whose_pile(self, deck: typed.Deck, source: typed.ZoneValue, span: Span) -> typed.Expr | None:
        """Return who owns the pile of a deck that each member has: whose zone it is, else who acts."""
        if deck.owner is None:
            return None
        if source.zone.owner is deck.owner:
            return source.owner
        me = self.scope.me
        return typed.Me(MemberType(me), span) if me is deck.owner else None

    def _without_pile(self, node: ast.Discard, kinds: Sort) -> None:
        """Report a discard of pieces whose decks have no discard pile."""
        deck = next((one for one in self.game.decks if one.pieces.kinds is kinds), None)
        if deck is None:
            message = f"no deck of {kinds.plural} is declared, so there is no discard pile"
            example = f"deck pile of {kinds.singular}: from {kinds.plural}, discard pile"
            hint = f"declare one, for example with `{example}`"
        else:
            message = f"the deck `{deck.name}` has no discard pile"
            hint = "add `, discard pile` at the end of the line that declares the deck"
        notes = [] if deck is None else [Note(deck.span, "declared here")]
        self.scope.globals.report.error("R881", node.span, message, hint, notes)

    def shuffle(self, node: ast.Shuffle) -> typed.Sentence | None:
        """Mix the layers into the pile, whose order is determined only by draws."""
        deck = self.deck(node.deck)
        if deck is None:
            return None
        under = deck.zone.deck is not None and deck.zone.deck.under is not None
        return all_of([LayerChecker(self, deck, node.span).shuffled()] if under else [], node.span)

    def show(self, node: ast.Show) -> typed.Sentence | None:
        value = self.expressions.expr(node.pieces, self.scope)
        fine, to = self._to_whom(node.to)
        if isinstance(value.type, Unknown) or not fine:
            return None
        if not isinstance(value, typed.ZoneValue) or value.zone.seen == "all" or value.zone.single:
            message = "only pieces in a zone that some players can't see can be shown"
            self.error(
                "R882", node.pieces.span, message, "name a zone that is `seen by owner` or `seen by nobody`"
            )
            return None
        if to is None:
            value.zone.known = True
        elif value.zone.deck is not None and value.zone.deck.under is not None:
            message = "the players who put pieces under this deck know them"
            self.error("R882", node.pieces.span, message, "show it to all: `show ... to players`")
            return None
        else:
            value.zone.noticed = True
        return typed.ShowAll(value, node.span, to)

    def _to_whom(self, to: ast.Expr | None) -> tuple[bool, typed.Expr | None]:
        """Type the receivers of a show; (True, None) means all players, False a reported error."""
        if to is None:
            return True, None
        value = self.expressions.expr(to, self.scope)
        type_ = value.type
        if isinstance(type_, Unknown):
            return False, None
        if isinstance(value, typed.All) and type_ == SetType(self.game.player_sort):
            return True, None
        if isinstance(type_, SetType | MemberType) and type_.sort is self.game.player_sort:
            known = isinstance(type_, SetType) or self.expressions.definite(value, self.scope)
            return known, value
        message = f"pieces can be shown only to players, but this is {type_}"
        self.error("R882", to.span, message, "name a player, or a set of players: `show ... to players`")
        return False, None

    def _target(self, node: ast.Expr, deck: typed.ZoneValue | None) -> typed.ZoneValue | None:
        if deck is None:
            self.expressions.expr(node, self.scope)
            return None
        fine, target = ZoneTargets(self.sentences, self.context).target(node, deck.zone.pieces)
        if fine and target is None:
            self.error("R881", node.span, "pieces are drawn to a zone of the game", "name a zone")
        return target


def _moved(
    pieces: Any, kind: typed.Expr, source: typed.ZoneValue, target: typed.ZoneValue, span: Span
) -> typed.Transport:
    return typed.Transport(pieces, kind, _constant(1, span), False, source, target, span)


def _constant(value: int, span: Span) -> typed.Expr:
    return typed.Constant(value, NumberType(value, value), span)


_Checker = Callable[["SentenceBase", Any, "Context"], "typed.Sentence | None"]
DECK_SENTENCES: dict[type, _Checker] = {
    ast.Draw: lambda sentences, node, context: DeckChecker(sentences, context).draw(node),
    ast.PutUnder: lambda sentences, node, context: put_under(DeckChecker(sentences, context), node),
    ast.Discard: lambda sentences, node, context: DeckChecker(sentences, context).discard(node),
    ast.Shuffle: lambda sentences, node, context: DeckChecker(sentences, context).shuffle(node),
    ast.Show: lambda sentences, node, context: DeckChecker(sentences, context).show(node),
}
