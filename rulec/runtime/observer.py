"""Comparable view of a state by one player."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulec.runtime import codec, control, hidden, knowledge
from rulec.runtime.list_codec import bits
from rulec.runtime.schema import Slot
from rulec.runtime.state_base import StateBase
from rulec.runtime.view import View

Look = tuple[object, ...]


class Condition(NamedTuple):
    """Bits of a state that the player sees while a cell says so."""

    first: int  # bytes of the cell
    end: int
    signed: bool
    names_seat: bool  # the cell names the seat that sees them; else it is the set of these seats
    bits: int


class Codes(NamedTuple):
    """Sets stored as codes, of which the player sees some; next to it, who sees each set."""

    first: int
    end: int
    seen_by: int  # first byte
    width: int
    sets: int

    def shown(self, body: bytes, player: int) -> int:
        """Bits of the codes that the player sees."""
        at, byte = self.seen_by - self.width + player // 8, player % 8
        codes = body[self.first : self.end]
        seen = bytes(255 * (one > 0 and body[at + one * self.width] >> byte & 1) for one in codes)
        return int.from_bytes(seen, "little") << 8 * self.first


@dataclass(frozen=True)
class Sight:
    """Bits of a state that a player sees: always, and under conditions on cells that everybody sees."""

    player: int
    always: int
    conditions: tuple[Condition, ...]
    codes: tuple[Codes, ...]
    seats: int  # bits of the player in all sets of seats

    def of(self, body: bytes) -> int:
        number, seen = int.from_bytes(body, "little"), self.always
        if self.seats and not number & self.seats:  # layers that this player has not seen, as a rule
            return number & seen
        for one in self.conditions:
            value = int.from_bytes(body[one.first : one.end], "little", signed=one.signed)
            if value == self.player if one.names_seat else value >> self.player & 1:
                seen |= one.bits
        for codes in self.codes:
            seen |= codes.shown(body, self.player)
        return number & seen


class Piles(NamedTuple):
    """Hidden zones of one slot within the bytes of a state."""

    cells: struct.Struct  # from the beginning of the state on
    wide: bool  # cells of more than eight bytes
    sort: str
    each: int  # cells of a zone; of lists the bits of an entry; of sets as codes the number of sets

    def sizes(self, body: bytes) -> Iterator[int]:
        """Number of pieces in each zone."""
        values: tuple[Any, ...] = self.cells.unpack_from(body)
        if self.wide:
            values = tuple(int.from_bytes(one, "little") for one in values)
        if self.sort == "codes":
            return map(bytes(values).count, range(1, self.each + 1))
        if self.sort == "set":
            return map(int.bit_count, values)
        if self.sort == "list":  # entries are digits other than 0, the first one lowest
            return (-(-one.bit_length() // self.each) for one in values)
        return (sum(values[first : first + self.each]) for first in range(0, len(values), self.each))


class Observer:
    """Comparable view of a state by one player: visible cells, sizes of hidden zones, own options."""

    def __init__(self, view: View, player: int) -> None:
        self.view, self.player = view, player
        self._sight, self._piles = _sight(view, player), _piles(view)

    def look(self, at: StateBase) -> Look:
        options = tuple(at.legal_actions()) if at.current_player() == self.player else ()
        body = at._body()
        cells = at._cells() if self._sight is None or self._piles is None else []
        if self._piles is None:
            sizes = tuple(hidden.size(self.view, cells, one) for one in hidden.zones(self.view, cells))
        else:
            sizes = tuple(size for piles in self._piles for size in piles.sizes(body))
        if self._sight is not None:
            return self._sight.of(body), sizes, options
        known = knowledge.hide(self.view, cells, self.player)
        known[self.view.start[control.EXPLICIT]] = None  # the chance mode is not part of the game
        return tuple(known), sizes, options


def _piles(view: View) -> list[Piles] | None:
    """Hidden zones by slot; None if cells are not byte-aligned."""
    found: list[Piles] = []
    for info in view.schema.hidden:
        slot = view.slots[info.slot]
        if slot.axis >= 0:
            return None
        code = codec.CODES.get(slot.width)
        form = f"{slot.width}s" * slot.cells
        if code is not None:
            form = f"{slot.cells}{code if slot.signed else code.upper()}"
        if slot.coded:
            codes = struct.Struct(f"<{slot.offset}x{slot.stored}B")
            found.append(Piles(codes, False, "codes", slot.cells))
            continue
        each = bits(len(slot.members)) if slot.sort == "list" else hidden.kinds_in(slot)
        found.append(Piles(struct.Struct(f"<{slot.offset}x{form}"), code is None, slot.sort, each))
    return found


def _sight(view: View, player: int) -> Sight | None:
    """Bits that the player sees; None if cells are not byte-aligned."""
    seen = bytearray(b"\xff" * view.schema.size)
    conditions: list[Condition] = []
    codes: list[Codes] = []
    for slot in view.schema.slots:
        by = view.seen_by.get(slot.name) or (slot.decides if slot.seen == "owner" else "")
        never = slot.name in knowledge.NEVER_SHOWN or slot.name == control.EXPLICIT
        if slot.seen == "all" and not by and not never:
            continue
        if slot.axis >= 0 or (by and view.slots[by].axis >= 0):
            return None
        end = slot.offset + slot.width * slot.stored
        seen[slot.offset : end] = bytes(slot.width * slot.stored)
        if slot.coded:
            if by:
                codes.append(Codes(slot.offset, end, view.slots[by].offset, view.slots[by].width, slot.cells))
        elif by:
            conditions += _conditions(view, slot, view.slots[by])
        elif slot.seen == "owner" and not never:
            each = slot.width * (slot.cells // len(slot.dims[0]))
            start = slot.offset + player * each
            seen[start : start + each] = b"\xff" * each
    seats = sum(1 << 8 * one.first + player for one in conditions if not one.names_seat)
    seats |= sum(
        1 << 8 * (one.seen_by + one.width * number) + player for one in codes for number in range(one.sets)
    )
    if any(one.names_seat for one in conditions):
        seats = 0
    return Sight(player, int.from_bytes(seen, "little"), tuple(conditions), tuple(codes), seats)


def _conditions(view: View, slot: Slot, by: Slot) -> Iterator[Condition]:
    """Conditions on the zones of a slot whose observers depend on the position."""
    names_seat = slot.name not in view.seen_by
    each = slot.width * (slot.cells // len(slot.dims[0]) if names_seat else hidden.kinds_in(slot))
    for number, start in enumerate(range(slot.offset, slot.offset + slot.width * slot.cells, each)):
        first = by.offset + by.width * number
        shown = (1 << 8 * each) - 1 << 8 * start
        yield Condition(first, first + by.width, by.signed, names_seat, shown)
