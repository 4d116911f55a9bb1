"""Exact uniform sampling of deals with row sums and bounds, by dynamic programming.

Places take fixed numbers of pieces, with lower and upper bounds per kind. Kinds are processed in order; the
state is the remaining capacity of each place, and the number of completions is counted once per kind and
state.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb, prod
from typing import NamedTuple

from rulec.runtime.resampling.arrivals import ArrivalBound, Counts, Need, Place, UnseenArrival

WORK = 500_000  # bound on rows times states to enumerate

Row = tuple[int, ...]  # pieces of one kind by place


class Prefix(NamedTuple):
    """Bounds on the number of pieces of a kind over several places."""

    places: tuple[int, ...]
    kind: int
    least: int
    most: int


class Shares:
    """Deal counts: `pieces` by kind, `takes` by place; the remainder is not dealt."""

    def __init__(self, pieces: Sequence[int], takes: Row, limits: Sequence[Prefix]) -> None:
        self.takes = takes
        self.rows = [
            list(_rows(count, takes, [one for one in limits if one.kind == kind]))
            for kind, count in enumerate(pieces)
        ]
        self.counts: list[dict[Row, int]] = [{} for _ in range(len(pieces) + 1)]
        self.counts[-1][tuple(0 for _ in takes)] = 1
        for kind in reversed(range(len(pieces))):
            self._count(kind)

    def _count(self, kind: int) -> None:
        """Count completions for each state before this kind."""
        found = self.counts[kind]
        for rest, ways in self.counts[kind + 1].items():
            for row, deals in self.rows[kind]:
                before = tuple(left + here for left, here in zip(rest, row, strict=True))
                if all(left <= most for left, most in zip(before, self.takes, strict=True)):
                    found[before] = found.get(before, 0) + ways * deals

    @property
    def number(self) -> int:
        """Total number of deals."""
        return self.counts[0].get(self.takes, 0)

    def draw(self, below: Callable[[int], int]) -> list[Row]:
        """Draw a deal uniformly: one row per kind."""
        left, out = self.takes, []
        for kind, rows in enumerate(self.rows):
            rest = below(self.counts[kind][left])
            for row, deals in rows:
                after = tuple(have - here for have, here in zip(left, row, strict=True))
                rest -= deals * self.counts[kind + 1].get(after, 0)
                if rest < 0:
                    out.append(row)
                    left = after
                    break
        return out


def is_feasible(pieces: Sequence[int], takes: Row) -> bool:
    """Check whether the number of states is small enough to count."""
    states = prod(most + 1 for most in takes)
    rows = sum(comb(count + len(takes), len(takes)) for count in pieces)
    return states * rows <= WORK


def _rows(count: int, takes: Row, limits: Sequence[Prefix]) -> Iterator[tuple[Row, int]]:
    """Yield distributions of equal pieces over the places, with their multiplicities."""
    for row in _split(count, takes):
        sums = [(sum(row[place] for place in one.places), one) for one in limits]
        if all(one.least <= came <= one.most for came, one in sums):
            ways, rest = 1, count
            for here in row:
                ways *= comb(rest, here)
                rest -= here
            yield row, ways


def _split(count: int, takes: Row) -> Iterator[Row]:
    if not takes:
        yield ()
        return
    for here in range(min(count, takes[0]) + 1):
        for rest in _split(count - here, takes[1:]):
            yield (here, *rest)


# --- what came to hands, from what was seen ---------------------------------------------------------------


class BoundedDealer:
    """Uniform deals to arrivals under all lower and upper bounds."""

    def __init__(
        self,
        arrivals: Sequence[UnseenArrival],
        needs: Sequence[Need],
        caps: Sequence[ArrivalBound],
        pools: Sequence[Counts],
    ) -> None:
        self.pools = pools
        # Arrivals at one place between the same two constraint steps are exchangeable.
        self.classes: list[dict[tuple[Place, int], list[int]]] = [{} for _ in pools]
        moments = {one.place: set[int]() for one in arrivals}
        for place, before in [one[1::-1] for one in needs] + [one[1::-1] for one in caps]:
            moments.setdefault(place, set()).add(before)
        for number, one in enumerate(arrivals):
            since = sum(moment <= one.step for moment in moments[one.place])
            self.classes[one.pool].setdefault((one.place, since), []).append(number)
        self.shares: list[Shares] = []
        for classes, pieces in zip(self.classes, pools, strict=True):
            takes = tuple(map(len, classes.values()))
            if is_feasible(pieces, takes):
                limits = list(_prefixes(list(classes), moments, needs, caps))
                self.shares.append(Shares(pieces, takes, limits))

    @property
    def works(self) -> bool:
        """Check whether every pool could be counted and has a deal."""
        return len(self.shares) == len(self.pools) and all(one.number for one in self.shares)

    def draw(self, below: Callable[[int], int]) -> tuple[dict[int, int], list[list[int]]]:
        """Draw the kinds of the arrivals and the remainder of each pool."""
        kinds: dict[int, int] = {}
        rest: list[list[int]] = []
        for pieces, classes, shares in zip(self.pools, self.classes, self.shares, strict=True):
            rows = shares.draw(below)
            for place, numbers in enumerate(classes.values()):
                come = shuffled([row[place] for row in rows], below)
                kinds |= dict(zip(numbers, come, strict=True))
            rest.append(shuffled([count - sum(row) for count, row in zip(pieces, rows, strict=True)], below))
        return kinds, rest


def _prefixes(
    classes: list[tuple[Place, int]], moments: dict[Place, set[int]], needs: Sequence[Need],
    caps: Sequence[ArrivalBound],
) -> Iterator[Prefix]:  # fmt: skip
    needed: Counter[tuple[Place, int]] = Counter()

    def by(before: int, place: Place) -> tuple[int, ...]:
        earlier = sum(moment < before for moment in moments[place])
        return tuple(n for n, (where, since) in enumerate(classes) if where == place and since <= earlier)

    for need in needs:
        needed[need.place, need.kind] += 1
        places = by(need.before, need.place)
        yield Prefix(places, need.kind, needed[need.place, need.kind], sys.maxsize)
    for cap in caps:
        yield Prefix(by(cap.before, cap.place), cap.kind, 0, cap.most)


def shuffled(counts: Sequence[int], below: Callable[[int], int]) -> list[int]:
    """Shuffle a multiset of kinds (Fisher-Yates)."""
    pieces = [kind for kind, count in enumerate(counts) for _ in range(count)]
    for place in range(len(pieces) - 1, 0, -1):
        other = below(place + 1)
        pieces[place], pieces[other] = pieces[other], pieces[place]
    return pieces
