"""PUCT search guided by an evaluator (such as a network), with leaves evaluated in batches.

A simulation descends by priors and values (`Q + c * P * sqrt(N) / (1 + n)`) to an unevaluated position. Such
leaves are collected under virtual loss and evaluated in one batch. Simulations are determinized, and with
secret choices each seat has a tree of its own, as in searches by random playouts.

Implemented once for both back ends, on the public API of states.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final, NamedTuple

from rulec.runtime import codec, control, rng
from rulec.runtime.resampling import events, resample
from rulec.runtime.search_tree import Limits, RawChild
from rulec.runtime.state_base import StateBase

STREAM_WORLDS: Final = 2  # as in montecarlo
STREAM_TREE: Final = 3
WORLDS: Final = 64  # determinizations per search, used in turn
_AT_ONCE: Final = 8

# (observations, masks) -> (priors, values): NumPy arrays, one row per position
Evaluate = Callable[[Any, Any], tuple[Any, Any]]


@dataclass
class _Node:
    """Node below a choice; `priors` of its children are set by evaluation."""

    seat: int = -1
    below: dict[tuple[int, int], _Node] = field(default_factory=dict)
    priors: dict[int, float] | None = None
    visits: int = 0
    total: float = 0.0
    pending: bool = False  # already in the batch

    def prior(self, action: int, options: int) -> float:
        """Prior of an action; uniform if the action was not legal at evaluation."""
        assert self.priors is not None
        return self.priors.get(action, 1 / options)


class _Leaf(NamedTuple):
    """Leaf to evaluate, or a terminal position with its utilities."""

    state: Any
    seat: int
    node: _Node | None  # receives the priors
    paths: list[list[_Node]]
    utilities: list[float] | None


class EvaluatedTree:
    """The tree of a search with an evaluator; see `rulec.runtime.search_tree.Tree`."""

    def __init__(self, evaluate: Evaluate, batch: int, state: StateBase, limits: Limits) -> None:
        self.evaluate, self.batch, self.limits = evaluate, batch, limits
        self.original, self.state = state.clone(), state.clone()  # originals with and without record
        self.state.recording = self.state.auto_forced = False
        self.seats, self.seat = state.num_players(), state.current_player()
        schema = state._face.schema
        self.open, self.chances = schema.is_open(), bool(schema.events)
        self.worlds: dict[int, StateBase] = {}
        observers = self.seats if schema.secret_ranges() else 1
        self.roots = [_Node() for _ in range(observers)]
        self.root = self.roots[self.seat if observers > 1 else 0]
        self.compact = state._face.compact(state._configuration())  # type: ignore[attr-defined]
        self.low, self.high = 0.0, 1.0  # range of utilities; in solo games, as observed so far
        self.exploration = sqrt(limits.exploration)
        self.ranged = self.seats > 1

    # --- as trees are used ----------------------------------------------------------------------------

    def graft(self, old: EvaluatedTree, node: _Node) -> None:
        self.root = node
        self.roots = [node]
        self.low, self.high, self.ranged = old.low, old.high, old.ranged

    def visits(self) -> int:
        return self.root.visits

    def done(self) -> int:
        return self.root.visits

    def below(self, node: _Node) -> list[RawChild]:
        found = []
        for (action, seat), one in sorted(node.below.items()):
            if one.visits:
                found.append((one, action, seat, one.visits, one.total, 0, 0))
        return found

    def run(self, first: int, step: int, simulations: int) -> tuple[int, int]:
        """Run one batch of at most `simulations`."""
        leaves: list[_Leaf] = []
        while len(leaves) < min(self.batch, simulations):
            leaf = self._descend(first + len(leaves) * step)
            if leaf is None:
                break  # it ends at a leaf of this batch
            leaves.append(leaf)
        try:
            self._evaluate(leaves)
        except BaseException:
            self._take_back(leaves)
            raise
        return -1, len(leaves)

    # --- a simulation ---------------------------------------------------------------------------------

    def _descend(self, number: int) -> _Leaf | None:
        at = self._world(number)
        here: list[_Node | None] = list(self.roots)
        paths: list[list[_Node]] = [[] for _ in self.roots]
        depth, stream = 0, rng.stream(rng.draw(self.limits.key, number), STREAM_TREE)
        while not at.is_terminal():
            legal = at.legal_actions()
            if len(legal) == 1:
                at._apply(legal[0])
                continue
            seat = at.current_player()
            observer = seat if len(here) > 1 else 0
            node = here[observer]
            if node is None or node.priors is None or depth == self.limits.depth:
                if node is not None and node.pending:
                    return None
                return self._lost(_Leaf(at, seat, node, paths, None))
            action = self._choose(node, legal, seat, rng.draw(stream, depth))
            self._step(here, paths, observer, action, seat)
            if len(here) > 1:
                seen = -at._pending() if events.is_secret(at, action) else action
                for other in range(len(here)):
                    if other != observer and here[other] is not None:
                        self._step(here, paths, other, seen, seat)
            at._apply(action)
            depth += 1
        return self._lost(_Leaf(at, -1, None, paths, self._outcome(at)))

    def _world(self, number: int) -> Any:
        """Root position of a simulation: determinized and reseeded by its key."""
        key = rng.draw(rng.stream(self.limits.key, STREAM_WORLDS), number)
        at: Any = self.state
        if not self.open:
            at = self._drawn(number % WORLDS)
        at = at.clone()
        if self.chances:
            view, cells = at._face.view, at._cells()
            view.put(cells, control.KEY, key)
            view.put(cells, control.EXPLICIT, 0)
            view.put_draws(cells, [])
            at._load(codec.pack(view.schema, cells))
            at._refresh()
        return at

    def _drawn(self, place: int) -> StateBase:
        """Determinization number `place`; drawn in groups and cached."""
        if place not in self.worlds:
            places = range(place - place % _AT_ONCE, place - place % _AT_ONCE + _AT_ONCE)
            stream = rng.stream(self.limits.key, STREAM_WORLDS)
            found = resample.determinize_many(
                self.original, self.seat, [rng.draw(stream, one) for one in places]
            )
            for one, world in zip(places, found, strict=True):
                world.recording = world.auto_forced = False
                self.worlds[one] = world
        return self.worlds[place]

    def _choose(self, node: _Node, legal: list[int], seat: int, number: int) -> int:
        """Option with the highest upper bound; ties go to the lowest id."""
        explored = self.exploration * sqrt(max(1, node.visits))
        known = [
            one for action in legal if (one := node.below.get((action, seat))) is not None and one.visits
        ]
        usual = (
            sum(one.total for one in known) / sum(one.visits for one in known) if known else self._middle()
        )
        best, most = -1, 0.0
        for action in legal:
            one = node.below.get((action, seat))
            visits = 0 if one is None else one.visits
            worth = self._scaled(usual if one is None or not visits else one.total / visits)
            bonus = explored * node.prior(action, len(legal)) / (1 + visits)
            if len(self.roots) > 1:  # decorrelate players' choices, lest they reveal hidden ones
                bonus *= (rng.draw(number, action) >> 11) / (1 << 52)
            bound = worth + bonus
            if best < 0 or bound > most:
                best, most = action, bound
        return best

    def _middle(self) -> float:
        return (self.low + self.high) / 2

    def _scaled(self, value: float) -> float:
        return (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5

    def _step(
        self, here: list[_Node | None], paths: list[list[_Node]], observer: int, action: int, seat: int
    ) -> None:
        above = here[observer]
        assert above is not None
        node = above.below.get((action, seat))
        if node is None:
            node = above.below[action, seat] = _Node(seat)
        here[observer] = node
        paths[observer].append(node)

    def _outcome(self, at: Any) -> list[float]:
        if self.seats == 1:
            return [float(at.scores()[0])]
        return list(at.returns())

    # --- values ---------------------------------------------------------------------------------------

    def _lost(self, leaf: _Leaf) -> _Leaf:
        """Apply virtual loss along the leaf's path."""
        for root, path in zip(self.roots, leaf.paths, strict=True):
            root.visits += 1
            for node in path:
                node.visits += 1
                node.total += self.low
        if leaf.node is not None:
            leaf.node.pending = True
        return leaf

    def _evaluate(self, leaves: list[_Leaf]) -> None:
        asked = [leaf for leaf in leaves if leaf.utilities is None]
        values = iter(self._answers(asked) if asked else [])
        low = self.low
        for leaf in leaves:
            worth = next(values) if leaf.utilities is None else leaf.utilities
            for path in leaf.paths:
                for node in path:
                    node.total += worth[node.seat] - low
            if self.seats == 1:
                self.low = min(self.low, worth[0]) if self.ranged else worth[0]
                self.high = max(self.high, worth[0]) if self.ranged else worth[0]
                self.ranged = True

    def _take_back(self, leaves: list[_Leaf]) -> None:
        """Undo the virtual loss of a batch whose evaluation failed."""
        for leaf in leaves:
            for root, path in zip(self.roots, leaf.paths, strict=True):
                root.visits -= 1
                for node in path:
                    node.visits -= 1
                    node.total -= self.low
            if leaf.node is not None:
                leaf.node.pending = False

    def _answers(self, leaves: list[_Leaf]) -> list[list[float]]:
        """Call the evaluator; set the priors of nodes and return the values by seat."""
        import numpy

        schema = self.state._face.schema
        rows = numpy.array(
            [leaf.state._tensor(leaf.seat, self.compact) for leaf in leaves], dtype=numpy.float32
        )
        masks = numpy.frombuffer(
            b"".join(leaf.state.legal_actions_mask() for leaf in leaves), dtype=numpy.uint8
        )
        masks = masks.reshape(len(leaves), schema.num_actions).copy()  # writable
        priors, values = checked(self.evaluate(rows, masks), len(leaves), schema.num_actions, self.seats)
        found = []
        for leaf, prior, value in zip(leaves, priors, values, strict=True):
            if leaf.node is not None:
                leaf.node.pending = False
                legal = leaf.state.legal_actions()
                given = [float(prior[action]) for action in legal]
                total = sum(given)
                leaf.node.priors = {
                    action: one / total if total > 0 else 1 / len(legal)
                    for action, one in zip(legal, given, strict=True)
                }
            worth = [0.0] * self.seats
            for place, one in enumerate(value):
                worth[(leaf.seat + place) % self.seats] = float(one)
            found.append(worth)
        return found


def checked(answer: Any, count: int, actions: int, seats: int) -> tuple[Any, Any]:
    """Validate an evaluator's result: priors, and values by seat relative to the decider."""
    import numpy

    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise ValueError(f"evaluate returns two arrays, priors and values, not {type(answer).__name__}")
    priors, values = (numpy.asarray(one, dtype=numpy.float64) for one in answer)
    if priors.shape != (count, actions):
        raise ValueError(f"evaluate returned priors of shape {priors.shape}, not {(count, actions)}")
    if values.shape == (count, 1):
        values = values[:, 0]
    if values.shape == (count,) and seats <= 2:
        values = values[:, None] if seats == 1 else numpy.stack([values, 1 - values], axis=1)
    if values.shape != (count, seats):
        either = f"{(count,)} or " if seats <= 2 else ""
        raise ValueError(f"evaluate returned values of shape {values.shape}, not {either}{(count, seats)}")
    if not numpy.isfinite(priors).all() or (priors < 0).any():
        raise ValueError("evaluate returned priors that are not probabilities: below 0, infinite or nan")
    if not numpy.isfinite(values).all() or (seats > 1 and ((values < 0) | (values > 1)).any()):
        least = "numbers" if seats == 1 else "numbers from 0 (lost) to 1 (won)"
        raise ValueError(f"evaluate returned values that are not {least}")
    return priors, values
