"""Feature layout of compact observations: a player's knowledge in as few numbers as possible.

Whatever is constant in the configuration is omitted: options, absent seats, locals live at no decision. Seats
are numbered relative to the observer. The encoding is as informative as `knowledge.observation`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from rulec.runtime import control, hidden, knowledge
from rulec.runtime.knowledge import ObservationPart
from rulec.runtime.local_liveness import Interference, LiveRange, held_slots, lanes
from rulec.runtime.observation.cell_codes import DIGIT, HEAVIEST, Code, Op, Room, code_of, denser
from rulec.runtime.schema import PLAYERS, Slot
from rulec.runtime.view import View

ENOUGH: Final = 1500  # size above which the largest variables are encoded densely

# Visibility guards: all; while a local is live; the owner's controller; members of a set.
ALWAYS, HELD, DECIDER, SEEING = range(4)


class Guard(NamedTuple):
    kind: int = ALWAYS
    number: int = 0  # of a local group, or of a variable
    each: int = 1  # cells per test


class Row(NamedTuple):
    """Encoding instruction: cells of one variable, their code, the target index."""

    op: int
    dest: int
    each: int
    slot: int = 0
    cells: tuple[int, ...] = ()
    places: tuple[int, ...] = ()  # by value; for `PACKED`, by cell: number * HEAVIEST + weight
    low: int = 0
    factor: float = 1.0
    per: int = 0
    guard: Guard = Guard()


@dataclass(frozen=True)
class Stretch:
    """Named range of numbers, with the variables and cells that it encodes."""

    name: str
    code: Code | None
    slots: tuple[tuple[Slot, Guard], ...] = ()
    zones: int = 0  # zones encoded by piece count
    fixed: tuple[str, ...] = ()  # labels, if not from `code`


def seat_label(turn: int) -> str:
    """Seat label relative to the observer."""
    return "own" if turn == 0 else f"next {turn}"


class Features:
    """Feature layout of one configuration."""

    def __init__(self, view: View, chosen: tuple[int, ...]) -> None:
        self.view, self.seats = view, chosen[0]
        schema = view.schema
        self.numbers = {slot.name: number for number, slot in enumerate(schema.slots)}
        self.held = held_slots(schema)
        shown = [slot for slot in schema.slots if self._held_and_shown(slot)]
        self.groups: tuple[LiveRange, ...] = tuple(dict.fromkeys(self.held[slot.name] for slot in shown))
        self.stretches = self._dense_enough([*self._control(), *self._locals(shown), *self._state()])
        self.parts = tuple(self._laid_out())
        self.size = sum(part.size for part in self.parts)
        self._rows: dict[int, tuple[Row, ...]] = {}

    def _held_and_shown(self, slot: Slot) -> bool:
        told = slot.role == "frame" and slot.seen == "all" and slot.name in self.held
        return told and (slot.sort in ("set", "list") or slot.lo < slot.hi)

    # --- what is told -----------------------------------------------------------------------------------

    def _control(self) -> Iterator[Stretch]:
        schema = self.view.schema
        turns = tuple(seat_label(turn) for turn in range(self.seats))
        if self.seats > 1:
            yield Stretch("player", None, fixed=schema.seats[: self.seats])
            seat = Code(Op.PLACE, turns, -1, places=(-1, *range(self.seats)), turning=True)
            yield Stretch("pending.seat", seat, ((self.view.slots[control.SEAT], Guard()),))
        names = [one.name if one.place == 1 else f"{one.name} {one.place}" for one in schema.decisions]
        names += [f"{schema.events[one.event].name} {one.place}" for one in schema.chances]
        asked = Code(Op.PLACE, tuple(names), 0, places=tuple(range(-1, len(names))))
        yield Stretch("pending", asked, ((self.view.slots[control.PENDING], Guard()),))
        done = Code(Op.NUMBER, ("number",), 0, 1 / max(schema.max_decisions, 1))
        yield Stretch("decisions", done, ((self.view.slots[control.DECISIONS], Guard()),))

    def _locals(self, shown: list[Slot]) -> Iterator[Stretch]:
        """Yield stretches for live locals; locals of one shape without interference share places."""
        called = [number for number, group in enumerate(self.groups) if group.returns]
        if called:
            yield Stretch("locals", None, fixed=tuple(self._told_by(number, shown) for number in called))
        together = Interference(self.view.schema)
        forms: dict[tuple[object, ...], list[Slot]] = {}
        for slot in shown:
            forms.setdefault((_form(slot), slot.member_sort, slot.members, slot.dims), []).append(slot)
        for form in forms.values():
            ordered = [(slot, self.held[slot.name]) for slot in form]
            for number, lane in enumerate(lanes(ordered, together), 1):
                yield from self._lane(number, lane)

    def _told_by(self, number: int, shown: list[Slot]) -> str:
        return ", ".join(slot.name for slot in shown if self.held[slot.name] == self.groups[number])

    def _lane(self, number: int, lane: list[tuple[Slot, LiveRange]]) -> Iterator[Stretch]:
        told = tuple((slot, Guard(HELD, self.groups.index(held))) for slot, held in lane)
        slot = lane[0][0]
        kind = slot.member_sort or "number"
        yield from self._stretch(lane[0][0].name if len(lane) == 1 else f"locals.{kind} {number}", told)

    def _state(self) -> Iterator[Stretch]:
        schema = self.view.schema
        for slot in schema.slots:
            if slot.role == "state" and not self._never_told(slot):
                yield from self._stretch(slot.name, ((slot, self._guard(slot)),))
        for info in schema.hidden:
            slot = self.view.slots[info.slot]
            found = self._zones(slot, 0)
            labels = tuple(".".join([*zone, knowledge.PIECES]) for _, zone in found)
            if labels:
                yield Stretch(
                    f"{slot.name}.{knowledge.PIECES}", None, ((slot, Guard()),), len(labels), labels
                )

    def _never_told(self, slot: Slot) -> bool:
        return slot.seen == "nobody" and slot.name not in self.view.seen_by

    def _guard(self, slot: Slot) -> Guard:
        by = self.view.seen_by.get(slot.name)
        if by is not None:
            return Guard(SEEING, self.numbers[by], hidden.kinds_in(slot))
        if slot.seen == "owner" and slot.decides:
            return Guard(DECIDER, self.numbers[slot.decides], slot.cells // len(slot.dims[0]))
        return Guard()

    def _stretch(self, name: str, told: tuple[tuple[Slot, Guard], ...]) -> Iterator[Stretch]:
        slot = told[0][0]
        members = range(len(slot.members))
        labels = slot.members
        if slot.member_sort == PLAYERS:
            members = range(self.seats)
            labels = tuple(seat_label(turn) for turn in members)
        found = code_of(slot, len(self.cells(slot, 0)), members, labels)
        if found is not None and self.cells(slot, 0):
            yield Stretch(name, found, told)

    # --- which cells ------------------------------------------------------------------------------------

    def cells(self, slot: Slot, observer: int) -> list[tuple[int, tuple[str, ...]]]:
        """Cells visible to the observer, in relative seat order, with the labels of their indexes."""
        own = slot.seen == "owner" and not slot.decides and slot.name not in self.view.seen_by
        axes = [self._axis(slot, number, observer) for number in range(len(slot.dims))]
        if own:
            axes[0] = axes[0][:1] if slot.kept_for[0] == PLAYERS else [(observer, slot.dims[0][observer])]
        return _numbered(axes, [len(dim) for dim in slot.dims])

    def _axis(self, slot: Slot, number: int, observer: int) -> list[tuple[int, str]]:
        if slot.kept_for[number] != PLAYERS:
            return list(enumerate(slot.dims[number]))
        return [((observer + turn) % self.seats, seat_label(turn)) for turn in range(self.seats)]

    def _zones(self, slot: Slot, observer: int) -> list[tuple[int, tuple[str, ...]]]:
        """Zones of which the observer sees only the number of pieces."""
        dims = slot.dims if hidden.kinds_in(slot) == 1 else slot.dims[:-1]
        axes = [self._axis(slot, number, observer) for number in range(len(dims))]
        if slot.seen == "owner" and not slot.decides and slot.name not in self.view.seen_by:
            axes[0] = [one for one in axes[0] if one[0] != observer]
        return _numbered(axes, [len(dim) for dim in dims])

    # --- where it stands --------------------------------------------------------------------------------

    def _dense_enough(self, plain: list[Stretch]) -> list[Stretch]:
        """Re-encode the longest stretches densely until the total is at most ENOUGH."""
        chains = [[(one, len(self._labels(one)))] for one in plain]
        final = set[int]()
        while sum(chain[-1][1] for chain in chains) > ENOUGH and len(final) < len(chains):
            number = max((n for n in range(len(chains)) if n not in final), key=lambda n: chains[n][-1][1])
            following = self._denser(chains[number][-1][0])
            if following is not None and following[1] < chains[number][-1][1]:
                chains[number].append(following)
            else:
                final.add(number)
        return _plainest(chains)

    def _denser(self, one: Stretch) -> tuple[Stretch, int] | None:
        slot = one.slots[0][0] if one.slots else None
        if slot is None or slot.role == "control" or one.code is None:
            return None
        code = denser(slot, one.code, self._room(slot))
        if code is None:
            return None
        found = Stretch(one.name, code, one.slots)
        return found, len(self._labels(found))

    def _room(self, slot: Slot) -> Room:
        """Bounds on a variable's contents, from its declaration and the number of pieces."""
        schema, cells = self.view.schema, len(self.cells(slot, 0))
        single = any(
            (slot.name, "counts") in one.zones
            and not one.owners
            and all(set(most) == {1} for most in one.most)
            for one in schema.limits
        )
        for stock in schema.stocks:
            if (slot.name, "counts") in stock.holders and slot.seen == "all":
                totals = [total for total in stock.totals if total is not None]
                return Room(cells, sum(totals) if len(totals) == len(stock.totals) else None, single)
        return Room(cells, None, single)

    def _labels(self, stretch: Stretch) -> tuple[str, ...]:
        if stretch.code is None:
            return stretch.fixed
        cells = self.cells(stretch.slots[0][0], 0)
        if stretch.code.op == Op.LYING:
            return stretch.code.labels
        if stretch.code.joined > 1:
            return tuple(
                f"{'.'.join(cells[part[0]][1])} to {cells[part[-1]][1][-1]}"
                for part in _joined(cells, stretch.code)
            )
        single = stretch.code.each == 1
        return tuple(
            ".".join(labels) if single and labels else ".".join([*labels, told])
            for _, labels in cells
            for told in stretch.code.labels
        )

    def _laid_out(self) -> Iterator[ObservationPart]:
        offset = 0
        for stretch in self.stretches:
            labels = self._labels(stretch)
            yield ObservationPart(stretch.name, offset, len(labels), labels)
            offset += len(labels)

    # --- for one observer -------------------------------------------------------------------------------

    def rows(self, observer: int) -> tuple[Row, ...]:
        """Encoding rows for this observer (cached)."""
        found = self._rows.get(observer)
        if found is None:
            found = self._rows[observer] = tuple(self._rows_of(observer))
        return found

    def _rows_of(self, observer: int) -> Iterator[Row]:
        for stretch, part in zip(self.stretches, self.parts, strict=True):
            if stretch.zones:
                slot = stretch.slots[0][0]
                zones = tuple(cell for cell, _ in self._zones(slot, observer))
                factor = 1 / _greatest(slot)
                each = hidden.kinds_in(slot)
                yield Row(Op.PIECES, part.offset, 1, self.numbers[slot.name], zones, factor=factor, per=each)
            elif stretch.code is not None:
                for slot, guard in stretch.slots:
                    yield self._row(slot, guard, stretch.code, part.offset, observer)
            elif stretch.name == "player":
                yield Row(Op.MARK, part.offset + observer, 1)
            else:
                called = [number for number, group in enumerate(self.groups) if group.returns]
                for place, number in enumerate(called):
                    yield Row(Op.MARK, part.offset + place, 1, guard=Guard(HELD, number))

    def _row(self, slot: Slot, guard: Guard, code: Code, dest: int, observer: int) -> Row:
        told = self.cells(slot, observer)
        cells = tuple(cell for cell, _ in told)
        places, factor, low = code.places, code.factor, code.low
        if slot.role == "frame" and code.op == Op.NUMBER:
            own = code_of(slot, 1, (), ())
            factor, low = (1.0, 0) if own is None else (own.factor, own.low)
        if code.turning:
            places = _turned(places, -min(low, 0), self.seats, observer)
        if code.op == Op.PACKED:
            places = _weighed(_joined(told, code), len(slot.dims[-1]), code)
        number = self.numbers[slot.name]
        return Row(code.op, dest, code.each, number, cells, places, low, factor, code.per, guard)


def _form(slot: Slot) -> tuple[object, ...]:
    """Shape key of locals that may share places, apart from their members."""
    if slot.sort in ("int", "flag"):
        return ("number",) if slot.hi - slot.lo < 1 << DIGIT else (slot.sort, slot.lo, slot.hi)
    if slot.sort == "member":
        return (slot.sort, slot.lo < 0)
    return (slot.sort, slot.entries)


def _plainest(chains: list[list[tuple[Stretch, int]]]) -> list[Stretch]:
    """Choose the plainest code per stretch that fits the budget; chains run from plain to dense."""
    found, left = [chain[-1] for chain in chains], ENOUGH - sum(chain[-1][1] for chain in chains)
    for number in sorted(range(len(chains)), key=lambda n: chains[n][0][1]):
        for one in chains[number]:
            if one[1] - found[number][1] <= left:
                left -= one[1] - found[number][1]
                found[number] = one
                break
    return [stretch for stretch, _ in found]


def _turned(places: tuple[int, ...], first: int, seats: int, observer: int) -> tuple[int, ...]:
    """Rotate the places of players so that the observer's is first."""
    turned = tuple(places[first + (seat - observer) % seats] for seat in range(seats))
    return places[:first] + turned + places[first + seats :]


def _numbered(axes: list[list[tuple[int, str]]], sizes: list[int]) -> list[tuple[int, tuple[str, ...]]]:
    found = []
    for indexes in product(*axes):
        cell = 0
        for (index, _), size in zip(indexes, sizes, strict=True):
            cell = cell * size + index
        found.append((cell, tuple(label for _, label in indexes)))
    return found


def _joined(cells: list[tuple[int, tuple[str, ...]]], code: Code) -> list[list[int]]:
    """Group cell positions that share a number: cells differing in the last index only."""
    found: list[list[int]] = []
    outer: tuple[str, ...] | None = None
    for number, (_, labels) in enumerate(cells):
        if (labels[:-1] != outer and not code.across) or not found or len(found[-1]) == code.joined:
            found.append([])
        found[-1].append(number)
        outer = labels[:-1]
    return found


def _weighed(groups: list[list[int]], kinds: int, code: Code) -> tuple[int, ...]:
    """Target number and weight of each cell in a packed code."""
    found = []
    for number, group in enumerate(groups):
        for place in range(len(group)):
            zone, kind = divmod(place, kinds) if code.single else (place, 0)
            found.append(number * HEAVIEST + (kind + 1 << zone * code.per))
    return tuple(found)


def _greatest(slot: Slot) -> float:
    """Scale of a zone's piece count."""
    return float(len(slot.members) if slot.sort == "set" else max(slot.entries, 1))
