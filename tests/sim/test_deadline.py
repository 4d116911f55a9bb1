"""Deadlines keep their moment on their way to another process."""

from __future__ import annotations

import copy
import pickle
import time
from math import inf

import pytest

from rulec.sim.deadline import Deadline, TimeUp, in_time


def test_a_deadline_travels_by_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The monotonic clock of the other machine began at another time."""
    until = Deadline(time.monotonic() + 60)
    sent, begun = pickle.dumps(until), time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: begun() - 5_000)
    arrived = pickle.loads(sent)
    assert arrived - time.monotonic() == pytest.approx(60, abs=1)
    in_time(arrived)
    assert copy.copy(Deadline(inf)) == inf


def test_time_is_up() -> None:
    with pytest.raises(TimeUp):
        in_time(Deadline(time.monotonic() - 1))
