"""Plays and counts many games on several processes; deterministic by seed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from rulec.face import Game, State
from rulec.policies.restrictions import Restricted
from rulec.runtime.errors import RulesError
from rulec.sim.counters import WHOLE, DecisionCounts, DecisionRow, Fault, GameRow, RunningMoments, Tally
from rulec.sim.kept_results import KeptResults
from rulec.sim.policies import WAYS, Players
from rulec.sim.workers import Jobs, OpenGame, workers

BATCH = 50  # games per task; one of searching players, since an interrupt loses what is not done


@dataclass(frozen=True)
class SimulationPlan:
    """Plan of a simulation; with random players, game i equals game i of `playouts`."""

    games: int = field(compare=False)  # a task has its own number of them
    configuration: dict[str, Any]
    ways: tuple[str, ...] = ("random",)
    seed: int = 0
    explicit: bool = False  # explicit chance, to count its outcomes
    first: int = 0  # number of the first game
    alternate: bool = False  # players rotate seats from game to game
    restricted: tuple[Restricted, ...] = ()  # by player
    recorded: bool = False  # record games and decisions as rows

    def seated(self, number: int) -> tuple[str, ...]:
        """Policies by seat in a game."""
        if not self.alternate:
            return self.ways
        seats = self.configuration["players"]
        return tuple(self.playing[(seat - number) % seats] for seat in range(seats))

    def limits(self, number: int) -> tuple[Restricted, ...]:
        """Restrictions by seat in a game."""
        seats = len(self.restricted)
        return tuple(self.restricted[self.player_on(seat, number)] for seat in range(seats))

    def player_on(self, seat: int, number: int) -> int:
        """Player on a seat in a game."""
        return (seat - number) % self.configuration["players"] if self.alternate else seat

    @property
    def playing(self) -> tuple[str, ...]:
        """Policies by seat in the first game."""
        seats = self.configuration["players"]
        return (*self.ways, *self.ways[-1:] * seats)[:seats]


def simulate(
    game: Game, plan: SimulationPlan, jobs: Jobs, open_game: OpenGame, kept: KeptResults | None = None
) -> Generator[Tally, None, None]:
    """Yield the tally of each batch, in order; the result is their sum."""
    size = BATCH if {*plan.ways} <= {*WAYS} else 1
    batches = (Games(plan, first, min(first + size, plan.games)) for first in range(0, plan.games, size))
    with workers(game, jobs, open_game, -(-plan.games // size), kept) as crew:
        yield from crew.each(batches)


@dataclass(frozen=True)
class Games:
    """Task: a batch of games."""

    plan: SimulationPlan
    first: int
    end: int

    def run(self, game: Game) -> Tally:
        return play_batch(game, self.plan, self.first, self.end)


def play_while(game: Game, plan: SimulationPlan, go_on: Callable[[], bool]) -> Iterator[Tally]:
    """Yield the tally of each game until `go_on` returns False; the unfinished game does not count."""
    for number in range(plan.games):
        tally = Tally()
        try:
            _Count(game, plan, plan.first + number, tally, go_on).run()
        except _Abandoned:
            return
        yield tally


class _Abandoned(Exception):
    """Raised to abandon a game."""


def play_batch(game: Game, plan: SimulationPlan, first: int, end: int) -> Tally:
    tally = Tally()
    for number in range(first, end):
        _Count(game, plan, plan.first + number, tally).run()
    return tally


class _Count:
    """Plays and counts one game."""

    def __init__(
        self,
        game: Game,
        plan: SimulationPlan,
        number: int,
        tally: Tally,
        go_on: Callable[[], bool] | None = None,
    ) -> None:
        self.game, self.plan, self.number, self.tally, self.go_on = game, plan, number, tally, go_on
        self.seed = game.playout_seed(plan.seed, number)
        self.uses: dict[int, int] = {}
        self.asked: set[str] = set()
        self.players: Players | None = None
        self.decisions: list[DecisionRow] = []

    def run(self) -> None:
        tally = self.tally
        mode = "explicit" if self.plan.explicit else "sampled"
        try:
            state = self.game.State(seed=self.seed, chance=mode, record=False, **self.plan.configuration)
            decisions, choices = self._walk(state)
        except RulesError as problem:
            message = problem.summary
            tally.stopped[message] = tally.stopped.get(message, 0) + 1
            tally.first_stopped.setdefault(message, self.seed)
            if problem.kind == "dead end":
                fault = Fault(problem.file, problem.line, problem.state, problem.action)
                tally.first_faults.setdefault(message, fault)
            self._enter_row(message)
            return
        finally:
            self._enter_uses()
        tally.games += 1
        tally.decisions.add(decisions)
        tally.choices.add(choices)
        tally.too_long += decisions >= self.game.MAX_DECISIONS
        self._enter_result(state)
        self._enter_row("", state)

    def _walk(self, state: State) -> tuple[int, int]:
        players = Players(self.plan.seated(self.number), self.seed, self.plan.limits(self.number))
        self.players = players
        decisions = choices = 0
        while not state.is_terminal():
            if self.go_on is not None and not self.go_on():
                raise _Abandoned
            seat = state.current_player()
            index, legal = players.choose(state, decisions)
            action = legal[index]
            if self.plan.recorded:
                self._enter_step(state, decisions, seat, action, len(legal))
            if seat < 0:
                self.tally.chance[action] = self.tally.chance.get(action, 0) + 1
            else:
                self._enter_decision(state.decision() or "", len(legal))
                self.uses[action] = self.uses.get(action, 0) + 1
                decisions += 1
                choices += len(legal) > 1
            state.apply_index(index)
        return decisions, choices

    def _enter_decision(self, name: str, count: int) -> None:
        asked = self.tally.asked.setdefault(name, DecisionCounts())
        asked.options.add(count)
        asked.forced += count == 1
        self.asked.add(name)

    def _enter_step(self, state: State, number: int, seat: int, action: int, options: int) -> None:
        label = state.action_to_string(action)
        decision, _, option = label.partition(": ")
        self.decisions.append(DecisionRow(number, max(seat, -1) + 1, decision, option, action, options))

    def _enter_row(self, stopped: str, state: State | None = None) -> None:
        if not self.plan.recorded:
            return
        row = GameRow(self.number, self.seed, self.plan.seated(self.number), stopped=stopped)
        row.decisions = self.decisions
        if state is not None:
            row.points, row.winners = state.scores(), [seat + 1 for seat in state.winners()]
        self.tally.rows.append(row)

    def _enter_uses(self) -> None:
        for action, number in self.uses.items():
            self.tally.uses[action] = self.tally.uses.get(action, 0) + number
            self.tally.used_in[action] = self.tally.used_in.get(action, 0) + 1
            squared = self.tally.uses_squared
            squared[action] = squared.get(action, 0) + number * number
        for name in self.asked:
            self.tally.asked[name].games += 1
        if self.players is not None and self.plan.restricted:
            for counted, found in (
                (self.tally.narrowed, self.players.narrowed),
                (self.tally.forced, self.players.forced),
            ):
                for seat, number in found.items():
                    counted[self.plan.player_on(seat, self.number)] += number

    def _enter_result(self, state: State) -> None:
        tally = self.tally
        sheet = {**state.score_sheet(), "": state.scores()}
        seats, winners = len(sheet[""]), state.winners()
        moved = self.number % seats if self.plan.alternate else 0  # count by player, not by seat
        for name, points in sheet.items():
            rows = tally.scores.setdefault(name, [RunningMoments() for _ in points])
            for seat, value in enumerate(points):
                rows[(seat - moved) % seats].add(value)
        tally.seats = seats
        tally.wins = tally.wins or [0] * seats
        for seat in winners:
            tally.wins[(seat - moved) % seats] += WHOLE // len(winners)
