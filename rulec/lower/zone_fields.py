"""State fields of zones and their pieces."""

from __future__ import annotations

from rulec.ir.nodes import Field
from rulec.ir.types import Domain, ElemType, IntType, ListType, SetType
from rulec.lower.domains import Domains
from rulec.semantics import typed
from rulec.semantics import types as t


def row_field(domains: Domains, zone: typed.Zone, name: str, dims: tuple[Domain, ...]) -> Field:
    row, pieces = zone.row, zone.pieces
    assert row is not None
    if row.alike:
        starts = row.most if row.full else 0
        return Field(name, IntType(0, row.most), dims, initial=starts, seen=zone.seen)
    assert pieces.kinds is not None
    return Field(name, domains.list_type(pieces.kinds), dims, seen=zone.seen, most=row.most)


def not_in_rows(game: typed.Game, pieces: t.PieceSort) -> tuple[int | None, ...]:
    """Return the initial pieces of each kind at home: all but those in full initial rows."""
    begin = 0
    for zone in game.zones:
        if zone.row is not None and zone.row.full and zone.pieces is pieces:
            here = zone.row.most
            for key in zone.keys:
                here *= key.size
            begin += here
    if not begin:
        return pieces.copies
    owned = [kind for kind in range(len(pieces.copies)) if pieces.owner_of(kind) >= 0]
    return tuple(
        count if count is None or kind not in owned else max(0, count - begin)
        for kind, count in enumerate(pieces.copies)
    )


def zone_field(domains: Domains, zone: typed.Zone) -> Field:
    """Return a zone's field: a kind for a place, else a set of kinds, or a number per kind."""
    pieces, kinds = zone.pieces, domains.domain(kinds_of(zone.pieces))
    name = zone.stored or zone.name
    name = name if zone.owner is None else f"{zone.owner.plural}.{name}"
    sorts = (*(() if zone.owner is None else (zone.owner,)), *zone.keys)
    dims = tuple(domains.domain(sort) for sort in sorts)
    if zone.single:
        return Field(name, ElemType(kinds, True), dims, initial=-1)
    if zone.row is not None:
        return row_field(domains, zone, name, dims)
    home = zone.name == pieces.home and not zone.keys
    at_home = not_in_rows(domains.game, pieces)
    if pieces.unique:
        full = sum(1 << kind for kind, count in enumerate(at_home) if count)
        if home and zone.owner is not None:
            starts = tuple(full & of_owner(pieces, who) for who in range(dims[0].size))
            return Field(name, SetType(kinds), dims, starts=starts, seen=zone.seen)
        initial, layered = full if home else 0, any(deck.under is zone for deck in domains.game.decks)
        return Field(name, SetType(kinds), dims, initial=initial, seen=zone.seen, disjoint=layered)
    starts = ()
    if home and zone.owner is not None:
        starts = tuple(
            at_home[kind] or 0 if pieces.owner_of(kind) == who else 0
            for who in range(dims[0].size)
            for kind in range(kinds.size)
        )
    elif home:
        starts = tuple(count or 0 for count in at_home)
    most = max(1, *starts, min(pieces.most, _capacity(zone)))
    total = sum(count or 0 for count in pieces.copies) if None not in pieces.copies else 0
    return Field(name, IntType(0, most), (*dims, kinds), starts=starts, seen=zone.seen, pieces=total)


def _capacity(zone: typed.Zone) -> int:
    """Bound the pieces of a kind by the zone's limit, which every move tests before it changes the zone.

    A limit that changes during a game counts with its greatest value.
    """
    limit = zone.most if zone.shared is None else zone.shared.most
    return limit.type.hi if limit is not None and isinstance(limit.type, t.NumberType) else t.UNCOUNTED


def of_owner(pieces: t.PieceSort, who: int) -> int:
    """Return the kinds of owned pieces."""
    return sum(1 << kind for kind in range(kinds_of(pieces).size) if pieces.owner_of(kind) == who)


def known_field(zone: typed.Zone, field: Field) -> Field:
    """Return the field of public knowledge of a hidden zone; for a row, without order."""
    name = f"known.{field.name.replace('.', '_')}"
    if isinstance(field.type, ListType):
        return Field(name, IntType(0, zone.pieces.most), (*field.dims, field.type.members))
    return Field(f"known.{field.name.replace('.', '_')}", field.type, field.dims)


def noticed_field(zone: typed.Zone, field: Field, seats: Domain) -> Field:
    """Return the field of noticed pieces: revealed by a player, and unseen by all others."""
    name, dims = f"noticed.{field.name.replace('.', '_')}", (seats, *field.dims)
    if isinstance(field.type, ListType):
        return Field(name, IntType(0, zone.pieces.most), (*dims, field.type.members), seen="owner")
    return Field(name, field.type, dims, seen="owner")


def box_field(domains: Domains, pieces: t.PieceSort) -> Field | None:
    """Return the field of pieces off the board; None if unlimited, or if they begin elsewhere."""
    if pieces.count is None and None in pieces.copies:
        return None
    if pieces.plain:
        dims, copies = (domains.owners(pieces),), pieces.copies
    else:
        dims, copies = (domains.domain(kinds_of(pieces)),), pieces.copies
    if pieces.home:
        if not pieces.boxed:
            return None
        return Field(f"box.{pieces.plural}", IntType(0, pieces.most), dims)
    counts = tuple(count or 0 for count in not_in_rows(domains.game, pieces))
    game = domains.game
    have = {one.owner.plural for one in game.variables if one.owner is not None}
    have |= {one.owner.plural for one in game.zones if one.owner is not None}
    have |= {one.owner.plural for one in game.places}
    name = f"box.{pieces.plural}" if pieces.plural in have else pieces.plural  # else they share their words
    most = max(count or 0 for count in copies)
    return Field(name, IntType(0, most), dims, initial=counts[0], starts=_unless_equal(counts))


def _unless_equal(values: tuple[int, ...]) -> tuple[int, ...]:
    return values if len(set(values)) > 1 else ()


def kinds_of(pieces: t.PieceSort) -> t.Sort:
    assert pieces.kinds is not None
    return pieces.kinds
