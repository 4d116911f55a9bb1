"""Engine table of compact observations: the rows of `features` per observer (`rulec_observe.h`)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

from rulec.runtime import control
from rulec.runtime.observation.cell_codes import HEAVIEST, Op
from rulec.runtime.observation.cell_table import slot_numbers
from rulec.runtime.observation.features import DECIDER, SEEING, Features, Row
from rulec.runtime.schema import Slot

_MARK, _WORD, _WORTH_A_SCAN = -1, 64, 8


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
    """Pool of interned number lists."""

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
    row = _in_order(row, slot)
    guard, where = row.guard, _where(row, slot)
    told = pool.place(where)
    empty = _empty(row, slot)
    ahead = pool.place(_ahead(where, slot)) if empty >= 0 else 0
    groups = pool.place(cell // guard.each for cell in row.cells) if guard.kind in (DECIDER, SEEING) else 0
    factor = struct.unpack("=q", struct.pack("=d", row.factor))[0]
    places = pool.place(row.places)
    what = [row.op, row.dest, row.each, row.slot, len(row.cells), told, places, row.low]
    return [*what, factor, row.per, guard.kind, guard.number, groups, empty, ahead]


def _in_order(row: Row, slot: Slot) -> Row:
    """Sort bit cells by address, so that runs can be skipped at once."""
    if slot.axis < 0 or row.op not in (Op.NUMBER, Op.PACKED):
        return row
    where = _where(row, slot)
    order = sorted(range(len(where)), key=lambda place: where[place])
    told = [row.places[n] if row.op == Op.PACKED else n * HEAVIEST + 1 for n in order]
    low = row.low if row.op == Op.PACKED else 0
    cells = tuple(row.cells[n] for n in order)
    return row._replace(op=Op.PACKED, cells=cells, places=tuple(told), low=low)


def _empty(row: Row, slot: Slot) -> int:
    """Byte of a cell (or 8 bit cells) that encodes to all zeros; -1 if there is none."""
    if row.op in (Op.MARK, Op.PIECES, Op.DIGITS) or slot.sort in ("set", "list"):
        return -1
    if row.guard.kind in (DECIDER, SEEING) or (slot.axis < 0 and slot.width != 1):
        return -1
    value = slot.lo if slot.axis >= 0 else row.low if row.low < 0 else 0
    if row.op in (Op.NUMBER, Op.LYING):
        value, told = (value, value) if slot.axis >= 0 else (0, 0)
    elif row.op == Op.PACKED:
        told = value - row.low
    else:
        told = row.places[value - row.low] + int(row.op == Op.PLACE)
    byte = 0 if slot.axis >= 0 else value & 0xFF
    return byte if told == 0 else -1


def _ahead(where: Sequence[int], slot: Slot) -> list[int]:
    """Count contiguous cells from each on (bits: from the beginning of a byte); 0 for fewer than 8."""
    found = [0] * len(where)
    run = 0
    for place in range(len(where) - 1, -1, -1):
        side = place + 1 < len(where) and where[place + 1] == where[place] + 1
        run = run + 1 if side else 1
        if run >= _WORTH_A_SCAN and (slot.axis < 0 or where[place] % 8 == 0):
            found[place] = run
    return found


def _where(row: Row, slot: Slot) -> Sequence[int]:
    """Addresses of cells: byte, or bit for transposed slots; zone number for piece counts."""
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
    """Pack a set into signed 64-bit words."""
    whole = sum(1 << place for place in places)
    return list(struct.unpack(f"={words}q", whole.to_bytes(8 * words, "little")))
