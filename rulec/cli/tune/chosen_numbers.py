"""Numbers that a search is asked for: single ones, columns, columns times one factor."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rulec.errors import RulecError
from rulec.lab.tuning.numbers import ScaledCell, SearchedNumber, unit_of
from rulec.tunable import chosen_parameters, numbers_called, read_intervals

if TYPE_CHECKING:
    from rulec.syntax.tunable_numbers import RulesNumber
    from rulec.tunable import Parameter

_MOST_PROPOSED: Final = 60
_SCALED: Final = re.compile(r"\s*([^=]*[^=\s])\s*=\s*(\d{1,4})\s*%?\s*(?:\.\.|to)\s*(\d{1,4})\s*%\s*")
_WIDE, _COARSE, _FINE = 50, 10, 5  # steps of a factor, by the width of its interval in %


@dataclass(frozen=True)
class ChosenNumbers:
    """Searched numbers, and the intervals of the build's parameters behind them."""

    searched: tuple[SearchedNumber, ...]
    intervals: dict[str, tuple[int, int]]


def chosen_numbers(numbers: Sequence[RulesNumber], wanted: Sequence[str]) -> ChosenNumbers:
    """Resolve `NAME`, `NAME=LO..HI` and `NAME=LO..HI%`; by default all assumed numbers."""
    scaled, plain = _split(wanted)
    found = [_single(one) for one in _parameters(numbers, plain, bool(scaled))]
    intervals = {one.name: (one.lo, one.hi) for one in found}
    for name, (lo, hi) in scaled.items():
        one = _column(numbers, name, lo, hi)
        twice = next((cell.name for cell in one.cells if cell.name in intervals), None)
        if twice is not None:
            raise RulecError(f"`{twice}` is searched twice", "name it alone, or its column")
        found.append(one)
        intervals |= {cell.name: (cell.lo, cell.hi) for cell in one.cells}
    return ChosenNumbers(tuple(found), intervals)


def _split(wanted: Iterable[str]) -> tuple[dict[str, tuple[int, int]], list[str]]:
    """Split factors of columns from other texts."""
    scaled: dict[str, tuple[int, int]] = {}
    plain = []
    for text in wanted:
        matched = _SCALED.fullmatch(text)
        if matched is None:
            plain.append(text)
            continue
        lo, hi = int(matched[2]), int(matched[3])
        if not lo <= 100 <= hi or lo == hi:
            raise RulecError(
                f"`{text}` leaves out the printed numbers", "an interval of a factor has 100 % in it"
            )
        scaled[matched[1]] = (lo, hi)
    return scaled, plain


def _parameters(numbers: Sequence[RulesNumber], plain: Sequence[str], others: bool) -> tuple[Parameter, ...]:
    if plain or others:
        return chosen_parameters(numbers, read_intervals(plain)) if plain else ()
    assumed = [one.name for one in numbers if one.assumed and one.proposed[0] < one.proposed[1]]
    if not assumed:
        raise RulecError(
            "no number of these rules is marked `assumed`", "name some: --number; --list shows all"
        )
    if len(assumed) > _MOST_PROPOSED:
        column = next(one.group for one in numbers if one.assumed)
        raise RulecError(
            f"{len(assumed)} numbers of these rules are marked `assumed`, too many for one search",
            f"name some: --number {column}, or one factor for a column: --number {column}=50..150%; "
            "--list shows all",
        )
    return chosen_parameters(numbers, assumed)


def _single(one: Parameter) -> SearchedNumber:
    step = one.number.step if one.hi - one.lo >= 2 * one.number.step else 1
    return SearchedNumber(one.name, one.number.value, one.lo, one.hi, step, one.number.patch)


def _column(numbers: Sequence[RulesNumber], name: str, lo: int, hi: int) -> SearchedNumber:
    several = numbers_called(numbers, name)
    unit = unit_of([one.value for one in several])
    cells = []
    for one in several:
        whole = ScaledCell(one.name, one.value, _least(one.lo), _most(one.hi), unit, one.patch)
        least, most = whole.at(lo), whole.at(hi)
        if least < most:
            cells.append(ScaledCell(one.name, one.value, least, most, unit, one.patch))
    if not cells:
        raise RulecError(
            f"no number of `{name}` changes between {lo} and {hi} %",
            "make the interval, or the range in the rules, wider",
        )
    step = _COARSE if hi - lo >= _WIDE else _FINE
    return SearchedNumber(name, 100, lo, hi, step, "", tuple(cells))


def _least(lo: int | None) -> int:
    return -(10**9) if lo is None else lo


def _most(hi: int | None) -> int:
    return 10**9 if hi is None else hi
