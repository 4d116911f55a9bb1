"""Spaces and seeds for Gymnasium and PettingZoo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulec.adapters.games import Setting
from rulec.adapters.missing import wanted
from rulec.adapters.utility import BOUND

with wanted("Gymnasium", "gymnasium"):
    from gymnasium import spaces
import numpy


def observation_box(chosen: Setting) -> Any:
    """Observation space of one player; `State.observation_layout` names its elements."""
    return spaces.Box(-BOUND, BOUND, (chosen.observation_size,), numpy.float32)


def seeds(seed: int | None) -> Iterator[int]:
    """Yield a seed per game: the given one, then seeds derived from it."""
    source = numpy.random.default_rng(seed)
    if seed is not None:
        yield seed
    while True:
        yield int(source.integers(1 << 63))
