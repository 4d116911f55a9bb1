"""Proposal distribution of hidden deals that respect the observed movements of pieces.

Piece counts and visible movements imply lower bounds on how often a kind must have arrived unseen at a place
by some step. Deals satisfying them are drawn uniformly: required pieces are assigned to eligible arrivals,
the rest is dealt, and a deal with n assignments is accepted with probability 1/n. Other constraints of the
history are checked by replaying it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulec.runtime import hidden
from rulec.runtime.hidden import HiddenZone
from rulec.runtime.resampling.arrivals import ArrivalBound, Counts, Need, Place, UnseenArrival
from rulec.runtime.resampling.shares import BoundedDealer, shuffled
from rulec.runtime.view import View

Odds = dict[int, int] | None  # weights by kind


@dataclass
class Pool:
    """Pieces to deal among arrivals; the rest stays in the draw zone (-1: none)."""

    source: int
    group: tuple[int, int]
    pieces: Counts
    gone: Counts  # pieces seen to leave that zone later


class Dealt(NamedTuple):
    cells: list[int]  # at the beginning
    drawn: dict[int, int]  # step -> kind


@dataclass
class Proposal:
    """Constraints on where hidden pieces came from; see `proposal_of`."""

    view: View
    cells: list[int]  # at the beginning
    zones: list[HiddenZone]
    known: list[Counts] | None  # per zone at the beginning; None: all known
    arrivals: list[UnseenArrival]
    needs: list[Need]
    pools: list[Pool]
    reading: HiddenPieceObservations
    sharing: BoundedDealer | None = None  # set once upper bounds are known

    def draw(self, below: Callable[[int], int]) -> Dealt | None:
        """Draw a deal uniformly; None if it is rejected."""
        found = self._guessed(below) if self.sharing is None else self.sharing.draw(below)
        if found is None:
            return None
        kinds, rest = found
        drawn = {one.step: kinds[number] for number, one in enumerate(self.arrivals) if one.step >= 0}
        cells = self.cells if self.known is None else self._beginning(self.known, kinds, rest)
        return Dealt(cells, drawn)

    def _guessed(self, below: Callable[[int], int]) -> tuple[dict[int, int], list[list[int]]] | None:
        """Guess the kinds of all arrivals and the remainder of each pool, with rejection."""
        kinds = self._pinned(below)
        if kinds is None:
            return None
        left = [list(pool.pieces) for pool in self.pools]
        for number, kind in kinds.items():
            left[self.arrivals[number].pool][kind] -= 1
        if any(min(pool) < 0 for pool in left):
            return None
        rest = [shuffled(pool, below) for pool in left]
        for number, one in enumerate(self.arrivals):
            if number not in kinds:
                kinds[number] = rest[one.pool].pop()
        ways = self._ways(kinds)
        return None if ways > 1 and below(ways) else (kinds, rest)

    def restrict(self, caps: Sequence[ArrivalBound]) -> None:
        """Add upper bounds and switch to exact counting where feasible."""
        sharing = BoundedDealer(self.arrivals, self.needs, caps, [pool.pieces for pool in self.pools])
        self.sharing = sharing if sharing.works else None

    def _pinned(self, below: Callable[[int], int]) -> dict[int, int] | None:
        """Assign each required piece to a random eligible arrival."""
        kinds: dict[int, int] = {}
        for need in self.needs:
            free = [n for n, one in enumerate(self.arrivals) if n not in kinds and _is_by(one, need)]
            if not free:
                return None
            kinds[free[below(len(free))]] = need.kind
        return kinds

    def _ways(self, kinds: dict[int, int]) -> int:
        """Number of assignments of the requirements that produce this deal."""
        ways, met = 1, Counter[tuple[Place, int]]()
        for need in self.needs:
            there = sum(kinds[n] == need.kind and _is_by(one, need) for n, one in enumerate(self.arrivals))
            ways *= there - met[need.place, need.kind]
            met[need.place, need.kind] += 1
        return ways

    def _beginning(self, known: list[Counts], kinds: dict[int, int], rest: list[list[int]]) -> list[int]:
        """Initial cells for this deal."""
        comes: list[list[int]] = [[] for _ in self.zones]
        for number, one in enumerate(self.arrivals):
            comes[one.zone if one.step < 0 else self.pools[one.pool].source].append(kinds[number])
        for pool, pieces in zip(self.pools, rest, strict=True):
            if pool.source >= 0:
                gone = [kind for kind, count in enumerate(pool.gone) for _ in range(count)]
                comes[pool.source] += [*pieces, *gone]
        out = list(self.cells)
        for zone, base, new in zip(self.zones, known, comes, strict=True):
            counts = list(base)
            for kind in new:
                counts[kind] += 1
            hidden.put(self.view, out, zone, counts, order=new)
        hidden.forget_what_is_gone(self.view, out)
        return out


def _is_by(one: UnseenArrival, need: Need) -> bool:
    return one.place == need.place and one.step < need.before


# --- read from the course that was ------------------------------------------------------------------------


def proposal_of(
    view: View, positions: Sequence[list[int]], unseen: Sequence[bool], odds: Sequence[Odds],
    player: int, known: bool,
) -> Proposal | None:  # fmt: skip
    """Build the proposal for a history.

    Takes its positions, which steps the player does not see, and the odds of chance outcomes. None if pieces
    move otherwise than from a deck to a final place.
    """
    if not positions or any(one.seen_by or view.slots[one.slot].decides for one in view.schema.hidden):
        return None
    zones = [one for one in hidden.zones(view, positions[0]) if not one.seen(view, positions[0], player)]
    reading = HiddenPieceObservations(view, zones, positions, player)
    return reading.proposal(unseen, odds, known)


class HiddenPieceObservations:
    """A player's observations of pieces in the zones that it does not see into."""

    def __init__(
        self, view: View, zones: list[HiddenZone], positions: Sequence[list[int]], player: int
    ) -> None:
        self.view, self.zones, self.player, self.first = view, zones, player, positions[0]
        self.places: list[Place] = [
            ("mixed", one.info.mixed) if one.info.mixed >= 0 else ("zone", number)
            for number, one in enumerate(zones)
        ]
        self.contents = [[hidden.content(view, cells, one) for one in zones] for cells in positions]
        self.certain = [[hidden.known(view, cells, one, player) for one in zones] for cells in positions]
        self.draws: dict[int, tuple[int, int]] = {}  # step -> from, to
        self.base: list[Counts] = []
        self.sources: list[int] = []

    def proposal(self, unseen: Sequence[bool], odds: Sequence[Odds], known: bool) -> Proposal | None:
        if not all(self._draw(step) for step, one in enumerate(unseen) if one and odds[step] is not None):
            return None
        taken = {source for source, _ in self.draws.values()}
        for step, weights in enumerate(odds):
            gives = [zone for zone, change in self._changes(step) if min(change) < 0] if weights else []
            if any(weights != _present(self.contents[step][zone]) for zone in gives):
                return None  # the draw is not uniform over the zone's pieces
            taken |= set(gives)
        sources = sorted(taken)
        if any(self.places[source][0] == "mixed" for source in sources):
            return None
        if any(to in taken for _, to in self.draws.values()):
            return None
        base = self.contents[0] if known else self.certain[0]
        pools = self._pools(sources, base, known)
        if pools is None or not self._only_leaves(sources, pools):
            return None
        of_source = {pool.source: number for number, pool in enumerate(pools)}
        arrivals = self._there_before(sources, base, pools)
        arrivals += [
            UnseenArrival(step, self.places[to], to, of_source[source])
            for step, (source, to) in self.draws.items()
        ]
        needs = self._needs(sources, base)
        self.base, self.sources = base, sources
        certain = None if known else base
        return Proposal(self.view, self.first, self.zones, certain, arrivals, needs, pools, self)

    def is_filled_by_draws(self, zone: int) -> bool:
        """Check whether pieces enter this zone unseen only by draws."""
        group = self.zones[zone].group
        drawn = any(self.zones[one].group == group for one in self.sources)
        return drawn and zone not in self.sources and self.places[zone][0] == "zone"

    def source_of(self, zone: int) -> int:
        """Draw zone with pieces of the same group."""
        group = self.zones[zone].group
        return next(one for one in self.sources if self.zones[one].group == group)

    def seen_before(self, step: int, zone: int) -> Counts:
        """Contents implied by visible changes before a step; may be negative."""
        seen = self.base[zone]
        for earlier in range(step):
            if earlier not in self.draws:
                seen = _sum((seen, _minus(self.contents[earlier + 1][zone], self.contents[earlier][zone])))
        return seen

    def _draw(self, step: int) -> bool:
        """Record a step that draws a single piece unseen; False if it changes more."""
        changes = self._changes(step)
        takes = [(zone, change) for zone, change in changes if sum(change) < 0]
        gives = [(zone, change) for zone, change in changes if sum(change) > 0]
        if len(changes) != 2 or len(takes) != 1 or len(gives) != 1:
            return False
        (source, less), (to, more) = takes[0], gives[0]
        self.draws[step] = (source, to)
        return sum(more) == 1 and [-one for one in less] == more and min(more) == 0

    def _changes(self, step: int) -> list[tuple[int, Counts]]:
        """Zones that a step changes, with the difference."""
        before, after = self.contents[step], self.contents[step + 1]
        pairs = enumerate(zip(before, after, strict=True))
        return [(n, _minus(new, old)) for n, (old, new) in pairs if old != new]

    def _pools(self, sources: list[int], base: list[Counts], known: bool) -> list[Pool] | None:
        """Pools to deal among arrivals and initial contents, per draw zone."""
        if known:
            return [
                Pool(source, self.zones[source].group, list(self.contents[0][source]), _none(base[source]))
                for source in sources
            ]
        groups: dict[tuple[int, int], Pool] = {}
        for number, zone in enumerate(self.zones):
            pool = groups.setdefault(
                zone.group, Pool(-1, zone.group, _none(base[number]), _none(base[number]))
            )
            if number in sources:
                if pool.source >= 0 or any(base[number]):
                    return None
                pool.source = number
            pool.pieces = _sum((pool.pieces, _minus(self.contents[0][number], base[number])))
        return list(groups.values())

    def _only_leaves(self, sources: list[int], pools: list[Pool]) -> bool:
        """Account for pieces seen to leave the draw zones; False if any returns."""
        of_source = {pool.source: pool for pool in pools}
        for step in range(len(self.contents) - 1):
            if step not in self.draws:
                for zone, change in self._changes(step):
                    if zone in sources:
                        if max(change) > 0:
                            return False
                        pool = of_source[zone]
                        pool.pieces, pool.gone = _sum((pool.pieces, change)), _minus(pool.gone, change)
        return True

    def _there_before(self, sources: list[int], base: list[Counts], pools: list[Pool]) -> list[UnseenArrival]:
        found = []
        for number, zone in enumerate(self.zones):
            if number not in sources:
                unknown = sum(self.contents[0][number]) - sum(base[number])
                if unknown:
                    pool = next(n for n, one in enumerate(pools) if one.group == zone.group)
                    found += [UnseenArrival(-1, self.places[number], number, pool)] * unknown
        return found

    def _needs(self, sources: list[int], base: list[Counts]) -> list[Need]:
        """Lower bounds on unseen arrivals: pieces known or seen to leave exceed those seen to arrive."""
        found: list[Need] = []
        places = list(dict.fromkeys(one for n, one in enumerate(self.places) if n not in sources))
        members = {place: [n for n, one in enumerate(self.places) if one == place] for place in places}
        for place in places:
            seen = _sum(base[n] for n in members[place])
            needed = [0] * len(seen)
            for step in range(len(self.contents) - 1):
                if step not in self.draws:
                    before, after = (self._there(at, members[place]) for at in (step, step + 1))
                    seen = _sum((seen, _minus(after, before)))
                certain = _sum(self.certain[step + 1][n] for n in members[place])
                for kind, count in enumerate(_minus(certain, seen)):
                    found += [Need(step + 1, place, kind)] * max(0, count - needed[kind])
                    needed[kind] = max(needed[kind], count)
        return sorted(found)

    def _there(self, at: int, members: list[int]) -> Counts:
        return _sum(self.contents[at][n] for n in members)


def _minus(counts: Counts, others: Counts) -> Counts:
    return [count - other for count, other in zip(counts, others, strict=True)]


def _sum(several: Iterable[Counts]) -> Counts:
    return [sum(counts) for counts in zip(*several, strict=True)]


def _none(counts: Counts) -> Counts:
    return [0] * len(counts)


def _present(counts: Counts) -> dict[int, int]:
    return {kind: count for kind, count in enumerate(counts) if count}
