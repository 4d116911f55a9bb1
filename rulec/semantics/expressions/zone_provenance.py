"""Zone provenance: equal pieces in several zones are separate options, with the chosen zone recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.zone_terms import Part, conjoined, parts_of
from rulec.semantics.typed.walk import substitute
from rulec.semantics.types import FLAG, Local, MemberType, NumberType, Sort


@dataclass(frozen=True)
class Source:
    """Declared zone that pieces can be chosen from.

    `spread`: a zone of several members, with options for each. `kept` are the locals that store the member,
    if it is not determined otherwise.
    """

    zone: typed.ZoneValue
    label: str
    spread: bool
    kept: tuple[Local, ...]


@dataclass(frozen=True)
class ZoneProvenance:
    """Zone that a piece was chosen from, as an index stored beside the piece."""

    which: Local
    sources: tuple[Source, ...]

    @property
    def zones(self) -> tuple[typed.ZoneValue, ...]:
        return tuple(one.zone for one in self.sources)

    @property
    def kept(self) -> tuple[Local, ...]:
        return tuple(dict.fromkeys(local for one in self.sources for local in one.kept))

    def test(self, number: int, span: Span) -> typed.Expr:
        """Test whether the piece came from this zone."""
        have = typed.LocalValue(self.which, span)
        return typed.Comparison("==", have, _constant(number, span), span)

    def move(self, ways: list[typed.Sentence], span: Span) -> typed.Sentence:
        """Dispatch a move on the zone that the piece comes from."""
        *first, last = ways
        for number, way in reversed(list(enumerate(first))):
            last = typed.If(self.test(number, span), (way,), (last,), span)
        return last

    def whose(self, sort: Sort, span: Span) -> typed.Expr | None:
        """Return the owner or key of this sort in the chosen zone; none for zones without it."""
        ends = [_end(one, sort) for one in self.zones]
        if all(one is None for one in ends):
            return None
        type_ = MemberType(sort, None in ends)
        found: typed.Expr | None = None
        for number, end in reversed(list(enumerate(ends))):
            value = typed.Constant(-1, type_, span) if end is None else end
            if found is None or value == found:
                found = value
            else:
                found = typed.IfElse(self.test(number, span), value, found, type_, span)
        return found

    def word(self, name: str, actors: tuple[Sort, ...], span: Span) -> typed.Expr | None:
        """Resolve `card's player`, `card's row`, or `owner` for a turn actor, by the chosen zone."""
        for sort in [sort for one in self.zones for sort in _sorts(one)]:
            if sort.singular == name or (name == "owner" and sort in actors):
                return self.whose(sort, span)
        return None


class UnknownProvenance:
    """Marks pieces of several zones without recorded provenance."""


def scattered(value: typed.Expr, span: Span) -> UnknownProvenance | None:
    return UnknownProvenance() if several_zones(value, "", span) is not None else None


def whence(value: typed.Expr) -> ZoneProvenance | None:
    if isinstance(value, typed.Conversion) and isinstance(value.value, typed.LocalValue):
        value = value.value  # a narrowed optional name
    found = value.local.origin if isinstance(value, typed.LocalValue) else None
    return found if isinstance(found, ZoneProvenance) else None


def lies_in(member: typed.Expr, value: typed.Expr, span: Span) -> typed.Expr | None:
    """Type `w in my placed` for a piece with provenance: the test includes the zone it came from."""
    found = whence(member)
    while isinstance(value, typed.EntriesOf):
        value = value.value
    if found is None or not isinstance(value, typed.ZoneValue):
        return None
    for number, one in enumerate(found.zones):
        if one.zone is value.zone:
            ends = zip(_ends(one), _ends(value), strict=True)
            same = [typed.Comparison("==", a, b, span) for a, b in ends if not _same(a, b)]
            return conjoined([found.test(number, span), *same], span)
    return None


def _same(a: typed.Expr, b: typed.Expr) -> bool:
    return replace(typed.any_expr(a), span=b.span) == b


def _ends(zone: typed.ZoneValue) -> tuple[typed.Expr, ...]:
    """Return the zone's owner and keys."""
    return zone.keys if zone.owner is None else (zone.owner, *zone.keys)


def _sorts(zone: typed.ZoneValue) -> tuple[Sort, ...]:
    return zone.zone.keys if zone.zone.owner is None else (zone.zone.owner, *zone.zone.keys)


def _end(zone: typed.ZoneValue, sort: Sort) -> typed.Expr | None:
    pairs = zip(_sorts(zone), _ends(zone), strict=True)
    return next((end for have, end in pairs if have is sort), None)


# --- zones of a choice ----------------------------------------------------------------------------------


def several_zones(value: typed.Expr | None, name: str, span: Span) -> ZoneProvenance | None:
    """Return the zones of a choice; None for a single zone or no zone."""
    if isinstance(value, typed.Where) and isinstance(value.var.origin, ZoneProvenance):
        return value.var.origin
    parts = parts_of(value) if value is not None else None
    if not parts or (len(parts) == 1 and not parts[0].over):
        return None
    declared: dict[typed.Zone, list[Part]] = {}
    for one in parts:
        declared.setdefault(one.zone.zone, []).append(one)
    which = Local(f"{name}.zone", NumberType(-1, len(declared) - 1), span, True)
    keepers: dict[tuple[Sort, int], Local] = {}
    return ZoneProvenance(which, tuple(_source(zone, declared, keepers, name, span) for zone in declared))


def _source(
    zone: typed.Zone, declared: dict[typed.Zone, list[Part]], keepers: dict[tuple[Sort, int], Local],
    name: str, span: Span,
) -> Source:  # fmt: skip
    parts = declared[zone]
    spread = len(parts) > 1 or bool(parts[0].over)
    label = zone.name
    if not spread and sum(one.name == zone.name for one in declared) > 1:
        label = zone.name if zone.owner is None else f"{zone.owner.singular}'s {zone.name}"
    if spread and len(declared) == 1 and zone.owner is not None and not zone.keys:
        label = ""
    if not spread and all(map(_stays, _ends(parts[0].zone))):
        return Source(parts[0].zone, label, spread, ())
    kept: list[Local] = []
    for sort in _sorts(parts[0].zone):
        number = sum(one.type == MemberType(sort) for one in kept)
        local = keepers.get((sort, number))
        if local is None:
            called = f"{name}.{sort.singular}" + (f"_{number + 1}" if number else "")
            local = keepers[sort, number] = Local(called, MemberType(sort), span, True)
        kept.append(local)
    read: list[typed.Expr] = [typed.LocalValue(one, span) for one in kept]
    owner = read.pop(0) if zone.owner is not None else None
    return Source(replace(parts[0].zone, owner=owner, keys=tuple(read)), label, spread, tuple(kept))


def _stays(value: typed.Expr) -> bool:
    """Return whether an expression denotes the same member until the end of the rule."""
    if isinstance(value, typed.LocalValue):
        return not value.local.settable
    return isinstance(value, typed.Me | typed.Constant)


# --- options --------------------------------------------------------------------------------------------


def instances(found: ZoneProvenance, value: typed.Expr) -> int:
    """Return the number of zones with separate options."""
    return sum(1 for one in found.sources for _ in _members(one, parts_of(value) or []))


def taken(
    var: Local, sort: Sort, found: ZoneProvenance, value: typed.Expr, texts: tuple[str, ...], players: Sort,
    span: Span, word: str = "",
) -> tuple[tuple[typed.Sentence, ...], tuple[typed.ChoiceGroup, ...]]:  # fmt: skip
    """Build the declarations before a choice and its options, zone by zone; `var` is the chosen piece.

    `texts` are the labels of pieces, if not their names; `word` prefixes every option.
    """
    var.origin = found
    before = (
        typed.Let(var, typed.Constant(0, MemberType(sort), span), span, gives=False),
        typed.Let(found.which, typed.Constant(-1, found.which.type, span), span),
        *(typed.Let(one, typed.Constant(0, one.type, span), span) for one in found.kept),
    )
    groups: list[typed.ChoiceGroup] = []
    parts = parts_of(value) or []
    used: set[str] = set()
    for number, source in enumerate(found.sources):
        fixed: dict[Local, typed.Expr] = {found.which: _constant(number, span)}
        for members in _members(source, parts):
            one = Local(var.name, MemberType(sort), span)
            options, ends = _offered(source, members, parts, one, fixed, span)
            if options is None:
                continue
            label = _unused(" ".join(filter(None, (word, _called(source, members, players)))), used)
            body = (
                typed.SetLocal(var, typed.LocalValue(one, span), span),
                typed.SetLocal(found.which, _constant(number, span), span),
                *(typed.SetLocal(keeper, end, span) for keeper, end in zip(source.kept, ends, strict=False)),
            )
            labels = tuple(f"{label} {text}" for text in texts)
            groups.append(typed.ChoiceGroup(one, label, options, body, labels=labels))
    return before, tuple(groups)


def _members(source: Source, parts: list[Part]) -> Iterator[tuple[int, ...] | None]:
    """Yield the possible coordinates of a zone, in order; None for the one named by the rule."""
    if not source.spread:
        yield None
        return
    own = [one for one in parts if one.zone.zone is source.zone.zone]
    named = [[_fixed(end) for end in _ends(one.zone)] for one in own]
    found: list[tuple[int, ...]] = [()]
    for place, sort in enumerate(_sorts(source.zone)):
        ends = {one[place] for one in named}
        values = range(sort.size) if None in ends else sorted(one for one in ends if one is not None)
        found = [(*before, value) for before in found for value in values]
    for one in found:
        if any(all(end in (None, have) for end, have in zip(ends, one, strict=True)) for ends in named):
            yield one


def _fixed(value: typed.Expr) -> int | None:
    return value.value if isinstance(value, typed.Constant) else None


def _offered(
    source: Source, members: tuple[int, ...] | None, parts: list[Part], piece: Local,
    fixed: dict[Local, typed.Expr], span: Span,
) -> tuple[typed.Expr | None, tuple[typed.Expr, ...]]:  # fmt: skip
    """Return the eligible pieces of one zone, and its coordinates; None if the zone is never offered."""
    own = [one for one in parts if one.zone.zone is source.zone.zone]
    if members is None:
        ends = tuple(substitute(end, fixed) for end in _ends(own[0].zone))
        known = {**fixed, **dict(zip(source.kept, ends, strict=False))}
        return own[0].pieces(own[0].zone, piece, own[0].tests_of(piece, known)), ends
    constants = tuple(
        typed.Constant(member, MemberType(sort), span)
        for member, sort in zip(members, _sorts(source.zone), strict=True)
    )
    known = {**fixed, **dict(zip(source.kept, constants, strict=True))}
    rest: list[typed.Expr] = list(constants)
    owner = rest.pop(0) if source.zone.owner is not None else None
    zone = replace(source.zone, owner=owner, keys=tuple(rest))
    ways = [(one, one.tests_at(constants, _ends(one.zone), piece, known)) for one in own]
    possible = [(one, tests) for one, tests in ways if tests is not None]
    if not possible:
        return None, constants
    first, tests = possible[0]
    if len(possible) > 1:
        each = [conjoined(one, span) for _, one in possible]
        tests = [_either([one for one in each if one is not None], span)] if all(each) else []
    return first.pieces(replace(zone, span=first.zone.span), piece, tests), constants


def _either(tests: list[typed.Expr], span: Span) -> typed.Expr:
    found = tests[0]
    for one in tests[1:]:
        found = typed.Logic("or", found, one, span)
    return found


def _called(source: Source, members: tuple[int, ...] | None, players: Sort) -> str:
    """Return the source form of a zone: `p2's`, `p2's load`, `display(one)`."""
    if members is None:
        return source.label
    zone, names = source.zone.zone, []
    for member, sort in zip(members, _sorts(source.zone), strict=True):
        names.append(f"p{sort.members[member]}" if sort is players else sort.members[member])
    whose = f"{names.pop(0)}'s" if zone.owner is not None else ""
    keys = f"({', '.join(names)})" if names else ""
    return " ".join(one for one in (whose, source.label + keys) if one)


def _unused(label: str, used: set[str]) -> str:
    number, found = 1, label
    while found in used:
        number += 1
        found = f"{label} ({number})"
    used.add(found)
    return found


def chosen(var: Local, span: Span) -> typed.Expr:
    """Test whether any piece has been chosen."""
    assert isinstance(var.origin, ZoneProvenance)
    return typed.Comparison(">=", typed.LocalValue(var.origin.which, span), _constant(0, span), span)


def yes(span: Span) -> typed.Expr:
    return typed.Constant(1, FLAG, span)


def _constant(value: int, span: Span) -> typed.Constant:
    return typed.Constant(value, NumberType(value, value), span)
