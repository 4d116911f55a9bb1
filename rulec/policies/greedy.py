"""Greedy policy: takes the option with the best score one decision ahead."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rulec.face import State
from rulec.runtime import rng
from rulec.runtime.search_tree import Stop

_STREAM = 5  # random stream of a game for greedy players
Worth = tuple[int, int]


@dataclass(frozen=True)
class Greedy:
    """Greedy policy of a seat, deterministic per game, decision and player unless its seconds run out."""

    word: str = "greedy"
    seconds: float | None = None  # limit of a decision
    stop: Stop | None = None  # whether to choose now

    def choose(
        self,
        state: State,
        key: int,
        number: int,
        legal: Sequence[int],
        avoid: Mapping[int, Collection[int]] | None = None,
    ) -> int:
        """Return the index in `legal` of a best option, with random tie-breaking.

        If options differ, hidden information and future chance are resampled before the look-ahead;
        resampling is slow, and would change nothing if all options are equal. If the seconds run out, the
        best of the options tried in the resampled state is chosen: the first look may see what is hidden.
        """
        if len(legal) == 1:
            return 0
        bits = rng.draw(rng.stream(key, _STREAM), number)
        seat = state.current_player()
        places = range(len(legal))
        end = None if self.seconds is None else time.monotonic() + self.seconds
        half = None if end is None or self.seconds is None else end - self.seconds / 2
        worth = self._looked(state, seat, legal, places, half)
        if len(worth) < len(legal) or max(worth.values()) != min(worth.values()):
            first = 0 if len(worth) == len(legal) else rng.below(bits, len(legal))
            world = state.resample(seat, bits)
            worth = self._looked(world, seat, legal, [*places[first:], *places[:first]], end)
        most = max(worth.values())
        best = sorted(place for place, value in worth.items() if value == most)
        return best[rng.below(bits, len(best))]

    def _looked(
        self, state: State, seat: int, legal: Sequence[int], places: Sequence[int], end: float | None
    ) -> dict[int, Worth]:
        """Return the worth of options by place, of as many as the time allows, but at least one."""
        found: dict[int, Worth] = {}
        for place in places:
            late = end is not None and time.monotonic() >= end
            if found and (late or (self.stop is not None and self.stop())):
                break
            found[place] = _worth(state.child(legal[place]), seat)
        return found


def _worth(after: State, seat: int) -> Worth:
    """Return the result of a finished game, and the current score."""
    result = 0
    if after.is_terminal() and after.num_players() > 1:
        winners = after.winners()
        result = -1 if seat not in winners else 1 + (len(winners) == 1)
    return result, after.scores()[seat]
