"""Runs tasks on a game in one or several processes or on a cluster, with results in task order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from rulec.face import Game
from rulec.sim.pool import Executor, RemoteWorkers, in_order, processes

OpenGame = Callable[[], Game]
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
Jobs = int | RemoteWorkers  # processes of this machine, or those of a cluster
_game: Game | None = None


class Task(Protocol[R_co]):
    """Picklable unit of work on a game; its result depends on nothing else."""

    def run(self, game: Game, /) -> R_co: ...


class Workers:
    """Executor of tasks: the given pool, or this process."""

    def __init__(self, game: Game, pool: Executor | None) -> None:
        self._game, self._pool = game, pool

    def each(self, tasks: Iterable[Task[R]]) -> Iterator[R]:
        """Yield the results of tasks, drawn lazily."""
        if self._pool is None:
            return (task.run(self._game) for task in tasks)
        return in_order(self._pool, _run, tasks)


@contextmanager
def workers(game: Game, jobs: Jobs, open_game: OpenGame, tasks: int | None = None) -> Iterator[Workers]:
    """Context manager for workers, whose processes open the game themselves.

    `tasks` bounds the number of processes where it is known.
    """
    if not isinstance(jobs, int):
        with jobs.processes(_open, (open_game,)) as pool:
            yield Workers(game, pool)
        return
    jobs = jobs if tasks is None else min(jobs, tasks)
    if jobs <= 1:
        yield Workers(game, None)
        return
    with processes(jobs, _open, (open_game,)) as pool:
        yield Workers(game, pool)


def _open(open_game: OpenGame) -> None:
    global _game
    _game = open_game()


def _run(task: Task[Any]) -> Any:
    assert _game is not None
    return task.run(_game)
