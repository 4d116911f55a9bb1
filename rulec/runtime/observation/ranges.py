"""Ranges of the numbers of compact observations, from the declarations of variables."""

from __future__ import annotations

from typing import NamedTuple

from rulec.runtime import hidden
from rulec.runtime.observation.cell_codes import DIGIT, Op
from rulec.runtime.observation.features import Features, Row
from rulec.runtime.schema import Slot

_ONES = (Op.MARK, Op.PLACE, Op.BITS, Op.FLAGS)  # zeros and ones
_BYTE = 255


class NumberRange(NamedTuple):
    """Smallest and greatest number of a part, both at most and at least 0, and the steps between."""

    low: float
    high: float
    step: float

    def __or__(self, other: NumberRange) -> NumberRange:
        low, high, step = zip(self, other, strict=True)
        return NumberRange(min(low), max(high), min(step))

    @property
    def fits_bytes(self) -> bool:
        """Whether each number has a byte of its own where those from 0 to 1 become 255ths."""
        return self.low >= 0 and self.high <= 1 and self.step * _BYTE >= 1


_FLAG = NumberRange(0.0, 1.0, 1.0)


def ranges_of(features: Features) -> tuple[NumberRange, ...]:
    """Range of each part of the layout."""
    slots = features.view.schema.slots
    found = dict[int, NumberRange]()
    rows = [row for observer in range(features.seats) for row in features.rows(observer)]
    for number, part in enumerate(features.parts):
        for row in rows:
            if part.offset <= row.dest < part.offset + part.size:
                one = _range(row, slots[row.slot])
                found[number] = found[number] | one if number in found else one
    return tuple(found.get(number, _FLAG) for number in range(len(features.parts)))


def _range(row: Row, slot: Slot) -> NumberRange:
    step = row.factor
    if row.op in _ONES or (row.op == Op.ENTRIES and row.per > 1):
        return _FLAG
    if row.op == Op.NUMBER:
        low, high = (0, 1) if slot.sort == "flag" else (slot.lo, slot.hi)
        return NumberRange(min(low * step, 0.0), max(high * step, 0.0), step)
    if row.op in (Op.CODE, Op.ENTRIES):
        return NumberRange(0.0, max(row.places, default=0) * step, step)
    if row.op == Op.PIECES:
        return NumberRange(0.0, _pieces(slot) * step, step)
    if row.op == Op.LYING:
        return NumberRange(0.0, max(len(row.cells) * step, slot.hi / row.low), min(step, 1 / row.low))
    return NumberRange(0.0, ((1 << DIGIT) - 1) * step if row.op == Op.DIGITS else 1.0, step)


def _pieces(slot: Slot) -> int:
    """Most pieces of a zone by declaration."""
    if slot.sort == "set":
        return len(slot.members)
    return slot.entries if slot.sort == "list" else slot.hi * hidden.kinds_in(slot)
