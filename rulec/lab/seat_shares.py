"""Victories and points by seat among equal players, tested against equal shares."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from rulec.face import Game
from rulec.lab.confidence import Share, share
from rulec.lab.game_flow import Course
from rulec.policies.restrictions import FREE, Restricted
from rulec.sim.counters import WHOLE, RunningMoments, Tally
from rulec.sim.simulate import SimulationPlan, play_while


@dataclass(frozen=True)
class SeatGames:
    """Task: a batch of games between equal players."""

    plan: SimulationPlan
    first: int
    end: int
    until: float = field(default=inf, compare=False)

    def run(self, game: Game) -> Tally:
        """Play the batch; games unfinished at the deadline do not count."""
        tally = Tally()
        plan = replace(self.plan, first=self.first, games=self.end - self.first)
        for one in play_while(game, plan, lambda: time.monotonic() <= self.until):
            tally.merge(one)
        return tally


@dataclass
class SeatShares:
    """Results of one policy with one number of players."""

    players: int
    way: str
    games: int = 0
    wins: list[float] = field(default_factory=list)
    points: list[RunningMoments] = field(default_factory=list)
    stopped: int = 0
    cooperative: bool = False  # all seats win together

    def enter(self, tally: Tally) -> None:
        self.stopped += sum(tally.stopped.values())
        if not tally.games:
            return
        self.games += tally.games
        self.wins = [
            a + b / WHOLE for a, b in zip(self.wins or [0.0] * self.players, tally.wins, strict=True)
        ]
        rows = tally.scores.get("", [])
        self.points = self.points or [RunningMoments() for _ in rows]
        for mine, other in zip(self.points, rows, strict=True):
            mine.merge(other)

    def enter_course(self, course: Course) -> None:
        """Add a game of restricted play, whose players are equal."""
        if course.stopped:
            self.stopped += 1
            return
        self.games += 1
        self.wins = self.wins or [0.0] * self.players
        self.points = self.points or [RunningMoments() for _ in course.standings]
        for seat, one in enumerate(course.standings):
            self.wins[seat] += one.wins
            self.points[seat].add(round(one.points))

    def shares(self) -> list[Share]:
        """Share of victories by seat; empty for solo games or games without winners, or won together."""
        if self.players < 2 or self.cooperative or not any(self.wins):
            return []
        return [share(won, self.games, 1 / self.players) for won in self.wins]


def plan_of(
    configuration: dict[str, Any], way: str, seed: int, restricted: Restricted = FREE
) -> SimulationPlan:
    limits = (restricted,) * configuration["players"] if restricted else ()
    return SimulationPlan(1_000_000_000, configuration, (way,), seed, restricted=limits)
