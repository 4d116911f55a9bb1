"""Groups of hidden zones between which pieces may move unseen."""

from __future__ import annotations

from rulec.ir.program import Hidden
from rulec.lower.state_layout import Stores
from rulec.semantics import typed
from rulec.semantics.types import Sort


def hidden_zones(
    game: typed.Game,
    stores: Stores,
) -> tuple[Hidden, ...]:
    """Return the hidden zones with the numbers of their groups."""
    zones = [zone for zone in game.zones if zone.seen != "all"]
    group = {zone: number for number, zone in enumerate(zones)}
    for one in game.unseen:
        old, new = group[one.target], group[one.source]
        group = {zone: new if number == old else number for zone, number in group.items()}
    apart: dict[int, int] = {}
    for number in set(group.values()):
        ends = [_sorts(zone) for zone in zones if group[zone] == number]
        same = [one.same for one in game.unseen if group[one.source] == number]
        apart[number] = min([*map(len, ends), *same, _alike(ends)])
    numbers = list(dict.fromkeys(group.values()))
    mixed = _mixed(game)
    return tuple(
        Hidden(
            stores.zone(zone),
            stores.known(zone),
            numbers.index(group[zone]),
            apart[group[zone]],
            None if zone.seen_by is None else stores.variable(zone.seen_by),
            stores.noticed(zone),
            mixed.get(zone, -1),
        )
        for zone in zones
    )


def _mixed(game: typed.Game) -> dict[typed.Zone, int]:
    """Map zones connected by unseen moves, other than chance draws, to the number of their component."""
    moves = [one for one in game.unseen if not one.by_chance]
    ends = list(dict.fromkeys(zone for one in moves for zone in (one.source, one.target)))
    component = {zone: number for number, zone in enumerate(ends)}
    for one in moves:
        old, new = component[one.target], component[one.source]
        component = {zone: new if number == old else number for zone, number in component.items()}
    return component


def _sorts(zone: typed.Zone) -> tuple[Sort, ...]:
    """Return the key sorts of a zone; layers of a deck share them."""
    sorts = (*(() if zone.owner is None else (zone.owner,)), *zone.keys)
    return sorts if zone.seen_by is None else sorts[:-1]


def _alike(ends: list[tuple[Sort, ...]]) -> int:
    """Return the length of the common prefix of all zones' keys."""
    number = 0
    for ones in zip(*ends, strict=False):
        if len(set(ones)) > 1:
            break
        number += 1
    return number
