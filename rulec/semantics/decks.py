"""Sentences about decks, and what all see of pieces that are moved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rulec.semantics import typed
from rulec.semantics.arithmetic import result_range
from rulec.semantics.chance import chance_event
from rulec.semantics.types import FLAG, Local, MemberType, NumberType, SetType, Unknown
from rulec.semantics.zones import origin
from rulec.source import Span
from rulec.syntax import ast

if TYPE_CHECKING:
    from rulec.semantics.sentences import Context, SentenceChecker


def note_knowledge(game: typed.Game, move: typed.Transport) -> None:
    """What all know of hidden zones: a piece that all see becomes known there, others mix unseen."""
    source = None if move.source is None else move.source.zone
    target = None if move.target is None else move.target.zone
    hidden_source = source is not None and source.seen != "all"
    hidden_target = target is not None and target.seen != "all"
    if not hidden_target and not hidden_source:
        return
    if move.open or not hidden_source or not hidden_target:
        if hidden_target and target is not None:
            target.known = True
        return
    assert source is not None
    assert target is not None
    assert move.source is not None
    assert move.target is not None
    same = source.owner is target.owner and _same(move.source.owner, move.target.owner)
    game.unseen.append(typed.Unseen(source, target, same))


def _same(one: typed.Expr | None, other: typed.Expr | None) -> bool:
    """Surely the same player: `me`, or the same name."""
    match one, other:
        case typed.Me(), typed.Me():
            return True
        case typed.LocalValue(a), typed.LocalValue(b):
            return a is b
        case typed.Constant(), typed.Constant():
            return one.value == other.value
    return False


class DeckChecker:
    def __init__(self, sentences: SentenceChecker, context: Context) -> None:
        self.sentences, self.context, self.game = sentences, context, sentences.game
        self.expressions, self.scope = sentences.expressions, context.scope

    def _error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.scope.globals.report.error(code, span, message, hint)

    # --- what is seen ---------------------------------------------------------------------------------

    def seen(self, move: typed.Transport, facing: ast.Facing | None) -> typed.Transport | None:
        """The move, with what is said of how it is seen."""
        if facing is not None and facing.sort == "shown" and not self._to_all(facing.to):
            return None
        if facing is not None and facing.sort == "down" and not self._hidden(move.source):
            hidden = self._hidden(move.target)
            if not hidden:
                message = "all see what lies in both of these zones, so nothing lies face down here"
                self._error("R882", facing.span, message, "leave it out, or say who sees one of the zones")
                return None
        if facing is not None and facing.sort == "down" and not self._hidden(move.target):
            message = "all see what lies where this goes"
            self._error(
                "R882", facing.span, message, "declare that zone with `seen by owner` or `seen by nobody`"
            )
            return None
        move = replace(move, open=facing is not None and facing.sort != "down")
        note_knowledge(self.game, move)
        return move

    def _hidden(self, value: typed.ZoneValue | None) -> bool:
        return value is not None and value.zone.seen != "all"

    def _to_all(self, to: ast.Expr | None) -> bool:
        """Pieces are shown to all players so far."""
        if to is None:
            return True
        value = self.expressions.expr(to, self.scope)
        if isinstance(value.type, Unknown):
            return False
        if isinstance(value, typed.All) and value.type == SetType(self.game.player_sort):
            return True
        self._error("R882", to.span, "pieces are shown to all players", "write `shown to players`")
        return False

    # --- which deck -----------------------------------------------------------------------------------

    def deck(self, node: ast.Expr) -> typed.ZoneValue | None:
        value = self.expressions.expr(node, self.scope)
        if isinstance(value, typed.ZoneValue) and value.zone.deck is not None:
            return value
        if not isinstance(value.type, Unknown):
            message = f"this is no deck, but {value.type}"
            self._error("R881", node.span, message, "name what is declared with `deck`")
        return None

    def _part(self, deck: typed.ZoneValue, zone: typed.Zone, span: Span) -> typed.ZoneValue:
        found = self.expressions.zone(zone, deck.owner, deck.keys, span)
        assert isinstance(found, typed.ZoneValue)
        return found

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, node: ast.Draw) -> typed.Sentence | None:
        deck = self.deck(node.deck)
        number = self.expressions.number(node.number, self.scope, "how many are drawn")
        target = self._target(node.target, deck)
        if deck is None or target is None or isinstance(number.type, Unknown):
            return None
        one = self.one(deck, target, node.facing, node.span)
        if one is None:
            return None
        single = isinstance(number, typed.Constant) and number.value == 1
        there = self.left(deck, node.span)
        sentences: list[typed.Sentence] = []
        if not node.up_to:
            enough = typed.Comparison(">=", there, number, node.span)
            plural = deck.zone.pieces.plural
            sentences.append(typed.Must(enough, f"there are not so many {plural} left to draw", node.span))
            if single:
                return _all([*sentences, *one], node.span)
            times = number
        else:
            assert isinstance(number.type, NumberType)
            times = self._arithmetic("lesser", number, there, node.span)
        return _all(
            [*sentences, typed.Repeat(None, None, times, None, None, tuple(one), node.span)], node.span
        )

    def one(
        self, deck: typed.ZoneValue, target: typed.ZoneValue, facing: ast.Facing | None, span: Span
    ) -> list[typed.Sentence] | None:
        """The uppermost piece goes to the target; then what lies on top is turned up again."""
        of = deck.zone.deck
        assert of is not None
        if of.top:
            top = self._part(deck, of.top[0], span)
            moved = self.seen(_moved(of.pieces, top, top, target, span), facing)
            return None if moved is None else [moved, *self.turned_up(deck, span)]
        drawn = self._by_chance(deck, target, facing, span)
        return None if drawn is None else [*self._reshuffled(deck, span), drawn]

    def _by_chance(
        self, deck: typed.ZoneValue, target: typed.ZoneValue, facing: ast.Facing | None, span: Span
    ) -> typed.DrawOne | None:
        of, kinds = deck.zone.deck, deck.zone.pieces.kinds
        assert of is not None
        assert kinds is not None
        event = chance_event(self.scope.globals, of.name, kinds, NumberType(0, -1), span)
        if event is None:
            return None
        local = Local(of.name, MemberType(kinds), span)
        value = typed.LocalValue(local, span)
        move = self.seen(_moved(of.pieces, value, self._part(deck, of.middle, span), target, span), facing)
        return (
            None
            if move is None
            else typed.DrawOne(event, local, self._part(deck, of.middle, span), move, span)
        )

    def _reshuffled(self, deck: typed.ZoneValue, span: Span) -> list[typed.Sentence]:
        """An empty pile is made of what was discarded."""
        of = deck.zone.deck
        assert of is not None
        if of.discard is None or not of.reshuffle:
            return []
        old, new = self._part(deck, of.discard, span), self._part(deck, of.middle, span)
        move = typed.Transport(of.pieces, old, None, False, old, new, span)
        note_knowledge(self.game, move)
        empty = typed.Comparison("==", self._count(new, span), _constant(0, span), span)
        return [typed.If(empty, (move,), (), span)]

    def with_top(self, move: typed.Transport) -> typed.Sentence:
        """The move, and what is turned up on a deck because of it."""
        for zone in (move.source, move.target):
            for deck in self.game.decks if zone is not None else ():
                if zone is not None and deck.top and zone.zone in (*deck.top, deck.middle):
                    middle = self.expressions.zone(deck.middle, zone.owner, zone.keys, move.span)
                    assert isinstance(middle, typed.ZoneValue)
                    return _all([move, *self.turned_up(middle, move.span)], move.span)
        return move

    def turned_up(self, deck: typed.ZoneValue, span: Span) -> list[typed.Sentence]:
        """What lies further down moves up, until no place on top is empty that need not be."""
        of = deck.zone.deck
        assert of is not None
        if not of.top:
            return []
        out: list[typed.Sentence] = []
        places = [self._part(deck, zone, span) for zone in of.top]
        for upper, lower in pairwise(places):
            move = typed.Transport(of.pieces, lower, _constant(1, span), True, lower, upper, span)
            out.append(typed.If(self._empty(upper, span), (move,), (), span))
        last = places[-1]
        drawn = self._by_chance(deck, last, None, span)
        if drawn is None:
            return []
        some = typed.Comparison(
            ">=", self._count(self._part(deck, of.middle, span), span), _constant(1, span), span
        )
        draw = typed.If(some, (drawn,), (), span)
        out.append(typed.If(self._empty(last, span), (*self._reshuffled(deck, span), draw), (), span))
        if len(places) == 1:
            return out
        times = _constant(len(places), span)
        return [typed.Repeat(None, None, times, None, None, tuple(out), span)]

    def _empty(self, place: typed.ZoneValue, span: Span) -> typed.Expr:
        assert isinstance(place.type, MemberType)
        return typed.Comparison("==", place, typed.Constant(-1, place.type, span), span)

    # --- how many -------------------------------------------------------------------------------------

    def left(self, deck: typed.ZoneValue, span: Span) -> typed.Expr:
        """How many can be drawn, what is shuffled on the way included."""
        of = deck.zone.deck
        assert of is not None
        parts: list[typed.Expr] = [self._count(self._part(deck, of.middle, span), span)]
        if of.discard is not None and of.reshuffle:
            parts.append(self._count(self._part(deck, of.discard, span), span))
        one, none = _constant(1, span), _constant(0, span)
        for zone in of.top:
            here = self._empty(self._part(deck, zone, span), span)
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

    # --- the other sentences --------------------------------------------------------------------------

    def discard(self, node: ast.Discard) -> typed.Sentence | None:
        """To the discard pile: of the deck on which it lies, or of the only one that has such a pile."""
        value = self.expressions.expr(node.pieces, self.scope)
        if isinstance(value.type, Unknown):
            return None
        if not isinstance(value.type, MemberType | SetType):
            self._error("R835", node.pieces.span, f"pieces are discarded, but this is {value.type}")
            return None
        source = origin(value)
        decks = [deck for deck in self.game.decks if deck.pieces.kinds is value.type.sort and deck.discard]
        lies_on = [deck for deck in decks if source is not None and source.zone in deck.top]
        found = (lies_on or [deck for deck in decks if deck.owner is None and not deck.keys])[:1]
        if source is None or not found or (not lies_on and len(decks) > 1):
            message = "it is not said where this is discarded to"
            self._error("R881", node.span, message, "write `move ... to` and the discard pile of a deck")
            return None
        deck = found[0]
        assert deck.discard is not None
        owner, keys = (source.owner, source.keys) if lies_on else (None, ())
        pile = self.expressions.zone(deck.discard, owner, keys, node.span)
        middle = self.expressions.zone(deck.middle, owner, keys, node.span)
        assert isinstance(pile, typed.ZoneValue)
        assert isinstance(middle, typed.ZoneValue)
        number = _constant(1, node.span) if isinstance(value.type, MemberType) else None
        move = typed.Transport(deck.pieces, value, number, False, source, pile, node.span)
        note_knowledge(self.game, move)
        more = self.turned_up(middle, node.span) if lies_on else []
        return _all([move, *more], node.span)

    def shuffle(self, node: ast.Shuffle) -> typed.Sentence | None:
        """The order of a pile does not exist before something is drawn: nothing is left to be done."""
        deck = self.deck(node.deck)
        return None if deck is None else _all([], node.span)

    def show(self, node: ast.Show) -> typed.Sentence | None:
        value = self.expressions.expr(node.pieces, self.scope)
        if isinstance(value.type, Unknown) or not self._to_all(node.to):
            return None
        if not isinstance(value, typed.ZoneValue) or value.zone.seen == "all" or value.zone.single:
            message = "only what lies in a zone that not all see can be shown"
            self._error(
                "R882", node.pieces.span, message, "name a zone that is `seen by owner` or `seen by nobody`"
            )
            return None
        value.zone.known = True
        return typed.ShowAll(value, node.span)

    def _target(self, node: ast.Expr, deck: typed.ZoneValue | None) -> typed.ZoneValue | None:
        from rulec.semantics.moving import MoveChecker

        if deck is None:
            self.expressions.expr(node, self.scope)
            return None
        fine, target = MoveChecker(self.sentences, self.context)._target(node, deck.zone.pieces)
        if fine and target is None:
            self._error("R881", node.span, "pieces are drawn to a zone of the game", "name a zone")
        return target


def _moved(
    pieces: Any, kind: typed.Expr, source: typed.ZoneValue, target: typed.ZoneValue, span: Span
) -> typed.Transport:
    return typed.Transport(pieces, kind, _constant(1, span), False, source, target, span)


def _constant(value: int, span: Span) -> typed.Expr:
    return typed.Constant(value, NumberType(value, value), span)


def _all(sentences: list[typed.Sentence], span: Span) -> typed.Sentence:
    """Several sentences in the place of one."""
    return typed.If(typed.Constant(1, FLAG, span), tuple(sentences), (), span)


_Checker = Callable[["SentenceChecker", Any, "Context"], "typed.Sentence | None"]
DECK_SENTENCES: dict[type, _Checker] = {
    ast.Draw: lambda sentences, node, context: DeckChecker(sentences, context).draw(node),
    ast.Discard: lambda sentences, node, context: DeckChecker(sentences, context).discard(node),
    ast.Shuffle: lambda sentences, node, context: DeckChecker(sentences, context).shuffle(node),
    ast.Show: lambda sentences, node, context: DeckChecker(sentences, context).show(node),
}
