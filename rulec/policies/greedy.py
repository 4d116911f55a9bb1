"""Players without foresight: `greedy` takes the option behind which the score is best, one decision ahead."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rulec.face import State
from rulec.runtime import rng

_STREAM = 5  # of a game: draws of greedy players


@dataclass(frozen=True)
class Greedy:
    """Who takes a seat so. The same game, decision and player give the same choice."""

    word: str = "greedy"

    def choose(
        self,
        state: State,
        key: int,
        number: int,
        legal: Sequence[int],
        avoid: Mapping[int, Collection[int]] | None = None,
    ) -> int:
        """The place among `legal` of the best option; of several, one by the draw.

        Where options differ, what the player can't know and what chance will bring is drawn anew before it
        looks ahead; drawing takes long, and where all options come to the same it would change nothing.
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
    """The result of a game that is over, else the points at this moment."""
    result = 0
    if after.is_terminal() and after.num_players() > 1:
        winners = after.winners()
        result = -1 if seat not in winners else 1 + (len(winners) == 1)
    return result, after.scores()[seat]
