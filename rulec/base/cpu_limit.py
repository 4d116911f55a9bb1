"""An end to what may never end: a rule that was changed can make a look-ahead go on and on."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import NoReturn


class OutOfTime(BaseException):
    """Not an `Exception`: nothing that handles errors on the way may take it for one of its own."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises `OutOfTime` after so many seconds of computing (not of waiting: the machine may be busy).

    Signals reach the first thread of a process alone; in another one nothing is limited.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)  # again, where something has swallowed the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Clock:
    """So many seconds of computing for several things, one after the other."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    def left(self, most: float = float("inf")) -> AbstractContextManager[None]:
        """What is left of them, or at most so many, for the next thing."""
        left = self._end - time.process_time()
        if left <= 0:
            raise OutOfTime
        return at_most(min(left, most))


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise OutOfTime
