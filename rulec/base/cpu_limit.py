"""CPU-time limit for a call, such as a look-ahead that does not terminate in a mutated game."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import NoReturn


class OutOfTime(BaseException):
    """The CPU-time limit is reached. No `Exception`, so that no error handler on the way catches it."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` in the block after so many seconds of CPU time, not of wall-clock time.

    Signals reach the main thread of a process only; other threads have no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)  # repeated, in case the first was swallowed
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Clock:
    """A CPU-time budget shared by several consecutive calls."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    def left(self, most: float = float("inf")) -> AbstractContextManager[None]:
        """Limit the next block to the remaining budget, and to `most` seconds."""
        left = self._end - time.process_time()
        if left <= 0:
            raise OutOfTime
        return at_most(min(left, most))


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise OutOfTime
