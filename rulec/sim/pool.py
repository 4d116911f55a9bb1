"""Worker processes scoped to a block; killed when it ends early."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol, TypeVar

from rulec.errors import RulecError

T = TypeVar("T")
R = TypeVar("R")
Initializer = Callable[..., None]
_AHEAD = 2  # tasks in flight per process; the rest is not yet drawn


class Executor(Protocol):
    """Processes that run functions on tasks."""

    @property
    def jobs(self) -> int:
        """Number of processes."""

    def submit(self, function: Callable[[T], R], task: T, /) -> Future[R]: ...


class RemoteWorkers(Protocol):
    """Processes of other machines: a cluster."""

    def processes(
        self, initializer: Initializer | None = None, arguments: tuple[Any, ...] = (), /
    ) -> AbstractContextManager[Executor]:
        """Context manager for an executor, as `processes` of this module."""


def windowed(answers: Iterable[Callable[[], R]], room: Callable[[], int]) -> Iterator[R]:
    """Yield the results of the answers in order; at most `room` answers are drawn ahead."""
    waiting: deque[Callable[[], R]] = deque()
    for answer in answers:
        waiting.append(answer)
        if len(waiting) >= room():
            yield waiting.popleft()()
    while waiting:
        yield waiting.popleft()()


def room_of(pool: Executor | None) -> int:
    """Return the number of tasks in flight: one if this process runs them."""
    return 1 if pool is None else _AHEAD * pool.jobs


def as_they_come(pool: Executor, function: Callable[[T], R], tasks: Iterator[T]) -> Iterator[R]:
    """Yield results in order of completion."""
    running: set[Future[R]] = set()
    while True:
        while len(running) < room_of(pool):
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
    """Pool of spawned processes, which inherit no threads."""

    def __init__(self, jobs: int, initializer: Initializer | None, arguments: tuple[Any, ...]) -> None:
        self.jobs = jobs
        context = multiprocessing.get_context("spawn")
        self._executor = ProcessPoolExecutor(jobs, context, _start, (initializer, arguments))

    def submit(self, function: Callable[[T], R], task: T) -> Future[R]:
        with interrupts_blocked():  # processes start here
            return self._executor.submit(function, task)

    def kill(self) -> None:
        """Kill the processes in the middle of their tasks."""
        found: dict[int, Any] = getattr(self._executor, "_processes", None) or {}
        for process in list(found.values()):
            process.kill()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        self._executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def processes(
    jobs: int, initializer: Initializer | None = None, arguments: tuple[Any, ...] = ()
) -> Iterator[Pool]:
    """Context manager for a pool; leaving early, as by Ctrl-C, kills the workers."""
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
    """Block SIGINT while processes start, so that only this process receives Ctrl-C."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(initializer: Initializer | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if initializer is not None:
        initializer(*arguments)


def _end_with_parent() -> None:
    """Wait for the end of the parent process, which may be killed, and end this one."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
