"""Plays the games of a command on the engine, and on the interpreter until the engine is built.

Results do not depend on the back end.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulec.cli.shared.machines import opener_for, told_machines
from rulec.cli.shared.open_games import built_engine, open_engine, open_interpreter, told_unbuildable
from rulec.sim.counters import GameRow, Tally

if TYPE_CHECKING:
    from rulec.cli.shared.kept_files import KeptFile
    from rulec.cli.shared.progress import Bar
    from rulec.face import Game
    from rulec.sim.kept_results import KeptResults
    from rulec.sim.simulate import SimulationPlan
    from rulec.sim.workers import Jobs

_PATIENCE = 1.0  # seconds of interpretation before a build starts: often enough


@dataclass
class Played:
    """Games played from one rules file; `interpreted` of them on the interpreter."""

    game: Game
    plan: SimulationPlan
    tally: Tally = field(default_factory=Tally)
    interpreted: int = 0
    seconds: float = 0.0
    interrupted: bool = False  # by Ctrl-C; the plan covers the games played until then
    machines: str = ""

    @property
    def back_end(self) -> str:
        others = self.plan.games - self.interpreted
        if self.interpreted and others:
            return f"engine, {self.interpreted:,} of them on the interpreter while it was built"
        return f"{'interpreter' if self.interpreted else 'engine'}{self.machines}"


Keep = Callable[[list[GameRow]], None]


def play(
    path: Path,
    planned: Callable[[Game], SimulationPlan],
    jobs: Jobs,
    interpreter: bool,
    keep: Keep | None = None,
    session: KeptFile | None = None,
) -> Played:
    """Play the planned games with a progress bar.

    `keep` receives their rows, `session` their results; then the engine is built before anything is played,
    so that every session has the same batches.
    """

    engine = None if interpreter else built_engine(path)
    interpreter = interpreter or (isinstance(jobs, int) and engine is None and told_unbuildable(path))
    game = engine or open_interpreter(path)
    played = Played(game, planned(game), machines=told_machines(jobs))
    started = time.perf_counter()
    try:
        _play(path, played, engine, jobs, interpreter, keep, session.results if session else None)
    except KeyboardInterrupt:
        done = played.tally.games + sum(played.tally.stopped.values())
        if not done:
            raise
        played.plan, played.interrupted = replace(played.plan, games=done), True
        played.interpreted = min(played.interpreted, done)
    played.seconds = time.perf_counter() - started
    return played


def _play(
    path: Path, played: Played, engine: Game | None, jobs: Jobs, interpreter: bool, keep: Keep | None,
    kept: KeptResults | None,
) -> None:  # fmt: skip
    from rulec.cli.shared.progress import bar
    from rulec.sim.simulate import simulate

    game = played.game
    with bar(game.TITLE, played.plan.games, sys.stderr) as shown:
        left = played.plan
        if interpreter:
            played.interpreted = left.games
        elif engine is None and kept is None and isinstance(jobs, int):
            with closing(_meanwhile(path, game, left, shown)) as tallies:
                for one in tallies:
                    _enter(played, one, shown, keep)
                    played.interpreted += 1
            done = played.interpreted
            left = replace(left, first=left.first + done, games=left.games - done)
        if left.games:
            if not interpreter and engine is None and isinstance(jobs, int):
                game = open_engine(path)
            opener = opener_for(path, interpreter, jobs)
            with closing(simulate(game, left, jobs, opener, kept)) as tallies:
                for one in tallies:
                    _enter(played, one, shown, keep)


def _enter(played: Played, one: Tally, shown: Bar, keep: Keep | None) -> None:
    if keep is not None:
        keep(one.rows)
        one.rows = []
    played.tally.merge(one)
    shown.advance(one.games + sum(one.stopped.values()))


def _meanwhile(path: Path, game: Game, plan: SimulationPlan, shown: Bar) -> Generator[Tally, None, None]:
    """Yield interpreted games until the engine is built or all are played."""
    from rulec.cli.sim.background_build import Building
    from rulec.sim.simulate import play_while

    patient_until, done = time.monotonic() + _PATIENCE, 0
    for one in play_while(game, plan, lambda: time.monotonic() < patient_until):
        done += 1
        yield one
    if done == plan.games:
        return
    with Building(path) as building:

        def not_built() -> bool:
            shown.say(f"on the interpreter, the engine is being built ({building.seconds:.0f} s)")
            return building.running

        rest = replace(plan, first=plan.first + done, games=plan.games - done)
        for one in play_while(game, rest, not_built):
            done += 1
            yield one
        if done < plan.games:
            building.result()
    shown.say("")
