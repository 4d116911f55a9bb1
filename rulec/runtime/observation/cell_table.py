"""C descriptors of state variables, in the format of `rulec_slots.h`."""

from __future__ import annotations

from typing import Final

from rulec.runtime.list_codec import bits
from rulec.runtime.schema import Slot

NUMBER, SET, LIST, ANYTHING = range(4)
MOST: Final = (1 << 63) - 1
WORD: Final = 8  # bytes


def slot_numbers(slot: Slot) -> list[int]:
    """Descriptor of a slot: location, representation, bounds."""
    low, high, form = slot.lo, slot.hi, {"set": SET, "list": LIST}.get(slot.sort, NUMBER)
    if form == NUMBER and high > MOST:
        low, high, form = 0, 0, ANYTHING  # full word: every value is valid
    along = slot.along if slot.axis >= 0 else 0
    step = slot.column(0).step if along else 1
    members = slot.rows or len(slot.members)
    width = WORD * -(-members // (8 * WORD)) if slot.coded else slot.width  # of a set, put together
    where = [slot.offset + slot.there, width, int(slot.signed), slot.cells]
    return [
        *where,
        form,
        low,
        high,
        members,
        bits(members),
        along,
        step,
        int(slot.coded),
        slot.row if slot.rows else 0,
    ]
