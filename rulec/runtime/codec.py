"""Conversion between the cells of a state and its serialized bytes.

Outside the engine a state is a list of integers, one per cell, slot by slot. The bytes are those of the
engine's struct, after a header with the digests of rules and layout, and before a checksum. Bytes are never
trusted: `validate` checks every cell.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from rulec.runtime.list_codec import cells_of, set_of
from rulec.runtime.schema import SPARE_ROWS, Schema, Slot

MAGIC = b"RULEC\x01"


class _Shape(NamedTuple):
    """Memory layout of the saved bytes, for `struct`.

    `wide`: indexes of values that are multi-word sets, with their width. `packed`: slots whose cells are bits
    of sets, sets stored as codes, or stored in rows, with the index of their first cell. `stored` picks the
    values in the order of the bytes, `listed` those in the order of the slots.
    """

    struct: struct.Struct
    stored: Callable[[Sequence[Any]], Sequence[Any]]
    listed: Callable[[Sequence[Any]], Sequence[Any]]
    wide: tuple[tuple[int, int], ...]
    packed: tuple[tuple[Slot, int], ...]


_shapes: dict[tuple[str, int], _Shape] = {}
CODES = {1: "b", 2: "h", 4: "i", 8: "q"}


def _shape(schema: Schema) -> _Shape:
    found = _shapes.get((schema.layout_hash, schema.size))
    if found is None:
        wide, packed, firsts, position, cell = [], [], [], 0, 0
        for slot in schema.slots:
            if slot.width not in CODES:
                wide += [(position + n, slot.width) for n in range(slot.stored)]
            if slot.axis >= 0 or slot.coded or slot.rows:
                packed.append((slot, cell))
            firsts.append(position)
            position, cell = position + slot.stored, cell + slot.cells
        form, end, order = "<", 0, list[int]()
        for slot, first in sorted(zip(schema.slots, firsts, strict=True), key=lambda one: one[0].offset):
            form += f"{slot.offset - end}x{_code(slot)}"
            order += range(first, first + slot.stored)
            end = slot.offset + slot.width * slot.stored
        places = sorted(range(position), key=order.__getitem__)
        shape = _Shape(
            struct.Struct(f"{form}{schema.size - end}x"),
            itemgetter(*order),
            itemgetter(*places),
            tuple(wide),
            tuple(packed),
        )
        found = _shapes[schema.layout_hash, schema.size] = shape
    return found


def _code(slot: Slot) -> str:
    """Return the format of a slot for `struct`."""
    code = CODES.get(slot.width)
    if code is None:
        return f"{slot.width}s" * slot.stored
    return f"{slot.stored}{code if slot.signed else code.upper()}"


def pack(schema: Schema, cells: list[int]) -> bytes:
    """Encode the cells as the saved part of the engine's struct."""
    shape = _shape(schema)
    values: list[Any] = list(cells)
    for slot, cell in reversed(shape.packed):
        values[cell : cell + slot.cells] = _gathered(slot, cells[cell : cell + slot.cells])
    for position, width in shape.wide:
        values[position] = values[position].to_bytes(width, "little")
    return shape.struct.pack(*shape.stored(values))


def _gathered(slot: Slot, cells: list[int]) -> list[int]:
    """Pack the cells of a slot into its stored sets, codes or rows."""
    if slot.coded:
        return list(codes_of(slot, cells))
    if slot.rows:
        return list(rows_of(slot, cells))
    columns = map(slot.column, range(slot.stored))
    return [set_of(cells[at.start : at.stop : at.step], slot.lo, slot.hi) for at in columns]


def _scattered(slot: Slot, sets: list[int]) -> list[int]:
    """Unpack stored sets, codes or rows into cells; ignore bits and codes beyond them."""
    if slot.coded:
        return sets_of(slot, sets)
    if slot.rows:
        return cells_in(slot, bytes(sets))
    cells = [slot.lo] * slot.cells
    for n, one in enumerate(sets):
        if one:
            at = slot.column(n)
            cells[at.start : at.stop : at.step] = cells_of(one, slot.along, slot.lo, slot.hi)
    return cells


def codes_of(slot: Slot, sets: Sequence[int]) -> bytearray:
    """Encode disjoint sets as the number of its set plus 1 for each member."""
    codes = bytearray(len(slot.members))
    for number, one in enumerate(sets, 1):
        while one:
            codes[(one & -one).bit_length() - 1] = number
            one &= one - 1
    return codes


def sets_of(slot: Slot, codes: Iterable[int]) -> list[int]:
    """Decode the sets that `codes_of` encodes."""
    sets = [0] * slot.cells
    for member, code in enumerate(codes):
        if 0 < code <= slot.cells:
            sets[code - 1] |= 1 << member
    return sets


def rows_of(slot: Slot, cells: Sequence[int]) -> bytes:
    """Encode the set of rows that hold anything, and these rows behind it; refuse too many."""
    each, there, rows, spare = slot.row, 0, bytearray(), 0
    for number in range(len(slot.dims[0])):
        row = cells[number * each : (number + 1) * each]
        if any(row):
            there |= 1 << number
            rows += bytes(row)
            spare += any(count and slot.unlaid >> kind & 1 for kind, count in enumerate(row))
    if spare > SPARE_ROWS:
        raise ValueError(
            f"`{slot.name}`: {spare} hold pieces that no rule moves there, "
            f"more than the {SPARE_ROWS} that can"
        )
    if len(rows) > slot.rows * each:
        raise ValueError(
            f"`{slot.name}`: {len(rows) // each} hold pieces, more than the {slot.rows} that can"
        )
    return there.to_bytes(slot.there, "little") + rows.ljust(slot.rows * each, b"\0")


def cells_in(slot: Slot, stored: bytes) -> list[int]:
    """Decode the cells that `rows_of` encodes."""
    cells, each, start = [0] * slot.cells, slot.row, slot.there
    there = int.from_bytes(stored[:start], "little") & (1 << len(slot.dims[0])) - 1
    while there and start < len(stored):
        first = (there & -there).bit_length() - 1
        cells[first * each : (first + 1) * each] = stored[start : start + each]
        start += each
        there &= there - 1
    return cells


def unpack(schema: Schema, data: bytes) -> list[int]:
    shape = _shape(schema)
    cells = list(shape.listed(shape.struct.unpack_from(data)))
    for position, _ in shape.wide:
        cells[position] = int.from_bytes(cells[position], "little")
    for slot, cell in shape.packed:  # earlier values are already unpacked
        cells[cell : cell + slot.stored] = _scattered(slot, cells[cell : cell + slot.stored])
    return cells


def header(schema: Schema) -> bytes:
    return MAGIC + bytes.fromhex(schema.rules_hash) + bytes.fromhex(schema.layout_hash)


def configuration(schema: Schema, seats: int, body: Callable[[], bytes]) -> tuple[int, ...]:
    """Read the configuration (number of players, option values) from the body of a state."""
    if not schema.options:
        return (seats,)
    data, slots = body(), {slot.name: slot for slot in schema.slots}
    found = [seats]
    for option in schema.options:
        slot = slots[option.name]
        cell = data[slot.offset : slot.offset + slot.width]
        found.append(int.from_bytes(cell, "little", signed=slot.signed))
    return tuple(found)


def place(schema: Schema, name: str) -> tuple[range, int]:
    """Byte range of a slot in a saved state, and the number of body bytes after it."""
    slot = next(one for one in schema.slots if one.name == name)
    start = len(header(schema)) + slot.offset
    size = slot.width * slot.stored
    return range(start, start + size), schema.size - slot.offset - size


def seal(schema: Schema, body: bytes) -> bytes:
    """Assemble a saved state: header, body, checksum."""
    whole = header(schema) + body
    return whole + zlib.crc32(whole).to_bytes(4, "little")


def unseal(schema: Schema, data: bytes) -> bytes:
    """Return the body of a saved state; raise a ValueError if header, size or checksum is wrong."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ValueError(f"a saved state is bytes, not {type(data).__name__}")
    data = bytes(data)
    start = header(schema)
    if not data.startswith(MAGIC):
        raise ValueError("these bytes are not a saved state of rulec (of this version)")
    if data[len(MAGIC) : len(MAGIC) + 16] != start[len(MAGIC) : len(MAGIC) + 16]:
        raise ValueError(f"this state was saved under other rules than those of {schema.name}")
    if not data.startswith(start):
        raise ValueError(f"this state of {schema.name} was saved with another layout")
    if len(data) != len(start) + schema.size + 4:
        raise ValueError(f"this saved state has {len(data)} bytes, not {len(start) + schema.size + 4}")
    if zlib.crc32(data[:-4]).to_bytes(4, "little") != data[-4:]:
        raise ValueError("this saved state is damaged: its checksum does not fit")
    body = data[len(start) : -4]
    if pack(schema, unpack(schema, body)) != body:
        raise ValueError("this saved state is damaged: there is something between its variables")
    return body
