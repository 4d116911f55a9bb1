"""Information gained by players during a sequence of moves, which taking moves back cannot hide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulec.errors import RulecError
from rulec.face import Game, State

_WORLDS = 8  # resampled worlds; a binary fact is missed with probability 1/256


def came_out(game: Game, before: State, labels: Sequence[str], after: State, seats: Iterable[int]) -> bool:
    """Return whether some seat knows something in `after` that it could not foresee in `before`.

    The same choices are replayed in worlds with resampled hidden information and future chance: if nothing
    was revealed, the seat observes the same position behind them in every world.
    """
    if game.PERFECT_INFORMATION and not game.MAX_CHANCE_OUTCOMES:
        return False
    return any(_learns(before, labels, after, seat) for seat in seats)


def _learns(before: State, labels: Sequence[str], after: State, seat: int) -> bool:
    seen = after.observation(seat)
    try:
        for world in before.resample_many(seat, range(1, _WORLDS + 1)):
            for label in labels:
                world.apply_action(world.string_to_action(label))
            if world.observation(seat) != seen:
                return True
    except (RulecError, ValueError):  # impossible in this world
        return True
    return False
