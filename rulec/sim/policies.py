"""Policies of seats, identical on every back end: choice of an option by index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from rulec.base.diagnostics import did_you_mean
from rulec.errors import RulecError
from rulec.face import State
from rulec.policies.restrictions import Restricted
from rulec.policies.search import KNOWN, Looking, read_searching
from rulec.runtime import rng
from rulec.runtime.search_tree import Stop

Avoid = Mapping[int, Collection[int]]  # seat -> ids taken only if nothing else is legal


class Chooser(Protocol):
    """Policy: (decision number, ids to choose from, state) -> index of the chosen option.

    With `avoid`, the ids are a subset of the legal ones.
    """

    def __call__(
        self, number: int, legal: Sequence[int], state: State, avoid: Avoid | None = None, /
    ) -> int: ...


WAYS = ("random", "first", "last", "same")


def chooser(way: str, seed: int, seconds: float | None = None, stop: Stop | None = None) -> Chooser:
    """Create a policy by name; `random` replays `playouts` games with the same seed.

    `seconds` limits a search for one decision, and `stop` is asked whether to end it.
    """
    if way == "random":
        return _Random(rng.stream(rng.key_of(seed), rng.STREAM_RANDOM_PLAY))
    if way == "first":
        return lambda number, legal, state, avoid=None: 0
    if way == "last":
        return lambda number, legal, state, avoid=None: len(legal) - 1
    if way == "same":
        return _Same()
    looking = read_searching(way)
    if looking is None:
        raise ValueError(f"nobody plays {way!r}; the ways are {', '.join(WAYS)}")
    return _searching(replace(looking, seconds=seconds, stop=stop), rng.key_of(seed))


def _searching(looking: Looking, key: int) -> Chooser:
    return lambda number, legal, state, avoid=None: looking.choose(state, key, number, legal, avoid)


class Players:
    """Policies by seat; the last one applies to all further seats.

    `narrowed` and `forced` count by seat the decisions where a restriction excluded options, and where it
    could not.
    """

    def __init__(
        self,
        ways: Sequence[str],
        seed: int,
        restricted: Sequence[Restricted] = (),
        seconds: float | None = None,
        stop: Stop | None = None,
    ) -> None:
        self._seats = [chooser(way, seed, seconds, stop) for way in ways]
        self._restricted = restricted
        self.narrowed: Counter[int] = Counter()
        self.forced: Counter[int] = Counter()

    def choose(self, state: State, number: int) -> tuple[int, list[int]]:
        """Choice of the deciding seat at decision `number`: index of the option, and all options.

        Explicit chance is sampled from the state's own generator.
        """
        seat, legal = state.current_player(), state.legal_actions()
        if seat < 0:
            return legal.index(state.sample_outcome()), legal
        chooser = self._seats[min(seat, len(self._seats) - 1)]
        limits = self._restricted[seat] if seat < len(self._restricted) else None
        if not limits:
            return chooser(number, legal, state), legal
        places = limits.permitted(legal)
        self.forced[seat] += limits.forced(legal)
        self.narrowed[seat] += len(places) < len(legal)
        permitted = [legal[place] for place in places]
        avoid = {seat: limits.avoided.union(legal).difference(permitted)}
        return places[chooser(number, permitted, state, avoid)], legal


def read_ways(text: str, option: str = "--seats") -> tuple[str, ...]:
    """Parse a list of policies such as `random,first` or `mcts:100,random`."""
    ways = tuple(word.strip().lower() for word in text.split(","))
    for way in ways:
        if way not in WAYS and read_searching(way, option) is None:
            known = (*WAYS, *KNOWN)
            hint = did_you_mean(way.partition(":")[0], known) or f"a player is {', '.join(known)}"
            raise RulecError(f"{option}: nobody plays `{way}`", hint)
    return ways


class _Random:
    """Uniformly random policy."""

    def __init__(self, stream: int) -> None:
        self._stream = stream

    def __call__(self, number: int, legal: Sequence[int], state: State, avoid: Avoid | None = None, /) -> int:
        bits = rng.draw(self._stream, number)
        if avoid is None or len(legal) == state.count_legal():
            return state.drawn(bits)
        return rng.below(bits, len(legal))


class _Same:
    """Policy that repeats earlier choices whenever legal, to drive games to their bounds."""

    def __init__(self) -> None:
        self.last = -1

    def __call__(self, number: int, legal: Sequence[int], state: State, avoid: Avoid | None = None, /) -> int:
        index = legal.index(self.last) if self.last in legal else 0
        self.last = legal[index]
        return index
