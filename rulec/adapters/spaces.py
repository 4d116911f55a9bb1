"""Spaces and seeds for Gymnasium and PettingZoo."""

from __future__ import annotations

from typing import Any

from rulec.adapters.games import Setting
from rulec.adapters.missing import wanted
from rulec.face import State

with wanted("Gymnasium", "gymnasium"):
    import gymnasium
    from gymnasium import spaces
import numpy


def observation_box(chosen: Setting) -> Any:
    """Observation space of one player; `State.observation_layout` names its elements."""
    shape = (chosen.observation_size,)
    if chosen.dtype == "float32":
        return spaces.Box(*_bounds(chosen), shape, numpy.float32)
    lost = chosen.game.State.inexact_in_bytes(chosen.players, **chosen.options)
    if lost:
        gymnasium.logger.warn(
            f"uint8 does not tell these parts of observations exactly: {', '.join(lost)}. "
            "float32 does (`State.inexact_in_bytes` has the list)."
        )
    return spaces.Box(0, 255, shape, numpy.uint8)


def _bounds(chosen: Setting) -> Any:
    """Lower and upper bounds of the numbers of an observation."""
    state = chosen.game.State
    sizes = [part.size for part in state.observation_layout(chosen.players, **chosen.options)]
    ranges = numpy.array(state.observation_ranges(chosen.players, **chosen.options), dtype=numpy.float32)
    return numpy.repeat(ranges, sizes, axis=0).T


def observed(chosen: Setting, state: State, seat: int) -> Any:
    """Observation of one player as an array of the type that was asked for."""
    told = numpy.array(state.observation_tensor(seat, "compact"), dtype=numpy.float32)
    if chosen.dtype == "float32":
        return told
    return (numpy.clip(told, 0, 1).astype(numpy.float64) * 255 + 0.5).astype(numpy.uint8)


class Seeds:
    """A seed per game: the given one, then seeds derived from it. It can be copied, unlike a generator."""

    def __init__(self, seed: int | None) -> None:
        self._source = numpy.random.default_rng(seed)
        self._given = seed

    def following(self) -> int:
        seed, self._given = self._given, None
        return int(self._source.integers(1 << 63)) if seed is None else int(seed)
