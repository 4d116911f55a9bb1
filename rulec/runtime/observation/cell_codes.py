"""Lossless encodings of a variable's cells as numbers of a compact observation.

Members of small kinds are one-hot encoded, others as bits of their number; sets become flags, numbers are
scaled by their declared range. Most codes have a denser alternative for games with too many numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from rulec.runtime.schema import PLAYERS, Slot

# Encoders of a cell (same list in `rulec_compact.h`).
Op = IntEnum(
    "Op", "MARK NUMBER DIGITS PLACE BITS CODE FLAGS PACKED_FLAGS PACKED ENTRIES PIECES LYING", start=0
)

OPEN: Final = 1000  # larger ranges are considered unbounded
OPEN_SCALE: Final = 100.0
DIGIT: Final = 20  # bits that fit a float32
HEAVIEST: Final = 1 << 24  # exceeds the weight of any packed cell
FEW_PLACES: Final = 128  # numbers per variable up to which members are one-hot
FEW_MEMBERS: Final = 8  # members up to which one-hot is always used


@dataclass(frozen=True)
class Code:
    """Encoding of cells: `each` numbers per cell, or per `joined` cells."""

    op: Op
    labels: tuple[str, ...]
    low: int = 0  # value of the first entry of `places`
    factor: float = 1.0
    per: int = 0  # numbers per list entry
    places: tuple[int, ...] = ()  # code of each value; -1: none
    joined: int = 1
    across: bool = False  # cells are joined in order, else only along the last index
    single: bool = False  # at most one cell along the last index is 1, others are 0
    turning: bool = False  # values are players, numbered relative to the observer

    @property
    def each(self) -> int:
        return len(self.labels)


def code_of(slot: Slot, cells: int, members: Sequence[int], labels: tuple[str, ...]) -> Code | None:
    """Return the plainest encoding of the cells; None if they carry no information.

    `members` are the possible values of members, sets and lists; `labels` are their names.
    """
    if slot.sort in ("int", "flag"):
        return _number(slot)
    places, size = _numbered(slot, members), len(members)
    turning = slot.member_sort == PLAYERS
    if slot.sort == "set":
        return Code(Op.FLAGS, labels, places=places, turning=turning) if size else None
    if slot.sort == "list":
        return _entries(slot, places, size, turning)
    nothing = int(slot.lo < 0)
    if size + nothing < 2:
        return None
    if size <= FEW_MEMBERS or cells * size <= FEW_PLACES:
        return Code(Op.PLACE, labels, slot.lo, places=(-1,) * nothing + places, turning=turning)
    codes = tuple(place + nothing if place >= 0 else 0 for place in places)
    bits = (size + nothing - 1).bit_length()
    told = tuple(f"bit {bit + 1}" for bit in range(bits))
    return Code(Op.BITS, told, slot.lo, places=(0,) * nothing + codes, turning=turning)


def _numbered(slot: Slot, members: Sequence[int]) -> tuple[int, ...]:
    """Assign consecutive codes to the members that may occur."""
    places = [-1] * len(slot.members)
    for number, member in enumerate(members):
        places[member] = number
    return tuple(places)


def _number(slot: Slot) -> Code | None:
    low, high = (0, 1) if slot.sort == "flag" else (slot.lo, slot.hi)
    if low == high:
        return None
    if high - low >= 1 << (DIGIT + 2):
        digits = -(-(high - low).bit_length() // DIGIT)
        told = tuple(f"digit {digit + 1}" for digit in range(digits))
        return Code(Op.DIGITS, told, low, 2.0**-DIGIT)
    greatest = max(-low, high)
    factor = 1 / greatest if greatest <= OPEN else 1 / OPEN_SCALE
    return Code(Op.NUMBER, ("yes" if slot.sort == "flag" else "number",), low, factor)


def _entries(slot: Slot, places: tuple[int, ...], size: int, turning: bool) -> Code | None:
    """Positional encoding of a list: order and repetition matter."""
    if not size or not slot.entries:
        return None
    bits = size.bit_length()
    per = bits if slot.entries * bits <= FEW_PLACES else 1
    told = tuple(
        f"{entry + 1}" if per == 1 else f"{entry + 1} bit {bit + 1}"
        for entry in range(slot.entries)
        for bit in range(per)
    )
    return Code(Op.ENTRIES, told, 0, 1 / size, per, tuple(place + 1 for place in places), turning=turning)


@dataclass(frozen=True)
class Room:
    """Proven bounds on a variable's contents; `cells` counts the encoded cells."""

    cells: int
    pieces: int | None = None  # maximum over all cells
    single: bool = False  # see `Code`


def denser(slot: Slot, code: Code, room: Room) -> Code | None:
    """Return a denser lossless encoding, or None."""
    if code.op == Op.PACKED:
        return _densest(slot, code, room)
    if (code.op == Op.CODE or (code.op == Op.PLACE and code.each == 1)) and slot.dims and not code.turning:
        bits = (slot.hi - slot.lo).bit_length()
        return _densest(slot, Code(Op.PACKED, ("joined",), slot.lo, per=bits), room)
    if code.op == Op.NUMBER and room.single:
        kinds = len(slot.dims[-1])
        bits = kinds.bit_length()
        return Code(Op.PACKED, ("kind",), 0, 2.0**-bits, bits, joined=kinds, single=True)
    if code.op in (Op.BITS, Op.PLACE) and code.each > 1:
        shift = int(code.op == Op.PLACE)
        codes = tuple(place + shift for place in code.places)
        return Code(Op.CODE, ("number",), code.low, 1 / max(codes), places=codes, turning=code.turning)
    if code.op == Op.FLAGS and code.each > 1:
        told = tuple(f"flags {first + 1} to {first + DIGIT}" for first in range(0, code.each, DIGIT))
        return Code(
            Op.PACKED_FLAGS,
            told,
            factor=2.0 ** -min(DIGIT, code.each),
            places=code.places,
            turning=code.turning,
        )
    if code.op == Op.ENTRIES and code.per > 1:
        told = tuple(str(entry + 1) for entry in range(slot.entries))
        return Code(Op.ENTRIES, told, 0, code.factor, 1, code.places, turning=code.turning)
    if code.op == Op.NUMBER and slot.dims:
        bits = (slot.hi - slot.lo).bit_length()
        joined = min(DIGIT // bits, len(slot.dims[-1]))
        if joined > 1:
            return Code(Op.PACKED, ("joined",), slot.lo, 2.0 ** -(bits * joined), bits, joined=joined)
    return None


def _densest(slot: Slot, code: Code, room: Room) -> Code | None:
    """Densest encoding: cells packed regardless of dimension, or positions of the few pieces."""
    if code.across:
        return None
    fit, cells = DIGIT // code.per, code.joined if code.single else 1
    if room.pieces is not None and 2 * room.pieces < room.cells // (fit * cells):
        told = tuple(f"{piece + 1} {what}" for piece in range(room.pieces) for what in ("cell", "count"))
        return Code(Op.LYING, told, slot.hi, 1 / room.cells, room.pieces)
    if fit < 2:
        return None
    joined, factor = fit * cells, 2.0 ** -(code.per * fit)
    return Code(
        Op.PACKED, code.labels, code.low, factor, code.per, joined=joined, across=True, single=code.single
    )
