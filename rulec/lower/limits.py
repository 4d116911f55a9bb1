"""Constant limits of zones and goods, for the validation of external positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from rulec.ir.fixed import fixed
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.program import Limit, Program
from rulec.lower.expressions.lowering import ExpressionLowering
from rulec.lower.names import Names
from rulec.lower.state_layout import Stores, zone_form
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.typed.walk import uses_me

_OWN_NAMES = 3_000_000  # names made here are none of the program's


def with_limits(program: Program, game: typed.Game, stores: Stores) -> Program:
    """Return the program with its constant limits."""
    found = _Limits(program, game, stores)
    list_ = None if game.actors is None else game.actors.seating
    seating = None if list_ is None else stores.variable(list_)
    return replace(
        program, room_limits=(*found.of_zones(), *found.shared(), *found.of_goods()), seating=seating
    )


class _Limits:
    def __init__(self, program: Program, game: typed.Game, stores: Stores) -> None:
        self.game, self.stores = game, stores
        self.expressions = ExpressionLowering(stores, first_name=_OWN_NAMES)
        fields = (stores.control.seats, *(one.field for one in program.options))
        self.given: list[Mapping[Field, int]] = [
            dict(zip(fields, chosen, strict=True)) for chosen in program.configurations
        ]

    def of_zones(self) -> Iterator[Limit]:
        for zone in self.game.zones:
            if zone.most is None:
                continue
            field = self.stores.zone(zone)
            owners = 1 if zone.owner is None else field.dims[0].size
            most = self._most(zone.most, owners, partial(self._names, zone))
            yield from self._limit(((field, zone_form(zone)),), most)

    def _names(self, zone: typed.Zone, owner: int) -> Names:
        if zone.owner is None:
            return Names()
        member = Const(owner, self.stores.domain_type(zone.owner))
        if zone.subject is not None:
            return Names().bind(zone.subject, member)
        return Names(member if zone.owner is self.game.player_sort else None)

    def _of_player(self, owner: int) -> Names:
        return Names(Const(owner, self.stores.player_type))

    def shared(self) -> Iterator[Limit]:
        for limit in dict.fromkeys(zone.shared for zone in self.game.zones if zone.shared is not None):
            assert limit is not None
            if limit.most is None or (limit.each is not None and not self._are_owned(limit)):
                continue
            zones = tuple((self.stores.zone(zone), zone_form(zone)) for zone in limit.zones)
            first = limit.zones[0]
            owners = 1 if first.owner is None else zones[0][0].dims[0].size
            most = self._most(limit.most, owners, lambda owner: Names())
            whose = tuple(_owners(zone.pieces) for zone in limit.zones) if limit.each is not None else ()
            yield from self._limit(zones, most, whose)

    def _are_owned(self, limit: typed.SharedLimit) -> bool:
        return all(zone.pieces.owner is limit.each for zone in limit.zones)

    def of_goods(self) -> Iterator[Limit]:
        for goods in self.game.goods:
            if goods.most is None or goods.purse is not None:
                continue
            field = self.stores.variable(goods.variable)
            most = self._most(goods.most, field.dims[0].size, self._of_player)
            yield from self._limit(((field, "cell"),), most)

    def _most(
        self, limit: typed.Expr, owners: int, names: Callable[[int], Names]
    ) -> tuple[tuple[int, ...], ...] | None:
        """Return each owner's capacity per configuration; None if it changes during a game."""
        if uses_me(limit) and names(0).me is None:
            return None  # the limit depends on the acting player
        values: list[Expr] = [self.expressions.expr(limit, names(owner)) for owner in range(owners)]
        found = [[fixed(value, given) for value in values] for given in self.given]
        rows = tuple(tuple(one for one in row if one is not None) for row in found)
        if any(len(row) < owners for row in rows):
            return None
        if all(len(set(row)) == 1 for row in rows):
            rows = tuple(row[:1] for row in rows)
        return rows[:1] if len(set(rows)) == 1 else rows

    def _limit(
        self,
        zones: tuple[tuple[Field, str], ...],
        most: tuple[tuple[int, ...], ...] | None,
        owners: tuple[tuple[int, ...], ...] = (),
    ) -> Iterator[Limit]:
        if most is not None:
            yield Limit(zones, most, owners)


def _owners(pieces: t.PieceSort) -> tuple[int, ...]:
    assert pieces.kinds is not None
    return tuple(pieces.owner_of(kind) for kind in range(pieces.kinds.size))
