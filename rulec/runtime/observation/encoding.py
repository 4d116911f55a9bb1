"""Python encoder of compact observations: applies the rows of `features` to cells.

Engines use a table instead (`rulec_compact.h`); results are identical.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rulec.runtime import hidden, local_liveness
from rulec.runtime.list_codec import bits, entries
from rulec.runtime.observation.cell_codes import DIGIT, HEAVIEST, Op
from rulec.runtime.observation.features import ALWAYS, DECIDER, HELD, Features, Row
from rulec.runtime.schema import Slot
from rulec.runtime.view import View


def encode(features: Features, cells: list[int], observer: int) -> list[float]:
    """Encode the observer's knowledge, arranged by `features.parts`."""
    out = [0.0] * features.size
    view = features.view
    held = [group.now(*local_liveness.now(view, cells)) for group in features.groups]
    for row in features.rows(observer):
        if row.guard.kind == HELD and not held[row.guard.number]:
            continue
        if row.op == Op.MARK:
            out[row.dest] = 1.0
            continue
        slot = view.schema.slots[row.slot]
        if row.op == Op.PIECES:
            _pieces(view, cells, slot, row, out)
            continue
        if row.op == Op.LYING:
            _lying(row, view.all(cells, slot.name), out)
            continue
        values, write = view.all(cells, slot.name), _WRITERS[Op(row.op)]
        for number, cell in enumerate(row.cells):
            if _told(view, cells, row, cell, observer):
                for place, value in write(row, slot, values[cell], number):
                    out[row.dest + place] += value
    return out


def _told(view: View, cells: list[int], row: Row, cell: int, observer: int) -> bool:
    kind, number, each = row.guard
    if kind in (ALWAYS, HELD):
        return True
    found = view.get(cells, view.schema.slots[number].name, cell // each)
    return found == observer if kind == DECIDER else bool(found >> observer & 1)


def _pieces(view: View, cells: list[int], slot: Slot, row: Row, out: list[float]) -> None:
    wanted = dict.fromkeys(row.cells)
    lying = {zone.number: zone for zone in hidden.zones(view, cells) if zone.slot.name == slot.name}
    for place, number in enumerate(wanted):
        out[row.dest + place] = hidden.size(view, cells, lying[number]) * row.factor


def _lying(row: Row, values: list[int], out: list[float]) -> None:
    """Encode position and count of each non-zero cell, in cell order."""
    found = [(place, values[cell]) for place, cell in enumerate(row.cells) if values[cell]]
    for number, (place, count) in enumerate(found[: row.per]):
        out[row.dest + 2 * number] = (place + 1) * row.factor
        out[row.dest + 2 * number + 1] = count / row.low


# --- one cell: which numbers it makes, and where --------------------------------------------------------

Written = Iterator[tuple[int, float]]


def _number(row: Row, slot: Slot, value: int, number: int) -> Written:
    yield number, value * row.factor


def _digits(row: Row, slot: Slot, value: int, number: int) -> Written:
    for digit in range(row.each):
        yield number * row.each + digit, (value - row.low >> digit * DIGIT & (1 << DIGIT) - 1) * row.factor


def _place(row: Row, slot: Slot, value: int, number: int) -> Written:
    place = row.places[value - row.low]
    if place >= 0:
        yield number * row.each + place, 1.0


def _bits(row: Row, slot: Slot, value: int, number: int) -> Written:
    code = row.places[value - row.low]
    for bit in range(row.each):
        if code >> bit & 1:
            yield number * row.each + bit, 1.0


def _code(row: Row, slot: Slot, value: int, number: int) -> Written:
    yield number, row.places[value - row.low] * row.factor


def _flags(row: Row, slot: Slot, value: int, number: int) -> Written:
    for member, place in enumerate(row.places):
        if place >= 0 and value >> member & 1:
            yield number * row.each + place, 1.0


def _packed_flags(row: Row, slot: Slot, value: int, number: int) -> Written:
    for member, place in enumerate(row.places):
        if place >= 0 and value >> member & 1:
            yield number * row.each + place // DIGIT, (1 << place % DIGIT) * row.factor


def _packed(row: Row, slot: Slot, value: int, number: int) -> Written:
    place, weight = divmod(row.places[number], HEAVIEST)
    yield place, (value - row.low) * weight * row.factor


def _entries(row: Row, slot: Slot, value: int, number: int) -> Written:
    for entry, member in enumerate(entries(value, bits(len(slot.members)))):
        code, first = row.places[member], number * row.each + entry * row.per
        if row.per == 1:
            yield first, code * row.factor
        else:
            yield from ((first + bit, 1.0) for bit in range(row.per) if code >> bit & 1)


_WRITERS: Final[dict[Op, Callable[[Row, Slot, int, int], Written]]] = {
    Op.NUMBER: _number,
    Op.DIGITS: _digits,
    Op.PLACE: _place,
    Op.BITS: _bits,
    Op.CODE: _code,
    Op.FLAGS: _flags,
    Op.PACKED_FLAGS: _packed_flags,
    Op.PACKED: _packed,
    Op.ENTRIES: _entries,
}
