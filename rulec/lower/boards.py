"""Tables and masks of square grids: where the rows and columns lie, what is one step away."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.types import Domain, ElemType, SetType

# East, north, and the two diagonals upwards: every line of a grid runs in one of these.
LINES = ((1, 0), (0, 1), (1, 1), (-1, 1))
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Grid:
    """A board of `width` x `height` squares, numbered along each row."""

    def __init__(self, squares: Domain, columns: Domain, rows: Domain) -> None:
        self.squares, self.columns, self.rows = squares, columns, rows
        self.width, self.height = columns.size, rows.size

    def inside(self, index: int, dx: int, dy: int) -> bool:
        x, y = index % self.width + dx, index // self.width + dy
        return 0 <= x < self.width and 0 <= y < self.height

    def keep(self, dx: int, dy: int) -> int:
        """The squares from which a step of (dx, dy) stays on the board."""
        return sum(1 << n for n in range(self.squares.size) if self.inside(n, dx, dy))

    def shift(self, value: nodes.Expr, dx: int, dy: int) -> nodes.Expr:
        """All squares of a set, moved by (dx, dy)."""
        return nodes.Shift(value, dy * self.width + dx, self.keep(dx, dy), SetType(self.squares))

    def run(self, length: int) -> tuple[nodes.RunDirection, ...]:
        """How lines of a length are found: a run of n is two overlapping shorter runs."""
        found = []
        for dx, dy in LINES:
            if (dx and length > self.width) or (dy and length > self.height):
                continue
            steps, have = [], 1
            while have < length:
                step = min(have, length - have)
                back = (-dx * step, -dy * step)
                steps.append((back[1] * self.width + back[0], self.keep(*back)))
                have += step
            found.append(nodes.RunDirection(tuple(steps)))
        return tuple(found)

    def column_of(self) -> nodes.Table:
        values = tuple(n % self.width for n in range(self.squares.size))
        return nodes.Table("column_of", ElemType(self.columns), (self.squares,), values)

    def row_of(self) -> nodes.Table:
        values = tuple(n // self.width for n in range(self.squares.size))
        return nodes.Table("row_of", ElemType(self.rows), (self.squares,), values)

    def squares_of_column(self) -> nodes.Table:
        values = tuple(sum(1 << (y * self.width + x) for y in range(self.height)) for x in range(self.width))
        return nodes.Table("squares_of_column", SetType(self.squares), (self.columns,), values)

    def squares_of_row(self) -> nodes.Table:
        values = tuple(((1 << self.width) - 1) << (y * self.width) for y in range(self.height))
        return nodes.Table("squares_of_row", SetType(self.squares), (self.rows,), values)

    def beside(self) -> nodes.Table:
        """The squares that share a side with each square."""
        values = tuple(
            sum(1 << (n + dy * self.width + dx) for dx, dy in SIDES if self.inside(n, dx, dy))
            for n in range(self.squares.size)
        )
        return nodes.Table("beside", SetType(self.squares), (self.squares,), values)
