"""Scopes of the names that rules bind: from the binding to the end of the rule.

A name bound inside a body is visible behind it. If the body did not run, the name has the default of its
type: none, no, 0, the empty set. Behind the body it is therefore another local (`Local.outer`), of a type
with that default.
"""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.expressions.zone_provenance import UnknownProvenance, ZoneProvenance
from rulec.semantics.scope import Scope
from rulec.semantics.typed.walk import parts
from rulec.semantics.types import (
    EffectType,
    FlagType,
    ListType,
    Local,
    MemberType,
    NoneType,
    NumberType,
    SetType,
    Type,
    Unknown,
)


def leave(outside: Scope, ends: list[Scope], always: bool) -> tuple[Local, ...]:
    """Merge the final scopes of bodies: return their names as visible from now on.

    `always`: one of the bodies always runs.
    """
    names = dict.fromkeys(name for end in ends for name in _given(outside, end))
    made = []
    for name in names:
        if name in outside.locals:
            continue  # reported already
        found = [_seen(outside, end, name) for end in ends]
        inner = [one for one in found if one is not None]
        before = outside.left.get(name)
        type_: Type | None = inner[0].type
        for one in inner[1:]:
            type_ = None if type_ is None else joined(type_, one.type)
        if type_ is not None and (not always or len(inner) < len(ends)):
            type_ = emptied(type_) if before is None else joined(type_, before.type)
        if type_ is None or (name in outside.left and before is None):
            outside.left[name] = None
            continue
        settable = all(one.settable for one in inner)
        local = Local(name, type_, inner[0].span, settable, aside=inner[0].aside, before=before)
        local.behind, local.origin = True, _origin(inner, before, outside)
        for one in inner:
            one.outer = local
        outside.left[name] = local
        made.append(local)
    return tuple(made)


def _origin(given: list[Local], before: Local | None, outside: Scope) -> object:
    """Return the provenance of a piece bound in one body, if it is expressible outside."""
    origin = given[0].origin
    if len(given) > 1 or before is not None:
        return None
    if isinstance(origin, ZoneProvenance):
        named: set[Local | None] = set(origin.kept)
        zones: tuple[typed.Expr, ...] = origin.zones
    elif isinstance(origin, typed.ZoneValue):
        named, zones = set(), (origin,)
    else:
        return origin if isinstance(origin, UnknownProvenance) else None
    named |= {*outside.locals.values(), *outside.left.values()}
    read = [one.local for one in parts(zones) if isinstance(one, typed.LocalValue)]
    return origin if all(one in named for one in read) else None


def _given(outside: Scope, end: Scope) -> list[str]:
    here = {name: local for name, local in end.locals.items() if local.lasts}
    names = [name for name, local in here.items() if outside.locals.get(name) is not local]
    return names + [name for name, local in end.left.items() if outside.left.get(name) is not local]


def _seen(outside: Scope, end: Scope, name: str) -> Local | None:
    for now, then in ((end.locals, outside.locals), (end.left, outside.left)):
        local = now.get(name)
        if local is not None and local is not then.get(name):
            return local
    return None


def emptied(type_: Type) -> Type:
    """Widen a type by its default, for a name that may be unbound."""
    if isinstance(type_, NumberType):
        return NumberType(min(0, type_.lo), max(0, type_.hi))
    if isinstance(type_, MemberType):
        return MemberType(type_.sort, True)
    return type_


def joined(one: Type, other: Type) -> Type | None:
    """Return the join of the types that two bodies give a name; None if they conflict."""
    if isinstance(one, Unknown) or isinstance(other, Unknown):
        return one if isinstance(other, Unknown) else other
    if isinstance(one, NumberType) and isinstance(other, NumberType):
        return NumberType(min(one.lo, other.lo), max(one.hi, other.hi))
    if isinstance(one, NoneType) and isinstance(other, MemberType | NoneType):
        return MemberType(other.sort, True) if isinstance(other, MemberType) else other
    if isinstance(other, NoneType) and isinstance(one, MemberType):
        return MemberType(one.sort, True)
    if isinstance(one, MemberType) and isinstance(other, MemberType) and one.sort is other.sort:
        return MemberType(one.sort, one.maybe or other.maybe)
    if isinstance(one, EffectType) and isinstance(other, EffectType):
        return EffectType(one.sort, one.families | other.families, one.maybe or other.maybe)
    return one if one == other and isinstance(one, FlagType | SetType | ListType) else None
