"""Descriptors of hidden zones, from which an engine redeals pieces (`rulec_deal.h`)."""

from __future__ import annotations

import struct

from rulec.runtime import control, hidden
from rulec.runtime.list_codec import bits
from rulec.runtime.schema import Slot
from rulec.runtime.view import View

_FORMS = {"set": 1, "list": 2}  # default: counts
_AS_CODES = 3
_NONE = (0, -1, 0)


def table(view: View) -> bytes:
    """Encode the header (zones, kinds, pieces, seats cell) and a row per zone."""
    zones = list(hidden.zones(view, view.fresh()))
    groups = {group: number for number, group in enumerate(dict.fromkeys(zone.group for zone in zones))}
    rows = [[groups[zone.group], *_zone(view, zone)] for zone in zones]
    kinds = max((row[1] for row in rows), default=0)
    pieces = sum(_most(zone.slot, row[1]) for zone, row in zip(zones, rows, strict=True))
    head = [len(rows), kinds, pieces, *_cell(view.slots[control.SEATS])]
    values = [value for row in (head, *rows) for value in row]
    return struct.pack(f"={len(values)}i", *values)


def _zone(view: View, zone: hidden.HiddenZone) -> list[int]:
    slot, info = zone.slot, zone.info
    kinds = len(slot.members) if slot.sort in _FORMS else hidden.kinds_in(slot)
    count = slot.cells // hidden.kinds_in(slot)
    owner, decides, step = -1, _NONE, 0
    if slot.seen == "owner":
        owner = zone.number // (count // len(slot.dims[0]))
        if slot.decides:
            decides = _cell(view.slots[slot.decides], owner)
    seen_by = _cell(view.slots[info.seen_by], zone.number) if info.seen_by else _NONE
    known = _place(view.slots[info.known], zone.number) if info.known else _NONE
    noticed = _NONE
    if info.noticed:
        noticed = _place(view.slots[info.noticed], zone.number)
        step = _place(view.slots[info.noticed], zone.number + count)[1] - noticed[1]
    lies = _place(slot, zone.number)
    return [kinds, bits(kinds), owner, *decides, *seen_by, *lies, *known, *noticed, step]


def _place(slot: Slot, number: int) -> tuple[int, int, int]:
    """Form, byte offset and width of a zone's first cell; of sets stored as codes its code."""
    if slot.coded:
        return _AS_CODES, slot.offset, number + 1
    form = _FORMS.get(slot.sort, 0)
    each = len(slot.dims[-1]) if form == 0 else 1
    return form, slot.offset + slot.width * number * each, slot.width


def _cell(slot: Slot, number: int = 0) -> tuple[int, int, int]:
    """Form, byte offset and width of a single cell."""
    return 0, slot.offset + slot.width * number, slot.width


def _most(slot: Slot, kinds: int) -> int:
    """Capacity of a zone."""
    return kinds if slot.sort == "set" else slot.hi if slot.sort == "list" else kinds * slot.hi
