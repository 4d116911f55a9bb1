"""Ways to play, the same on every back end: which option is taken, by its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulec.base.diagnostics import did_you_mean
from rulec.errors import RulecError
from rulec.face import State
from rulec.policies.search import KINDS, read_searching
from rulec.runtime import rng

# (number of the decision in this game, legal ids, where) -> index of the one that is taken
Chooser = Callable[[int, Sequence[int], State], int]

WAYS = ("random", "first", "last", "same")


def chooser(way: str, seed: int) -> Chooser:
    """`random` draws as `playouts` does, so that its game number i can be played again by its seed."""
    if way == "random":
        stream = rng.stream(rng.key_of(seed), rng.STREAM_RANDOM_PLAY)
        return lambda number, legal, state: state.drawn(rng.draw(stream, number))
    if way == "first":
        return lambda number, legal, state: 0
    if way == "last":
        return lambda number, legal, state: len(legal) - 1
    if way == "same":
        return _Same()
    searching = read_searching(way)
    if searching is None:
        raise ValueError(f"nobody plays {way!r}; the ways are {', '.join(WAYS)}")
    key = rng.key_of(seed)
    return lambda number, legal, state: searching.choose(state, key, number)


class Players:
    """One way to choose for each seat; the last one counts for all seats that follow."""

    def __init__(self, ways: Sequence[str], seed: int) -> None:
        self._seats = [chooser(way, seed) for way in ways]

    def choose(self, state: State, number: int) -> tuple[int, list[int]]:
        """What whoever is to decide takes at decision `number` of the game: its index, and all options.

        Where chance is explicit it takes what it would take otherwise.
        """
        seat, legal = state.current_player(), state.legal_actions()
        if seat < 0:
            return legal.index(state.sample_outcome()), legal
        return self._seats[min(seat, len(self._seats) - 1)](number, legal, state), legal


def read_ways(text: str, option: str = "--seats") -> tuple[str, ...]:
    """`random,first` or `mcts:100,random`: who plays each seat; errors name the option."""
    ways = tuple(word.strip().lower() for word in text.split(","))
    for way in ways:
        if way not in WAYS and read_searching(way, option) is None:
            known = (*WAYS, *KINDS)
            hint = did_you_mean(way.partition(":")[0], known) or f"a player is {', '.join(known)}"
            raise RulecError(f"{option}: nobody plays `{way}`", hint)
    return ways


class _Same:
    """Whoever takes what was taken before, whenever it is offered, drives a game to its bound."""

    def __init__(self) -> None:
        self.last = -1

    def __call__(self, number: int, legal: Sequence[int], state: State) -> int:
        index = legal.index(self.last) if self.last in legal else 0
        self.last = legal[index]
        return index
