"""Searched numbers: single parameters of a build, and columns scaled by one factor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class ScaledCell:
    """Parameter of a scaled column, with its bounds and the unit that it is rounded to."""

    name: str
    printed: int
    lo: int
    hi: int
    unit: int
    patch: str

    def at(self, percent: int) -> int:
        """Value at a percentage of the printed one: rounded half up, within its bounds."""
        units = (2 * self.printed * percent + 100 * self.unit) // (200 * self.unit)
        return min(max(units * self.unit, self.lo), self.hi)


@dataclass(frozen=True)
class SearchedNumber:
    """Number with its interval and the patch of a variant; of a scaled column, its percentage."""

    name: str
    printed: int
    lo: int
    hi: int
    step: int
    patch: str
    cells: tuple[ScaledCell, ...] = ()

    @property
    def least(self) -> int:
        """Smallest value in the interval at whole steps from the printed one."""
        return self.printed - (self.printed - self.lo) // self.step * self.step

    @property
    def greatest(self) -> int:
        return self.printed + (self.hi - self.printed) // self.step * self.step

    def parameters(self, value: int) -> dict[str, int]:
        """Parameters of the build for a value of this number."""
        return {one.name: one.at(value) for one in self.cells} if self.cells else {self.name: value}

    def patches(self, value: int) -> Iterator[tuple[str, int]]:
        """Yield the patches of a variant, each with the printed number."""
        if not self.cells and value != self.printed:
            yield self.patch.replace("{}", str(value)), self.printed
        for one in self.cells:
            if one.at(value) != one.printed:
                yield one.patch.replace("{}", str(one.at(value))), one.printed

    def shown(self, value: int) -> str:
        return f"{value} %" if self.cells else str(value)


def unit_of(values: Sequence[int]) -> int:
    """Return the greatest power of ten that divides all values; 100 for 200, 300 and 500."""
    unit = 1
    while any(values) and all(value % (10 * unit) == 0 for value in values):
        unit *= 10
    return unit
