"""What is asked of a player or of chance."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any

STOP, GO_ON, YES, NO = "stop", "go_on", "yes", "no"


@dataclass(frozen=True)
class Choice:
    seat: int
    name: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class Chance:
    """One of these, all equally likely."""

    name: str
    outcomes: tuple[str, ...]


Pending = Choice | Chance
Flow = Generator[Pending, Any, None]
Answer = Generator[Pending, Any, str]


def ask(seat: int, name: str, options: Iterable[str]) -> Answer:
    there = tuple(dict.fromkeys(options))
    assert there, f"nothing to choose from at {name}"
    answer: str = yield Choice(seat, name, there)
    return answer
