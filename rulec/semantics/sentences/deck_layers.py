"""Layers under a deck, drawn from the uppermost down when nothing lies above them.

A layer is a set of unknown order; ordered pieces form layers of one piece each. Layers move up as soon as the
layer above is empty, so that equal piles have equal states (canonical form).
"""

from __future__ import annotations

from dataclasses import replace

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.zone_provenance import whence
from rulec.semantics.expressions.zones import origin
from rulec.semantics.flow.hidden_knowledge import note_knowledge
from rulec.semantics.sentences.deck_base import DeckBase, all_of
from rulec.semantics.types import ListType, Local, MemberType, NumberType, SetType, Unknown
from rulec.syntax import ast


class LayerChecker:
    """Builds the sentences about a deck with layers."""

    def __init__(self, checker: DeckBase, deck: typed.ZoneValue, span: Span) -> None:
        self.checker, self.deck, self.span = checker, deck, span
        assert deck.zone.deck is not None
        assert deck.zone.deck.layers is not None
        assert deck.zone.deck.under is not None
        self.zone, self.layers = deck.zone.deck.under, deck.zone.deck.layers
        self.first = typed.Constant(0, MemberType(self.layers.sort), span)

    def layer(self, which: typed.Expr) -> typed.ZoneValue:
        found = self.checker.expressions.zone(self.zone, self.deck.owner, (*self.deck.keys, which), self.span)
        assert isinstance(found, typed.ZoneValue)
        return found

    def some(self) -> typed.Expr:
        """Test whether any layer exists."""
        return typed.SomeOf(self.layer(self.first), self.span)

    def number(self) -> typed.Expr:
        local = self._local()
        most = NumberType(0, self.deck.zone.pieces.total)
        there = typed.NumberOf(self.layer(typed.LocalValue(local, self.span)), most, self.span)
        return typed.Total("sum", local, self._all(), there, most, self.span)

    # --- drawing --------------------------------------------------------------------------------------

    def uppermost(
        self, target: typed.ZoneValue, facing: ast.Facing | None, noted: Local | None
    ) -> tuple[typed.Sentence, ...] | None:
        """Draw a uniformly random piece of the uppermost layer, which must exist."""
        upper, span = self.layer(self.first), self.span
        drawn = self.checker.drawn_from(self.deck, upper, target, facing, span, noted)
        if drawn is None:
            return None
        drawn = replace(drawn, there=True)
        out: list[typed.Sentence] = [drawn]
        if target.zone.seen != "all" and not drawn.move.open:  # other players no longer know the layer
            type_ = SetType(self.checker.game.player_sort)
            before, by = self._seen_by(self.first), self._owner_of(target)
            out.append(self._now_seen_by(self.first, typed.SetCombination("within", before, by, type_, span)))
        out.append(typed.If(typed.Not(typed.SomeOf(upper, span), span), self._moved_up(), (), span))
        return tuple(out)

    def _moved_up(self) -> tuple[typed.Sentence, ...]:
        """Move all layers up by one into the empty uppermost layer."""
        local = self._local()
        here = typed.LocalValue(local, self.span)
        above = typed.ColumnValue(self.layers.above, (here,), self.span)
        nobody = typed.Constant(0, SetType(self.checker.game.player_sort), self.span)
        body = (
            self._moved(self.layer(here), self.layer(here), self.layer(above)),
            self._now_seen_by(above, self._seen_by(here)),
            self._now_seen_by(here, nobody),
        )
        used = self._where(True)
        return (self._now_seen_by(self.first, nobody), typed.Each(local, False, used, body, self.span))

    def shuffled(self) -> typed.Sentence:
        """Move all layers into the part drawn by chance."""
        local = self._local()
        here = typed.LocalValue(local, self.span)
        nobody = typed.Constant(0, SetType(self.checker.game.player_sort), self.span)
        middle = self.checker.part(self.deck, self.deck.zone, self.span)
        body = (self._moved(self.layer(here), self.layer(here), middle), self._now_seen_by(here, nobody))
        return typed.Each(local, False, self._where(True), body, self.span)

    # --- putting under --------------------------------------------------------------------------------

    def put(self, value: typed.Expr, source: typed.ZoneValue | None, random: bool) -> list[typed.Sentence]:
        if isinstance(value.type, MemberType):
            return self._put_one(value, source)
        if random:
            kinds = self.checker.expressions.as_set(value)
            layer, found = self._empty_layer()
            body = (*found, self._moved(kinds, source, self.layer(layer)), self._put_by(layer, source))
            return [typed.If(typed.SomeOf(kinds, self.span), body, (), self.span)]
        assert isinstance(value.type, SetType | ListType)
        piece = Local("piece", MemberType(value.type.sort), self.span, lasts=False)
        one = typed.LocalValue(piece, self.span)
        each = tuple(self._put_one(one, source))
        if isinstance(value.type, SetType) and value.type.counted:
            it = Local("it", MemberType(value.type.sort), self.span)
            same = typed.Comparison("==", typed.LocalValue(it, self.span), one, self.span)
            equal = typed.Where(it, value, same, value.type, self.span)
            times = typed.NumberOf(equal, NumberType(0, self.zone.pieces.most), self.span)
            each = (typed.Repeat(None, None, times, None, None, each, self.span),)
        return [typed.Each(piece, False, value, each, self.span)]

    def _put_one(self, kind: typed.Expr, source: typed.ZoneValue | None) -> list[typed.Sentence]:
        layer, found = self._empty_layer()
        return [*found, self._moved(kind, source, self.layer(layer)), self._put_by(layer, source)]

    def _empty_layer(self) -> tuple[typed.Expr, list[typed.Sentence]]:
        free = self._where(False)
        message = f"there is no room for more layers under this deck than {self.layers.sort.size}"
        room = typed.Must(typed.SomeOf(free, self.span), message, self.span, mistake=True)
        local = Local("layer", MemberType(self.layers.sort), self.span)
        first = typed.Pick("first", free, MemberType(self.layers.sort, True), self.span)
        return typed.LocalValue(local, self.span), [room, typed.Let(local, first, self.span)]

    def _put_by(self, layer: typed.Expr, source: typed.ZoneValue | None) -> typed.Sentence:
        """Update the players who know a layer: those who have seen its pieces."""
        everybody = typed.All(SetType(self.checker.game.player_sort), self.span)
        return self._now_seen_by(layer, everybody if source is None else self._owner_of(source))

    # --- helpers --------------------------------------------------------------------------------------

    def _owner_of(self, zone: typed.ZoneValue) -> typed.Expr:
        """Return the players who see the contents of a zone."""
        players = self.checker.game.player_sort
        if zone.zone.seen == "all":
            return typed.All(SetType(players), self.span)
        if zone.zone.seen == "nobody" or zone.owner is None:
            return typed.Constant(0, SetType(players), self.span)
        actors = self.checker.game.actors
        if actors is None or zone.zone.owner is not actors.sort:
            return self.checker.expressions.as_set(zone.owner)
        decider = typed.VariableValue(actors.decider, zone.owner, self.span)
        return self.checker.expressions.as_set(decider)

    def _moved(
        self, kinds: typed.Expr, source: typed.ZoneValue | None, target: typed.ZoneValue
    ) -> typed.Sentence:
        number = None
        if isinstance(kinds.type, MemberType):
            number = typed.Constant(1, NumberType(1, 1), self.span)
        move = typed.Transport(self.zone.pieces, kinds, number, False, source, target, self.span)
        note_knowledge(self.checker.game, move)
        return move

    def _local(self) -> Local:
        return Local("layer", MemberType(self.layers.sort), self.span, lasts=False)

    def _all(self) -> typed.Expr:
        return typed.All(SetType(self.layers.sort), self.span)

    def _where(self, there: bool) -> typed.Expr:
        """Return the non-empty layers, or the empty ones."""
        local = self._local()
        some: typed.Expr = typed.SomeOf(self.layer(typed.LocalValue(local, self.span)), self.span)
        if not there:
            some = typed.Not(some, self.span)
        return typed.Where(local, self._all(), some, SetType(self.layers.sort), self.span)

    def _seen_by(self, layer: typed.Expr) -> typed.Expr:
        keys = (*self.deck.keys, layer)
        return typed.VariableValue(self.layers.seen_by, self.deck.owner, self.span, keys)

    def _now_seen_by(self, layer: typed.Expr, players: typed.Expr) -> typed.Sentence:
        keys = (*self.deck.keys, layer)
        return typed.SetVariable(self.layers.seen_by, self.deck.owner, players, self.span, keys)


def put_under(checker: DeckBase, node: ast.PutUnder) -> typed.Sentence | None:
    """Type `put S under D`, in the order of a list, or `in random order`."""
    value = checker.expressions.expr(node.pieces, checker.scope)
    deck = checker.deck(node.deck)
    if deck is None or isinstance(value.type, Unknown):
        return None
    pieces = deck.zone.pieces
    if not isinstance(value.type, MemberType | SetType | ListType) or value.type.sort is not pieces.kinds:
        message = f"only {pieces.plural} can be put under this deck, but this is {value.type}"
        checker.error("R884", node.pieces.span, message, "name the pieces, or the zone in which they lie")
        return None
    source, taken = origin(value), whence(value)
    if source is None and taken is None:
        message = "this does not say where these pieces come from"
        hint = "name the zone in which they lie, or choose them from one"
        checker.error("R884", node.pieces.span, message, hint)
        return None
    if isinstance(value.type, MemberType) and not checker.expressions.definite(value, checker.scope):
        return None
    ways: list[typed.Sentence] = []
    for zone in taken.zones if taken is not None else (source,):
        assert zone is not None
        found = LayerChecker(checker, deck, node.span).put(value, zone, node.random)
        middle = checker.part(deck, deck.zone, node.span)
        ways.append(all_of([*found, *checker.turned_up(middle, node.span)], node.span))
    return taken.move(ways, node.span) if taken is not None else ways[0]
