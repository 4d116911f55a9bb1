"""Clock of a run, and deadlines of tasks that run in other processes or on other machines."""

from __future__ import annotations

import time
from math import inf
from typing import Any


class TimeUp(Exception):
    """Raised to abandon a game at the deadline; it does not count."""


class Deadline(float):
    """Moment on the monotonic clock of the process that holds it.

    Monotonic clocks of two machines have nothing in common, so a pickled deadline is a moment of the wall
    clock.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (time.time() - time.monotonic() + float(self),)


def _arrived(moment: float) -> Deadline:
    return Deadline(time.monotonic() - time.time() + moment)


def in_time(until: float) -> None:
    """Raise `TimeUp` once the monotonic clock passes `until`."""
    if time.monotonic() > until:
        raise TimeUp


class RunClock:
    """Seconds that a run has taken in all its sessions.

    The clock advances when a task is drawn and when its result comes, and stands still between. Both moments
    are kept with the result, so that a resumed run repeats every decision that depends on the time.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._began = time.monotonic()

    def tick(self) -> float:
        """Advance to the present."""
        self.now = time.monotonic() - self._began
        return self.now

    def set(self, moment: float) -> None:
        """Set the clock to a moment of an earlier session; it goes on from there."""
        self.now, self._began = moment, time.monotonic() - moment

    def until(self, moment: float) -> Deadline:
        """Deadline of tasks at a moment of this clock."""
        return Deadline(inf if moment == inf else self._began + moment)
