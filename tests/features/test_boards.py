"""Boards of squares and hexes against a plain walk over their spaces, on positions made at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import rulec
from rulec.base.geometry import Geometry
from tests.large import by_default

BOARDS = {
    "squares": "5 columns by 4 rows",
    "wide squares": "9 columns by 8 rows, 8 neighbours",
    "rhombus": "hexes 9 by 8",
    "odd rows": "hexes 5 by 4, odd rows half a space right",
    "squares with holes": """6 columns by 5 rows, 8 neighbours
  drawn: "o" is a space, "-" is no space
    "oo-ooo"
    "oo-o-o"
    "---ooo"
    "oooooo"
    "-ooo-o\"""",
    "hexes with holes": """hexes 6 by 4, odd rows half a space right
  drawn: ".." is a space, "--" is no space
    "  .. .. -- .. .. ..  "
    ".. .. -- -- .. .."
    "  .. .. .. .. -- .."
    "-- .. .. .. -- ..\"""",
}
# What is asked of the sets `s`, `t` and `u`; the answer is the set of options.
GAME = """
game "Board"
  players 1
  length 20

board places of spot: {board}

the game has:
  one: spot
  other: spot

each spot has:
  in_s: flag
  in_t: flag
  in_u: flag

s means places where in_s
t means places where in_t
u means places where in_u
step is level when goal's row is start's row
spot is odd when row's position mod 2 = 1
spot is held when it in s
spot is caught when held and some (run from it over t to u)

play:
  each player acting: turn

turn:
  choose one as begin:
    go: let found = 0
{asked}
score:
  "Longest": longest line in s
  "Parts": number of parts of s
  "Large parts": number of parts of s where (number of it) >= 3
  "Largest": most number of it over parts of s
  "Meeting": sum of number of (it within t) over parts of s
  "Some": 1 if some parts of s where (some (it within u)) else 0
  "Steps": steps from s to u over t
"""
ASKED = {
    "run": "spot from run from s over t to u",
    "caught": "spot from places where caught",
    "beside": "spot from neighbours of s",
    "touched": "spot from places where some (neighbours of it within s)",
    "reach": "spot from reach from s within t",
    "steps": "step from steps where (start in s and goal in t and not goal in u)",
    "level steps": "step from steps where (level and (start in s or goal in t))",
    "steps to the left": "step from steps where goal's column's position < start's column's position",
    "largest part": "spot from the first of parts of s in order of most number of it",
    "thinnest part": "spot from the first of parts of s where (number of it) > 1"
    " in order of number of (it within t)",
    "around": "spot from union of (neighbours of it) - t over s",
    "rows of": "band from union of row over s",
    "shortest": "spot from shortest from s to u over t",
    "cheapest": "spot from shortest from s to u over t by fewest where odd, then fewest where it in s",
    "line": "spot from line from one to other",
    "low": "spot from places where row's position + column's position <= number of s",
}


def text(board: str) -> str:
    """A rules file that asks everything, one decision after the other."""
    lines = ""
    for number, asked in enumerate(ASKED.values()):
        lines += f"  choose {asked} as d{number}:\n    let found = 0\n  otherwise:\n    let empty = 0\n"
    return GAME.format(board=BOARDS[board], asked=lines)


@cache
def back_ends(board: str, folder: str) -> tuple[Any, Any]:
    from pathlib import Path

    path = Path(folder) / f"board_{board.replace(' ', '_')}.rules"
    path.write_text(text(board), encoding="utf-8")
    return rulec.interpret(path), rulec.load(path, optimise="-O0")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("boards"))


# --- a plain walk -----------------------------------------------------------------------------------------


def sides(board: str) -> list[tuple[int, int]]:
    """Where the neighbours lie, in coordinates in which every straight line goes by equal steps."""
    if "hexes" in BOARDS[board]:
        return [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)]
    straight = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    return [*straight, (1, 1), (-1, -1), (1, -1), (-1, 1)] if "8 neighbours" in BOARDS[board] else straight


def lines(board: str) -> list[tuple[int, int]]:
    return sides(board) if "hexes" in BOARDS[board] else sides("wide squares")


def coordinates(board: str) -> dict[str, tuple[int, int]]:
    """Each space in those coordinates: on a rectangle of hexes, the rows are pushed back into a rhombus."""
    first, *picture = BOARDS[board].split("\n")
    rows = [line.strip(' "') for line in picture[1:]]
    drawn = [line.split() if " " in line else list(line) for line in rows]
    words = first.replace("hexes ", "").replace("columns ", "").replace(" rows", "").split(" ")
    width, height = int(words[0]), int(words[2].strip(","))
    found = {}
    for y in range(height):
        for x in range(width):
            if drawn and drawn[y][x].startswith("-"):
                continue
            back = (y + 1) // 2 if "odd rows" in BOARDS[board] else 0  # each second row lies further left
            found[f"{chr(97 + x)}{y + 1}"] = (x - back, y)
    return found


class Walk:
    """The answers, space by space."""

    def __init__(self, board: str) -> None:
        self.at = coordinates(board)
        self.name = {place: name for name, place in self.at.items()}
        self.sides, self.lines = sides(board), lines(board)

    def on(self, name: str, way: tuple[int, int]) -> str | None:
        x, y = self.at[name]
        return self.name.get((x + way[0], y + way[1]))

    def beside(self, name: str) -> set[str]:
        return {one for way in self.sides if (one := self.on(name, way)) is not None}

    def runs(self, start: str, over: set[str], to: set[str]) -> Iterator[list[str]]:
        for way in self.lines:
            run: list[str] = []
            place = self.on(start, way)
            while place is not None:
                if place in to and run:
                    yield list(run)
                if place not in over:
                    break
                run.append(place)
                place = self.on(place, way)

    def parts(self, value: set[str]) -> list[set[str]]:
        """Connected parts, in the order of their first spaces."""
        found: list[set[str]] = []
        for one in self.at:
            if one in value and not any(one in part for part in found):
                part = {one}
                while (more := {n for m in part for n in self.beside(m)} & value) - part:
                    part |= more
                found.append(part)
        return found

    def best_way(
        self, start: set[str], goal: set[str], over: set[str], counted: tuple[set[str], ...] = ()
    ) -> set[str]:
        """The whole way from each space on is kept, and a better one taken until there is none."""
        number = {one: n for n, one in enumerate(self.at)}

        def rank(way: list[str]) -> tuple[object, ...]:
            return (*(len(set(way) & one) for one in counted), len(way), [number[one] for one in way])

        best = {one: [one] for one in goal}
        changed = True
        while changed:
            changed = False
            for one in self.at:
                if one not in over | start | goal:
                    continue
                longer = [
                    [one, *best[n]]
                    for n in self.beside(one)
                    if n in best and n in over | goal and one not in best[n]
                ]
                for way in longer:
                    if one not in best or rank(way) < rank(best[one]):
                        best[one], changed = way, True
        return set(min((best[one] for one in start if one in best), key=rank, default=[]))

    def numbers(self, s: set[str], t: set[str], u: set[str]) -> dict[str, int]:
        parts = self.parts(s)
        longest = max((len(list(self.row(one, way, s))) for one in s for way in self.lines), default=0)
        edge, seen, steps = set(s), set(s), 0
        while edge and not edge & u:
            edge = {n for one in edge for n in self.beside(one)} & (t | u) - seen
            seen |= edge
            steps += 1
        return {
            "Longest": longest,
            "Parts": len(parts),
            "Large parts": sum(len(part) >= 3 for part in parts),
            "Largest": max(map(len, parts), default=0),
            "Meeting": sum(len(part & t) for part in parts),
            "Some": int(any(part & u for part in parts)),
            "Steps": steps if edge else len(self.at),
        }

    def row(self, start: str, way: tuple[int, int], value: set[str]) -> Iterator[str]:
        """As far as one comes in one direction inside a set."""
        place: str | None = start
        while place in value:
            assert place is not None
            yield place
            place = self.on(place, way)

    def straight(self, one: str, other: str) -> set[str]:
        for way in self.lines:
            row = list(self.row(one, way, set(self.at)))
            if other in row:
                return set(row[: row.index(other) + 1])
        return set()

    def answers(self, s: set[str], t: set[str], u: set[str]) -> dict[str, set[str]]:
        reach = s & t
        while (more := {n for one in reach for n in self.beside(one)} & t) - reach:
            reach |= more
        steps = [(a, b) for a in self.at for way in self.lines if (b := self.on(a, way)) is not None]
        return {
            "run": {one for start in s for run in self.runs(start, t, u) for one in run},
            "caught": {start for start in s if any(self.runs(start, t, u))},
            "beside": {n for one in s for n in self.beside(one)},
            "touched": {one for one in self.at if self.beside(one) & s},
            "reach": reach,
            "steps": {f"{a}-{b}" for a, b in steps if a in s and b in t and b not in u},
            "level steps": {f"{a}-{b}" for a, b in steps if a[1:] == b[1:] and (a in s or b in t)},
            "steps to the left": {f"{a}-{b}" for a, b in steps if b[0] < a[0]},
            "largest part": max(self.parts(s), key=len, default=set()),
            "thinnest part": min(
                (part for part in self.parts(s) if len(part) > 1), key=lambda one: len(one & t), default=set()
            ),
            "around": {n for one in s for n in self.beside(one)} - t,
            "rows of": {one[1:] for one in s},
            "line": self.straight(min(s | {"a1"}), min(t | {"a1"})),
            "shortest": self.best_way(s, u, t),
            "cheapest": self.best_way(s, u, t, ({one for one in self.at if int(one[1:]) % 2}, s)),
            "low": {one for one in self.at if int(one[1:]) + ord(one[0]) - 96 <= len(s)},
        }


def answers(game: Any, sets: dict[str, set[str]]) -> tuple[dict[str, set[str]], dict[str, int]]:
    """What a back end offers at each decision; one that offers nothing is passed over."""
    position = game.State().to_dict()
    for name, members in sets.items():
        flags = position["places"][f"in_{name}"]
        position["places"][f"in_{name}"] = {space: space in members for space in flags}
    position["one"], position["other"] = min(sets["s"] | {"a1"}), min(sets["t"] | {"a1"})
    state = game.State.from_dict(position)
    state.apply_index(0)
    numbers = {line: values[0] for line, values in state.score_sheet().items()}
    found: dict[str, set[str]] = {name: set() for name in ASKED}
    while not state.is_terminal():
        asked = list(ASKED)[int(state.decision()[1:])]
        found[asked] = {state.action_to_string(one).split(": ")[1] for one in state.legal_actions()}
        state.apply_index(0)
    return found, numbers


@pytest.mark.parametrize("board", by_default(BOARDS, "wide squares", "odd rows", "squares with holes"))
def test_sets_on_boards(board: str, folder: str) -> None:
    slow, fast = back_ends(board, folder)
    walk = Walk(board)
    for seed in range(40):
        rnd = random.Random(seed)
        share = rnd.choice([0.05, 0.2, 0.5, 0.8])
        sets = {name: {one for one in walk.at if rnd.random() < share} for name in "stu"}
        wanted = walk.answers(*sets.values()), walk.numbers(*sets.values())
        assert answers(fast, sets) == wanted
        if seed < 12:
            assert answers(slow, sets) == wanted


# --- the pieces the back ends are made of --------------------------------------------------------------


@pytest.mark.parametrize("form", ["squares", "rhombus", "odd rows right"])
def test_opposite_directions(form: Any) -> None:
    geometry = Geometry(form, tuple((x, y) for y in range(5) for x in range(6)), 4)
    for direction, goals in enumerate(geometry.directions):
        back = geometry.directions[geometry.opposite(direction)]
        assert all(back[goal] == space for space, goal in enumerate(goals) if goal >= 0)
