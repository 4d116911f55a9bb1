"""What is asked of a player or of chance."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

STOP, GO_ON = "stop", "go_on"


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


def draw(name: str, stack: list[str]) -> Answer:
    """The top of a shuffled stack."""
    outcomes: dict[str, int] = {}
    for one in stack:
        outcomes[one] = outcomes.get(one, 0) + 1
    found: str = yield Chance(name, outcomes)
    stack.remove(found)
    return found
