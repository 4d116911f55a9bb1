"""Greedy policy: takes the option with the best score one decision ahead."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rulec.face import State
from rulec.runtime import rng

_STREAM = 5  # random stream of a game for greedy players


@dataclass(frozen=True)
class Greedy:
    """Greedy policy of a seat, deterministic per game, decision and player."""

    word: str = "greedy"

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
        resampling is slow, and would change nothing if all options are equal.
        """
        if len(legal) == 1:
            return 0
        bits = rng.draw(rng.stream(key, _STREAM), number)
        seat = state.current_player()
        worth = [_worth(state.child(action), seat) for action in legal]
        if max(worth) != min(worth):
            world = state.resample(seat, bits)
            worth = [_worth(world.child(action), seat) for action in legal]
        best = [place for place, value in enumerate(worth) if value == max(worth)]
        return best[rng.below(bits, len(best))]


def _worth(after: State, seat: int) -> tuple[int, int]:
    """Return the result of a finished game, and the current score."""
    result = 0
    if after.is_terminal() and after.num_players() > 1:
        winners = after.winners()
        result = -1 if seat not in winners else 1 + (len(winners) == 1)
    return result, after.scores()[seat]
