"""Search by random games: `State.mcts`. What both back ends share; each has a `Searcher` of its own.

Every simulation begins at the position with all that the deciding player can't know drawn anew, as
`resample` does, goes down the tree by the ids of options (those that are not offered are passed by), and ends
in a random game. All is reckoned in whole numbers and formulas that come out the same everywhere: the same
seed gives the same counts on both back ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any, Final, NamedTuple, SupportsIndex

from rulec.runtime import hidden, rng
from rulec.runtime.errors import RulecError
from rulec.runtime.face import CHANCE_PLAYER, Face
from rulec.runtime.numbers import whole
from rulec.runtime.resampling import resample
from rulec.runtime.state_base import StateBase

METHODS: Final = ("uct", "flat")
UNIT: Final = 1 << 20  # as RULEC_UNIT in rulec_tree.h
STREAM_WORLDS: Final = 2
STREAM_TREE: Final = 3
EXPLORATION: Final = 1.0
CUTOFF: Final = 120
MOST: Final = 1_000_000  # simulations: the sums of their squares fit into 64 bits
WORLDS: Final = 16  # where drawing one takes long, so many are drawn and used in turn
BUG: Final = 1 << 30  # a fault that is none of the rules


@dataclass(frozen=True)
class Search:
    """What a search has found. `visits` and `values` are by action id."""

    action: int
    label: str
    visits: dict[int, int]  # of every option, how often it was tried
    values: dict[int, float]  # of those that were tried, what it was worth to the player on average


class Limits(NamedTuple):
    """How a search is carried out."""

    simulations: int
    key: int
    depth: int  # decisions behind the position that are remembered
    exploration: float  # squared
    cutoff: int  # decisions after which a random game is valued, once somebody is ahead; -1: at its end


# (action, visits, sum of utilities)
Tried = tuple[int, int, int]
# (state, limits, bodies of the positions to begin at: none if pieces are dealt anew natively)
# -> the fault of the rules that a simulation met, or -1; what was tried
Searcher = Callable[[Any, Limits, list[bytes]], tuple[int, list[Tried]]]


def search(
    state: StateBase,
    searcher: Searcher,
    simulations: SupportsIndex,
    seed: SupportsIndex,
    method: str,
    exploration: float,
    cutoff: SupportsIndex | None,
) -> Search:
    face = state._face
    limits = _limits(face, simulations, seed, method, exploration, cutoff)
    if state.is_terminal():
        raise ValueError("the game is over; there is nothing to search for")
    if state.current_player() == CHANCE_PLAYER:
        raise ValueError("chance is to decide here; apply an outcome and search then")
    legal = state.legal_actions()
    tried: list[Tried] = []
    if len(legal) > 1:
        fault, tried = searcher(state, limits, worlds(state, limits.key))
        if fault >= BUG:
            raise RulecError(
                "an index or value left what the compiler had proved, in a search: a bug of rulec"
            )
        if fault >= 0:
            raise face.fault(fault, state.to_bytes(), None)
    scale = 1 if state.num_players() == 1 else UNIT
    visits = dict.fromkeys(legal, 0) | {action: count for action, count, _ in tried}
    values = {action: total / count / scale for action, count, total in tried}
    best = min(legal, key=lambda one: (-visits[one], -values.get(one, 0.0), one))
    return Search(best, face.label(best, face.rows), visits, values)


def _limits(
    face: Face,
    simulations: SupportsIndex,
    seed: SupportsIndex,
    method: str,
    exploration: float,
    cutoff: SupportsIndex | None,
) -> Limits:
    tried = _within(simulations, "simulations", 1, MOST)
    if method not in METHODS:
        raise ValueError(f"method is {' or '.join(map(repr, METHODS))}, not {method!r}")
    explored = _factor(exploration)
    stops = -1 if cutoff is None else _within(cutoff, "cutoff", 0, MOST)
    depth = 1 if method == "flat" else tried
    key = rng.key_of(face.seed(seed))
    return Limits(tried, key, depth, explored * explored, stops)


def _factor(value: object) -> float:
    number = -1.0 if isinstance(value, bool) or not isinstance(value, Real) else float(value)
    if not 0 <= number <= 1000:
        raise ValueError(f"exploration is a number from 0 to 1000, not {value!r}")
    return number


def _within(value: object, what: str, least: int, most: int) -> int:
    number = whole(value)
    if number is None or not least <= number <= most:
        raise ValueError(f"{what} is a whole number from {least} to {most:,}, not {value!r}")
    return number


# --- what the player can't know ---------------------------------------------------------------------------


def worlds(state: StateBase, key: int) -> list[bytes]:
    """Positions as they may be in the eyes of whoever is to decide; none if each simulation deals its own."""
    if dealt_natively(state):
        return []
    player = state.current_player()
    keys = [world_key(key, number) for number in range(WORLDS)]
    return [one._body() for one in resample.several(state, player, keys)]


def world_key(key: int, number: int) -> int:
    """Of a simulation, or a world: what all that is drawn in it comes from."""
    return rng.draw(rng.stream(key, STREAM_WORLDS), number)


def dealt_natively(state: StateBase) -> bool:
    """Is all that the player can't know pieces in zones, of which the position says all there is to know?"""
    view = state._face.view
    piles = hidden.slots(view)
    rest = [slot for slot in view.schema.slots if slot.seen != "all" and slot.role != "control"]
    rest = [slot for slot in rest if slot.name not in piles]
    if resample.tells(state):
        return False
    return not rest or (bool(piles) and not any(slot.role == "state" for slot in rest))
