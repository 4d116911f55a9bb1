"""Comparable view of a state by one player."""

from __future__ import annotations

from rulec.runtime import control, hidden, knowledge
from rulec.runtime.state_base import StateBase
from rulec.runtime.view import View

Look = tuple[object, ...]


class Observer:
    """Comparable view of a state by one player: visible cells, sizes of hidden zones, own options."""

    def __init__(self, view: View, player: int) -> None:
        self.view, self.player = view, player
        self._mask, self._piles = _mask(view, player), _piles(view)

    def look(self, at: StateBase) -> Look:
        options = tuple(at.legal_actions()) if at.current_player() == self.player else ()
        body = at._body()
        cells = at._cells() if self._mask is None or self._piles is None else []
        if self._piles is None:
            sizes = tuple(
                sum(hidden.content(self.view, cells, one)) for one in hidden.zones(self.view, cells)
            )
        else:
            sizes = tuple(
                int.from_bytes(body[first:end], "little").bit_count() if as_set else sum(body[first:end])
                for first, end, as_set in self._piles
            )
        if self._mask is not None:
            return int.from_bytes(body, "little") & self._mask, sizes, options
        known = knowledge.hide(self.view, cells, self.player)
        known[self.view.start[control.EXPLICIT]] = None  # the chance mode is not part of the game
        return tuple(known), sizes, options


def _piles(view: View) -> list[tuple[int, int, bool]] | None:
    """Byte ranges of the hidden zones and whether each is a set; None if they are not byte-aligned."""
    found: list[tuple[int, int, bool]] = []
    for info in view.schema.hidden:
        slot = view.slots[info.slot]
        as_set = slot.sort == "set"
        if slot.axis >= 0 or slot.sort == "list" or (slot.width > 1 and not as_set):
            return None
        each = slot.width if as_set else hidden.kinds_in(slot)
        ends = range(slot.offset, slot.offset + slot.width * slot.cells, each)
        found += [(first, first + each, as_set) for first in ends]
    return found


def _mask(view: View, player: int) -> int | None:
    """Bit mask of the bytes that the player sees in every state; None if visibility varies."""
    seen = bytearray(b"\xff" * view.schema.size)
    if view.seen_by:
        return None
    for slot in view.schema.slots:
        if slot.seen == "all" and slot.name not in knowledge.NEVER_SHOWN and slot.name != control.EXPLICIT:
            continue
        if slot.axis >= 0 or slot.decides:
            return None
        each = slot.cells // len(slot.dims[0]) if slot.seen == "owner" else slot.cells
        shown = range(player * each, (player + 1) * each) if slot.seen == "owner" else range(0)
        for index in range(slot.cells):
            if index not in shown:
                at = slot.offset + slot.width * index
                seen[at : at + slot.width] = bytes(slot.width)
    return int.from_bytes(seen, "little")
