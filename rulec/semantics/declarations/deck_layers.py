"""Declares the zone and columns of the layers under a deck."""

from __future__ import annotations

from rulec.base import limits
from rulec.semantics import typed
from rulec.semantics.types import MemberType, SetType, Sort


def declare_layers(deck: typed.Deck, game: typed.Game) -> None:
    """Declare the maximum number of layers; few are usually in use."""
    number = min(max(1, deck.pieces.total), limits.LAYERS)
    labels = tuple(str(n + 1) for n in range(number))
    sort = Sort(f"layers of {deck.name}", f"layer of {deck.name}", labels, deck.span)
    keys = (*deck.keys, sort)
    above = typed.Column(sort.plural, "above", (sort,), MemberType(sort), (0, *range(number - 1)), deck.span)
    seen_by = typed.Variable(
        deck.owner, f"{deck.name}.seen_by", SetType(game.player_sort), 0, deck.span, keys
    )
    zone = typed.Zone(deck.owner, "under", deck.pieces, keys, False, None, deck.span, "nobody")
    zone.stored = f"{deck.name}.under"
    zone.seen_by = seen_by
    deck.under, deck.layers = zone, typed.Layers(sort, above, seen_by)
    game.sorts.append(sort)
    game.zones.append(zone)
    game.variables.append(seen_by)
