"""Access to state cells by slot name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import msgspec

from rulec.runtime import control
from rulec.runtime.schema import FrameInvariant, ReturnInfo, Schema, Slot, Stop, decode_invariants


class View:
    """Named access to the cells of a game's states; created once per game."""

    def __init__(
        self, schema: Schema, frame_invariants: Callable[[], Sequence[FrameInvariant]] = tuple
    ) -> None:
        """Index a schema; `frame_invariants` computes those that it does not carry."""
        self.schema = schema
        self._find_invariants = frame_invariants
        self.slots: dict[str, Slot] = {slot.name: slot for slot in schema.slots}
        self.start: dict[str, int] = {}
        self.returns: dict[int, ReturnInfo] = {one.number: one for one in schema.returns}
        self._backs = tuple(self.returns)  # stored as places in this order
        self._codes = {back: code for code, back in enumerate(self._backs)}
        # Zone slot -> slot of its observers.
        self.seen_by: dict[str, str] = {one.slot: one.seen_by for one in schema.hidden if one.seen_by}
        self.fixed_zones: Any = None  # see `hidden.zones`
        position = 0
        for slot in schema.slots:
            self.start[slot.name] = position
            position += slot.cells
        self.size = position
        self._fresh = [slot.start_of(cell) for slot in schema.slots for cell in range(slot.cells)]
        for one in schema.tunable_numbers:
            for cell in one.cells:
                self.begin_with(one.slot, cell, one.value)

    @cached_property
    def frame_invariants(self) -> dict[tuple[Stop, int], FrameInvariant]:
        """Invariants of control variables by stop, found when the first position comes from outside."""
        kept = self.schema.frame_invariants
        found = self._find_invariants() if isinstance(kept, msgspec.UnsetType) else decode_invariants(kept)
        return {(one.stop, one.number): one for one in found}

    def get(self, cells: list[int], name: str, index: int = 0) -> int:
        return cells[self.start[name] + index]

    def put(self, cells: list[int], name: str, value: int, index: int = 0) -> None:
        cells[self.start[name] + index] = value

    def all(self, cells: list[int], name: str) -> list[int]:
        start = self.start[name]
        return cells[start : start + self.slots[name].cells]

    def put_all(self, cells: list[int], name: str, values: list[int]) -> None:
        start = self.start[name]
        cells[start : start + len(values)] = values

    def fresh(self) -> list[int]:
        """Cells with the start value of every variable."""
        return list(self._fresh)

    def begin_with(self, slot: str, cell: int, value: int) -> None:
        """Let a cell begin with another value."""
        self._fresh[self.start[slot] + cell] = value

    def begin_as(self, other: View) -> None:
        """Let all variables begin as in another view of the same schema."""
        self._fresh = other.fresh()

    def draws(self, cells: list[int]) -> list[int]:
        """Number of draws per chance event."""
        return self.all(cells, control.DRAWS) if control.DRAWS in self.slots else []

    def put_draws(self, cells: list[int], draws: list[int]) -> None:
        """Set the number of draws per event; missing entries become 0."""
        if control.DRAWS in self.slots:
            self.put_all(
                cells, control.DRAWS, [*draws, *[0] * (self.slots[control.DRAWS].cells - len(draws))]
            )

    # --- the stack of calls -----------------------------------------------------------------------------

    def stack(self, cells: list[int]) -> tuple[int, ...]:
        """Return addresses of the active calls, outermost first."""
        if control.STACK not in self.slots:
            return ()
        codes = self.all(cells, control.STACK)[: self.get(cells, control.DEPTH)]
        return tuple([self._backs[code] for code in codes])

    def depth(self, cells: list[int]) -> int:
        """Number of active calls."""
        return cells[self.start[control.DEPTH]] if control.DEPTH in self.start else 0

    def push(self, cells: list[int], back: int) -> None:
        """Push a return address."""
        depth = cells[self.start[control.DEPTH]]
        cells[self.start[control.STACK] + depth] = self._codes[back]
        cells[self.start[control.DEPTH]] = depth + 1

    def pop(self, cells: list[int]) -> int:
        """Pop a return address."""
        depth = cells[self.start[control.DEPTH]] - 1
        place = self.start[control.STACK] + depth
        code, cells[place] = cells[place], 0
        cells[self.start[control.DEPTH]] = depth
        return self._backs[code]

    def put_stack(self, cells: list[int], stack: tuple[int, ...]) -> None:
        """Replace the call stack; saved values are not touched."""
        if control.STACK in self.slots:
            room = self.slots[control.STACK].cells
            self.put(cells, control.DEPTH, len(stack))
            codes = [self._codes[back] for back in stack]
            self.put_all(cells, control.STACK, [*codes, *[0] * (room - len(codes))])

    def clear_stack(self, cells: list[int]) -> None:
        self.put_stack(cells, ())
        if control.SAVED in self.slots:
            self.put(cells, control.TOP, 0)
            self.put_all(cells, control.SAVED, [0] * self.slots[control.SAVED].cells)

    def save(self, cells: list[int], names: Sequence[str]) -> bool:
        """Push the values of slots onto the save stack; False on overflow."""
        top = self.get(cells, control.TOP)
        for name in names:
            slot = self.slots[name]
            if top + slot.width > self.slots[control.SAVED].cells:
                return False
            data = self.get(cells, name).to_bytes(slot.width, "little", signed=slot.signed)
            for n, byte in enumerate(data):
                self.put(cells, control.SAVED, byte, top + n)
            top += slot.width
        self.put(cells, control.TOP, top)
        return True

    def restore(self, cells: list[int], names: Sequence[str]) -> None:
        """Pop saved values, last first."""
        for name in reversed(names):
            width = self.slots[name].width
            top = self.get(cells, control.TOP) - width
            self.put(cells, name, self.saved_value(cells, name, top))
            for n in range(width):
                self.put(cells, control.SAVED, 0, top + n)
            self.put(cells, control.TOP, top)

    def saved_value(self, cells: list[int], name: str, at: int) -> int:
        """Saved value at a stack offset."""
        slot = self.slots[name]
        data = bytes(self.all(cells, control.SAVED)[at : at + slot.width])
        return int.from_bytes(data, "little", signed=slot.signed)
