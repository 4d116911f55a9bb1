"""Ladder: players with given policies meet on all seats, and their results are collected.

Line-ups alternate, and each is played on every rotation of the seats with the same setup, so that an
interrupted ladder is nearly balanced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

from rulec.face import Game
from rulec.policies.restrictions import Restricted
from rulec.runtime.errors import RulesError
from rulec.sim.kept_results import KeptResults
from rulec.sim.policies import WAYS, Players
from rulec.sim.ratings import Ranking
from rulec.sim.workers import Jobs, OpenGame, workers

_CHUNK = 4  # games per task; one of searching players, since an interrupt loses what is not done


@dataclass(frozen=True)
class LadderPlan:
    """Plan of a ladder: number of games, players, configuration."""

    games: int = field(compare=False)  # a task has its own number of them
    ways: tuple[str, ...]
    configuration: dict[str, Any]
    seed: int = 0
    restricted: tuple[Restricted, ...] = ()  # by player

    @cached_property
    def lineups(self) -> list[tuple[int, ...]]:
        """All line-ups of table size, in a seeded random order."""
        seats, count = self.configuration["players"], len(self.ways)
        if count >= seats:
            found = list(combinations(range(count), seats))
        else:
            found = [one for one in combinations_with_replacement(range(count), seats) if len({*one}) > 1]
        Random(self.seed).shuffle(found)
        return found

    def seated(self, number: int) -> tuple[int, ...]:
        """Players by seat in a game."""
        turn, place = divmod(number, len(self.lineups))
        lineup = self.lineups[place]
        turn %= len(lineup)
        return lineup[turn:] + lineup[:turn]

    def setup(self, number: int) -> int:
        """Setup number of a game; shared by line-ups and rotations."""
        return number // sum(map(len, self.lineups))


@dataclass(frozen=True)
class Outcome:
    """Result of a game: ranking of players, or the message of the rule that stopped it."""

    ranking: Ranking
    decisions: int
    stopped: str = ""
    seed: int = 0
    narrowed: Counter[int] = field(default_factory=Counter)  # decisions by player, see `Players`
    forced: Counter[int] = field(default_factory=Counter)


@dataclass
class Standing:
    """Accumulated results of a ladder."""

    rankings: list[Ranking] = field(default_factory=list)
    games: int = 0
    decisions: int = 0
    stopped: Counter[str] = field(default_factory=Counter)
    first_stopped: dict[str, int] = field(default_factory=dict)
    narrowed: Counter[int] = field(default_factory=Counter)
    forced: Counter[int] = field(default_factory=Counter)

    def enter(self, outcome: Outcome) -> None:
        self.games += 1
        self.decisions += outcome.decisions
        self.narrowed += outcome.narrowed
        self.forced += outcome.forced
        if outcome.stopped:
            self.stopped[outcome.stopped] += 1
            self.first_stopped.setdefault(outcome.stopped, outcome.seed)
        else:
            self.rankings.append(outcome.ranking)

    @property
    def results(self) -> Counter[Ranking]:
        return Counter(self.rankings)


def climb(
    game: Game, plan: LadderPlan, jobs: Jobs, open_game: OpenGame, kept: KeptResults | None = None
) -> Generator[Outcome, None, None]:
    """Yield the outcomes of all games in order, independent of the number of processes."""
    size = _CHUNK if {*plan.ways} <= {*WAYS} else 1
    chunks = (Games(plan, first, min(first + size, plan.games)) for first in range(0, plan.games, size))
    with workers(game, jobs, open_game, -(-plan.games // size), kept) as crew:
        for outcomes in crew.each(chunks):
            yield from outcomes


@dataclass(frozen=True)
class Games:
    """Task: consecutive games of a ladder."""

    plan: LadderPlan
    first: int
    end: int

    def run(self, game: Game) -> list[Outcome]:
        return [play_game(game, self.plan, number) for number in range(self.first, self.end)]


def play_game(game: Game, plan: LadderPlan, number: int) -> Outcome:
    seated = plan.seated(number)
    seed = game.playout_seed(plan.seed, plan.setup(number))
    limits = [plan.restricted[one] for one in seated] if plan.restricted else []
    players = Players([plan.ways[one] for one in seated], seed, limits)
    decisions = 0
    try:
        state = game.State(seed=seed, record=False, **plan.configuration)
        while not state.is_terminal():
            index, _ = players.choose(state, decisions)
            decisions += 1
            state.apply_index(index)
    except RulesError as problem:
        return Outcome((), decisions, problem.summary, seed)
    counted = [Counter[int](), Counter[int]()]
    for found, by_seat in zip(counted, (players.narrowed, players.forced), strict=True):
        for seat, number in by_seat.items():
            found[seated[seat]] += number
    ranking = tuple(tuple(sorted(seated[seat] for seat in group)) for group in state.ranking())
    return Outcome(ranking, decisions, narrowed=counted[0], forced=counted[1])
