"""How an engine makes compact observations: the rows of `features` for every observer (`rulec_observe.h`)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

from rulec.runtime import control
from rulec.runtime.cell_table import slot_numbers
from rulec.runtime.codes import Op
from rulec.runtime.features import DECIDER, SEEING, Features, Row
from rulec.runtime.schema import Slot

_MARK, _WORD = -1, 64


def table(features: Features) -> bytes:
    schema, numbers = features.view.schema, features.numbers
    pool = _Pool()
    firsts, rows = [0], list[int]()
    count = 0
    for observer in range(features.seats):
        for row in features.rows(observer):
            rows += _row_numbers(row, schema.slots[row.slot], pool)
            count += 1
        firsts.append(count)
    backs = [one.number for one in schema.returns]
    pendings = 1 + len(schema.decisions) + len(schema.chances)
    words = -(-max(pendings, len(backs)) // _WORD)
    groups = [
        word
        for group in features.groups
        for places in (group.pendings, [backs.index(one) for one in group.returns])
        for word in _bits(places, words)
    ]
    returns = [-1] * (max(backs, default=-1) + 1)
    for place, number in enumerate(backs):
        returns[number] = place
    slots = [number for slot in schema.slots for number in slot_numbers(slot)]
    rest, places = list[int](), list[int]()
    for part in (groups, returns, rows, firsts, pool.numbers):
        places.append(len(rest))
        rest += part
    stack = [numbers.get(name, -1) for name in (control.STACK, control.DEPTH)]
    at_groups, at_returns, at_rows, at_firsts, at_pool = places
    header = [_MARK, numbers[control.PENDING], *stack, len(schema.slots), features.seats, words]
    header += [at_groups, at_returns, features.size, at_rows, at_firsts, at_pool]
    values = [*header, *slots, *rest]
    return struct.pack(f"={len(values)}q", *values)


class _Pool:
    """Lists of numbers, those that are the same once."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self._known: dict[tuple[int, ...], int] = {}

    def place(self, values: Iterable[int]) -> int:
        found = tuple(values)
        if found not in self._known:
            self._known[found] = len(self.numbers)
            self.numbers += found
        return self._known[found]


def _row_numbers(row: Row, slot: Slot, pool: _Pool) -> list[int]:
    guard = row.guard
    told = pool.place(_where(row, slot))
    groups = pool.place(cell // guard.each for cell in row.cells) if guard.kind in (DECIDER, SEEING) else 0
    factor = struct.unpack("=q", struct.pack("=d", row.factor))[0]
    places = pool.place(row.places)
    what = [row.op, row.dest, row.each, row.slot, len(row.cells), told, places, row.low]
    return [*what, factor, row.per, guard.kind, guard.number, groups]


def _where(row: Row, slot: Slot) -> Sequence[int]:
    """Where each cell lies in a state: its byte, or its bit where cells are bits; of zones their number."""
    if row.op == Op.PIECES:
        return row.cells
    if slot.axis < 0:
        return [slot.offset + slot.width * cell for cell in row.cells]
    step = slot.column(0).step
    whole = step * slot.along
    found = []
    for cell in row.cells:
        number = cell // whole * step + cell % step
        found.append((slot.offset + slot.width * number) * 8 + cell % whole // step)
    return found


def _bits(places: Iterable[int], words: int) -> list[int]:
    """A set as words of 64 bits, read as numbers with a sign."""
    whole = sum(1 << place for place in places)
    return list(struct.unpack(f"={words}q", whole.to_bytes(8 * words, "little")))
