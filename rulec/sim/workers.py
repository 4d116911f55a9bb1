"""Games on several processes. Each opens both back ends for itself, once."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from rulec.errors import RulecError
from rulec.face import Game
from rulec.sim.compare import Side
from rulec.sim.games import Outcome, Task
from rulec.sim.match import play_match

OpenPair = Callable[[], tuple[Game, Game]]
_pair: tuple[Side, Side] | None = None


def outcomes(
    open_pair: OpenPair | None, here: tuple[Side, Side], tasks: Iterator[Task], jobs: int
) -> Iterator[Outcome]:
    """The outcome of every task, as they come. `tasks` is asked for more only when there is room for it."""
    if jobs <= 1 or open_pair is None:
        yield from (play_match(*here, task) for task in tasks)
        return
    context = multiprocessing.get_context("spawn")  # nothing of this process, least of all its threads
    with ProcessPoolExecutor(jobs, context, _open, (open_pair,)) as pool:
        running: set[Future[Outcome]] = set()
        try:
            while True:
                while len(running) < 2 * jobs and (task := next(tasks, None)) is not None:
                    running.add(pool.submit(_play, task))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (one.result() for one in done)
        except BrokenProcessPool:
            raise RulecError(
                "a process that played games was stopped by the system", "try fewer --jobs"
            ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _open(open_pair: OpenPair) -> None:
    global _pair
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends the others
    interpreter, engine = open_pair()
    _pair = Side("interpreter", interpreter), Side("engine", engine)


def _play(task: Task) -> Outcome:
    assert _pair is not None
    return play_match(*_pair, task)
