"""Search by random games on the interpreter: the oracle of `montecarlo.pyx.j2` and `rulec_tree.h`.

The same draws and the same formulas, step by step.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from rulec.interp.statements import Fault
from rulec.runtime import control, rng
from rulec.runtime.montecarlo import STREAM_TREE, UNIT, Limits, Tried, world_key
from rulec.runtime.resampling import resample


@dataclass
class _Node:
    """An option that a seat took behind those above it."""

    below: dict[tuple[int, int], _Node] = field(default_factory=dict)
    visits: int = 0
    offered: int = 1
    total: int = 0


class _Tree:
    def __init__(self, seats: int, limits: Limits) -> None:
        self.limits = limits
        self.root = _Node()
        self.path: list[tuple[_Node, int]] = []
        self.done = 0
        self.sums, self.squares = [0] * seats, [0] * seats

    def _width(self, seat: int) -> float:
        if not self.done:
            return 0.0
        spread = float(self.done * self.squares[seat] - self.sums[seat] * self.sums[seat])
        return spread / (float(self.done) * float(self.done)) * self.limits.exploration

    def choose(self, legal: list[int], seat: int, stream: int) -> tuple[int, bool]:
        """Which option is tried below the end of the path, which grows by it; is it new there?"""
        above = self.path[-1][0] if self.path else self.root
        width, best, most = self._width(seat), -1, 0.0
        for action in legal:
            one = above.below.get((action, seat))
            if one is not None:
                one.offered += 1
                value = one.total / one.visits + sqrt(width * about_log2(one.offered + 1) / one.visits)
                if best < 0 or value > most:
                    best, most = action, value
        untried = [action for action in legal if (action, seat) not in above.below]
        fresh = bool(untried)
        if fresh and best >= 0:
            fresh = self.sums[seat] / self.done + sqrt(width * about_log2(above.visits + 1)) >= most
        if fresh:
            best = untried[rng.below(rng.draw(stream, len(self.path)), len(untried))]
            above.below[best, seat] = _Node()
        self.path.append((above.below[best, seat], seat))
        return best, fresh

    def enter(self, utilities: list[int]) -> None:
        self.done += 1
        self.root.visits += 1
        for seat, value in enumerate(utilities):
            self.sums[seat] += value
            self.squares[seat] += value * value
        for node, seat in self.path:
            node.visits += 1
            node.total += utilities[seat]


def about_log2(n: int) -> float:
    """To base 2, and exact: straight between the powers."""
    whole = n.bit_length() - 1
    return whole + (n - (1 << whole)) / (1 << whole)


def utilities(points: list[int], winners: list[int]) -> list[int]:
    """What a result is worth to each seat."""
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


def search(state: Any, limits: Limits, bodies: list[bytes]) -> tuple[int, list[Tried]]:
    player = state.current_player()
    tree = _Tree(state.num_players(), limits)
    for number in range(limits.simulations):
        key = world_key(limits.key, number)
        at = _world(state, player, key, bodies[number % len(bodies)] if bodies else None)
        try:
            _simulate(at, tree, key)
        except Fault as fault:
            return fault.number, []
        tree.enter(utilities(at.scores(), at.winners()))
    return -1, [(action, node.visits, node.total) for (action, _), node in sorted(tree.root.below.items())]


def _world(state: Any, player: int, key: int, body: bytes | None) -> Any:
    """The position a simulation begins at, with chance drawn from its key."""
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


def _simulate(at: Any, tree: _Tree, key: int) -> None:
    """Down the tree to an option that is new, then at random."""
    stream = rng.stream(key, STREAM_TREE)
    tree.path, fresh = [], False
    while not at.is_terminal() and not fresh and len(tree.path) < tree.limits.depth:
        legal = at.legal_actions()
        action = legal[0]
        if len(legal) > 1:
            action, fresh = tree.choose(legal, at.current_player(), stream)
        _apply(at, action)
    draws, part = rng.stream(key, rng.STREAM_RANDOM_PLAY), 0
    _play_on(at, draws, tree.limits.cutoff)
    while tree.limits.cutoff > 0 and not at.is_terminal() and _is_even(at.scores()):
        part += 1
        _play_on(at, rng.stream(draws, part), tree.limits.cutoff)


def _play_on(at: Any, draws: int, most: int) -> None:
    count = 0
    while not at.is_terminal() and count != most:
        _apply(at, at.legal_actions()[at.drawn(rng.draw(draws, count))])
        count += 1


def _is_even(points: list[int]) -> bool:
    """Does the score say nothing as yet?"""
    return len(points) > 1 and len(set(points)) == 1


def _apply(at: Any, action: int) -> None:
    at._machine.choose(at._values, action)
    at._changed()
