"""Zones in expressions: what lies in them, and where a piece comes from."""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.basics import Basics
from rulec.semantics.scope import Scope
from rulec.semantics.types import MemberType, SetType, Type, Unknown
from rulec.source import Span
from rulec.syntax import ast


class ZoneFormulas(Basics):
    """A zone is read as the set of kinds that lie in it, a place as one kind or none."""

    def zone(
        self, zone: typed.Zone, owner: typed.Expr | None, keys: tuple[typed.Expr, ...], span: Span
    ) -> typed.Expr:
        kinds = zone.pieces.kinds
        assert kinds is not None
        type_: Type = MemberType(kinds, True) if zone.single else SetType(kinds, not zone.pieces.unique)
        return typed.ZoneValue(zone, owner, keys, type_, span)

    def part_of_deck(self, value: typed.Expr, name: ast.Ident, span: Span) -> typed.Expr | None:
        """`D's discard_pile`, `D's stack`: the zones of which a deck is made."""
        if not isinstance(value, typed.ZoneValue) or value.zone.deck is None:
            return None
        deck = value.zone.deck
        parts = {"stack": deck.middle, **{zone.name: zone for zone in deck.top}}
        if deck.discard is not None:
            parts["discard_pile"] = deck.discard
        found = parts.get(name.text)
        return None if found is None else self.zone(found, value.owner, value.keys, span)

    def _top_of(self, node: ast.TopOf, scope: Scope) -> typed.Expr:
        value = self.expr(node.deck, scope)
        if isinstance(value.type, Unknown):
            return value
        if isinstance(value, typed.ZoneValue) and value.zone.deck is not None and value.zone.deck.top:
            return self.zone(value.zone.deck.top[0], value.owner, value.keys, node.span)
        message = "nobody knows what lies on top here"
        hint = "declare the deck with `top shown 1`, or use `draw`"
        self._error(scope, "R881", node.span, message, hint)
        return self._unknown(node.span)


def origin(value: typed.Expr) -> typed.ZoneValue | None:
    """The zone that all members of a set of pieces lie in."""
    while isinstance(value, typed.Where):
        value = value.value
    if isinstance(value, typed.Pick | typed.Best | typed.RandomOne):
        return origin(value.value)
    if isinstance(value, typed.LocalValue) and isinstance(value.local.origin, typed.ZoneValue):
        return value.local.origin
    return value if isinstance(value, typed.ZoneValue) else None
