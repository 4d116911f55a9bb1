"""Declares decks, made of zones."""

from __future__ import annotations

from rulec.base import limits
from rulec.base.diagnostics import did_you_mean
from rulec.base.fast_dataclass import instances
from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.declarations.deck_layers import declare_layers
from rulec.semantics.declarations.pieces import PieceDeclarer
from rulec.semantics.types import PieceSort, Sort
from rulec.syntax import ast


class DeckDeclarer:
    """Declares the zones of a deck in the first pass."""

    def __init__(self, declarer: DeclarationContext) -> None:
        self.declarer, self.report = declarer, declarer.report

    def declare(self, owner: Sort | None, one: ast.Deck) -> None:
        g = self.declarer.globals
        pieces = g.pieces.get(one.pieces.text)
        if pieces is None:
            hint = did_you_mean(one.pieces.text, g.pieces)
            message = f"no pieces are called `{one.pieces.text}`"
            self.report.unknown("R208", one.pieces.text, one.pieces.span, message, hint)
            return
        if pieces.owned or None in pieces.copies:
            what = "belong to players" if pieces.owned else "never run out"
            message = f"the {pieces.plural} {what}, so no deck can be made of them"
            self.report.error("R880", one.pieces.span, message, "use pieces of which there are so many")
            return
        if not self._fits_together(one):
            return
        middle = PieceDeclarer(self.declarer).declare(
            owner, one.name, one.parameters, pieces, False, None, one.span, "nobody"
        )
        if middle is None:
            return
        deck = typed.Deck(owner, one.name.text, pieces, middle.keys, middle, one.span)
        middle.deck = deck
        name = one.name.text
        parts = one.shown or "discard" in one.clauses
        parts = parts or name in self.declarer.put_under or name in self.declarer.drawn_aside
        middle.stored = f"{name}.middle" if parts else ""
        if "discard" in one.clauses:
            deck.discard = self._part(deck, "discard_pile", pieces, False)
            deck.reshuffle = "reshuffle" in one.clauses
        if one.name.text in self.declarer.put_under:
            declare_layers(deck, self.declarer.game)
        if one.name.text in self.declarer.drawn_aside:
            deck.aside = self._part(deck, "aside", pieces, False)
        names = ["top"] if one.shown == 1 else [f"top_{n + 1}" for n in range(one.shown)]
        deck.top = tuple(self._part(deck, name, pieces, True) for name in names)
        self.declarer.game.decks.append(deck)
        if one.filled is not None:
            self.declarer.fillings.append((deck, one))
            pieces.boxed = True

    def _part(self, deck: typed.Deck, name: str, pieces: PieceSort, single: bool) -> typed.Zone:
        """Declare a zone of a deck, accessed as `D's NAME`."""
        zone = typed.Zone(deck.owner, name, pieces, deck.keys, single, None, deck.span)
        zone.stored = f"{deck.name}.{name}"
        self.declarer.game.zones.append(zone)
        return zone

    def _fits_together(self, one: ast.Deck) -> bool:
        if "reshuffle" in one.clauses and "discard" not in one.clauses:
            message = "there is no discard pile to shuffle"
            hint = "add `discard pile`, or leave `reshuffle when empty` out"
        elif "bag" in one.clauses and one.shown:
            message, hint = "nothing lies on top in a bag", "leave `bag` out, or `top shown`"
        elif one.shown > limits.SHOWN_TOP:
            message, hint = f"at most {limits.SHOWN_TOP} places on top are shown", "show fewer"
        else:
            return True
        self.report.error("R880", one.span, message, hint)
        return False


def decks_named(file: ast.RulesFile, sort: type[ast.PutUnder] | type[ast.Draw]) -> set[str]:
    """Return the decks in sentences of a class: those put under, or drawn from without a zone."""
    found: set[str] = set()
    for one in (part for tree in file.declarations for part in instances(tree, sort)):
        if not (isinstance(one, ast.Draw) and one.target is not None):
            deck = one.deck
            found |= {deck.name.text} if isinstance(deck, ast.Name | ast.Possessive) else set()
    return found
