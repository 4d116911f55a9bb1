"""What is asked of a player or of chance."""

from __future__ import annotations

from tests.referees.course import Answer, Chance, Choice, Flow, Pending, ask

__all__ = ["Answer", "Chance", "Choice", "Flow", "Pending", "ask"]

STOP, GO_ON = "stop", "go_on"


def draw(name: str, stack: list[str]) -> Answer:
    """The top of a shuffled stack."""
    outcomes: dict[str, int] = {}
    for one in stack:
        outcomes[one] = outcomes.get(one, 0) + 1
    found: str = yield Chance(name, outcomes)
    stack.remove(found)
    return found
