"""Deadlines of tasks that run in other processes or on other machines."""

from __future__ import annotations

import time
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
