"""Runs tasks on games on several processes, with results in task order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from rulec.face import Game
from rulec.sim.pool import Pool, in_order, processes

OpenGame = Callable[[], Game]
R = TypeVar("R", covariant=True)
_game: Game | None = None


class Task(Protocol[R]):
    """Picklable unit of work on a game."""

    def run(self, game: Game, /) -> R: ...


class TimeUp(Exception):
    """Raised to abandon a game at the deadline; it does not count."""


def in_time(until: float) -> None:
    """Raise `TimeUp` once the system-wide monotonic clock passes `until`."""
    if time.monotonic() > until:
        raise TimeUp


class Workers:
    def __init__(self, game: Game, pool: Pool | None) -> None:
        self._game, self._pool = game, pool

    def each(self, tasks: Iterable[Task[R]]) -> Iterator[R]:
        """Yield the results of tasks, drawn lazily."""
        if self._pool is None:
            return (task.run(self._game) for task in tasks)
        return in_order(self._pool, _run, tasks)


@contextmanager
def workers(game: Game, jobs: int, open_game: OpenGame) -> Iterator[Workers]:
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
