"""Cells of a state by the names of the rules file."""

from __future__ import annotations

from rulec.runtime.schema import Schema, Slot


class View:
    """Finds cells; made once per game."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.slots: dict[str, Slot] = {slot.name: slot for slot in schema.slots}
        self.start: dict[str, int] = {}
        position = 0
        for slot in schema.slots:
            self.start[slot.name] = position
            position += slot.cells
        self.size = position

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
        """Cells with which every variable starts."""
        return [slot.initial for slot in self.schema.slots for _ in range(slot.cells)]

    def draws(self, cells: list[int]) -> list[int]:
        """How often each event of chance has been drawn."""
        return self.all(cells, "draws") if "draws" in self.slots else []

    def put_draws(self, cells: list[int], draws: list[int]) -> None:
        """Those that are not given are set to none."""
        if "draws" in self.slots:
            self.put_all(cells, "draws", [*draws, *[0] * (self.slots["draws"].cells - len(draws))])

    def stack(self, cells: list[int]) -> tuple[int, ...]:
        """Where called rules go back to, outermost first."""
        if "stack" not in self.slots:
            return ()
        return tuple(self.all(cells, "stack")[: self.get(cells, "depth")])

    def put_stack(self, cells: list[int], stack: tuple[int, ...]) -> None:
        if "stack" in self.slots:
            room = self.slots["stack"].cells
            self.put(cells, "depth", len(stack))
            self.put_all(cells, "stack", [*stack, *[0] * (room - len(stack))])
