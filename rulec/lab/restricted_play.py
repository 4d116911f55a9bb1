"""Restricted play: value of a part, from paired games with and without it.

Each game is played once by equal players. Where the choice of one seat, which turns from game to game, is
in a part, the game is played again from there: that player never takes the part from now on, or takes it
whenever it is offered, and everybody else plays as before, with the same setup and the same draws (common
random numbers). The difference for that seat is an observation of what the part is worth. A game in which
the restriction changes nothing is the same game twice, a difference of 0 that costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any, Final

from rulec.errors import RulecError
from rulec.face import Game, State
from rulec.lab.game_flow import (
    Course,
    Player,
    SeatResult,
    Step,
    begin,
    finish,
    leaders,
    nearest_two,
    standings,
)
from rulec.lab.parts import Part
from rulec.policies.restrictions import FREE, Restricted
from rulec.policies.search import read_searching
from rulec.runtime.errors import RulesError
from rulec.sim.deadline import TimeUp, in_time
from rulec.sim.policies import Players

FORBID: Final = False
PREFER: Final = True


@dataclass(frozen=True)
class Arm:
    """Experimental arm: a part, either forbidden or preferred."""

    part: int
    prefers: bool

    def restricted(self, part: Part) -> Restricted:
        return Restricted(preferred=part.actions) if self.prefers else Restricted(avoided=part.actions)

    def changes(self, part: Part, action: int, legal: Sequence[int]) -> bool:
        """Check whether the arm would change the choice of `action`."""
        if self.prefers:
            return action not in part.actions and any(one in part.actions for one in legal)
        return action in part.actions and any(one not in part.actions for one in legal)


@dataclass(frozen=True)
class Observation:
    """Paired difference of an arm in one game: restricted minus unrestricted result."""

    arm: Arm
    changed: bool
    points: float = 0.0
    lead: float = 0.0
    wins: float = 0.0
    stopped: str = ""  # the message of a rule that stopped the game under the restriction


@dataclass
class RestrictedGames:
    """Game of equal players, the parts it used, and the differences of the arms."""

    course: Course
    seat: int
    offered: frozenset[int] = frozenset()  # parts, to anybody
    taken: frozenset[int] = frozenset()  # by anybody
    observations: list[Observation] = field(default_factory=list)
    decisions: int = 0  # of this game and all that were played again
    cut: bool = False  # time was up before it was over


@dataclass(frozen=True)
class PairedGame:
    """Task: a game and the arms to try on it."""

    configuration: dict[str, Any]
    way: str
    seed: int
    number: int
    parts: tuple[Part, ...]
    arms: tuple[Arm, ...]
    until: float = field(default=inf, compare=False)
    restricted: Restricted = FREE  # of everybody

    def run(self, game: Game) -> RestrictedGames:
        seed = game.playout_seed(self.seed, self.number)
        seat = self.number % self.configuration["players"]
        played = RestrictedGames(Course(self.number, seed), seat)
        before: list[tuple[int, State, list[int]]] = []  # the decisions of the seat: number, state, options
        try:
            state = self._play(game, played, before)
        except RulesError as problem:
            played.course.stopped = problem.summary
            return played
        except TimeUp:
            played.cut = True
            return played
        finish(played.course, state, game.MAX_DECISIONS)
        played.decisions = len(played.course.steps)
        with suppress(TimeUp):
            for arm in self.arms:
                played.observations.append(self._observe(game, arm, played, before))
        return played

    def _play(self, game: Game, played: RestrictedGames, before: list[tuple[int, State, list[int]]]) -> State:
        course, way = played.course, read_searching(self.way) or self.way
        player = Player(way, course.seed, self.restricted)
        offered, taken = set[int](), set[int]()
        state = begin(game, self.configuration, course.seed)
        while not state.is_terminal():
            legal, seat = state.legal_actions(), state.current_player()
            in_time(self.until)
            index, found = player.choose(state, legal, len(course.steps))
            if seat == played.seat and len(legal) > 1:
                before.append((len(course.steps), state.clone(), legal))
            best, second = nearest_two(found)
            step = Step(seat, state.decision() or "", legal[index], len(legal), leaders(state), best, second)
            course.steps.append(step)
            offered.update(legal)
            taken.add(legal[index])
            state.apply_index(index)
        played.offered = frozenset(n for n, part in enumerate(self.parts) if part.actions & offered)
        played.taken = frozenset(n for n, part in enumerate(self.parts) if part.actions & taken)
        return state

    def _observe(
        self, game: Game, arm: Arm, played: RestrictedGames, before: list[tuple[int, State, list[int]]]
    ) -> Observation:
        part, steps = self.parts[arm.part], played.course.steps
        for number, state, legal in before:
            permitted = [legal[place] for place in self.restricted.permitted(legal)]
            if arm.changes(part, steps[number].action, permitted):
                return self._again(arm, played, number, state)
        return Observation(arm, changed=False)

    def _again(self, arm: Arm, played: RestrictedGames, number: int, state: State) -> Observation:
        """Replay the game from a decision on, under the arm's restriction."""
        seats = self.configuration["players"]
        limits = [self.restricted] * seats
        limits[played.seat] = self.restricted | arm.restricted(self.parts[arm.part])
        players, at = Players((self.way,), played.course.seed, limits), state.clone()
        try:
            while not at.is_terminal():
                in_time(self.until)
                index, _ = players.choose(at, number)
                at.apply_index(index)
                number += 1
                played.decisions += 1
        except RulesError as problem:
            return Observation(arm, True, stopped=problem.summary)
        return _difference(arm, standings(at)[played.seat], played.course.standings[played.seat])


def _difference(arm: Arm, mine: SeatResult, before: SeatResult) -> Observation:
    return Observation(
        arm, True, mine.points - before.points, mine.lead - before.lead, mine.wins - before.wins
    )


def chosen_arms(arms: Sequence[Arm], drawn: Mapping[bool, int], seed: int, number: int) -> tuple[Arm, ...]:
    """Sample arms that forbid and that prefer, independent of the game's course."""
    found: list[Arm] = []
    for prefers, some in drawn.items():
        mine = [arm for arm in arms if arm.prefers is prefers]
        dice = Random(f"{seed}:{number}:{prefers}")
        found += sorted(dice.sample(mine, min(some, len(mine))), key=lambda arm: arm.part)
    return tuple(found)


def require_searching(way: str) -> None:
    """Raise an error unless the policy searches, as restricted play requires."""
    if read_searching(way, "--player") is None:
        raise RulecError(f"--player: `{way}` does not look ahead", "as mcts:50 or greedy")
