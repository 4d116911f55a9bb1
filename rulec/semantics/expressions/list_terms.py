"""Typed expressions as lists: concatenation and maximum lengths."""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.types import ROOM, ListType, SetType


def _is_one(value: typed.Expr) -> bool:
    """Return whether a set is a singleton built by `as_set`."""
    match value:
        case typed.Where(local, typed.All(), typed.Comparison("==", typed.LocalValue(looked_at), _)):
            return looked_at is local
        case _:
            pass
    return False


def appended(value: typed.Expr) -> typed.Expr | None:
    """Reinterpret `red + green + red` as a concatenation where a list is expected.

    A sum with a list among its operands (`red + green + laid`) is a concatenation too; other sums of sets are
    unions.
    """
    match value:
        case typed.SetCombination("+", type=SetType(counted=False) as type_):
            parts = _added(value)
        case _:
            return None
    if not (all(map(_is_one, parts)) or any(isinstance(one, typed.EntriesOf) for one in parts)):
        return None
    result = ListType(type_.sort)
    joined, *others = (
        one.value if isinstance(one, typed.EntriesOf) else typed.Listed(one, result, one.span)
        for one in parts
    )
    for one in others:
        joined = typed.JoinLists(joined, one, result, value.span)
    most = most_entries(joined)
    if most > ROOM:
        return None
    type_.sort.joined = max(type_.sort.joined, type_.sort.size, most)
    return joined


def constants_in_order(value: typed.Expr) -> tuple[typed.Expr, ...]:
    """Return the members of a sum of literals such as `spice + salt`; empty for other expressions."""
    found: list[typed.Expr] = []
    for part in _added(value):
        match part:
            case typed.Where(_, typed.All(), typed.Comparison("==", _, typed.Constant() as one)) if _is_one(
                part
            ):
                found.append(one)
            case _:
                return ()
    return tuple(found)


def _added(value: typed.Expr) -> tuple[typed.Expr, ...]:
    match value:
        case typed.SetCombination("+", left, right):
            return (*_added(left), *_added(right))
        case _:
            pass
    return (value,)


def most_entries(value: typed.Expr) -> int:
    """Return the maximum length of a list."""
    assert isinstance(value.type, ListType)
    match value:
        case typed.Listed(whole):
            if _is_one(whole):
                return 1
            return whole.type.sort.size if isinstance(whole.type, SetType) else value.type.entries
        case typed.JoinLists(left, right):
            return most_entries(left) + most_entries(right)
        case typed.InOrder(value=whole) | typed.Ring(value=whole):
            return most_entries(whole) if isinstance(whole.type, ListType) else value.type.sort.size
        case typed.SomeEntries(value=whole) | typed.Where(value=whole):
            return most_entries(whole)
        case typed.IfElse(_, then, otherwise):
            return max(most_entries(then), most_entries(otherwise))
        case typed.VariableValue() | typed.Constant() | typed.ColumnValue():
            return value.type.entries
        case typed.ZoneValue(zone) if zone.row is not None:
            return zone.row.most
        case typed.Use(definition) if definition.body is not None:
            return most_entries(definition.body)
    return value.type.entries  # named lists are checked at run time, or have a declared length
