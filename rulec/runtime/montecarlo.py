"""Monte Carlo tree search: `State.mcts`, shared by both back ends; each has a `Tree` of its own.

Each simulation starts from a determinization (see `resample`), descends the tree by option ids, skipping
options illegal in its determinization, and ends in a random playout. With secret choices, each player has a
tree of own observations (multiple-observer information set MCTS). All arithmetic is exact or reproducible, so
the same seed gives the same counts on both back ends.

Root parallelization: each thread grows a tree with its own simulations, and counts are summed; the same seed
and number of threads give the same result.
"""

from __future__ import annotations

import threading
import time as clock
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple, cast

from rulec.runtime import hidden, rng
from rulec.runtime.errors import RulecError
from rulec.runtime.face import CHANCE_PLAYER, Face
from rulec.runtime.puct import Evaluate, EvaluatedTree
from rulec.runtime.resampling import resample
from rulec.runtime.search_arguments import (
    MOST,
    MOST_AT_ONCE,
    MOST_THREADS,
    Budget,
    avoided_bits,
    budget,
    method_named,
    number,
    within,
)
from rulec.runtime.search_tree import (
    BUG,
    OUTCOMES,
    Child,
    Interruptible,
    Limits,
    MakeTree,
    SearchTree,
    Stop,
    Tree,
    children,
    permitted,
    roots,
)
from rulec.runtime.state_base import StateBase

UNIT: Final = 1 << 20  # equals RULEC_UNIT of rulec_tree.h
STREAM_WORLDS: Final = 2
STREAM_TREE: Final = 3
WORLDS: Final = 16  # determinizations per search if sampling is slow
_CHUNK: Final = 0.05  # seconds between checks of the clock and Ctrl-C
_ENDLESS: Final = (1 << 31) - 1


class Move(NamedTuple):
    """A choice on the principal variation."""

    action: int
    label: str
    player: int
    visits: int
    value: float  # to that player


@dataclass(frozen=True)
class Search:
    """Result of a search; `visits`, `values`, `labels` and `proven` are keyed by action id."""

    action: int
    label: str
    visits: dict[int, int]  # visit count of every option
    values: dict[int, float]  # mean value of visited options to the player
    labels: dict[int, str]
    proven: dict[int, str]  # solved options: "win", "draw" or "loss" of the player
    principal_variation: tuple[Move, ...]  # without forced moves
    simulations: int  # in this search
    reused: int  # inherited from a SearchTree


@dataclass(frozen=True)
class Request:
    """Validated arguments of a search."""

    budget: Budget
    limits: Limits
    threads: int
    tree: SearchTree | None
    evaluate: Evaluate | None
    batch: int  # leaves per evaluation; 1 without an evaluator
    stop: Stop | None  # asked many times a second whether the search is to end


def search(state: StateBase, make: MakeTree, request: Request) -> Search:
    _demand_choice(state)
    state = state.clone()  # `evaluate` and `stop` may change the caller's while the search is under way
    legal = permitted(request.limits, state.legal_actions(), state.current_player())
    if len(legal) == 1:
        return _found(state, legal, [], 0, 0, guided=False)
    limits, threads = request.limits, request.threads
    end = _End(request.budget, request.stop)
    bodies = [] if limits.guided else worlds(state, limits.key, end)

    def begun() -> Tree:
        if request.evaluate is not None:
            return EvaluatedTree(request.evaluate, request.batch, state, limits)
        return make(state, limits, bodies)

    kept = request.tree
    trees = [begun() for _ in range(threads)] if kept is None else kept.begin(state, begun, threads, limits)
    reused = sum(tree.visits() for tree in trees)
    fault, done = _run(trees, end, reused, limits.guided)
    if fault >= BUG:
        raise RulecError("an index or value left what the compiler had proved, in a search: a bug of rulec")
    if fault >= 0:
        raise state._face.fault(fault, state.to_bytes(), None)
    if kept is not None:
        kept.keep(state, trees, limits)
    return _found(state, legal, trees, done, reused, limits.guided)


def requested(
    face: Face,
    seats: int,
    count: object,
    seed: Any,
    method: object,
    exploration: object,
    cutoff: object,
    time: object,
    threads: object,
    tree: object,
    solver: object,
    evaluate: object,
    batch: object,
    simulations: object,
    avoid: object,
    stop: object,
) -> Request:
    """Validate the arguments of `State.mcts`."""
    found = budget(count, simulations, time)
    depth = 1 if method_named(method) == "flat" else _ENDLESS
    explored = number(exploration, "exploration", 0, 1000)
    stops = -1 if cutoff is None else within(cutoff, "cutoff", 0, MOST)
    workers = within(threads, "threads", 1, MOST_THREADS)
    if tree is not None and not isinstance(tree, SearchTree):
        raise ValueError(f"tree is a SearchTree, not {tree!r}")
    if not isinstance(solver, bool):
        raise ValueError(f"solver is True or False, not {solver!r}")
    at_once = within(batch, "batch", 1, MOST_AT_ONCE)
    if evaluate is not None and not callable(evaluate):
        raise ValueError(f"evaluate is a function of observations and masks, not {evaluate!r}")
    if evaluate is not None and workers > 1:
        raise ValueError("a search with `evaluate` runs in one thread; `batch` is for speed")
    if stop is not None and not callable(stop):
        raise ValueError(f"stop is a function that tells whether to end, not {stop!r}")
    guided = evaluate is not None
    avoided = avoided_bits(avoid, len(face.rows), seats)
    if avoided and evaluate is not None:
        raise ValueError("a search with `evaluate` takes no `avoid`")
    proves = solver and seats > 1 and not guided and face.schema.is_open()
    limits = Limits(
        rng.key_of(face.seed(seed)),
        depth,
        explored * explored,
        -1 if guided else stops,
        proves,
        guided,
        avoided,
    )
    asked = cast("Stop | None", stop)
    batches = at_once if guided else 1
    return Request(found, limits, workers, tree, cast("Evaluate | None", evaluate), batches, asked)


def _demand_choice(state: StateBase) -> None:
    if state.is_terminal():
        raise ValueError("the game is over; there is nothing to search for")
    if state.current_player() == CHANCE_PLAYER:
        raise ValueError("chance is to decide here; apply an outcome and search then")


# --- running ----------------------------------------------------------------------------------------------


class _End:
    """End of a search: a number of simulations, a deadline, or a stop from outside."""

    def __init__(self, limit: Budget, stop: Stop | None) -> None:
        self.most, self._stop, begun = limit.most, stop, clock.monotonic()
        self.until = None if limit.seconds is None else begun + limit.seconds
        self._halfway = None if limit.seconds is None else begun + limit.seconds / 2

    @property
    def is_open(self) -> bool:
        """Whether anything but the number of simulations may end the search."""
        return self.until is not None or self._stop is not None

    def reached(self) -> bool:
        return self._is_late() or self._is_stopped()

    def ends_worlds(self) -> bool:
        """Check whether to search with the determinizations at hand: half of the time is for simulations."""
        return self._is_stopped() or (self._halfway is not None and clock.monotonic() >= self._halfway)

    def cuts_short(self, tree: Tree) -> bool:
        """Check whether the simulation under way is to end; for the deadline only the first one is cut."""
        return self._is_stopped() or (not tree.done() and self._is_late())

    def _is_late(self) -> bool:
        return self.until is not None and clock.monotonic() >= self.until

    def _is_stopped(self) -> bool:
        return self._stop is not None and self._stop()


def _run(trees: list[Tree], end: _End, first: int, guided: bool) -> tuple[int, int]:
    """Run simulations on one thread per tree; return a fault or -1, and the number of simulations."""
    stop, step = threading.Event(), len(trees)
    for tree in trees:
        if isinstance(tree, Interruptible):
            tree.interrupted = partial(end.cuts_short, tree) if end.is_open else None

    def grown(place: int) -> tuple[int, int]:
        count = max(0, -(-(end.most - place) // step))
        return _in_chunks(trees[place], first + place, step, count, end, stop, guided)

    if step == 1:
        return grown(0)
    with ThreadPoolExecutor(step) as pool:
        try:
            found = list(pool.map(grown, range(step)))
        except BaseException:
            stop.set()  # Ctrl-C: leave when all threads have stopped
            raise
    return max(fault for fault, _ in found), sum(done for _, done in found)


def _in_chunks(
    tree: Tree, first: int, step: int, count: int, end: _End, stop: threading.Event, guided: bool
) -> tuple[int, int]:
    """Run up to `count` simulations or until the search is to end, at least one; stop early if solved.

    A tree with an evaluator runs one whole batch, since batches must not depend on the clock.
    """
    done, size = 0, 1
    while done < count and not stop.is_set():
        begun = clock.monotonic()
        if done and end.reached():
            break
        wanted = count - done if guided else min(size, count - done)
        fault, carried_out = tree.run(first + done * step, step, wanted)
        done += carried_out
        if fault >= 0 or not carried_out:
            return fault, done
        now = clock.monotonic()
        room = _CHUNK if end.until is None else min(_CHUNK, max(0.0, end.until - now))
        took = now - begun
        size = 2 * size if took < room / 2 else max(1, int(size * room / (2 * max(took, 1e-9))))
    return -1, done


# --- what was found ---------------------------------------------------------------------------------------


def _found(
    state: StateBase, legal: list[int], trees: list[Tree], done: int, reused: int, guided: bool
) -> Search:
    face, player = state._face, state.current_player()
    scale = 1 if guided or state.num_players() == 1 else UNIT
    tried = {one.action: one for one in children(trees, roots(trees)) if one.seat == player}
    options = [tried.get(one) or Child((), one, player, 0, 0, None) for one in legal]
    best = min(options, key=Child.rank)
    return Search(
        best.action,
        face.label(best.action, face.rows),
        {one.action: one.visits for one in options},
        {one.action: one.total / one.visits / scale for one in options if one.visits},
        {one.action: face.label(one.action, face.rows) for one in options},
        {one.action: OUTCOMES[one.outcome] for one in options if one.outcome is not None},
        tuple(_variation(face, trees, best, scale)),
        done,
        reused,
    )


def _variation(face: Face, trees: list[Tree], best: Child, scale: int) -> list[Move]:
    """Principal variation from the root, as far as it was explored and is visible to the player."""
    moves, at = list[Move](), best
    while at.action >= 0 and at.visits:
        label = face.label(at.action, face.rows)
        moves.append(Move(at.action, label, at.seat, at.visits, at.total / at.visits / scale))
        following = children(trees, at.nodes)
        if not following:
            break
        at = min(following, key=Child.rank)
    return moves


# --- what the player can't know ---------------------------------------------------------------------------


def worlds(state: StateBase, key: int, end: _End) -> list[bytes]:
    """Sample determinizations for the deciding player; empty if simulations redeal natively."""
    if dealt_natively(state):
        return []
    keys = [world_key(key, number) for number in range(WORLDS)]
    return list(resample.worlds(state, state.current_player(), keys, end.ends_worlds))


def world_key(key: int, number: int) -> int:
    """Random key of a simulation or determinization."""
    return rng.draw(rng.stream(key, STREAM_WORLDS), number)


def dealt_natively(state: StateBase) -> bool:
    """Check whether determinization only redeals pieces, with no further inference needed."""
    view = state._face.view
    piles = hidden.slots(view)
    rest = [slot for slot in view.schema.slots if slot.seen != "all" and slot.role != "control"]
    rest = [slot for slot in rest if slot.name not in piles]
    if resample.tells(state):
        return False
    return not rest or (bool(piles) and not any(slot.role == "state" for slot in rest))
