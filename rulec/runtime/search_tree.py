"""Search trees: back-end interface, merging over threads, reuse between searches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from rulec.runtime.face import CHANCE_PLAYER
from rulec.runtime.state_base import StateBase

BUG: Final = 1 << 30  # fault outside the rules
MOST_KEPT: Final = 4_000_000  # simulations after which a tree is not reused, to avoid overflow
LOSS, DRAW, WIN = range(3)
OUTCOMES: Final = ("loss", "draw", "win")

Stop = Callable[[], bool]  # whether a search is to end


class Limits(NamedTuple):
    """Parameters of a search, apart from its budget."""

    key: int
    depth: int  # maximal depth of the tree
    exploration: float  # squared
    cutoff: int  # playout length before valuation by leader; -1: to the end
    solver: bool  # prove outcomes
    guided: bool = False  # uses an evaluator
    avoided: bytes = b""  # per action a 16-bit mask of the seats that avoid it


def permitted(limits: Limits, legal: list[int], seat: int) -> list[int]:
    """Options that a seat does not avoid; all options if it avoids every one."""
    if not limits.avoided:
        return legal
    place, bit = divmod(seat, 8)
    return [one for one in legal if not limits.avoided[2 * one + place] >> bit & 1] or legal


# A child as a back end gives it: (handle, action, seat, visits, sum of utilities, sure, lost). The last two
# have two bits for each seat, as in rulec_tree.h. An action below 0 is one that the observer does not know.
RawChild = tuple[Any, int, int, int, float, int, int]


class Tree(Protocol):
    """Search tree of one thread, implemented by the back end."""

    @property
    def root(self) -> Any: ...
    def graft(self, old: Any, node: Any, /) -> None:
        """Copy the subtree of a node of another tree into this empty tree."""

    def visits(self) -> int: ...
    def done(self) -> int:
        """Number of simulations behind the utility statistics."""

    def run(self, first: int, step: int, simulations: int, /) -> tuple[int, int]:
        """Run simulations first, first + step, ...: return a fault or -1, and the number done.

        Stops after `simulations`; does none if the position is solved.
        """

    def below(self, node: Any, /) -> list[RawChild]: ...


@runtime_checkable
class Interruptible(Protocol):
    """Tree of slow simulations: cuts the one under way short, and takes its points as they stand."""

    interrupted: Stop | None


# (state, limits, bodies of the positions to begin at: none if pieces are dealt anew natively)
MakeTree = Callable[[Any, Limits, list[bytes]], Tree]


class Child(NamedTuple):
    """Child of a node, merged over all threads."""

    nodes: tuple[Any, ...]  # node by tree; None if unvisited
    action: int
    seat: int
    visits: int
    total: float  # integral with random playouts
    outcome: int | None  # proven outcome for the acting player

    def rank(self) -> tuple[bool, bool, int, float, int]:
        """Sort key, best first: proven win, not a proven loss, visits, value, lowest id.

        Among proven wins, or losses, the one with the best playout value comes first.
        """
        value = self.total / self.visits if self.visits else 0.0
        visits = 0 if self.outcome in (WIN, LOSS) else self.visits
        return self.outcome != WIN, self.outcome == LOSS, -visits, -value, self.action


def children(trees: Sequence[Tree], nodes: Sequence[Any]) -> list[Child]:
    """Children of a node merged over all trees, ascending by id."""
    found: dict[tuple[int, int], Child] = {}
    for place, (tree, node) in enumerate(zip(trees, nodes, strict=True)):
        if node is None:
            continue
        for handle, action, seat, visits, total, sure, lost in tree.below(node):
            low, high = sure >> 2 * seat & 3, 2 - (lost >> 2 * seat & 3)
            proven = low if low == high else None
            known = found.get((action, seat))
            if known is None:
                known = Child((None,) * len(trees), action, seat, 0, 0, None)
            handles = (*known.nodes[:place], handle, *known.nodes[place + 1 :])
            outcome = known.outcome if proven is None else proven
            found[action, seat] = Child(
                handles, action, seat, known.visits + visits, known.total + total, outcome
            )
    return [found[key] for key in sorted(found)]


def roots(trees: Iterable[Tree]) -> list[Any]:
    return [tree.root for tree in trees]


class SearchTree:
    """Search statistics kept for later searches of the same game: `state.mcts(500, tree=tree)`.

    A search reuses the subtree below the choices made since, skipping forced ones, and leaves its own tree
    here. It starts afresh after chance events, or when another player searches with hidden information.
    """

    def __init__(self) -> None:
        self._state: StateBase | None = None
        self._trees: list[Tree] = []
        self._limits: Limits | None = None

    def keep(self, state: StateBase, trees: list[Tree], limits: Limits) -> None:
        self._state, self._trees, self._limits = state.clone(), trees, limits

    def begin(self, state: StateBase, make: Callable[[], Tree], threads: int, limits: Limits) -> list[Tree]:
        """Initial trees of a search, grafted from kept nodes where they match the position."""
        if self._state is not None and type(self._state) is not type(state):
            raise ValueError("this SearchTree keeps a search of another game")
        state._origin()  # raises an error without a record
        nodes = self._nodes_at(state, threads, limits)
        if self._trees and nodes == roots(self._trees) and limits == self._limits and not limits.guided:
            return self._trees
        trees = [make() for _ in range(threads)]
        if nodes is not None and not state._face.schema.secret_ranges():
            for tree, old, node in zip(trees, self._trees, nodes, strict=True):
                if node is not None:
                    tree.graft(old, node)
        return trees

    def _nodes_at(self, state: StateBase, threads: int, limits: Limits) -> list[Any] | None:
        """Nodes of a later position in each tree; None if the kept search does not cover it."""
        if self._state is None or self._limits is None or len(self._trees) != threads:
            return None
        if self._limits[1:] != limits[1:] or any(tree.done() > MOST_KEPT for tree in self._trees):
            return None
        path = _choices_since(self._state, state)
        if path is None:
            return None
        nodes = roots(self._trees)
        for step in path:
            found = [one for one in children(self._trees, nodes) if (one.action, one.seat) == step]
            if not found:
                return None
            nodes = list(found[0].nodes)
        return nodes


def _choices_since(old: StateBase, state: StateBase) -> list[tuple[int, int]] | None:
    """Choices from a position to a later one; None if unreachable without chance."""
    face = state._face
    earlier, now = old.history(), state.history()
    if now[: len(earlier)] != earlier or old.origin != state.origin:
        return None
    at, path = old.clone(), list[tuple[int, int]]()
    at.auto_forced = False
    for action in now[len(earlier) :]:
        if at.current_player() == CHANCE_PLAYER or action not in at.legal_actions():
            return None
        if at.count_legal() > 1:
            path.append((action, at.current_player()))
        at._apply(action)
    if at != state or face.view.draws(at._cells()) != face.view.draws(old._cells()):
        return None
    if not face.schema.is_open() and old.current_player() != state.current_player():
        return None
    return path
