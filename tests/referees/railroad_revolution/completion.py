"""What has been begun must be completed: an option is there only if some way leads on from it to the end of
the player's part of the turn, with the action paid for and four Workers available [RR-064, RR-065, RR-075,
A08, A11].

A run can't be copied in the middle of a turn, so it is played again from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.referees.railroad_revolution.asking import HIRE, NO, STOP, Chance, Choice, Flow, Pending
from tests.referees.railroad_revolution.components import (
    CITIES,
    FEWEST_WORKERS,
    RAIL_SPACES,
    RAILROAD_PRICE,
    TRIANGLE_PRICE,
)
from tests.referees.railroad_revolution.position import Position, StuckError


class Run:
    """A turn, or the set-up, on its way."""

    def __init__(
        self, position: Position, flow: Callable[[Position], Flow], beginning: Position | None = None
    ) -> None:
        self.beginning, self.flow = beginning or position.copy(), flow
        self.position, self.answers = position, list[Any]()
        self._running = flow(position)
        self.pending: Pending | None = None
        self._send(None)

    def go_on(self, answer: Any) -> None:
        self.answers.append(answer)
        self._send(answer)

    def _send(self, answer: Any) -> None:
        try:
            self.pending = self._running.send(answer)
        except StopIteration:
            self.pending = None

    def again(self) -> Run:
        """Another run that has come just as far."""
        run = Run(self.beginning.copy(), self.flow, self.beginning)
        for answer in self.answers:
            run.go_on(answer)
        return run


def possible(run: Run) -> tuple[Any, ...]:
    """The options of a choice that can be completed."""
    choice = run.pending
    assert isinstance(choice, Choice)
    options = (*choice.options, HIRE) if choice.hire else choice.options
    return tuple(one for one in options if Search(choice.seat).succeeds(run.again(), one))


class Search:
    """Does some way lead to the end of what this seat has to decide?"""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.failed: set[str] = set()

    def succeeds(self, run: Run, option: Any) -> bool:
        try:
            run.go_on(option)
        except StuckError:
            return False
        return self.is_completable(run)

    def is_completable(self, run: Run) -> bool:
        pending = run.pending
        if pending is None:
            return True
        if isinstance(pending, Chance):
            if run.position.action is None:
                return True
            return self.succeeds(run, pending.outcomes[0])  # a new Deal in a Trade: none comes after it
        if pending.seat != self.seat:
            return True
        where = signature(run.position, self.seat) if pending.name == "effect" else ""
        if where in self.failed:
            return False
        options = worth_trying(run.position, pending)
        for number, option in enumerate(options):
            last = number == len(options) - 1
            if self.succeeds(run if last else run.again(), option):
                return True
        if where:
            self.failed.add(where)
        return False


def signature(position: Position, seat: int) -> str:
    """All that decides what can still be done in an action."""
    trains = sorted(position.trains.items())
    return f"{position.companies[seat]} {position.action} {position.supply.total()} {trains} {position.deal}"


# --- what helps -------------------------------------------------------------------------------------------

# Of these questions any one answer is as good as any other for whether the turn can be completed.
ALIKE = ("promote", "onto", "keep")
DECLINED = {"also promote": NO, "also step": NO, "deal": STOP, "guest deal": STOP}
AT_ONCE = {STOP: 0, "pay": 1, "build": 2, "sell": 3}  # what is tried first; the rest in any order
PRECIOUS = ("money", "shares")  # trains that help to pay


def worth_trying(position: Position, choice: Choice) -> tuple[Any, ...]:
    """Options in an order that soon finds a way; none is left out that could be needed for one.

    Nobody hires here: four Workers are made up at the end, and an effect has to do with those that are there
    [A34, A13].
    """
    if choice.name in ALIKE:
        return choice.options[-1:]  # to stop, where that is possible
    company = position.companies[choice.seat]
    options = list(choice.options)
    if choice.name in DECLINED and company.available >= FEWEST_WORKERS and position.action is None:
        return (DECLINED[choice.name],)
    if choice.name in ("also promote", "also step"):
        return (NO,)
    if choice.name == "action":
        return tuple(reversed(options))
    if choice.name == "effect":
        return tuple(effects(position, choice))
    if choice.name == "rail":
        return tuple(rails(position, choice))
    if choice.name == "city":
        options.sort(key=lambda city: CITIES[city][1])
    elif choice.name in ("flip", "train"):
        options.sort(key=lambda train: (train == STOP, train[-1] not in PRECIOUS and train not in PRECIOUS))
    elif choice.name == "step" and STOP in options:
        return (STOP,)
    return tuple(options)


def effects(position: Position, choice: Choice) -> list[str]:
    """A promotion never helps, nor do steps; nothing does that costs more than all there can be."""
    action, company = position.action, position.companies[choice.seat]
    assert action is not None
    if action.cost > company.means + hope(position, choice):
        return []
    options = [one for one in choice.options if one != "promotion"]
    return sorted(options, key=lambda one: AT_ONCE.get(one, 4))


def hope(position: Position, choice: Choice) -> int:
    """At least as much money as the open effects can bring before the action is paid."""
    action = position.action
    assert action is not None
    if action.name == "railroad":
        return 300 + 50 * action.triangles if not action.used else 0
    if action.worker == "orange" and "ability" in choice.options:
        return action.cost  # it need not be paid
    return 600 * len({"bonus", "ability"} & set(choice.options))


def rails(position: Position, choice: Choice) -> list[str]:
    """Cheap ones first; those that can't be paid for are not tried."""
    action, company = position.action, position.companies[choice.seat]
    spaces = sorted(choice.options, key=lambda space: RAIL_SPACES[space].triangles)
    if action is None:
        return spaces[:1]
    if action.name != "railroad":
        return spaces
    most = company.means + (0 if action.used else 600)
    laid = RAILROAD_PRICE + TRIANGLE_PRICE * action.triangles
    return [one for one in spaces if laid + TRIANGLE_PRICE * RAIL_SPACES[one].triangles <= most]
