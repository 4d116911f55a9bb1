"""What a course of a game has told its players: whether taking moves back would hide it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulec.errors import RulecError
from rulec.face import Game, State

_WORLDS = 8  # drawn anew; what comes out in one of two ways is missed once in 256 times


def came_out(game: Game, before: State, labels: Sequence[str], after: State, seats: Iterable[int]) -> bool:
    """Whether one of the seats knows something in `after` that it could not foresee in `before`.

    The same choices are carried out in worlds that differ in all that the seat can't know, future chance
    included: where nothing came out, it sees the same position behind them in every world.
    """
    if game.PERFECT_INFORMATION and not game.MAX_CHANCE_OUTCOMES:
        return False
    return any(_learns(before, labels, after, seat) for seat in seats)


def _learns(before: State, labels: Sequence[str], after: State, seat: int) -> bool:
    seen = after.observation(seat)
    for number in range(_WORLDS):
        try:
            world = before.resample(seat, number + 1)
            for label in labels:
                world.apply_action(world.string_to_action(label))
            if world.observation(seat) != seen:
                return True
        except (RulecError, ValueError):  # not even possible there
            return True
    return False
