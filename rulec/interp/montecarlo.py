"""Monte Carlo tree search on the interpreter: the oracle of `montecarlo.pyx.j2` and `rulec_tree.h`.

The same draws and the same formulas, step by step.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from rulec.interp.statements import Fault
from rulec.runtime import control, rng
from rulec.runtime.montecarlo import STREAM_TREE, UNIT, world_key
from rulec.runtime.resampling import events, resample
from rulec.runtime.search_tree import DRAW, LOSS, WIN, Limits, RawChild, Stop, permitted

_machines = threading.Lock()  # a machine serves one thread at a time, so trees take turns
_Key = tuple[int, int]  # an action (below 0: a secret one, of which only the decision is seen) and its seat


@dataclass
class _Node:
    """A tree node: an option that a seat took after those above it."""

    seat: int = -1
    below: dict[_Key, _Node] = field(default_factory=dict)
    visits: int = 0
    offered: int = 1
    total: int = 0
    options: int = 0  # of the position behind it
    sure: tuple[int, ...] = ()  # of each seat the outcome it has at least; none if nothing is known
    best: tuple[int, ...] = ()  # and at best

    def known(self, seat: int) -> tuple[int, int]:
        return (self.sure[seat], self.best[seat]) if self.sure else (LOSS, WIN)


class InterpretedTree:
    """The tree of one thread; see `rulec.runtime.search_tree.Tree`."""

    def __init__(self, state: Any, limits: Limits, bodies: list[bytes]) -> None:
        self.limits, self.bodies = limits, bodies
        self.state, self.seats = state.clone(), state.num_players()
        self.seat: int = state.current_player()
        observers = self.seats if state._face.schema.secret_ranges() else 1
        self.roots = [_Node() for _ in range(observers)]
        self.root = self.roots[self.seat if observers > 1 else 0]
        self.paths: list[list[_Node]] = []
        self.at: list[_Node | None] = []  # where each observer stands; None: behind its tree
        self.simulated = self.length = 0
        self.interrupted: Stop | None = None
        self.sums, self.squares, self.spreads = [0] * self.seats, [0] * self.seats, [0.0] * self.seats

    # --- as trees are used ----------------------------------------------------------------------------

    def graft(self, old: InterpretedTree, node: _Node) -> None:
        self.root = _copy(node)
        self.roots = [self.root]
        self.simulated = old.simulated
        self.sums, self.squares, self.spreads = list(old.sums), list(old.squares), list(old.spreads)

    def visits(self) -> int:
        return self.root.visits

    def done(self) -> int:
        return self.simulated

    def below(self, node: _Node) -> list[RawChild]:
        return [
            (
                one,
                action,
                seat,
                one.visits,
                one.total,
                _packed(one.sure),
                _packed([WIN - n for n in one.best]),
            )
            for (action, seat), one in sorted(node.below.items())
        ]

    def run(self, first: int, step: int, simulations: int) -> tuple[int, int]:
        with _machines:
            return self._run(first, step, simulations)

    def _run(self, first: int, step: int, simulations: int) -> tuple[int, int]:
        for done in range(simulations):
            if self._solved():
                return -1, done
            number = first + done * step
            key = world_key(self.limits.key, number)
            body = self.bodies[number % len(self.bodies)] if self.bodies else None
            at = _world(self.state, self.seat, key, body)
            try:
                self._simulate(at, key)
            except Fault as fault:
                return fault.number, done
            self._enter(utilities(at.scores(), at.winners()))
        return -1, simulations

    # --- a simulation ---------------------------------------------------------------------------------

    def _simulate(self, at: Any, key: int) -> None:
        """Run one simulation: selection down to a new node, then a random rollout."""
        stream = rng.stream(key, STREAM_TREE)
        self.at, self.paths = list(self.roots), [[] for _ in self.roots]
        self.length, fresh = 0, False
        while not at.is_terminal() and not fresh and self.length < self.limits.depth:
            legal = at.legal_actions()
            action = legal[0]
            if len(legal) > 1:
                seat = at.current_player()
                action, fresh = self._choose(legal, seat, stream)
                self._tell(-at._pending() if events.is_secret(at, action) else action, seat)
            _apply(at, action)
        if at.is_terminal() and self.limits.solver and not any(at._machine.view.draws(at._values)):
            self._settle(at.winners())
        draws, part = rng.stream(key, rng.STREAM_RANDOM_PLAY), 0
        cut = self._play_on(at, draws)
        while not cut and self.limits.cutoff > 0 and not at.is_terminal() and _is_even(at.scores()):
            part += 1
            cut = self._play_on(at, rng.stream(draws, part))

    def _play_on(self, at: Any, draws: int) -> bool:
        """Play at random up to the cutoff; return whether the search was interrupted meanwhile."""
        count = 0
        while not at.is_terminal() and count != self.limits.cutoff:
            if self.interrupted is not None and self.interrupted():
                return True
            _apply(at, at.legal_actions()[at.drawn(rng.draw(draws, count))])
            count += 1
        return False

    def _width(self, seat: int) -> float:
        return self.spreads[seat] * self.limits.exploration

    def _choose(self, legal: list[int], seat: int, stream: int) -> tuple[int, bool]:
        """Select an option at a node; return it and whether it is new there."""
        observer = seat if len(self.roots) > 1 else 0
        number = rng.draw(stream, self.length)
        self.length += 1
        legal = permitted(self.limits, legal, seat)
        above = self.at[observer]
        if above is None:
            return legal[rng.below(number, len(legal))], True
        width, best, most, total, visits = self._width(seat), -1, 0.0, 0, 0
        least = _floor(above, len(legal), seat)
        above.options = len(legal)
        for action in legal:
            one = above.below.get((action, seat))
            if one is not None:
                one.offered += 1
                total, visits = total + one.total, visits + one.visits
                if _passed_by(one, seat, least):
                    continue
                bound = width * about_log2(one.offered + 1) / one.visits * self._factor(number, action)
                value = one.total / one.visits + sqrt(bound)
                if best < 0 or value > most:
                    best, most = action, value
        untried = [action for action in legal if (action, seat) not in above.below]
        fresh = bool(untried) and least < WIN
        if fresh and best >= 0:
            fresh = total / visits + sqrt(width * about_log2(above.visits + 1)) >= most
        if fresh:
            best = untried[rng.below(number, len(untried))]
            above.below[best, seat] = _Node(seat)
        self._step(observer, above.below[best, seat])
        return best, fresh

    def _factor(self, number: int, action: int) -> float:
        """Draw a factor from 0 to 4 for an option of a secret choice (randomized UCB)."""
        if len(self.roots) == 1:
            return 1.0
        even = (rng.draw(number, action) >> 11) / (1 << 52)
        return even * even

    def _tell(self, action: int, seat: int) -> None:
        """Advance the other observers' trees; each adds one node at most before it leaves its tree."""
        for observer, above in enumerate(self.at):
            if observer == seat or above is None or len(self.at) == 1:
                continue
            fresh = (action, seat) not in above.below
            self._step(observer, above.below.setdefault((action, seat), _Node(seat)))
            if fresh:
                self.at[observer] = None

    def _step(self, observer: int, node: _Node) -> None:
        self.paths[observer].append(node)
        self.at[observer] = node

    def _enter(self, utilities: list[int]) -> None:
        self.simulated += 1
        for seat, value in enumerate(utilities):
            self.sums[seat] += value
            self.squares[seat] += value * value
            spread = float(self.simulated * self.squares[seat] - self.sums[seat] * self.sums[seat])
            spread /= float(self.simulated) * float(self.simulated)
            self.spreads[seat] = max(self.spreads[seat], spread)
        for root, path in zip(self.roots, self.paths, strict=True):
            root.visits += 1
            for node in path:
                node.visits += 1
                node.total += utilities[node.seat]

    # --- outcomes that are proven ---------------------------------------------------------------------

    def _solved(self) -> bool:
        low, high = self.root.known(self.seat)
        return self.limits.solver and low == high

    def _settle(self, winners: list[int]) -> None:
        """Back up a game that ended within the tree without chance."""
        path = [self.root, *self.paths[0]]
        if len(path) == 1 or path[-1].sure:
            return
        won = DRAW if len(winners) > 1 else WIN
        path[-1].sure = path[-1].best = tuple(won if seat in winners else LOSS for seat in range(self.seats))
        for above in reversed(path[:-1]):
            if not self._prove(above):
                return

    def _prove(self, above: _Node) -> bool:
        """Update the proven bounds of a node from its children; return whether they changed."""
        kin = list(above.below.values())
        mover, whole = kin[0].seat, len(kin) == above.options
        sure, best = [LOSS] * self.seats, [WIN] * self.seats
        sure[mover] = max(one.known(mover)[0] for one in kin)
        for seat in range(self.seats):
            if whole:
                best[seat] = max(one.known(seat)[1] for one in kin)
            if seat != mover:
                sure[seat] = min(one.known(seat)[0] for one in kin) if whole else LOSS
                best[seat] = min(best[seat], WIN - sure[mover])
        if all(low == LOSS and high == WIN for low, high in zip(sure, best, strict=True)):
            return False
        changed = (above.sure, above.best) != (tuple(sure), tuple(best))
        above.sure, above.best = tuple(sure), tuple(best)
        return changed


def _floor(above: _Node, options: int, seat: int) -> int:
    """Return the best result proven for the seat; -1 if unknown or if every child is a proven loss."""
    known = [one.known(seat) for one in above.below.values() if one.sure]
    if not known:
        return -1
    if len(known) == len(above.below) == options and all(high == LOSS for _, high in known):
        return -1
    return max(low for low, _ in known)


def _passed_by(one: _Node, seat: int, least: int) -> bool:
    low, high = one.known(seat)
    return least >= 0 and high <= least and not (least and low == least)


def _packed(outcomes: Any) -> int:
    return sum(outcome << 2 * seat for seat, outcome in enumerate(outcomes))


def _copy(node: _Node) -> _Node:
    """Copy a node with its subtree."""
    top = _Node(**vars(node))
    left = [top]
    while left:
        one = left.pop()
        one.below = {key: _Node(**vars(child)) for key, child in one.below.items()}
        left += one.below.values()
    return top


def about_log2(n: int) -> float:
    """Approximate log2: linear between powers of two, and exact across platforms."""
    whole = n.bit_length() - 1
    return whole + (n - (1 << whole)) / (1 << whole)


def utilities(points: list[int], winners: list[int]) -> list[int]:
    """Compute the utility of a result for each seat."""
    if len(points) == 1:
        return [max(-UNIT, min(UNIT, points[0]))]
    found = []
    for seat, mine in enumerate(points):
        best = max(other for place, other in enumerate(points) if place != seat)
        apart, much = abs(mine - best), (abs(mine) + abs(best)) // 4 + 1
        margin = apart * (UNIT // 4) // (apart + much)
        value = UNIT // 4 + (margin if mine >= best else -margin)
        found.append(value + (UNIT // 2 // len(winners) if seat in winners else 0))
    return found


def _world(state: Any, player: int, key: int, body: bytes | None) -> Any:
    """Sample the position that a simulation starts from, with chance drawn from its key."""
    at = state.clone()
    at.recording = at.auto_forced = False
    if body is None:
        body = resample.resample(at, player, key)._body()
    at._load(body)
    view = at._machine.view
    view.put(at._values, control.KEY, key)
    view.put(at._values, control.EXPLICIT, 0)
    view.put_draws(at._values, [])
    return at


def _is_even(points: list[int]) -> bool:
    """Return whether the score is uninformative so far."""
    return len(points) > 1 and len(set(points)) == 1


def _apply(at: Any, action: int) -> None:
    at._machine.choose(at._values, action)
    at._changed()
