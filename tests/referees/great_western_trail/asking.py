"""What is asked of a player or of chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from tests.referees.course import Answer, Chance, Choice, Flow, Pending, ask

__all__ = ["Answer", "Chance", "Choice", "Flow", "Pending", "ask"]

STOP, YES, NO = "stop", "yes", "no"


def perhaps(seat: int, name: str) -> Generator[Pending, Any, bool]:
    return (yield from ask(seat, name, (YES, NO))) == YES


def draw(name: str, stack: Counter[str]) -> Answer:
    """The top of a shuffled stack."""
    found: str = yield Chance(name, dict(+stack))
    stack[found] -= 1
    return found
