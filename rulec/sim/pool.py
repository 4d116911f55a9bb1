"""Worker processes that end with the block that uses them, whatever they are doing at that moment."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, TypeVar

from rulec.errors import RulecError

T = TypeVar("T")
R = TypeVar("R")
_AHEAD = 2  # tasks for each process: the others wait here, where giving up costs nothing


def in_order(pool: Pool, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
    """The results in the order of the tasks, of which no more are drawn than there is room for."""
    waiting: deque[Future[R]] = deque()
    for task in tasks:
        waiting.append(pool.submit(function, task))
        if len(waiting) >= _AHEAD * pool.jobs:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def as_they_come(pool: Pool, function: Callable[[T], R], tasks: Iterator[T]) -> Iterator[R]:
    """The results, the first that is ready first."""
    running: set[Future[R]] = set()
    while True:
        while len(running) < _AHEAD * pool.jobs:
            try:
                task = next(tasks)
            except StopIteration:
                break
            running.add(pool.submit(function, task))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for one in done:
            yield one.result()


class Pool:
    """Processes with nothing of this one, least of all its threads."""

    def __init__(
        self, jobs: int, initializer: Callable[..., None] | None, arguments: tuple[Any, ...]
    ) -> None:
        self.jobs = jobs
        context = multiprocessing.get_context("spawn")
        self._executor = ProcessPoolExecutor(jobs, context, _start, (initializer, arguments))

    def submit(self, function: Callable[[T], R], task: T) -> Future[R]:
        with interrupts_blocked():  # here processes are started
            return self._executor.submit(function, task)

    def kill(self) -> None:
        """End the processes in the middle of their tasks."""
        found: dict[int, Any] = getattr(self._executor, "_processes", None) or {}
        for process in list(found.values()):
            process.kill()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        self._executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def processes(
    jobs: int, initializer: Callable[..., None] | None = None, arguments: tuple[Any, ...] = ()
) -> Iterator[Pool]:
    """A pool for the block. Whoever leaves it early, by Ctrl-C too, waits for nothing."""
    pool = Pool(jobs, initializer, arguments)
    try:
        yield pool
    except BrokenProcessPool:
        raise RulecError("a worker process was stopped by the system", "try fewer --jobs") from None
    except BaseException:
        pool.kill()
        raise
    pool.close()


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Processes that are started here never see Ctrl-C; this one, which ends them, sees it afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(initializer: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if initializer is not None:
        initializer(*arguments)
