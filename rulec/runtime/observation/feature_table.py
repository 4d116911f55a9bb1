"""Engine table of compact observations: the rows of `features` per observer (`rulec_observe.h`)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from itertools import chain

from rulec.runtime import control
from rulec.runtime.observation.cell_codes import HEAVIEST, Op
from rulec.runtime.observation.cell_table import slot_numbers
from rulec.runtime.observation.features import DECIDER, SEEING, Features, Row
from rulec.runtime.observation.runs import gaps, runs_of
from rulec.runtime.schema import Slot

_MARK, _WORD, _WORTH_A_SCAN = -1, 64, 8
_MOST_WORDS = 64  # `RULEC_HELD_WORDS`


def table(features: Features) -> bytes:
    schema, numbers = features.view.schema, features.numbers
    pool = _Pool()
    firsts, rows = [0], list[int]()
    count = 0
    for observer in range(features.seats):
        found = _observed(features, observer, pool)
        rows += chain.from_iterable(found)
        count += len(found)
        firsts.append(count)
    words = max(1, -(-len(features.groups) // _WORD))
    assert words <= _MOST_WORDS, "more groups of locals than the engine has bits for"
    pendings, returns = _live(features, words)
    slots = [number for slot in schema.slots for number in slot_numbers(slot)]
    rest, places = list[int](), list[int]()
    for part in (pendings, returns, rows, firsts, pool.numbers):
        places.append(len(rest))
        rest += part
    stack = [numbers.get(name, -1) for name in (control.STACK, control.DEPTH)]
    at_pendings, at_returns, at_rows, at_firsts, at_pool = places
    header = [_MARK, numbers[control.PENDING], *stack, len(schema.slots), features.seats, words]
    header += [at_pendings, at_returns, features.size, at_rows, at_firsts, at_pool]
    values = [*header, *slots, *rest]
    return struct.pack(f"={len(values)}q", *values)


def _live(features: Features, words: int) -> tuple[list[int], list[int]]:
    """Groups of locals live at each decision, and during the calls that return to each place."""
    schema, groups = features.view.schema, features.groups
    asked = range(1 + len(schema.decisions) + len(schema.chances))
    pendings = [[n for n, group in enumerate(groups) if one in group.pendings] for one in asked]
    backs = [one.number for one in schema.returns]
    returns = [[n for n, group in enumerate(groups) if one in group.returns] for one in backs]
    return (
        [word for one in pendings for word in _bits(one, words)],
        [word for one in returns for word in _bits(one, words)],
    )


def _observed(features: Features, observer: int, pool: _Pool) -> list[list[int]]:
    """Rows for one observer, behind zeros for the numbers that only conditional rows write."""
    slots = features.view.schema.slots
    rows = [one for row in features.rows(observer) for one in _parts_of(row, slots[row.slot])]
    zeros = gaps(features.size, [row for row, _ in rows])
    return [_numbers_of(row, slots[row.slot], where, pool) for row, where in [*zeros, *rows]]


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


def _parts_of(row: Row, slot: Slot) -> list[tuple[Row, Sequence[int]]]:
    """Runs of adjoining cells where possible, else the row, with the addresses of its cells."""
    if row.op == Op.MARK:
        return [(row, ())]
    row = _in_order(row, slot)
    where = _where(row, slot)
    return [(run, ()) for run in runs_of(row, slot, where)] or [(row, where)]


def _numbers_of(row: Row, slot: Slot, where: Sequence[int], pool: _Pool) -> list[int]:
    if row.op < len(Op):
        return _row_numbers(row, slot, where, pool)
    guard, (first, count) = row.guard, row.cells
    what = [row.op, row.dest, row.each, row.slot, count, first, pool.place(row.places), row.low]
    return [*what, _as_word(row.factor), row.per, guard.kind, guard.number, guard.each, -1, 0]


def _row_numbers(row: Row, slot: Slot, where: Sequence[int], pool: _Pool) -> list[int]:
    guard = row.guard
    told = pool.place(where)
    empty = _empty(row, slot)
    ahead = pool.place(_ahead(where, slot)) if empty >= 0 else 0
    groups = pool.place(cell // guard.each for cell in row.cells) if guard.kind in (DECIDER, SEEING) else 0
    what = [row.op, row.dest, row.each, row.slot, len(row.cells), told, pool.place(row.places), row.low]
    return [*what, _as_word(row.factor), row.per, guard.kind, guard.number, groups, empty, ahead]


def _as_word(factor: float) -> int:
    found: int = struct.unpack("=q", struct.pack("=d", factor))[0]
    return found


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
    """Addresses of cells: byte, or bit for transposed slots; numbers for piece counts, codes and rows."""
    if row.op == Op.PIECES or slot.coded or slot.rows:
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
