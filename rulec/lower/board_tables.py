"""Tables of boards: rows and columns, steps, rays and runs."""

from __future__ import annotations

from rulec.base.geometry import Geometry, back_of
from rulec.ir import nodes
from rulec.ir.types import Domain, ElemType, IntType, SetType, Type, bounds


class Grid:
    """A board whose spaces are numbered row by row."""

    def __init__(
        self, spaces: Domain, columns: Domain, rows: Domain, geometry: Geometry, first: int, down: bool
    ) -> None:
        self.spaces, self.columns, self.rows, self.geometry = spaces, columns, rows, geometry
        self.first, self.down = first, down

    def number(self, line: nodes.Expr) -> nodes.Expr:
        """Return the number of a column or row."""
        if isinstance(line, nodes.Const):
            number = line.value + self.first
            return nodes.Const(number, IntType(number, number))
        type_ = IntType(self.first, bounds(line.type).hi + self.first)
        return nodes.Arithmetic("+", line, nodes.Const(self.first, IntType(self.first, self.first)), type_)

    def _table(self, name: str, type_: Type, of: Domain, values: tuple[int, ...]) -> nodes.Table:
        return nodes.Table(f"{name} {self.spaces.name}", type_, (of,), values)

    def run(self, length: int) -> tuple[nodes.RunDirection, ...]:
        """Return the doubling steps of a run: a run of n is two overlapping shorter runs."""
        found = []
        for line in range(self.geometry.lines):
            if not self.geometry.move(line, length - 1):
                continue
            steps, have = [], 1
            while have < length:
                step = min(have, length - have)
                steps.append(back_of(self.geometry.move(line, step)))
                have += step
            found.append(nodes.RunDirection(tuple(steps)))
        return tuple(found)

    def rays(self) -> tuple[nodes.Ray, ...]:
        """Return the rays of straight lines in every direction."""
        found = []
        for direction in range(len(self.geometry.directions)):
            there, step = [], 1
            while move := self.geometry.move(direction, step):
                there.append(move)
                step *= 2
            if there:
                found.append(nodes.Ray(tuple(there), tuple(back_of(move) for move in there)))
        return tuple(found)

    # --- tables -----------------------------------------------------------------------------------------

    def column_of(self) -> nodes.Table:
        values = tuple(x for x, _ in self.geometry.places)
        return self._table("column_of", ElemType(self.columns), self.spaces, values)

    def row_of(self) -> nodes.Table:
        values = tuple(y for _, y in self.geometry.places)
        return self._table("row_of", ElemType(self.rows), self.spaces, values)

    def squares_of_column(self) -> nodes.Table:
        values = self._spaces_at([x for x, _ in self.geometry.places], self.columns)
        return self._table("squares_of_column", SetType(self.spaces), self.columns, values)

    def squares_of_row(self) -> nodes.Table:
        values = self._spaces_at([y for _, y in self.geometry.places], self.rows)
        return self._table("squares_of_row", SetType(self.spaces), self.rows, values)

    def _spaces_at(self, lies: list[int], lines: Domain) -> tuple[int, ...]:
        return tuple(sum(1 << n for n, at in enumerate(lies) if at == line) for line in range(lines.size))

    def beside(self) -> nodes.Table:
        return self._table("beside", SetType(self.spaces), self.spaces, self.geometry.beside)

    def corners(self) -> nodes.Table:
        return self._table("corners", SetType(self.spaces), self.spaces, self.geometry.corners)

    def beside_on(self, side: str) -> nodes.Table:
        """Return the neighbour on one side of each square, or none."""
        ways = {"east": 0, "west": 4, "north": 5 if self.down else 1, "south": 1 if self.down else 5}
        values = self.geometry.directions[ways[side]]
        return self._table(side, ElemType(self.spaces, True), self.spaces, values)

    def start_of(self, steps: Domain) -> nodes.Table:
        values = tuple(start for start, _ in self.geometry.steps)
        return self._table("start_of", ElemType(self.spaces), steps, values)

    def goal_of(self, steps: Domain) -> nodes.Table:
        values = tuple(goal for _, goal in self.geometry.steps)
        return self._table("goal_of", ElemType(self.spaces), steps, values)
