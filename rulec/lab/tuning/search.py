"""Multi-objective search by Optuna; the objectives are the distances from the goals.

Trials are requested and reported in groups of four, so that the search is deterministic by seed for any
number of processes. A trial is pruned after a fifth of its games if, even at the favourable ends of its
intervals, it is dominated by a finished trial.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, NamedTuple

from rulec.face import Game
from rulec.lab.requirements import library
from rulec.lab.tuning.figures import Figure, Options
from rulec.lab.tuning.goals import Goal
from rulec.lab.tuning.numbers import SearchedNumber
from rulec.lab.tuning.samples import Play, Sample
from rulec.sim.workers import Workers

_AT_ONCE: Final = 4
_FIRST: Final = 5  # this part of the games decides whether the others are played
_FINALISTS: Final = 3
_TRIALS_A_FINALIST: Final = 10  # few trials have a best one, but no choice among good ones
_MORE: Final = 4  # times as many games, others than those of the search, for what is printed
_OTHER_GAMES: Final = 1_000_003
_SEEDS: Final = 1 << 64
_SEEDS_OF_OPTUNA: Final = 1 << 32
_GIVEN_UP: Final = 0.05  # of what was gained, for fewer changes; goals that are met stay so
_STOPPED: Final = 0.01  # more games stopped by a rule than this share: the numbers don't fit the rules
_PARTS: Final = 4  # of a sample, for as many processes
_PILOT_GAMES: Final = 20
_PILOT_SECONDS: Final = 1.0


@dataclass(frozen=True)
class TunePlan:
    numbers: tuple[SearchedNumber, ...]
    goals: tuple[Goal, ...]
    configuration: Mapping[str, Any]
    ways: tuple[str, ...] = ("random",)
    games: int = 1_000
    trials: int = 200
    seconds: float | None = None
    seed: int = 0

    @property
    def finalists(self) -> int:
        """Number of trials replayed in the confirmation."""
        return min(max(self.trials // _TRIALS_A_FINALIST, 1), _FINALISTS)

    @property
    def confirming_games(self) -> int:
        """Games of the confirmation, if every number of the best trial is changed."""
        return (_MORE * (self.finalists + 2) + 2 + len(self.numbers)) * self.games

    @property
    def printed(self) -> dict[str, int]:
        return {one.name: one.printed for one in self.numbers}

    def parameters(self, values: Mapping[str, int]) -> dict[str, int]:
        """Parameters of the build for values of the searched numbers."""
        each = (one.parameters(values[one.name]) for one in self.numbers if one.name in values)
        return {name: value for several in each for name, value in several.items()}

    def change(self, values: Mapping[str, int]) -> float:
        """Size of the change: sum over numbers, relative to their intervals."""
        return sum(abs(values[one.name] - one.printed) / (one.hi - one.lo) for one in self.numbers)


class Trial(NamedTuple):
    values: dict[str, int]
    distances: tuple[float, ...]  # of each goal
    games: int
    state: str = "complete"  # or `pruned`, `stopped`

    @property
    def total(self) -> float:
        return sum(self.distances)


@dataclass
class Found:
    """Numbers replayed with fresh games, and their statistics by goal."""

    values: dict[str, int]
    figures: tuple[tuple[Figure, ...], ...]
    games: int

    def met(self, goal: Goal, place: int) -> bool:
        return goal.distance(one.value for one in self.figures[place]) == 0.0


@dataclass
class Tuning:
    """Search with its results so far."""

    game: Game
    plan: TunePlan
    options: Options
    trials: list[Trial] = field(default_factory=list)
    base: Found | None = None
    found: Found | None = None
    stopped: dict[str, int] = field(default_factory=dict)  # rules that stopped games
    seconds: float = 0.0
    resumed: int = 0  # trials of earlier runs, from the file
    interrupted: bool = False

    def of(self, state: str) -> list[Trial]:
        return [one for one in self.trials if one.state == state]

    def best(self) -> list[Trial]:
        """Finished trials, closest to all goals first; ties go to the smallest change."""
        ranked = sorted(self.of("complete"), key=lambda one: (one.total, self.plan.change(one.values)))
        seen: dict[tuple[int, ...], Trial] = {}
        for one in ranked:
            seen.setdefault(tuple(one.values.values()), one)
        return list(seen.values())

    def nearest(self, place: int) -> float:
        """Least distance of any finished trial from one goal."""
        return min((one.distances[place] for one in self.of("complete")), default=inf)


class TuneRun:
    """Executes a plan; `record` receives every trial, `tell` the progress."""

    def __init__(
        self,
        tuning: Tuning,
        workers: Workers,
        record: Callable[[Trial], None],
        tell: Callable[[int, str], None],
    ) -> None:
        self.tuning, self.workers, self.record, self.tell = tuning, workers, record, tell
        self.plan = tuning.plan
        self.optuna = library("optuna", "tune")
        self.began = time.monotonic()

    def search(self) -> None:
        """Run trials until the budget is spent; logged ones count."""
        try:
            self._search()
        finally:  # an interrupt as well
            self.tuning.seconds = time.monotonic() - self.began

    def _search(self) -> None:
        study = self._study()
        while len(self.tuning.trials) < self.plan.trials and self._has_time():
            count = min(_AT_ONCE, self.plan.trials - len(self.tuning.trials))
            asked = [study.ask() for _ in range(count)]
            values = [self._suggested(one) for one in asked]
            for one, trial in zip(asked, self._played(values), strict=True):
                if trial.state == "complete":
                    study.tell(one, list(trial.distances))
                else:
                    study.tell(one, state=self.optuna.trial.TrialState.PRUNED)
                self._keep(trial)

    def _keep(self, trial: Trial) -> None:
        self.tuning.trials.append(trial)
        self.record(trial)
        best = self.tuning.best()
        self.tell(1, f"nearest {best[0].total:.2f}" if best else "no trial was finished")

    def _has_time(self) -> bool:
        return self.plan.seconds is None or time.monotonic() - self.began < self.plan.seconds

    def _study(self) -> Any:
        self.optuna.logging.set_verbosity(self.optuna.logging.ERROR)
        sampler = self.optuna.samplers.TPESampler(
            seed=(self.plan.seed + len(self.tuning.trials)) % _SEEDS_OF_OPTUNA,
            multivariate=True,
            constant_liar=True,
        )
        study = self.optuna.create_study(directions=["minimize"] * len(self.plan.goals), sampler=sampler)
        for one in self.tuning.of("complete"):
            study.add_trial(
                self.optuna.trial.create_trial(
                    params=one.values, distributions=self._distributions(), values=list(one.distances)
                )
            )
        if not self.tuning.trials:
            study.enqueue_trial(self.plan.printed)
        return study

    def _distributions(self) -> dict[str, Any]:
        make = self.optuna.distributions.IntDistribution
        return {one.name: make(one.least, one.greatest, step=one.step) for one in self.plan.numbers}

    def _suggested(self, trial: Any) -> dict[str, int]:
        return {
            one.name: trial.suggest_int(one.name, one.least, one.greatest, step=one.step)
            for one in self.plan.numbers
        }

    # --- the time of a search ---------------------------------------------------------------------------

    def seconds_a_game(self) -> float:
        """Measure the printed numbers by games that count nowhere; the search itself stays the same.

        The first game is not measured: it waits for the processes to start.
        """
        self._pilot(0)
        began, games = time.monotonic(), 0
        while not games or (games < _PILOT_GAMES and time.monotonic() - began < _PILOT_SECONDS):
            games += 1
            self._pilot(games)
        return (time.monotonic() - began) / games

    def _pilot(self, number: int) -> None:
        next(iter(self.workers.each([self._play(self.plan.printed, number, number + 1, self.plan.seed)])))

    # --- trials -----------------------------------------------------------------------------------------

    def _played(self, several: Sequence[dict[str, int]]) -> Iterator[Trial]:
        """Play each set of numbers once; sets with the same parameters share their games."""
        known = {self._key(one.values): one for one in self.tuning.of("complete")}
        fresh = {self._key(values): values for values in several if self._key(values) not in known}
        known |= zip(fresh, self._fresh([*fresh.values()]), strict=True)
        for values in several:
            yield known[self._key(values)]._replace(values=values)

    def _key(self, values: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(self.plan.parameters(values).values())

    def _fresh(self, several: Sequence[dict[str, int]]) -> Iterator[Trial]:
        first, games, seed = max(self.plan.games // _FIRST, 1), self.plan.games, self.plan.seed
        place = f"trials {len(self.tuning.trials) + 1} to {len(self.tuning.trials) + len(several)}"
        begun = self._samples([self._play(values, 0, first, seed) for values in several], f"{place}, begun")
        states = [self._state(sample) for sample in begun]
        going = [n for n, state in enumerate(states) if state == "complete"] if first < games else []
        rest = self._samples([self._play(several[n], first, games, seed) for n in going], place)
        whole = dict(zip(going, rest, strict=True))
        for n, values in enumerate(several):
            sample = begun[n] + whole[n] if n in whole else begun[n]
            state = states[n] if n not in whole or self._fits(sample) else "stopped"
            self._count_stopped(sample)
            yield Trial(values, self._distances(sample), sample.games, state)

    def _play(self, values: Mapping[str, int], first: int, end: int, seed: int) -> Play:
        plan, wanted = self.plan, self.tuning.options
        settings = (plan.configuration, plan.ways, seed, first, end, wanted.ids, wanted.categories)
        choices = any(goal.subject == "choices" for goal in plan.goals)
        return Play(plan.parameters(values), *settings, choices)

    def _state(self, sample: Sample) -> str:
        if not self._fits(sample):
            return "stopped"
        if not self.tuning.of("complete"):
            return "complete"
        kindest = self._distances(sample, kindly=True)
        for other in self.tuning.of("complete"):
            pairs = list(zip(other.distances, kindest, strict=True))
            if all(a <= b for a, b in pairs) and any(a < b for a, b in pairs):
                return "pruned"
        return "complete"

    def _fits(self, sample: Sample) -> bool:
        played = sample.games + len(sample.stopped)
        return sample.games > 0 and len(sample.stopped) <= _STOPPED * played

    def _count_stopped(self, sample: Sample) -> None:
        for rule in sample.stopped:
            self.tuning.stopped[rule] = self.tuning.stopped.get(rule, 0) + 1

    def _distances(self, sample: Sample, kindly: bool = False) -> tuple[float, ...]:
        found = []
        for goal in self.plan.goals:
            figures = self.tuning.options.figures(goal, sample)
            found.append(goal.distance(_kindest(goal, one) if kindly else one.value for one in figures))
        return tuple(found)

    # --- what is printed --------------------------------------------------------------------------------

    def confirm(self) -> None:
        """Replay the printed numbers and the best trials with fresh games; revert useless changes."""
        began = time.monotonic()
        try:
            self._confirm()
        finally:
            self.tuning.seconds += time.monotonic() - began

    def _confirm(self) -> None:
        printed = self.plan.printed
        finalists = [one for one in self.tuning.best()[: self.plan.finalists] if one.values != printed]
        self.tuning.base = self.tuning.found = self._again(printed, "printed numbers, other games")
        for place, trial in enumerate(finalists, 1):
            self._take(self._again(trial.values, f"best {place} of {len(finalists)}, other games"))
        best = next((one for one in finalists if one.values == self.tuning.found.values), None)
        if best is not None:
            trimmed = self._trimmed(best)
            found = self.tuning.found
            again = found if trimmed == best.values else self._again(trimmed, "what is left, other games")
            if self._total(again) <= _limit(self._total(self.tuning.base), self._total(self.tuning.found)):
                self.tuning.found = again

    def _again(self, values: dict[str, int], what: str) -> Found:
        games, seed = _MORE * self.plan.games, (self.plan.seed + _OTHER_GAMES) % _SEEDS
        sample = self._sampled(values, games, seed, what)
        figures = tuple(tuple(self.tuning.options.figures(goal, sample)) for goal in self.plan.goals)
        return Found(values, figures, sample.games)

    def _take(self, other: Found) -> None:
        """Keep the numbers closer to the goals; ties go to the smaller change."""
        assert self.tuning.found is not None
        both = (self.tuning.found, other)
        self.tuning.found = min(both, key=lambda one: (self._total(one), self.plan.change(one.values)))

    def _sampled(self, values: Mapping[str, int], games: int, seed: int, what: str) -> Sample:
        return self._samples([self._play(values, 0, games, seed)], what)[0]

    def _samples(self, plays: Sequence[Play], what: str) -> list[Sample]:
        """Play in parts of a size independent of the number of processes, and report each part."""
        parts = [play.parts(_PARTS) for play in plays]
        samples = self.workers.each(part for several in parts for part in several)
        done, games, found = 0, sum(play.end - play.first for play in plays), []
        for several in parts:
            joined: Sample | None = None
            for part in several:
                sample = next(samples)
                joined = sample if joined is None else joined + sample
                done += part.end - part.first
                self.tell(0, f"{what}: {done:,} of {games:,} games")
            assert joined is not None
            found.append(joined)
        return found

    def _trimmed(self, trial: Trial) -> dict[str, int]:
        """Numbers of a trial without changes that hardly reduce its distance."""
        printed, values = self.plan.printed, dict(trial.values)
        before, reached = (
            sum(self._distances(self._sampled(one, self.plan.games, self.plan.seed, "changes")))
            for one in (printed, values)
        )
        limit = _limit(before, reached)
        changed = sorted(
            (one for one in self.plan.numbers if values[one.name] != one.printed),
            key=lambda one: abs(values[one.name] - one.printed) / (one.hi - one.lo),
        )
        for one in changed:
            without = {**values, one.name: printed[one.name]}
            what = f"is the change of {one.name} needed?"
            sample = self._sampled(without, self.plan.games, self.plan.seed, what)
            if self._fits(sample) and sum(self._distances(sample)) <= limit:
                values = without
        return values

    def _total(self, one: Found) -> float:
        pairs = zip(self.plan.goals, one.figures, strict=True)
        return sum(goal.distance(figure.value for figure in figures) for goal, figures in pairs)


def _limit(before: float, reached: float) -> float:
    """Return the largest accepted distance from the goals for numbers with fewer changes."""
    return reached + _GIVEN_UP * max(before - reached, 0.0) if reached else 0.0


def _kindest(goal: Goal, figure: Figure) -> float:
    """Value within a statistic's interval closest to the goal."""
    if figure.value < goal.lo:
        return min(figure.value + figure.margin, goal.lo)
    return max(figure.value - figure.margin, goal.hi) if figure.value > goal.hi else figure.value
