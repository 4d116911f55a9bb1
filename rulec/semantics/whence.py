"""Pieces chosen from several zones: equal ones in two zones are two options, and which was taken is known."""

from __future__ import annotations

from dataclasses import replace

from rulec.records import dataclass
from rulec.semantics import typed
from rulec.semantics.types import FLAG, Local, MemberType, NumberType, SetType, Sort
from rulec.source import Span


@dataclass(frozen=True)
class Whence:
    """The zone that a piece was chosen from: one of several, by a number that is kept beside the piece."""

    which: Local
    zones: tuple[typed.ZoneValue, ...]

    def test(self, number: int, span: Span) -> typed.Expr:
        """Was it this one?"""
        have = typed.LocalValue(self.which, span)
        return typed.Comparison("==", have, _constant(number, span), span)

    def move(self, ways: list[typed.Sentence], span: Span) -> typed.Sentence:
        """What is done with a piece, by the zone that it comes from."""
        *first, last = ways
        for number, way in reversed(list(enumerate(first))):
            last = typed.If(self.test(number, span), (way,), (last,), span)
        return last


def whence(value: typed.Expr) -> Whence | None:
    found = value.local.origin if isinstance(value, typed.LocalValue) else None
    return found if isinstance(found, Whence) else None


def lies_in(member: typed.Expr, value: typed.Expr, span: Span) -> typed.Expr | None:
    """`w in my placed`, where w has been chosen from that zone and others: is it the one that lies there?"""
    found = whence(member)
    if found is None or not isinstance(value, typed.ZoneValue):
        return None
    numbers = [n for n, one in enumerate(found.zones) if _same(one, value)]
    return found.test(numbers[0], span) if numbers else None


def _same(a: typed.ZoneValue, b: typed.ZoneValue) -> bool:
    return (
        a.zone is b.zone
        and replace(a, span=b.span, owner=None) == replace(b, owner=None)
        and (a.owner == b.owner or (isinstance(a.owner, typed.Me) and isinstance(b.owner, typed.Me)))
    )


def several_zones(value: typed.Expr | None) -> list[tuple[typed.ZoneValue, typed.Expr]]:
    """The zones of a sum of zones, each with what may be chosen there; nothing if there are not several."""
    found = _parts(value) if value is not None else None
    return found if found is not None and len(found) > 1 else []


def _parts(value: typed.Expr) -> list[tuple[typed.ZoneValue, typed.Expr]] | None:
    match value:
        case typed.ZoneValue() if isinstance(value.type, SetType):
            return [(value, value)]
        case typed.SetCombination(op="+"):
            left, right = _parts(value.left), _parts(value.right)
            return None if left is None or right is None else left + right
        case typed.Where():
            parts = _parts(value.value)
            if parts is None:
                return None
            return [(zone, replace(value, value=part, type=part.type)) for zone, part in parts]
        case typed.Use() if (
            value.subject is None and not value.arguments and value.definition.body is not None
        ):
            return _parts(value.definition.body)
    return None


def taken(
    var: Local, sort: Sort, parts: list[tuple[typed.ZoneValue, typed.Expr]], span: Span
) -> tuple[tuple[typed.Sentence, ...], tuple[typed.ChoiceGroup, ...]]:
    """What stands before the choice, and its options, zone after zone; `var` is what was chosen."""
    which = Local(f"{var.name}.zone", NumberType(-1, len(parts) - 1), span, True)
    var.origin = Whence(which, tuple(zone for zone, _ in parts))
    before = (
        typed.Let(var, typed.Constant(0, MemberType(sort), span), span),
        typed.Let(which, typed.Constant(-1, which.type, span), span),
    )
    groups = []
    for number, (zone, options) in enumerate(parts):
        one = Local(var.name, MemberType(sort), span)
        body = (
            typed.SetLocal(var, typed.LocalValue(one, span), span),
            typed.SetLocal(which, _constant(number, span), span),
        )
        groups.append(typed.ChoiceGroup(one, zone.zone.name, options, body))
    return before, tuple(groups)


def chosen(var: Local, span: Span) -> typed.Expr:
    """Has any piece been chosen?"""
    assert isinstance(var.origin, Whence)
    return typed.Comparison(">=", typed.LocalValue(var.origin.which, span), _constant(0, span), span)


def yes(span: Span) -> typed.Expr:
    return typed.Constant(1, FLAG, span)


def _constant(value: int, span: Span) -> typed.Constant:
    return typed.Constant(value, NumberType(value, value), span)
