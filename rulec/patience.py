"""An end to what may never end: a rule that was changed can make a look-ahead go on and on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
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


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise OutOfTime
