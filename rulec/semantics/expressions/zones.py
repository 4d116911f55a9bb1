"""Type checks of zones: contents, and origins of pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.expressions.rows import end_of_row, on_member
from rulec.semantics.scope import Scope, it_sort, read
from rulec.semantics.types import FLAG, ListType, Local, MemberType, SetType, Sort, Type, Unknown
from rulec.syntax import ast


class ZoneExpressions(ExpressionBase):
    """Types a zone as the set of kinds in it, and a place as an optional kind."""

    def zone(
        self, zone: typed.Zone, owner: typed.Expr | None, keys: tuple[typed.Expr, ...], span: Span
    ) -> typed.Expr:
        kinds = zone.pieces.kinds
        assert kinds is not None
        type_: Type = MemberType(kinds, True) if zone.single else SetType(kinds, not zone.pieces.unique)
        if zone.row is not None:
            type_ = SetType(kinds, True) if zone.row.alike else ListType(kinds)
        return typed.ZoneValue(zone, owner, keys, type_, span)

    def deck_or_zone(
        self, zone: typed.Zone, owner: typed.Expr | None, keys: tuple[typed.Expr, ...], span: Span
    ) -> typed.Expr:
        """Type a name: for a deck, everything that can be drawn from it."""
        value = self.zone(zone, owner, keys, span)
        assert isinstance(value, typed.ZoneValue)
        return replace(value, whole=zone.deck is not None and zone.deck.under is not None)

    def part_of_mixed(
        self,
        mixed: typed.MixedZone,
        owner: typed.Expr | None,
        keys: Callable[[tuple[Sort, ...]], tuple[typed.Expr, ...]],
        span: Span,
        scope: Scope,
    ) -> typed.Expr:
        """Return the part of a mixed zone that the scope narrows it to."""
        pieces = scope.narrowed.get(mixed.name)
        if pieces is None:
            what = " and ".join(one.plural for one in mixed.sorts)
            message = f"{what} lie here, so this does not say which one"
            hint = (
                f"ask with `some`, `no`, `number of` or `sum of`, or move the {mixed.sorts[0].plural} alone"
            )
            self._error(scope, "R838", span, message, hint)
            return self._unknown(span)
        zone = mixed.part(pieces)
        return self.zone(zone, owner, keys(zone.keys), span)

    def part_of_deck(self, value: typed.Expr, name: ast.Ident, span: Span) -> typed.Expr | None:
        """Resolve `D's discard_pile`, `D's stack`: zones of a deck."""
        if not isinstance(value, typed.ZoneValue) or value.zone.deck is None:
            return None
        deck = value.zone.deck
        parts = {"stack": deck.middle, **{zone.name: zone for zone in deck.top}}
        if deck.discard is not None:
            parts["discard_pile"] = deck.discard
        found = parts.get(name.text)
        return None if found is None else self.deck_or_zone(found, value.owner, value.keys, span)

    def _top_of(self, node: ast.TopOf, scope: Scope) -> typed.Expr:
        value = self.expr(node.deck, scope)
        if isinstance(value.type, Unknown):
            return value
        if isinstance(value, typed.ZoneValue) and value.zone.deck is not None and value.zone.deck.top:
            return self.zone(value.zone.deck.top[0], value.owner, value.keys, node.span)
        message = "the top piece is not known here"
        hint = "declare the deck with `top shown 1`, or use `draw`"
        self._error(scope, "R881", node.span, message, hint)
        return self._unknown(node.span)

    def _end_of_row(self, node: ast.EndOfRow, scope: Scope) -> typed.Expr:
        return end_of_row(self, node, scope)

    def _on_member(self, node: ast.OnMember, scope: Scope) -> typed.Expr:
        return on_member(self, node, scope)


def room_for(checker: ZoneExpressions, node: ast.RoomFor, scope: Scope) -> typed.Expr:
    """Type `room for tile`: the member's only zone for such pieces has capacity left."""
    value = checker.expr(node.value, scope)
    if isinstance(value.type, Unknown):
        return value
    owner = it_sort(scope.it)
    kinds = value.type.sort if isinstance(value.type, MemberType) else None
    own = scope.globals.own.get(owner, {}).values() if owner is not None else ()
    zones = [z for z in own if isinstance(z, typed.Zone) and z.pieces.kinds is kinds and not z.single]
    if len(zones) != 1 or zones[0].keys or scope.it is None:
        whose = "there is no member to ask about here" if owner is None else f"a {owner.singular} has "
        if owner is not None:
            whose += "no zone for that" if not zones else "several zones for that"
        hint = "write it behind `where`, about members that have one zone for such pieces"
        checker._error(scope, "R757", node.span, whose, hint)
        return checker._unknown(node.span)
    zone = checker.zone(zones[0], typed.LocalValue(scope.it, node.span), (), node.span)
    assert isinstance(zone, typed.ZoneValue)
    return typed.RoomFor(zone, FLAG, node.span)


def origin(value: typed.Expr) -> typed.ZoneValue | None:
    """Return the zone of all pieces in a set, if it is unique."""
    while isinstance(value, typed.Where | typed.Listed | typed.EntriesOf | typed.InOrder | typed.SomeEntries):
        value = value.value
    if isinstance(value, typed.Pick | typed.Best | typed.RandomOne | typed.EntryOf):
        return origin(value.value)
    if isinstance(value, typed.SetCombination) and value.op == "within":
        return origin(value.left) or origin(value.right)
    if isinstance(value, typed.LocalValue) and isinstance(value.local.origin, typed.ZoneValue):
        return value.local.origin
    return value if isinstance(value, typed.ZoneValue) else None


def drawn_aside(drawn: typed.LocalValue) -> typed.Expr:
    """Return the part of a draw without destination that has not been moved since."""
    zone = drawn.local.aside
    assert isinstance(zone, typed.ZoneValue)
    assert isinstance(zone.type, SetType)
    entries = typed.EntriesOf(drawn, zone.type, drawn.span)
    return typed.SetCombination("within", entries, zone, zone.type, drawn.span)


def nothing_aside(names: Iterable[Local | None], span: Span) -> list[typed.Sentence]:
    """Assert at the end of a rule that every piece drawn without destination was moved."""
    found: list[typed.Sentence] = []
    for local in names:
        if local is not None and local.aside is not None:
            some = typed.SomeOf(drawn_aside(typed.LocalValue(read(local), local.span)), local.span)
            message = f"some pieces drawn as `{local.name}` have not been put anywhere"
            found.append(typed.Must(typed.Not(some, local.span), message, local.span, mistake=True))
    return found
