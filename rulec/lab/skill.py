"""Skill ladder: increasingly strong policies against their neighbours, with their time per decision."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import Any

from rulec.face import Game
from rulec.lab.confidence import Evidence
from rulec.policies.restrictions import FREE, Restricted
from rulec.runtime.errors import RulesError
from rulec.sim.deadline import TimeUp, in_time
from rulec.sim.ladder import LadderPlan
from rulec.sim.policies import Players
from rulec.sim.ratings import Ranking, Rating, rate, score_of

_SPREAD = 0.5  # of the score of a game, where nothing is known


@dataclass(frozen=True)
class Round:
    """Task: both players of a pair on all seats of one setup."""

    ways: tuple[str, str]
    configuration: dict[str, Any]
    seed: int
    number: int
    until: float = field(default=inf, compare=False)
    restricted: Restricted = FREE

    def run(self, game: Game) -> RoundResult:
        limits = (self.restricted,) * 2 if self.restricted else ()
        plan = LadderPlan(0, self.ways, self.configuration, self.seed, limits)
        size = sum(map(len, plan.lineups))
        result = RoundResult()
        try:
            for number in range(self.number * size, (self.number + 1) * size):
                _play(game, plan, number, result, self.until)
        except TimeUp:
            return RoundResult(cut=True)
        return result


@dataclass
class RoundResult:
    rankings: list[Ranking] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])  # of each player, by the processor
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    stopped: Counter[str] = field(default_factory=Counter)  # games, by the message of the rule
    cut: bool = False  # time was up


def _play(game: Game, plan: LadderPlan, number: int, result: RoundResult, until: float) -> None:
    seated = plan.seated(number)
    seed = game.playout_seed(plan.seed, plan.setup(number))
    limits = [plan.restricted[one] for one in seated] if plan.restricted else []
    players, decided = Players([plan.ways[one] for one in seated], seed, limits), 0
    try:
        state = game.State(seed=seed, record=False, **plan.configuration)
        while not state.is_terminal():
            who, choice, begun = seated[state.current_player()], state.count_legal() > 1, time.thread_time()
            in_time(until)
            index, _ = players.choose(state, decided)
            if choice:
                result.seconds[who] += time.thread_time() - begun
                result.decisions[who] += 1
            state.apply_index(index)
            decided += 1
    except RulesError as problem:
        result.stopped[problem.summary] += 1
        return
    result.rankings.append(tuple(tuple(sorted(seated[seat] for seat in group)) for group in state.ranking()))


@dataclass
class Pair:
    """Two neighbours of the ladder; the score is that of the second, stronger one."""

    ways: tuple[str, str]
    rounds: int = 0
    games: int = 0
    stopped: int = 0
    score: Evidence = field(default_factory=lambda: Evidence(_SPREAD))
    results: Counter[Ranking] = field(default_factory=Counter)
    seconds: float = 0.0  # of the processor
    cut: bool = False  # a round was not over when time was up

    def enter(self, result: RoundResult) -> None:
        self.rounds += 1
        self.games += len(result.rankings)
        self.stopped += result.stopped.total()
        self.seconds += sum(result.seconds)
        counted = Counter(result.rankings)
        self.results.update(counted)
        won, played = score_of(counted, 1, 0)
        if played:
            self.score.add(won / played - 0.5)

    @property
    def decided(self) -> bool:
        """Check whether the stronger player is known, or the two are known to be equal."""
        interval = self.score.interval()
        return self.score.chance() < 0.001 or max(-interval.low, interval.high) <= 0.05


@dataclass
class Ladder:
    """All pairs of neighbours."""

    ways: tuple[str, ...]
    pairs: list[Pair] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    decisions: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.pairs = [Pair((one, other)) for one, other in pairwise(self.ways)]

    def enter(self, pair: Pair, result: RoundResult) -> None:
        if result.cut:
            pair.cut = True
            return
        pair.enter(result)
        for way, seconds, decisions in zip(pair.ways, result.seconds, result.decisions, strict=True):
            self.seconds[way] = self.seconds.get(way, 0.0) + seconds
            self.decisions[way] += decisions

    def ratings(self) -> list[Rating]:
        """Ratings of all players by all games, mean 0: see `rulec.sim.ratings`."""
        results: Counter[Ranking] = Counter()
        for place, pair in enumerate(self.pairs):
            for ranking, count in pair.results.items():
                results[tuple(tuple(place + one for one in group) for group in ranking)] += count
        return rate(results, len(self.ways))

    def seconds_of(self, way: str) -> float:
        """Processor seconds per decision with a choice."""
        return self.seconds.get(way, 0.0) / self.decisions[way] if self.decisions[way] else 0.0
