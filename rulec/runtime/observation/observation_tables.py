"""Engine table of the wide observation tensor: `knowledge.tensor` as data (`rulec_observe.h`).

`knowledge` defines the observation, which the interpreter computes directly; the table lists the variables,
their observers and the size of their encoding.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from rulec.runtime import control, hidden, knowledge
from rulec.runtime.observation.cell_table import slot_numbers
from rulec.runtime.schema import Slot
from rulec.runtime.view import View

_ALL, _NOBODY, _OWNER, _DECIDER, _SEEING = range(5)


def table(view: View) -> bytes:
    schema = view.schema
    numbers = {slot.name: number for number, slot in enumerate(schema.slots)}
    parts = list(_parts(view, numbers))
    zones = list(_zones(view, numbers))
    size = sum(part.size for part in knowledge.layout(schema))
    pendings = 1 + len(schema.decisions) + len(schema.chances)
    first = [numbers[name] for name in (control.SEAT, control.SEATS, control.DECISIONS, control.PENDING)]
    counts = [len(schema.slots), len(parts), len(zones), len(schema.seats), pendings, size]
    values = [*first, *counts]
    for row in (*map(slot_numbers, schema.slots), *parts, *zones):
        values += row
    return struct.pack(f"={len(values)}q", *values)


def _parts(view: View, numbers: dict[str, int]) -> Iterator[list[int]]:
    for slot in view.schema.slots:
        if knowledge.shown(slot):
            unknown = int(slot.seen != "all")
            size = len(knowledge.labels(slot)) - unknown
            guard = _guard(view, slot, numbers)
            yield [numbers[slot.name], int(slot.sort == "member"), size, *guard, unknown]


def _guard(view: View, slot: Slot, numbers: dict[str, int]) -> list[int]:
    """Visibility guard of a slot: kind of test, variable to test, cells per test."""
    by = view.seen_by.get(slot.name)
    if by is not None:
        return [_SEEING, numbers[by], hidden.kinds_in(slot)]
    if slot.seen != "owner":
        return [_ALL if slot.seen == "all" else _NOBODY, 0, 1]
    each = slot.cells // len(slot.dims[0])
    return [_DECIDER, numbers[slot.decides], each] if slot.decides else [_OWNER, 0, each]


def _zones(view: View, numbers: dict[str, int]) -> Iterator[list[int]]:
    for info in view.schema.hidden:
        slot = view.slots[info.slot]
        each = hidden.kinds_in(slot)
        yield [numbers[info.slot], each, slot.cells // each]
