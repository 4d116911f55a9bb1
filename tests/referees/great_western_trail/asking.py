"""What is asked of a player or of chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

STOP, YES, NO = "stop", "yes", "no"


@dataclass(frozen=True)
class Choice:
    seat: int
    name: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class Chance:
    """One of these, as often as it is there."""

    name: str
    outcomes: dict[str, int]


Pending = Choice | Chance
Flow = Generator[Pending, Any, None]
Answer = Generator[Pending, Any, str]


def ask(seat: int, name: str, options: Sequence[str]) -> Answer:
    assert options, f"nothing to choose from at {name}"
    answer: str = yield Choice(seat, name, tuple(dict.fromkeys(options)))
    return answer


def perhaps(seat: int, name: str) -> Generator[Pending, Any, bool]:
    return (yield from ask(seat, name, (YES, NO))) == YES


def draw(name: str, stack: Counter[str]) -> Answer:
    """The top of a shuffled stack."""
    found: str = yield Chance(name, dict(+stack))
    stack[found] -= 1
    return found
