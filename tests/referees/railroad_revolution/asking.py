"""What is asked of a player or of chance, and extra hiring, which goes along with nearly every question."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from tests.referees.railroad_revolution.components import FEWEST_WORKERS, HIRE_PRICE
from tests.referees.railroad_revolution.position import Position, needs

HIRE = "hire"
STOP = "stop"
YES, NO = "yes", "no"


@dataclass(frozen=True)
class Choice:
    """A player decides between what can be done now; what cannot be completed is still among it."""

    seat: int
    name: str
    options: tuple[Any, ...]
    hire: bool = True
    otherwise: Any = None  # done without a question if nothing else can be done


@dataclass(frozen=True)
class Chance:
    """One of these; each is as likely as any other."""

    name: str
    outcomes: tuple[Any, ...]


Pending = Choice | Chance
Flow = Generator[Pending, Any, None]
Answer = Generator[Pending, Any, Any]


def ask(
    position: Position,
    seat: int,
    name: str,
    options: Callable[[], Iterable[Any]],
    otherwise: Any = None,
    always: bool = False,
    hires: bool = True,
) -> Answer:
    """One of the options; before that the player may hire, which can open new ones [RR-061, A13].

    `otherwise` is one more option, taken by itself when there is no other, if not `always` asked for.
    """
    while True:
        possible = tuple(options())
        needs(bool(possible) or otherwise is not None)
        if otherwise is not None:
            possible += (otherwise,)
        can_hire = hires and position.can_hire(seat)
        choice = Choice(seat, name, possible, can_hire, None if always else otherwise)
        answer = yield choice
        if answer != HIRE:
            return answer
        yield from hire(position, seat)


def hire(position: Position, seat: int) -> Flow:
    needs(position.can_hire(seat))
    position.companies[seat].pay(HIRE_PRICE)
    colour = yield Choice(seat, "hired", tuple(position.colours()), hire=False)
    position.gain_worker(seat, colour)


def hire_enough(position: Position, seat: int) -> Flow:
    """Nobody ends with fewer than four available Workers [RR-064, RR-065, A08, A09]."""
    while position.companies[seat].available < FEWEST_WORKERS:
        yield from hire(position, seat)
