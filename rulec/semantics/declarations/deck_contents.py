"""Fills decks before set-up: `deck D of P: from S`."""

from __future__ import annotations

from dataclasses import replace

from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.expressions.checker import ExpressionChecker
from rulec.semantics.scope import Scope
from rulec.semantics.sentences.base import Context
from rulec.semantics.sentences.checker import SentenceChecker
from rulec.semantics.sentences.decks import DeckChecker
from rulec.semantics.types import Local, MemberType, SetType, Unknown
from rulec.syntax import ast


class DeckFilling:
    def __init__(
        self, declarer: DeclarationContext, expressions: ExpressionChecker, sentences: SentenceChecker
    ) -> None:
        self.declarer, self.expressions, self.sentences = declarer, expressions, sentences
        self.game = declarer.game

    def run(self) -> None:
        """Prepend the initial contents of all decks to the set-up, in declaration order."""
        found: list[typed.Sentence] = []
        for deck, node in self.declarer.fillings:
            found += self._fill(deck, node)
        if not found:
            return
        if self.game.setup is None:
            self.game.setup = typed.Rule("setup", "setup", (), (), found[0].span)
        self.game.setup.body = (*found, *self.game.setup.body)

    def _fill(self, deck: typed.Deck, node: ast.Deck) -> list[typed.Sentence]:
        assert node.filled is not None
        report, span = self.declarer.report, node.span
        if deck.owner is not None:
            message = f"every {deck.owner.singular} would begin with the same pieces"
            report.error("R880", node.filled.span, message, "write `stack`, and put pieces there in `setup`")
            return []
        keys = tuple(Local(key.singular, MemberType(key), span) for key in deck.keys)
        scope = Scope(self.declarer.globals, chance="")
        scope.locals.update((one.name, one) for one in keys)
        # The pieces may have an attribute of that name.
        scope.locals.update((f"{one.name}_2", one) for one in keys)
        nowhere = typed.Rule("setup", "setup", (), (), span)
        value, _, _ = self.expressions.members(node.filled, scope, "the value after `from`")
        if isinstance(value.type, Unknown):
            return []
        kinds = deck.pieces.kinds
        if not isinstance(value.type, SetType) or value.type.sort is not kinds:
            message = f"the deck is of {deck.pieces.plural}, but this is {value.type}"
            report.error("R880", node.filled.span, message, "name the pieces, perhaps with `where`")
            return []
        assert isinstance(value, typed.All | typed.Where)
        kinds_there = replace(value, type=SetType(value.type.sort, not deck.pieces.unique))
        given = tuple(typed.LocalValue(one, span) for one in keys)
        middle = self.expressions.zone(deck.middle, None, given, span)
        assert isinstance(middle, typed.ZoneValue)
        source = None
        if deck.pieces.home:
            named = (one for one in self.game.zones if one.name == deck.pieces.home and one.owner is None)
            home = next((one for one in named if one.pieces is deck.pieces), None)
            source = None if home is None else self.expressions.zone(home, None, (), span)
        assert source is None or isinstance(source, typed.ZoneValue)
        move = typed.Transport(deck.pieces, kinds_there, None, False, source, middle, span)
        checker = DeckChecker(self.sentences, Context(scope, nowhere))
        body: tuple[typed.Sentence, ...] = (move, *checker.turned_up(middle, span))
        for one, key in zip(reversed(keys), reversed(deck.keys), strict=True):
            body = (typed.Each(one, False, typed.All(SetType(key), span), body, span),)
        return list(body)
