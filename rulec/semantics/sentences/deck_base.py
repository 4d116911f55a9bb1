"""Base of sentences about decks: the deck, its zones, and draws."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.semantics.types import FLAG, Local, Unknown
from rulec.syntax import ast


class DeckBase(ABC):
    """Base of checks of sentences about decks, in one context."""

    def __init__(self, sentences: SentenceBase, context: Context) -> None:
        self.sentences, self.context, self.game = sentences, context, sentences.game
        self.expressions, self.scope = sentences.expressions, context.scope

    def error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.scope.globals.report.error(code, span, message, hint)

    def deck(self, node: ast.Expr) -> typed.ZoneValue | None:
        value = self.expressions.expr(node, self.scope)
        if isinstance(value, typed.ZoneValue) and value.zone.deck is not None:
            return value
        if not isinstance(value.type, Unknown):
            message = f"this is {value.type}, not a deck"
            self.error("R881", node.span, message, "name a `deck`")
        return None

    def part(self, deck: typed.ZoneValue, zone: typed.Zone, span: Span) -> typed.ZoneValue:
        found = self.expressions.zone(zone, deck.owner, deck.keys, span)
        assert isinstance(found, typed.ZoneValue)
        return found

    @abstractmethod
    def drawn_from(
        self, deck: typed.ZoneValue, source: typed.ZoneValue, target: typed.ZoneValue,
        facing: ast.Facing | None, span: Span, drawn: Local | None = None,
    ) -> typed.DrawOne | None:  # fmt: skip
        """Build a random draw from a zone of the deck."""

    @abstractmethod
    def turned_up(self, deck: typed.ZoneValue, span: Span) -> list[typed.Sentence]:
        """Build the moves that refill the face-up places from below."""


def all_of(sentences: list[typed.Sentence], span: Span) -> typed.Sentence:
    """Combine sentences into one."""
    return typed.If(typed.Constant(1, FLAG, span), tuple(sentences), (), span)
