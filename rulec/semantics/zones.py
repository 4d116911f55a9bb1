"""Zones in expressions: what lies in them, and where a piece comes from."""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.basics import Basics
from rulec.semantics.types import MemberType, SetType, Type
from rulec.source import Span


class ZoneFormulas(Basics):
    """A zone is read as the set of kinds that lie in it, a place as one kind or none."""

    def zone(
        self, zone: typed.Zone, owner: typed.Expr | None, keys: tuple[typed.Expr, ...], span: Span
    ) -> typed.Expr:
        kinds = zone.pieces.kinds
        assert kinds is not None
        type_: Type = MemberType(kinds, True) if zone.single else SetType(kinds, not zone.pieces.unique)
        return typed.ZoneValue(zone, owner, keys, type_, span)


def origin(value: typed.Expr) -> typed.ZoneValue | None:
    """The zone that all members of a set of pieces lie in."""
    while isinstance(value, typed.Where):
        value = value.value
    if isinstance(value, typed.Pick | typed.Best):
        return origin(value.value)
    if isinstance(value, typed.LocalValue) and isinstance(value.local.origin, typed.ZoneValue):
        return value.local.origin
    return value if isinstance(value, typed.ZoneValue) else None
