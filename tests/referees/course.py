"""What referees share that write a game as one course: it stops at each question and at chance, and goes on
with the answer; the words of the rules file for what is pending there; and positions made by hand.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar


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
P = TypeVar("P")


def ask(seat: int, name: str, options: Iterable[str]) -> Answer:
    there = tuple(dict.fromkeys(options))
    assert there, f"nothing to choose from at {name}"
    answer: str = yield Choice(seat, name, there)
    return answer


class Course(Generic[P]):
    """A game at its next decision, or at what chance is to bring; `pending` is None when it is over."""

    position: P

    def begin(self, position: P, flow: Flow) -> None:
        self.position, self._flow = position, flow
        self.pending: Pending | None = None
        self._send(None)

    @classmethod
    def at(cls, position: P, flow: Flow) -> Self:
        """From a position made by hand, on with this."""
        game = cls.__new__(cls)
        game.begin(position, flow)
        return game

    def _send(self, answer: Any) -> None:
        try:
            self.pending = self._flow.send(answer)
        except StopIteration:
            self.pending = None

    def go_on(self, answer: str) -> None:
        """With one of the options, or what chance has brought."""
        there = self.pending.options if isinstance(self.pending, Choice) else self.outcomes
        assert answer in there, f"{answer!r} is none of {there} at {self.pending}"
        self._send(answer)

    @property
    def outcomes(self) -> dict[str, int]:
        assert isinstance(self.pending, Chance)
        return self.pending.outcomes


class CourseWords(Generic[P]):
    """What is pending in the words of the rules file, where options are called alike."""

    def __init__(self, game: Course[P]) -> None:
        self.game = game

    def over(self) -> bool:
        return self.game.pending is None

    def chance(self) -> dict[str, float] | None:
        pending = self.game.pending
        if not isinstance(pending, Chance):
            return None
        total = sum(pending.outcomes.values())
        return {f"{pending.name}: {one}": number / total for one, number in pending.outcomes.items()}

    def bring(self, label: str) -> None:
        self.game.go_on(label.partition(": ")[2])

    def choice(self) -> Choice:
        assert isinstance(self.game.pending, Choice)
        return self.game.pending

    def player(self) -> int:
        return self.choice().seat

    def labels(self) -> dict[str, str]:
        """Of each option, in the words of the rules file, what it is here."""
        choice = self.choice()
        return {f"{choice.name}: {one}": one for one in choice.options}

    def options(self) -> list[str]:
        return list(self.labels())

    def choose(self, label: str) -> None:
        self.game.go_on(self.labels()[label])


def liked(label: str, tastes: Mapping[str, float]) -> float:
    """How gladly an option is taken: said of its label, of the option, or of the decision."""
    decision, _, option = label.partition(": ")
    return tastes.get(label, tastes.get(option, tastes.get(decision, 1.0)))


def state_of(engine: Any, options: dict[str, Any], figures: Mapping[str, Any], at: str, seed: int) -> Any:
    """The engine's state of a position made by hand; chance is asked for."""
    edits: dict[str, Any] = {}
    for path, value in figures.items():
        name, _, own = path.replace("/", ".").rpartition(".")
        if name.startswith("players."):  # all seats at once: every edit costs time
            edits.setdefault(name, {})[own] = value
        else:
            edits[path.replace("/", ".")] = value
    return engine.State.setup(**options, seed=seed, chance="explicit", edits=edits, at=at)
