"""Which hidden zones go together: pieces have gone unseen from one to the other, or may do so."""

from __future__ import annotations

from collections.abc import Callable

from rulec.ir.nodes import Field
from rulec.ir.program import Hidden
from rulec.semantics import typed


def hidden_zones(
    game: typed.Game,
    field: Callable[[typed.Zone], Field],
    known: Callable[[typed.Zone], Field | None],
) -> tuple[Hidden, ...]:
    """The zones that not all see, with numbers for the groups between whose zones pieces go unseen."""
    zones = [zone for zone in game.zones if zone.seen != "all"]
    group = {zone: number for number, zone in enumerate(zones)}
    for one in game.unseen:
        old, new = group[one.target], group[one.source]
        group = {zone: new if number == old else number for zone, number in group.items()}
    mixed = {group[one.source] for one in game.unseen if not one.same}
    owners = {number: {zone.owner for zone in zones if group[zone] == number} for number in group.values()}
    numbers = list(dict.fromkeys(group.values()))
    return tuple(
        Hidden(
            field(zone),
            known(zone),
            numbers.index(group[zone]),
            group[zone] not in mixed and owners[group[zone]] != {None} and len(owners[group[zone]]) == 1,
        )
        for zone in zones
    )
