"""Geometry of boards: positions, adjacency, directions and straight lines, as plain numbers.

A board is a grid of squares or of hexes. Its spaces are numbered along each row, the first row first; a
grid can have holes. A *direction* leads from each space to at most one other; the spaces reached by repeated
steps in a direction are a straight line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Form = Literal["squares", "rhombus", "odd rows right"]
Move = tuple[tuple[int, int], ...]
"""A step of many spaces at once: what is added to their numbers, and from which (a mask) that is done."""

# Squares: along the row, to the next row, and the two diagonals; each has its opposite.
_SQUARE_LINES = ((1, 0), (0, 1), (1, 1), (-1, 1))


@dataclass(frozen=True)
class Geometry:
    """A board by the (column, row) of each space, both counted from 0."""

    form: Form
    places: tuple[tuple[int, int], ...]
    neighbours: int  # of an inner space: 4 or 8 on squares, 6 on hexes

    @property
    def size(self) -> int:
        return len(self.places)

    @property
    def lines(self) -> int:
        """Number of orientations of a straight line."""
        return 4 if self.form == "squares" else 3

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], int]:
        return {place: number for number, place in enumerate(self.places)}

    def _beside(self, x: int, y: int, direction: int) -> tuple[int, int]:
        """Return the position one step in a direction; opposite directions are `lines` apart."""
        line, back = direction % self.lines, direction >= self.lines
        if self.form == "squares":
            dx, dy = _SQUARE_LINES[line]
        elif self.form == "rhombus":
            dx, dy = ((1, 0), (0, 1), (-1, 1))[line]
        elif line == 0:
            dx, dy = 1, 0
        else:
            # Odd rows (counted from 1) are shifted right by half a space.
            right = y % 2 == 0
            dx, dy = (int(right), 1) if (line == 1) != back else (int(right) - 1, 1)
            return (x + dx, y - 1) if back else (x + dx, y + 1)
        return (x - dx, y - dy) if back else (x + dx, y + dy)

    @cached_property
    def directions(self) -> tuple[tuple[int, ...], ...]:
        """For each direction and space, the adjacent space in that direction, or -1."""
        return tuple(
            tuple(self._numbers.get(self._beside(x, y, one), -1) for x, y in self.places)
            for one in range(2 * self.lines)
        )

    def opposite(self, direction: int) -> int:
        return (direction + self.lines) % (2 * self.lines)

    @property
    def beside(self) -> tuple[int, ...]:
        """The neighbours of each space, as masks."""
        if self.form != "squares" or self.neighbours == 8:
            return self._union(range(2 * self.lines))
        return self._union((0, 1, 4, 5))

    @property
    def touching(self) -> tuple[int, ...]:
        """The adjacent spaces of each space in all directions, as masks, neighbours or not."""
        return self._union(range(2 * self.lines))

    @property
    def corners(self) -> tuple[int, ...]:
        """The diagonally adjacent squares of each square, as masks."""
        return self._union((2, 3, 6, 7))

    def _union(self, directions: range | tuple[int, ...]) -> tuple[int, ...]:
        chosen = [self.directions[one] for one in directions]
        return tuple(
            sum(1 << goals[space] for goals in chosen if goals[space] >= 0) for space in range(self.size)
        )

    def move(self, direction: int, times: int = 1) -> Move:
        """Return the move of a set of spaces by `times` steps in a direction."""
        goals = tuple(range(self.size))
        for _ in range(times):
            goals = tuple(self.directions[direction][goal] if goal >= 0 else -1 for goal in goals)
        return move_of(goals)

    def longest_line(self) -> int:
        """Number of spaces on the longest straight line without a gap."""
        longest = 1
        for direction in range(self.lines):
            for space in range(self.size):
                length, goal = 1, self.directions[direction][space]
                while goal >= 0:
                    length, goal = length + 1, self.directions[direction][goal]
                longest = max(longest, length)
        return longest

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """All steps as (start, goal), by direction, then by space."""
        return tuple(
            (space, goal) for goals in self.directions for space, goal in enumerate(goals) if goal >= 0
        )


def move_of(goals: tuple[int, ...]) -> Move:
    """Return the shifts of masks that move each member to its goal (-1: none)."""
    masks: dict[int, int] = {}
    for space, goal in enumerate(goals):
        if goal >= 0:
            masks[goal - space] = masks.get(goal - space, 0) | 1 << space
    return tuple(sorted(masks.items()))


def back_of(move: Move) -> Move:
    """Return the inverse of a move."""
    return tuple((-delta, shifted(mask, delta)) for delta, mask in move)


def shifted(mask: int, delta: int) -> int:
    return mask << delta if delta >= 0 else mask >> -delta
