"""Runs tasks on a game in one or several processes or on a cluster, with results in task order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol, TypeVar

from rulec.face import Game
from rulec.sim.deadline import RunClock
from rulec.sim.kept_results import Kept, KeptResults, key_of
from rulec.sim.pool import Executor, RemoteWorkers, processes, room_of, windowed

OpenGame = Callable[[], Game]
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
Jobs = int | RemoteWorkers  # processes of this machine, or those of a cluster
_game: Game | None = None


class Task(Protocol[R_co]):
    """Picklable unit of work on a game; its result depends on nothing else."""

    def run(self, game: Game, /) -> R_co: ...


class Workers:
    """Executor of tasks: the given pool, or this process; kept results are not played again."""

    def __init__(self, game: Game, pool: Executor | None, kept: KeptResults | None = None) -> None:
        self._game, self._pool, self._kept = game, pool, kept
        self.clock = RunClock()

    def each(self, tasks: Iterable[Task[R]]) -> Iterator[R]:
        """Yield the results of tasks in order; tasks are drawn lazily, a bounded number ahead."""
        before = self.clock.now
        for result in windowed(self._begun(iter(tasks)), partial(room_of, self._pool)):
            yield result
            before = self.clock.now
        self.clock.now = before  # drawing has an end that no result tells

    def _begun(self, tasks: Iterator[Task[R]]) -> Iterator[Callable[[], R]]:
        """Draw the tasks, start unknown ones, and yield a function for each result."""
        while True:
            drawn = self._before_drawing()
            task = next(tasks, None)
            if task is None:
                return
            key = "" if self._kept is None else key_of(task, self._game.RULES_HASH)
            known = None if self._kept is None else self._kept.find(key)
            if known is not None:
                yield partial(self._recall, known)
                continue
            answer = partial(task.run, self._game) if self._pool is None else self._submitted(task)
            yield partial(self._arrive, answer, key, drawn)

    def _before_drawing(self) -> float:
        moment = None if self._kept is None else self._kept.drawn_next()
        if moment is None:
            return self.clock.tick()
        self.clock.set(moment)
        return moment

    def _submitted(self, task: Task[R]) -> Callable[[], R]:
        assert self._pool is not None
        return self._pool.submit(_run, task).result

    def _recall(self, known: Kept) -> Any:
        assert self._kept is not None
        self.clock.set(known.came)
        return self._kept.load(known)

    def _arrive(self, answer: Callable[[], R], key: str, drawn: float) -> R:
        result = answer()
        came = self.clock.tick()
        if self._kept is not None:
            self._kept.add(key, drawn, came, result)
        return result


@contextmanager
def workers(
    game: Game, jobs: Jobs, open_game: OpenGame, tasks: int | None = None, kept: KeptResults | None = None
) -> Iterator[Workers]:
    """Context manager for workers, whose processes open the game themselves.

    `tasks` bounds the number of processes where it is known; `kept` are results of earlier sessions.
    """
    if not isinstance(jobs, int):
        with jobs.processes(_open, (open_game,)) as pool:
            yield Workers(game, pool, kept)
        return
    jobs = jobs if tasks is None else min(jobs, tasks)
    if jobs <= 1:
        yield Workers(game, None, kept)
        return
    with processes(jobs, _open, (open_game,)) as pool:
        yield Workers(game, pool, kept)


def _open(open_game: OpenGame) -> None:
    global _game
    _game = open_game()


def _run(task: Task[Any]) -> Any:
    assert _game is not None
    return task.run(_game)
