"""Information gained by players during a sequence of moves, which taking moves back cannot hide."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import TYPE_CHECKING, cast

from rulec.errors import RulecError
from rulec.face import Game, State
from rulec.runtime.resampling.courses import Interrupted
from rulec.runtime.resampling.events import is_secret
from rulec.runtime.resampling.resample import determinize_each, redealt_each

if TYPE_CHECKING:
    from rulec.runtime.state_base import StateBase

_WORLDS = 16  # resampled worlds; a fact that is news in every fifth is missed with probability 1/36
_TRIED = 64  # deals of an earlier position, half of them however long they take
_ALIKE = 8  # of them that must look alike since
_BACK = 8  # moves to that position
_SECONDS = 2.0  # of searching worlds that fit a long record

Moves = Sequence[tuple[State, str]]  # positions with the label chosen in each


def came_out(
    game: Game,
    before: State,
    labels: Sequence[str],
    after: State,
    seats: Iterable[int],
    earlier: Moves = (),
    seconds: float = _SECONDS,
) -> bool:
    """Return whether some seat knows something in `after` that it could not foresee in `before`.

    The same choices are replayed in worlds with resampled hidden information and future chance: if nothing
    was revealed, the choices are possible in every world and show the seat the same position.
    `earlier` are the moves up to `before`; the search in long records ends after so many seconds.
    """
    if game.PERFECT_INFORMATION and not game.MAX_CHANCE_OUTCOMES:
        return False
    end = time.monotonic() + seconds
    taken = _Taken(before, labels, after, earlier, lambda: time.monotonic() > end)
    return any(taken.teaches(seat) for seat in seats)


@dataclass(frozen=True)
class _Taken:
    """Moves to take back."""

    before: State
    labels: Sequence[str]
    after: State
    earlier: Moves
    stop: Callable[[], bool]

    def teaches(self, seat: int) -> bool:
        """Compare deals of a position first, which take a moment, then worlds that fit the whole record.

        The deals include all such worlds, so that a difference of deals may be one that the seat could rule
        out. It counts, if there is no time to find out.
        """
        seen = self.after.observation(seat)
        dealt = _dealt(self.before, seat, self.earlier, self.stop)
        suspected = self._differ(dealt, seen, seat)
        if dealt and not suspected:
            return False
        worlds = determinize_each(_base(self.before), seat, range(1, _WORLDS + 1), self.stop)
        try:
            return self._differ(cast("Iterator[State]", worlds), seen, seat)
        except Interrupted:
            return suspected

    def _differ(self, worlds: Iterable[State], seen: object, seat: int) -> bool:
        for world in worlds:
            try:
                for label in self.labels:
                    world.apply_action(world.string_to_action(label))
            except (RulecError, ValueError):  # impossible in this world
                return True
            if world.observation(seat) != seen:
                return True
        return False


def _base(state: State) -> StateBase:
    return cast("StateBase", state)


def _dealt(before: State, seat: int, earlier: Moves, stop: Callable[[], bool]) -> list[State]:
    """Deal the latest position that can be dealt, and replay the moves from there; empty if there is none.

    Locals of running rules may depend on hidden pieces: such a position can't be dealt by itself.
    """
    since: list[tuple[State, str]] = []
    for base, label in ((before, ""), *reversed(earlier[-_BACK:])):
        if label:
            if _is_hidden(base, label, seat):
                break
            since.insert(0, (base, label))
        dealt = redealt_each(_base(base), seat, range(1, _TRIED + 1))
        if dealt is not None:
            tried = _in_time(cast("Iterator[State]", dealt), stop)
            worlds = list(islice(_led_on(tried, since, before, seat), _WORLDS))
            return worlds if len(worlds) >= _ALIKE else []
    return []


def _in_time(dealt: Iterator[State], stop: Callable[[], bool]) -> Iterator[State]:
    yield from islice(dealt, _TRIED // 2)
    yield from takewhile(lambda _: not stop(), dealt)


def _is_hidden(state: State, label: str, seat: int) -> bool:
    """Check whether a choice, or an outcome of chance, may be unknown to a seat."""
    secret = is_secret(_base(state), state.string_to_action(label))
    return secret and state.current_player() != seat


def _led_on(dealt: Iterator[State], since: Moves, before: State, seat: int) -> Iterator[State]:
    """Yield the worlds that look like `before` after the moves since they were dealt."""
    seen = before.observation(seat)
    for world in dealt:
        try:
            for _, label in since:
                world.apply_action(world.string_to_action(label))
        except (RulecError, ValueError):  # impossible in this world
            continue
        if world.observation(seat) == seen:
            yield world
