"""Normal form of sets of pieces as zones: sums, filters, and unions over members."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import prod

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.typed.walk import parts as parts_in
from rulec.semantics.typed.walk import substitute
from rulec.semantics.types import ListType, Local, MemberType, SetType

Known = dict[Local, typed.Expr]  # substitution of locals


@dataclass(frozen=True)
class Part:
    """Pieces of a zone, or of one zone for each combination of the members in `over`.

    `tests` are conditions on a piece, each with the piece's name in it, if any.
    """

    zone: typed.ZoneValue
    over: tuple[tuple[Local, typed.Expr], ...] = ()  # outermost first
    tests: tuple[tuple[Local | None, typed.Expr], ...] = ()

    def tests_of(self, piece: Local, known: Known) -> list[typed.Expr]:
        found = []
        for name, test in self.tests:
            read = typed.LocalValue(piece, test.span)
            found.append(substitute(test, known if name is None else {**known, name: read}))
        return found

    def tests_at(
        self, members: tuple[typed.Constant, ...], ends: tuple[typed.Expr, ...], piece: Local, known: Known
    ) -> list[typed.Expr] | None:
        """Return the conditions on a piece in the zone of these members; None if the part excludes it."""
        around = {local for local, _ in self.over}
        known = dict(known)
        found: list[typed.Expr] = []
        for end, member in zip(ends, members, strict=True):
            if isinstance(end, typed.LocalValue) and end.local in around and end.local not in known:
                known[end.local] = member
            elif isinstance(end, typed.Constant):
                if end.value != member.value:
                    return None
            else:
                found.append(typed.Comparison("==", end, member, end.span))
        tests = [substitute(one, known) for one in found] + self.tests_of(piece, known)
        for local, value in reversed(self.over):
            among = substitute(value, known)
            if local not in known:
                tests = [_some(local, among, tests)]
            elif uncertain(among, known[local]):
                tests.insert(0, typed.Membership(known[local], among, value.span))
        return tests

    def pieces(self, zone: typed.ZoneValue, piece: Local, tests: list[typed.Expr]) -> typed.Expr:
        """Build the set of kinds in a zone that satisfy the tests."""
        value = _as_set(zone)
        test = conjoined(tests, zone.span)
        return value if test is None else typed.Where(piece, value, test, value.type, zone.span)


def parts_of(value: typed.Expr) -> list[Part] | None:
    """Decompose a set of pieces into zones; None if it has other operands."""
    match value:
        case typed.ZoneValue() if isinstance(value.type, SetType | ListType):
            return [Part(value)]
        case typed.EntriesOf(inner) | typed.Listed(inner):
            return parts_of(inner)
        case typed.Constant(type=SetType()):
            return [] if value.value == 0 else None
        case typed.SetCombination("+", left, right) | typed.JoinLists(left, right):
            return _together(parts_of(left), parts_of(right))
        case typed.SetCombination("within", left, right):
            parts, other = parts_of(left), right
            if parts is None:
                parts, other = parts_of(right), left
            piece = Local("it", MemberType(value.type.sort), value.span)  # type: ignore[union-attr]
            inside = typed.Membership(typed.LocalValue(piece, value.span), other, value.span)
            return _tested(parts, piece, inside)
        case typed.Where(
            var, typed.All(), typed.Comparison("==", typed.LocalValue(one), typed.ZoneValue() as zone)
        ):
            return [Part(zone)] if one is var and zone.zone.single else None
        case typed.Where(var, inner, test):
            return _tested(parts_of(inner), var, test)
        case typed.UnionOf(var, over, formula):
            parts = parts_of(formula)
            return None if parts is None else [replace(one, over=((var, over), *one.over)) for one in parts]
        case typed.IfElse(condition, then, otherwise):
            other = typed.Not(condition, condition.span)
            sides = _tested(parts_of(then), None, condition), _tested(parts_of(otherwise), None, other)
            return _together(*sides)
        case typed.Use(definition, subject, arguments) if definition.body is not None:
            known: Known = dict(zip(definition.parameters, arguments, strict=True))
            if definition.subject is not None and subject is not None:
                known[definition.subject] = subject
            parts = parts_of(definition.body)
            return parts if parts is None or not known else [_given(one, known) for one in parts]
    return None


def times_counted(parts: list[Part]) -> int:
    """Return the maximum multiplicity of a piece: parts may overlap (`my hand + p1's hand`)."""
    by_zone: dict[int, list[Part]] = {}
    for part in parts:
        by_zone.setdefault(id(part.zone.zone), []).append(part)
    return max(map(_times, by_zone.values()), default=1)


def _times(parts: list[Part]) -> int:
    """Do the same for zones of one declaration; zones at different constants are disjoint."""
    at = [tuple(_constant(end) for end in (part.zone.owner, *part.zone.keys)) for part in parts]
    if all(None not in ends and not part.over for ends, part in zip(at, parts, strict=True)):
        return max(Counter(at).values())
    return sum(map(_rounds, parts))


def _constant(end: typed.Expr | None) -> int | None:
    return -1 if end is None else end.value if isinstance(end, typed.Constant) else None


def _rounds(part: Part) -> int:
    """Return the number of union members that do not determine the zone."""
    ends = [end for end in (part.zone.owner, *part.zone.keys) if end is not None]
    named = {one.local for end in ends for one in parts_in(end) if isinstance(one, typed.LocalValue)}
    return prod(
        among.type.sort.size
        for local, among in part.over
        if local not in named and isinstance(among.type, SetType | ListType)
    )


def _together(left: list[Part] | None, right: list[Part] | None) -> list[Part] | None:
    return None if left is None or right is None else left + right


def _tested(parts: list[Part] | None, piece: Local | None, test: typed.Expr) -> list[Part] | None:
    return None if parts is None else [replace(one, tests=(*one.tests, (piece, test))) for one in parts]


def _given(part: Part, known: Known) -> Part:
    """Substitute the arguments of a definition in a part."""
    zone = substitute(part.zone, known)
    assert isinstance(zone, typed.ZoneValue)
    over = tuple((local, substitute(value, known)) for local, value in part.over)
    return Part(zone, over, tuple((name, substitute(test, known)) for name, test in part.tests))


def _as_set(zone: typed.ZoneValue) -> typed.Expr:
    type_ = zone.type
    if isinstance(type_, ListType):
        return typed.EntriesOf(zone, SetType(type_.sort), zone.span)
    if not isinstance(type_, MemberType):
        return zone
    one = Local("it", MemberType(type_.sort), zone.span)
    same = typed.Comparison("==", typed.LocalValue(one, zone.span), zone, zone.span)
    every = typed.All(SetType(type_.sort), zone.span)
    return typed.Where(one, every, same, every.type, zone.span)


def _some(local: Local, among: typed.Expr, tests: list[typed.Expr]) -> typed.Expr:
    """Test whether a member of a union satisfies the tests."""
    test = conjoined(tests, among.span)
    if test is not None:
        among = typed.Where(local, among, test, among.type, among.span)
    return typed.SomeOf(among, among.span)


def conjoined(tests: list[typed.Expr], span: Span) -> typed.Expr | None:
    found: typed.Expr | None = None
    for one in tests:
        found = one if found is None else typed.Logic("and", found, one, span)
    return found


def uncertain(among: typed.Expr, member: typed.Expr) -> bool:
    """Return whether a member may be missing from a set."""
    if not isinstance(among, typed.All) or not isinstance(member, typed.Constant):
        return True
    assert isinstance(among.type, SetType)
    always = among.type.sort.fewest
    return bool(always) and member.value >= always
