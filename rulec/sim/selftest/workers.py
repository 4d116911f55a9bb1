"""Runs self-test games on several processes, each with both back ends open."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from rulec.face import Game
from rulec.sim.pool import as_they_come, processes
from rulec.sim.selftest.lockstep import play_match
from rulec.sim.selftest.state_comparison import Side
from rulec.sim.tasks import Outcome, Task

OpenPair = Callable[[], tuple[Game, Game]]
_pair: tuple[Side, Side] | None = None


def outcomes(
    open_pair: OpenPair | None, here: tuple[Side, Side], tasks: Iterator[Task], jobs: int
) -> Generator[Outcome, None, None]:
    """Yield the outcome of every task as completed; tasks are drawn lazily."""
    if jobs <= 1 or open_pair is None:
        yield from (play_match(*here, task) for task in tasks)
        return
    with processes(jobs, _open, (open_pair,)) as pool:
        yield from as_they_come(pool, _play, tasks)


def _open(open_pair: OpenPair) -> None:
    global _pair
    interpreter, engine = open_pair()
    _pair = Side("interpreter", interpreter), Side("engine", engine)


def _play(task: Task) -> Outcome:
    assert _pair is not None
    return play_match(*_pair, task)
