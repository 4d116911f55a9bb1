"""Strict parser for SVG path data; output is regenerated, so no file text passes through."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

LONGEST: Final = 60_000  # characters
_ARGUMENTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COMMAND: Final = re.compile(r"[\s,]*([MLHVCSQTAZmlhvcsqtaz])")
_NUMBER: Final = re.compile(r"[\s,]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_FLAG: Final = re.compile(r"[\s,]*([01])")
_END: Final = re.compile(r"\s*$")
_GREATEST: Final = 1e6


class PathProblem(Exception):
    """Error in path data, with its character offset."""

    def __init__(self, message: str, at: int, width: int = 1) -> None:
        super().__init__(message)
        self.message, self.at, self.width = message, at, width


class Step(NamedTuple):
    """Path command with absolute coordinates."""

    command: str
    numbers: tuple[float, ...]


Path = tuple[Step, ...]


def parse_path(text: str) -> Path:
    """Parse path data to absolute commands; `PathProblem` locates errors."""
    if len(text) > LONGEST:
        raise PathProblem(f"path data has at most {LONGEST:,} characters", 0)
    steps: list[Step] = []
    at, x, y, start = 0, 0.0, 0.0, (0.0, 0.0)
    while not _END.match(text, at):
        found = _COMMAND.match(text, at)
        if found is None:
            raise _unreadable(text, at, "a command of path data: M, L, H, V, C, S, Q, T, A or Z")
        letter = found[1]
        if not steps and letter not in "Mm":
            raise PathProblem("path data begins with M", found.start(1))
        at = found.end()
        first = True
        while first or (_ARGUMENTS[letter.upper()] and _NUMBER.match(text, at)):
            numbers, at = _numbers(text, at, letter.upper())
            step = _absolute(letter, numbers, x, y)
            if step.command == "M" and not first:  # further pairs after M are lines
                step = Step("L", step.numbers)
            x, y = _end(step, x, y, start)
            if step.command == "M":
                start = x, y
            steps.append(step)
            first = False
    if not steps:
        raise PathProblem("this path is empty", 0)
    return tuple(steps)


def _unreadable(text: str, at: int, wanted: str) -> PathProblem:
    left = text[at:]
    at += len(left) - len(left.lstrip(" \t\r\n,"))
    return PathProblem(f"{wanted} is expected here", at)


def _numbers(text: str, at: int, command: str) -> tuple[list[float], int]:
    numbers = []
    for place in range(_ARGUMENTS[command]):
        form = _FLAG if command == "A" and place in (3, 4) else _NUMBER
        found = form.match(text, at)
        if found is None:
            raise _unreadable(text, at, "a number" if form is _NUMBER else "0 or 1")
        number = float(found[1])
        if not abs(number) <= _GREATEST:
            raise PathProblem(f"numbers go up to {_GREATEST:,.0f}", found.start(1), len(found[1]))
        numbers.append(number)
        at = found.end()
    return numbers, at


def _absolute(letter: str, numbers: list[float], x: float, y: float) -> Step:
    command = letter.upper()
    if command == "H":
        return Step("L", (numbers[0] + (x if letter == "h" else 0), y))
    if command == "V":
        return Step("L", (x, numbers[0] + (y if letter == "v" else 0)))
    if letter.islower():
        if command == "A":
            numbers[5] += x
            numbers[6] += y
        else:
            numbers = [number + (y if place % 2 else x) for place, number in enumerate(numbers)]
    return Step(command, tuple(numbers))


def _end(step: Step, x: float, y: float, start: tuple[float, float]) -> tuple[float, float]:
    if step.command == "Z":
        return start
    return (step.numbers[-2], step.numbers[-1]) if step.numbers else (x, y)


def lies_within(path: Path, side: float) -> bool:
    """Check whether all points, control points included, lie in a square at the origin."""
    for step in path:
        points = step.numbers[-2:] if step.command == "A" else step.numbers
        if not all(0 <= number <= side for number in points):
            return False
    return True


@lru_cache(maxsize=512)
def relative_data(path: Path, scale: float) -> str:
    """Relative path data, scaled, to follow any `M x y`."""
    parts: list[str] = []
    x = y = 0.0
    start = (0.0, 0.0)
    for step in path:
        numbers = [(value - (y if place % 2 else x)) * scale for place, value in enumerate(step.numbers)]
        if step.command == "A":
            rx, ry, turn, large, sweep, to_x, to_y = step.numbers
            numbers = [rx * scale, ry * scale, turn, large, sweep, (to_x - x) * scale, (to_y - y) * scale]
        parts.append(step.command.lower() + " ".join(f"{round(number, 2):g}" for number in numbers))
        x, y = _end(step, x, y, start)
        start = (x, y) if step.command == "M" else start
    return "".join(parts)


def moved(path: Path, x: float, y: float, scale: float) -> Path:
    """Scale the path, then translate it."""
    return tuple(_moved(step, x, y, scale) for step in path)


def _moved(step: Step, x: float, y: float, scale: float) -> Step:
    if step.command == "A":
        rx, ry, turn, large, sweep, to_x, to_y = step.numbers
        return Step("A", (rx * scale, ry * scale, turn, large, sweep, x + to_x * scale, y + to_y * scale))
    numbers = (value * scale + (y if place % 2 else x) for place, value in enumerate(step.numbers))
    return Step(step.command, tuple(numbers))
