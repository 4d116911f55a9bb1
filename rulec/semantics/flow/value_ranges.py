"""Value ranges of expressions under assumed conditions: intervals with gaps.

Members count by their index, none is -1, no and yes are 0 and 1.
"""

from __future__ import annotations

from dataclasses import field
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.flow.number_ranges import result_range
from rulec.semantics.types import FlagType, Local, MemberType, NumberType, SetType

Key = tuple[object, ...]
_GAPS: Final = 64  # limit of values excluded from an interval


@dataclass(frozen=True)
class Values:
    """Interval from `lo` to `hi` without the `missing` values; `because` narrowed it."""

    lo: int
    hi: int
    missing: frozenset[int] = frozenset()
    because: Span | None = field(default=None, compare=False)

    @property
    def empty(self) -> bool:
        return self.lo > self.hi

    def between(self, lo: int, hi: int, because: Span | None) -> Values:
        lo, hi = max(self.lo, lo), min(self.hi, hi)
        changed = (lo, hi) != (self.lo, self.hi)
        return _trimmed(lo, hi, self.missing, because if changed else self.because)

    def without(self, value: int, because: Span | None) -> Values:
        if not self.lo <= value <= self.hi or value in self.missing:
            return self
        inner = self.lo < value < self.hi
        if inner and len(self.missing) >= _GAPS:
            return self
        return _trimmed(self.lo, self.hi, self.missing | {value}, because)

    def has(self, value: int) -> bool:
        return self.lo <= value <= self.hi and value not in self.missing


def _trimmed(lo: int, hi: int, missing: frozenset[int], because: Span | None) -> Values:
    while lo in missing and lo <= hi:
        lo += 1
    while hi in missing and lo <= hi:
        hi -= 1
    return Values(lo, hi, frozenset(one for one in missing if lo < one < hi), because)


class ValueFacts:
    """Known value ranges; `rigid` keeps those that no sentence can change."""

    def __init__(self, known: dict[Key, Values] | None = None, impossible: Span | None = None) -> None:
        self.known = known or {}
        self.impossible = impossible  # a condition that contradicts the others: unreachable code

    def having(self, key: Key, values: Values) -> ValueFacts:
        impossible = self.impossible or (values.because if values.empty else None)
        return ValueFacts({**self.known, key: values}, impossible)

    def rigid(self) -> ValueFacts:
        """Return the facts that survive a change of state or of the acting player."""
        return ValueFacts({key: values for key, values in self.known.items() if _is_rigid(key)})


def key_of(expr: object) -> Key | None:
    """Return a canonical key of an expression, equal for equal values until a change; None if impossible."""
    return _key(expr, ())


def count_key(value: object) -> Key | None:
    """Return the key of the number of members of a set."""
    key = key_of(value)
    return None if key is None else ("count", None, key)


def order_key(one: Key, other: Key) -> Key:
    """Return the key of an order: its value is -1 where the first is less, 0 where both are equal, else 1."""
    return ("order", None, one, other)


def _key(expr: object, bound: tuple[Local, ...]) -> Key | None:
    """Return the key of an expression, with the members of filters numbered by depth."""
    match expr:
        case typed.Constant(value, type_):
            return ("constant", value, type_.sort if isinstance(type_, MemberType) else None)
        case typed.LocalValue(local):
            return ("bound", bound.index(local)) if local in bound else ("local", local)
        case typed.Me():
            return ("me",)
        case typed.VariableValue(variable, owner, _, keys):
            return _joined("variable", variable, (*(() if owner is None else (owner,)), *keys), bound)
        case typed.ColumnValue(column, keys):
            return _joined("column", column, keys, bound)
        case typed.Coordinate(what, value):
            return _joined("coordinate", what, (value,), bound) if what not in {"piece", "owner"} else None
        case typed.PieceAt(place, at):
            return _joined("piece", place, (at,), bound)
        case typed.OwnerOf(piece):
            return _joined("owner", None, (piece,), bound)
        case typed.Arithmetic(op, left, right):
            return _joined("arithmetic", op, (left, right), bound)
        case typed.Conversion(value, type_) if _same_members(value, type_):
            return _key(value, bound)
        case typed.Use(definition, subject, arguments):
            return _joined("use", definition, (*(() if subject is None else (subject,)), *arguments), bound)
        case typed.ZoneValue(zone, owner, keys, whole):
            parts = (*(() if owner is None else (owner,)), *keys)
            return _joined("zone", (zone, whole), parts, bound)
        case typed.NumberOf(value):
            return _joined("count", None, (value,), bound)
        case typed.All(SetType() as type_):
            return ("all", type_.sort)
        case typed.Where(local, value, condition):
            members, filtered = _key(value, bound), _key(condition, (*bound, local))
            return None if members is None or filtered is None else ("where", None, members, filtered)
        case typed.Comparison(op, left, right):
            return _joined("comparison", op, (left, right), bound)
        case typed.Not(value):
            return _joined("not", None, (value,), bound)
        case typed.Logic(op, left, right):
            return _joined("logic", op, (left, right), bound)
        case _:
            pass
    return None


def _joined(what: str, of: object, parts: tuple[object, ...], bound: tuple[Local, ...]) -> Key | None:
    keys = [_key(part, bound) for part in parts]
    return None if None in keys else (what, of, *keys)


def _same_members(value: object, type_: object) -> bool:
    have = getattr(value, "type", None)
    return isinstance(have, MemberType) and isinstance(type_, MemberType) and have.sort is type_.sort


def _is_rigid(key: Key) -> bool:
    match key:
        case ("local", Local(settable=settable)):
            return not settable
        case ("constant", *_):
            return True
        case ("me",):
            return False
        case ("column", _, *parts) | ("coordinate", _, *parts) | ("order", _, *parts):
            return all(isinstance(part, tuple) and _is_rigid(part) for part in parts)
        case _:
            pass
    return False


def values_of(expr: typed.Expr, facts: ValueFacts) -> Values | None:
    """Return a superset of an expression's values; None if unknown."""
    found = _declared(expr, facts)
    key = key_of(expr)
    known = facts.known.get(key) if key is not None else None
    if known is None or found is None:
        return known or found
    narrower = known.between(found.lo, found.hi, None)
    for one in found.missing:
        narrower = narrower.without(one, found.because)
    return narrower


def _declared(expr: typed.Expr, facts: ValueFacts) -> Values | None:
    type_ = expr.type
    match expr:
        case typed.Constant(value):
            return Values(value, value)
        case typed.Arithmetic(op, left, right) if isinstance(type_, NumberType):
            a, b = values_of(left, facts), values_of(right, facts)
            if a is None or b is None or a.empty or b.empty:
                return Values(type_.lo, type_.hi)
            if op in {"div", "div_up", "mod"} and b.lo <= 0:
                return Values(type_.lo, type_.hi)
            return Values(*result_range(op, (a.lo, a.hi), (b.lo, b.hi)), because=a.because or b.because)
        case typed.Conversion(value) if _same_members(value, type_):
            inner = values_of(value, facts)
            if inner is None or (isinstance(type_, MemberType) and type_.maybe):
                return inner
            return inner.between(0, inner.hi, inner.because)
        case typed.ColumnValue():
            return None  # tables may differ in another game of the kind
        case typed.LocalValue(local) if local.settable or local.inferred:
            return None  # calls may pass a wider range in another game
    if isinstance(type_, NumberType):
        return Values(type_.lo, type_.hi)
    if isinstance(type_, MemberType):
        return Values(-1 if type_.maybe else 0, type_.sort.size - 1)
    return Values(0, 1) if isinstance(type_, FlagType) else None


def members_of(expr: typed.Expr) -> frozenset[int] | None:
    """Return the members of a set of literals; None for other sets."""
    match expr:
        case typed.All(SetType() as type_):
            return frozenset(range(type_.sort.size)) if type_.sort.fewest == 0 else None
        case typed.SetCombination("+", left, right):
            a, b = members_of(left), members_of(right)
            return None if a is None or b is None else a | b
        case typed.Where(
            local, typed.All(), typed.Comparison("==", typed.LocalValue(one), typed.Constant(n))
        ):
            return frozenset({n}) if one is local else None
        case _:
            pass
    return None
