"""Runs a self-test: interpreter against engine over many games and processes."""

from __future__ import annotations

import contextlib
import itertools
import math
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulec.base.cpu_limit import OutOfTime, at_most
from rulec.face import Game
from rulec.runtime.errors import RulesError
from rulec.sim.selftest.configurations import configurations_to_play
from rulec.sim.selftest.plan import Report, SelftestPlan
from rulec.sim.selftest.progress_file import Progress
from rulec.sim.selftest.reproducibility import check_repeated
from rulec.sim.selftest.state_comparison import Difference, Side, compare_games, expect_equal
from rulec.sim.selftest.workers import OpenPair, outcomes
from rulec.sim.tasks import Finding, Task

_FINDINGS = 3  # maximal number of findings
_PLAYOUTS = 5  # playouts per configuration
_PLAYOUTS_OF_ALL = 20
_MATCHES = 0.75  # share of limited time for lockstep games; playouts get the rest
_REPEATED = 4  # maximal number of games repeated in another process
_OF_EACH = 20  # random games per configuration if a number of decisions is requested


def selftest(
    pair: tuple[Game, Game],
    plan: SelftestPlan,
    open_pair: OpenPair | None = None,
    progress: Callable[[Report], None] | None = None,
    state: Path | None = None,
    announce: Callable[[Report], None] | None = None,
) -> Report:
    """Play the plan on interpreter and engine, in this order.

    `progress` is called after every game, `announce` at the start of each phase (`Report.doing`).

    `open_pair` opens both back ends in other processes, for several jobs and for the reproducibility test.
    `state` is a checkpoint file to resume from.
    """
    report = Report(plan)
    left, right = Side("interpreter", pair[0]), Side("engine", pair[1])
    configurations = plan.configurations or configurations_to_play(left.game)
    report.configurations = len(configurations)
    nobody: Callable[[Report], None] = lambda report: None  # noqa: E731
    run = _Run(pair, plan, report, configurations, open_pair, progress or nobody, announce or nobody)
    try:
        compare_games(left, right)
        run.matches(state)
        if plan.only is None and plan.whole and not report.findings and not report.stopped:
            run.whole_games()
    except Difference as found:
        task = Task(configurations[0], 0, plan.seed, "no game")
        report.findings.append(Finding(task, found.what, found.sides, 0, ()))
    except KeyboardInterrupt:
        report.stopped = "interrupted"
    except (OutOfTime, TimeoutError):
        report.stopped = "time"
    report.doing = ""
    return report


class _Run:
    """Running self-test."""

    def __init__(
        self,
        pair: tuple[Game, Game],
        plan: SelftestPlan,
        report: Report,
        configurations: tuple[dict[str, Any], ...],
        open_pair: OpenPair | None,
        progress: Callable[[Report], None],
        announce: Callable[[Report], None],
    ) -> None:
        self.pair, self.plan, self.report = pair, plan, report
        self.sides = Side("interpreter", pair[0]), Side("engine", pair[1])
        self.configurations, self.open_pair = configurations, open_pair
        self.progress, self.announce = progress, announce
        self.started = time.monotonic()

    def doing(self, what: str) -> None:
        self.report.doing = what
        self.announce(self.report)

    def matches(self, state: Path | None) -> None:
        """Play games in lockstep."""
        plan, report, game = self.plan, self.report, self.pair[0]
        until = self.started + plan.seconds * (_MATCHES if plan.whole else 1)
        least = plan.thorough(len(self.configurations))
        if plan.decisions:
            least = max(least, _OF_EACH * len(self.configurations))

        def wanted(task: Task) -> bool:
            """Check, whenever a worker is free, whether the game is still to be played."""
            if len(report.findings) >= _FINDINGS:
                return False
            planned = task.way != "random" or task.number < least or task.number == plan.only
            if not planned and report.decisions >= plan.decisions:
                return False
            if time.monotonic() > until:
                report.stopped = "time"
                return False
            self.doing(f"game {task.number} ({task.way}) of {_words(task.configuration)}")
            return True

        tasks = (replace(task, until=until) for task in _tasks(plan, self.configurations, game))
        kept = self._progress(state) if state is not None else None
        if kept is not None:
            kept.begin(report)
            tasks = (task for task in tasks if not kept.is_done(task))
        played = outcomes(self.open_pair, self.sides, itertools.takewhile(wanted, tasks), plan.jobs)
        try:
            with contextlib.closing(played):
                for outcome in played:
                    report.add(outcome)
                    if outcome.cut:
                        report.stopped = "time"
                    if kept is not None:
                        kept.add(outcome)
                    self.progress(report)
        finally:
            if kept is not None:
                kept.write()

    def _progress(self, state: Path) -> Progress:
        game = self.pair[0]
        plain = getattr(game, "oracle", None) is not None
        return Progress(state, game.RULES_HASH, self.plan, len(self.configurations), plain)

    def whole_games(self) -> None:
        """Compare whole playouts of each side, and repeat some games in another process."""
        plan, report = self.plan, self.report
        count = max(1, min(_PLAYOUTS, _PLAYOUTS_OF_ALL // len(self.configurations)))
        for configuration in self.configurations:
            self.doing(f"whole games of {_words(configuration)}")
            with self._limited():
                _compare_playouts(*self.sides, configuration, plan.seed, count)
            report.alone += 1
        if self.open_pair is not None:
            self.doing("the same games in another process")
            repeated = _repeated(plan, self.configurations, self.pair[0])
            with self._limited():
                check_repeated(self.pair, repeated, self.open_pair, self._left())
            report.repeated = len(repeated)

    def _left(self) -> float | None:
        """Seconds left; None without a limit."""
        if self.plan.seconds == math.inf:
            return None
        left = self.started + self.plan.seconds - time.monotonic()
        if left <= 0:
            raise OutOfTime
        return left

    def _limited(self) -> AbstractContextManager[None]:
        left = self._left()
        return contextlib.nullcontext() if left is None else at_most(left)


def _words(configuration: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in configuration.items())


def _repeated(plan: SelftestPlan, configurations: tuple[dict[str, Any], ...], game: Game) -> list[Task]:
    """Tasks to repeat: a few configurations, and one with explicit chance."""
    count = len(configurations)
    numbers = [*range(min(count, _REPEATED)), *([count] if game.MAX_CHANCE_OUTCOMES else [])]
    return [random_task(plan, configurations, game, number) for number in numbers]


def _tasks(plan: SelftestPlan, configurations: tuple[dict[str, Any], ...], game: Game) -> Iterator[Task]:
    """Yield deterministic games first (they find endless loops), then random ones endlessly."""
    if plan.only is not None:
        yield random_task(plan, configurations, game, plan.only)
        return
    if plan.stubborn:
        for configuration in configurations:
            for way in ("first", "last", "same"):
                yield Task(configuration, 0, plan.seed, way)
    for number in itertools.count():
        yield random_task(plan, configurations, game, number)


def random_task(
    plan: SelftestPlan, configurations: tuple[dict[str, Any], ...], game: Game, number: int
) -> Task:
    """Task of random game `number`; every other round uses explicit chance."""
    count = len(configurations)
    explicit = game.MAX_CHANCE_OUTCOMES > 0 and number // count % 2 == 1
    return Task(
        configurations[number % count],
        number,
        game.playout_seed(plan.seed, number),
        "random",
        "explicit" if explicit else "sampled",
        swift=plan.only is None and number >= plan.thorough(count),
    )


def _compare_playouts(left: Side, right: Side, configuration: dict[str, Any], seed: int, count: int) -> None:
    """Compare the engine's playouts on one and two threads with the interpreter's."""
    one, two, threaded = (
        _playouts(side, configuration, seed, threads, count)
        for side, threads in ((left, 1), (right, 1), (right, 2))
    )
    for name, rows in one.items():
        expect_equal(f"playouts(...), {name}", left, right, rows, two.get(name))
        expect_equal(f"playouts(...), {name}, on two threads", left, right, rows, threaded.get(name))


def _playouts(
    side: Side, configuration: dict[str, Any], seed: int, threads: int, count: int
) -> dict[str, Any]:
    """Playout results as lists, or the error that stopped them."""
    try:
        arrays = side.game.playouts(count, seed=seed, threads=threads, **configuration)
    except RulesError as fault:
        return {"what went wrong": (str(fault), fault.seed)}
    return {name: getattr(arrays, name).tolist() for name in ("scores", "winners", "decisions", "choices")}
