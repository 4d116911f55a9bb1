"""The map: what spaces there are, which lie side by side, and what can be told from a set of them."""

from __future__ import annotations

from collections.abc import Collection

from tests.referees.railway_boom.components import CITIES, KINDS, PICTURE, REGULAR, SIGHTS, TOURIST

Space = tuple[int, int]  # row and column
_NUMBERED = list(CITIES)
_LETTERED = list(SIGHTS)

KIND: dict[Space, str] = {}
CITY_AT: dict[Space, str] = {}
for _row, _line in enumerate(PICTURE.strip("\n").splitlines(), start=1):
    _first, _cells = _line.split("|")
    for _column, _cell in enumerate(_cells.split(), start=int(_first)):
        _space = (_row, _column)
        if _cell in KINDS:
            KIND[_space] = KINDS[_cell]
        elif _cell[0] == "t":
            KIND[_space], CITY_AT[_space] = TOURIST, _LETTERED[ord(_cell[1]) - ord("A")]
        elif _cell != "..":
            KIND[_space], CITY_AT[_space] = REGULAR, _NUMBERED[int(_cell) - 1]
SPACES = tuple(KIND)
SPACE_OF = {city: space for space, city in CITY_AT.items()}


def label(space: Space) -> str:
    """As on a sheet: column Z is followed by column AA."""
    row, column = space
    letter = chr(ord("a") + column % 26)
    return f"{'a' if column >= 26 else ''}{letter}{row}"


AT_LABEL = {label(space): space for space in SPACES}


def ways(space: Space) -> tuple[tuple[Space, Space], ...]:
    """Along each of the three lines: before and behind [RB-216]."""
    row, column = space
    left = column - 1 + row % 2  # of the two that lie above, or below
    return (
        ((row, column - 1), (row, column + 1)),
        ((row - 1, left), (row + 1, left + 1)),
        ((row - 1, left + 1), (row + 1, left)),
    )


def around(space: Space) -> list[Space]:
    return [one for way in ways(space) for one in way if one in KIND]


NEIGHBOURS = {space: around(space) for space in SPACES}


def coastal(space: Space) -> bool:
    """[A50]"""
    return len(NEIGHBOURS[space]) < 6


def connected(space: Space, own: Collection[Space]) -> set[Space]:
    """All that hangs together with this one, which is one of them."""
    found, fresh = {space}, [space]
    while fresh:
        for one in NEIGHBOURS[fresh.pop()]:
            if one in own and one not in found:
                found.add(one)
                fresh.append(one)
    return found


def next_to(own: Collection[Space]) -> set[Space]:
    """Spaces beside these."""
    return {one for space in own for one in NEIGHBOURS[space]} - set(own)


def longest_line(own: Collection[Space]) -> int:
    """[RB-215, RB-216, A36]"""
    best = 0
    for space in own:
        for way in range(3):
            length, at = 1, space
            while (at := ways(at)[way][1]) in own:
                length += 1
            best = max(best, length)
    return best
