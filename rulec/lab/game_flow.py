"""Record of one game of searching players: lead, options and two best values at every decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulec.face import Game, Search, State
from rulec.policies.restrictions import FREE, Restricted
from rulec.policies.search import MctsPlayer
from rulec.runtime import rng
from rulec.sim.policies import chooser


@dataclass(frozen=True)
class SeatResult:
    """Result of a game for one seat."""

    points: float
    lead: float  # points beyond the mean of the others; the points themselves of a player alone
    wins: float  # 1 for a victory, a part of it if it is shared


@dataclass(frozen=True)
class Step:
    """One decision of a game."""

    seat: int
    decision: str
    action: int
    options: int
    lead: tuple[int, ...]  # seats with the most points before it; none if all are level
    best: float = 0.0  # value of the option that the search valued most, 0 to 1
    second: float | None = None  # of the next one; none where there was no choice, or no search


@dataclass
class Course:
    """Record of a whole game."""

    number: int
    seed: int
    steps: list[Step] = field(default_factory=list)
    standings: tuple[SeatResult, ...] = ()
    winners: tuple[int, ...] = ()
    margin: float = 0.0  # points of the first beyond the second
    too_long: bool = False
    stopped: str = ""  # the message of a rule that stopped it


def standings(state: State) -> tuple[SeatResult, ...]:
    points, winners = state.scores(), state.winners()
    seats, found = len(points), []
    for seat, mine in enumerate(points):
        others = sum(points) - mine
        lead = mine - others / (seats - 1) if seats > 1 else mine
        found.append(SeatResult(mine, lead, 1 / len(winners) if seat in winners else 0.0))
    return tuple(found)


def finish(course: Course, state: State, most: int) -> None:
    """Record the result of a game."""
    course.standings, course.winners = standings(state), tuple(state.winners())
    ranked = sorted(state.scores(), reverse=True)
    course.margin = ranked[0] - ranked[1] if len(ranked) > 1 else 0.0
    course.too_long = len(course.steps) >= most


def leaders(state: State) -> tuple[int, ...]:
    points = state.scores()
    most = max(points)
    found = tuple(seat for seat, mine in enumerate(points) if mine == most)
    return found if len(found) < len(points) else ()


class Player:
    """One policy for all seats; exposes its search results."""

    def __init__(self, way: Any, seed: int, restricted: Restricted = FREE) -> None:
        self.restricted = restricted
        self.key = rng.key_of(seed)
        self.searching = way if isinstance(way, MctsPlayer) else None
        self.chooser = chooser(way.word if hasattr(way, "word") else way, seed)

    def choose(self, state: State, legal: Sequence[int], number: int) -> tuple[int, Search | None]:
        places, avoid, permitted = list(range(len(legal))), None, list(legal)
        if self.restricted:
            places = self.restricted.permitted(legal)
            permitted = [legal[place] for place in places]
            avoid = {state.current_player(): self.restricted.avoided.union(legal).difference(permitted)}
        if self.searching is None or len(permitted) == 1:
            return places[self.chooser(number, permitted, state, avoid)], None
        found = self.searching.search(state, self.key, number, avoid)
        return legal.index(found.action), found


def nearest_two(found: Search | None) -> tuple[float, float | None]:
    """Values of the two best options of a search."""
    if found is None:
        return 0.0, None
    values = sorted(found.values.values(), reverse=True)
    return (values[0], values[1]) if len(values) > 1 else (values[0] if values else 0.0, None)


def begin(game: Game, configuration: dict[str, Any], seed: int) -> State:
    return game.State(seed=seed, record=False, **configuration)
