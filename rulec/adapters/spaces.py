"""Spaces and seeds for Gymnasium and PettingZoo."""

from __future__ import annotations

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


class Seeds:
    """A seed per game: the given one, then seeds derived from it. It can be copied, unlike a generator."""

    def __init__(self, seed: int | None) -> None:
        self._source = numpy.random.default_rng(seed)
        self._given = seed

    def following(self) -> int:
        seed, self._given = self._given, None
        return int(self._source.integers(1 << 63)) if seed is None else int(seed)
