"""Mergeable statistics of played games; merging is commutative."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

Z95 = 1.959964  # two-sided 95 % quantile of the normal distribution
WHOLE = 840  # divisible by every number of winners up to 8


@dataclass
class RunningMoments:
    """Count, sum and sum of squares of integers: exact mean and variance in any order."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, value: int) -> None:
        self.least = min(self.least, value) if self.count else value
        self.most = max(self.most, value) if self.count else value
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: RunningMoments) -> None:
        if other.count:
            self.least = min(self.least, other.least) if self.count else other.least
            self.most = max(self.most, other.most) if self.count else other.most
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def figures(self) -> dict[str, float]:
        """Return mean, margin and range, for JSON."""
        return {"mean": self.mean, "margin": self.margin, "least": self.least, "most": self.most}

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def margin(self) -> float:
        """Half-width of the mean's 95 % interval."""
        if self.count < 2:
            return 0.0
        variance = (self.squares - self.total * self.total / self.count) / (self.count - 1)
        return Z95 * sqrt(max(variance, 0.0) / self.count)


def share_interval(hits: float, count: int) -> tuple[float, float]:
    """Wilson 95 % interval of a proportion; valid at 0 and 1 too."""
    if count == 0:
        return 0.0, 1.0
    share, z2 = hits / count, Z95 * Z95
    middle = share + z2 / (2 * count)
    spread = Z95 * sqrt(share * (1 - share) / count + z2 / (4 * count * count))
    return max(0.0, (middle - spread) / (1 + z2 / count)), min(1.0, (middle + spread) / (1 + z2 / count))


@dataclass
class DecisionCounts:
    """Occurrences of a decision and its number of options."""

    options: RunningMoments = field(default_factory=RunningMoments)
    forced: int = 0
    games: int = 0

    def merge(self, other: DecisionCounts) -> None:
        self.options.merge(other.options)
        self.forced += other.forced
        self.games += other.games


@dataclass
class Occurrences:
    """Occurrences per game; without `counted`, only whether any occurred."""

    counted: bool
    times: RunningMoments = field(default_factory=RunningMoments)
    games: int = 0

    def enter(self, times: int) -> None:
        self.times.add(times)
        self.games += times > 0


class DecisionRow(NamedTuple):
    """One choice of a recorded game; chance is player 0."""

    number: int
    player: int
    decision: str
    option: str
    action: int
    options: int


@dataclass
class GameRow:
    """One recorded game; players are numbered from 1."""

    number: int
    seed: int
    ways: tuple[str, ...]
    points: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    stopped: str = ""
    decisions: list[DecisionRow] = field(default_factory=list)


class Fault(NamedTuple):
    """Place where the rules stopped a game, and the position and action before."""

    file: str
    line: int
    state: bytes
    action: int | None


@dataclass
class Tally:
    """Statistics of games with one configuration."""

    seats: int = 0
    games: int = 0
    decisions: RunningMoments = field(default_factory=RunningMoments)
    choices: RunningMoments = field(default_factory=RunningMoments)
    scores: dict[str, list[RunningMoments]] = field(default_factory=dict)  # by category, or "" for the sum
    wins: list[int] = field(default_factory=list)  # in 840ths, so that shared victories divide exactly
    asked: dict[str, DecisionCounts] = field(default_factory=dict)
    uses: dict[int, int] = field(default_factory=dict)  # by action id, total
    used_in: dict[int, int] = field(default_factory=dict)  # number of games, by action id
    uses_squared: dict[int, int] = field(default_factory=dict)  # sum of squares over games, by action id
    chance: dict[int, int] = field(default_factory=dict)  # chance outcomes by id
    rows: list[GameRow] = field(default_factory=list)  # if recorded
    stopped: dict[str, int] = field(default_factory=dict)  # by error message
    first_stopped: dict[str, int] = field(default_factory=dict)  # seed of the first such game
    first_faults: dict[str, Fault] = field(default_factory=dict)  # of dead ends
    too_long: int = 0  # games that reached the length limit
    narrowed: Counter[int] = field(default_factory=Counter)  # decisions narrowed by a restriction, by player
    forced: Counter[int] = field(default_factory=Counter)  # decisions without permitted options, by player

    @property
    def lengths(self) -> tuple[tuple[str, RunningMoments], ...]:
        """Lengths of games: all decisions, and those with two or more options."""
        return ("decisions", self.decisions), ("choices", self.choices)

    def figures(self) -> dict[str, Any]:
        """Return lengths, scores and victories, for JSON."""
        return {
            **{name: one.figures() for name, one in self.lengths},
            "scores": {name: [one.figures() for one in row] for name, row in self.scores.items() if name},
            "totals": [one.figures() for one in self.scores.get("", [])],
            "wins": [
                {
                    "share": won / WHOLE / max(self.games, 1),
                    "interval": share_interval(won / WHOLE, self.games),
                }
                for won in self.wins
            ],
        }

    def merge(self, other: Tally) -> None:
        self.seats = max(self.seats, other.seats)
        self.games += other.games
        self.decisions.merge(other.decisions)
        self.choices.merge(other.choices)
        self.too_long += other.too_long
        self.rows += other.rows
        self.narrowed += other.narrowed
        self.forced += other.forced
        for name, rows in other.scores.items():
            mine = self.scores.setdefault(name, [RunningMoments() for _ in rows])
            for one, two in zip(mine, rows, strict=True):
                one.merge(two)
        if other.wins:  # not of games stopped by the rules
            self.wins = [a + b for a, b in zip(self.wins or [0] * len(other.wins), other.wins, strict=True)]
        for name, asked in other.asked.items():
            self.asked.setdefault(name, DecisionCounts()).merge(asked)
        for kept, more in (
            (self.uses, other.uses),
            (self.used_in, other.used_in),
            (self.uses_squared, other.uses_squared),
            (self.chance, other.chance),
        ):
            for action, number in more.items():
                kept[action] = kept.get(action, 0) + number
        for message, number in other.stopped.items():
            self.stopped[message] = self.stopped.get(message, 0) + number
            self.first_stopped.setdefault(message, other.first_stopped[message])
        for message, fault in other.first_faults.items():
            self.first_faults.setdefault(message, fault)
