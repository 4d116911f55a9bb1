"""Lockstep comparison of one game on both back ends."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulec.face import State
from rulec.runtime import rng
from rulec.runtime.errors import RulesError
from rulec.runtime.face import CHANCE_PLAYER
from rulec.sim.policies import Chooser, chooser
from rulec.sim.selftest.chance_twin import ChanceTwin
from rulec.sim.selftest.information_leaks import check_leaks
from rulec.sim.selftest.invariants import check_illegal, check_options, check_state
from rulec.sim.selftest.shadow_copies import RoundTripCopies
from rulec.sim.selftest.state_comparison import (
    Difference,
    Side,
    compare_core,
    compare_faults,
    compare_states,
    expect_equal,
)
from rulec.sim.tasks import Finding, Outcome, Searched, Task

_STREAM_CHECKS = 1 << 20  # disjoint from the games' streams
_TRIED = 64  # options tried per decision
_DEAD_ENDS = ("dead end", "look-ahead")  # faults that no legal option may cause
_LEAKS = 12  # steps between leak tests on the engine
_LEAKS_OF_BOTH = 48  # steps between leak tests on the interpreter, where replays are slow
_TO_THE_END = 5  # copies per game followed to its end
_SWIFT = 256  # steps between full comparisons in cheaply compared games
_POINTS = 4  # steps between score comparisons in cheaply compared games
_FIRST_LOOK = 1 << 40  # index of the draw that selects the offset


def play_match(left: Side, right: Side, task: Task) -> Outcome:
    """Play the game of `task`; a difference ends it and becomes the outcome's finding."""
    outcome = Outcome(task)
    oracle = getattr(left.game, "oracle", None)
    counts = None if oracle is None else oracle.begin()  # counters before this game
    try:
        _Match((left, right), task, outcome).run()
    except Difference as found:
        outcome.finding = _finding(outcome, found.what, found.sides)
    except RulesError as error:
        outcome.finding = replace(_finding(outcome, error.message, ()), in_the_rules=True, fault=error)
    except Exception as error:
        what = f"an error that nobody may see: {type(error).__name__}: {error}"
        outcome.finding = _finding(outcome, what, ())
    outcome.played.clear()
    outcome.searched = Searched.of(counts)
    return outcome


def _finding(outcome: Outcome, what: str, sides: tuple[tuple[str, str], ...]) -> Finding:
    return Finding(outcome.task, what, sides, outcome.decisions, tuple(outcome.played))


class _Match:
    def __init__(self, sides: tuple[Side, Side], task: Task, outcome: Outcome) -> None:
        self.sides = sides
        self.task = task
        self.outcome = outcome
        self.checks = rng.stream(rng.key_of(task.seed), _STREAM_CHECKS)
        self.choose: Chooser = chooser(task.way, task.seed)
        self.shadows = [
            RoundTripCopies(side, every=number == 1, few=number == 0 and task.swift)
            for number, side in enumerate(sides)
        ]
        self.ends_left = _TO_THE_END
        # Offset differs by game, to cover all places.
        self.every = _SWIFT if task.swift else 1
        self.first_look = rng.below(rng.draw(self.checks, _FIRST_LOOK), self.every)
        self.steps = 0  # decisions and explicit chance outcomes
        self.twin: ChanceTwin | None = None

    def run(self) -> None:
        states = self._both([lambda side=side: self._new(side) for side in self.sides])
        engine = self.sides[1]
        if engine.game.MAX_CHANCE_OUTCOMES and self.task.chance == "sampled":
            self.twin = ChanceTwin(engine, self.task)
            self.twin.compare(states[1])
        while True:
            thorough = self.steps % self.every == self.first_look
            if thorough:
                self._check(states)
            else:
                self._compare_core(states)
            if states[0].is_terminal():
                return
            if time.monotonic() > self.task.until:
                self.outcome.cut = True
                return
            if thorough:
                self._try_options(states[1])
                self._spawn(states, self.steps)
            legal = states[0].legal_actions()
            by_chance = states[0].current_player() == CHANCE_PLAYER
            if by_chance:
                index = legal.index(states[0].sample_outcome())
            else:
                index = self.choose(self.outcome.decisions, legal, states[0])
            self.outcome.played.append(states[0].action_to_string(legal[index]))
            self._apply(states, legal[index], index, self.steps)
            self.outcome.decisions += not by_chance
            self.outcome.thorough += thorough and not by_chance
            self.steps += 1

    def _new(self, side: Side) -> State:
        return side.game.State(seed=self.task.seed, chance=self.task.chance, **self.task.configuration)

    def _compare_core(self, states: Sequence[State]) -> None:
        """Cheap comparison: back-end results only, no copies, no illegal ids."""
        points = self.steps % _POINTS == self.first_look % _POINTS
        compare_core(*self.sides, states[0], states[1], points)
        check_options(self.sides[1], states[1], self.outcome.decisions)

    def _check(self, states: Sequence[State]) -> None:
        compare_states(*self.sides, states[0], states[1], self.steps)
        for side, state in zip(self.sides, states, strict=True):
            check_state(side, state, self.outcome.decisions)
            check_illegal(side, state, rng.draw(self.checks, self.steps))
        if not self.task.swift and self.steps % _LEAKS_OF_BOTH == 0:
            self._check_leaks(self.sides, states)
        elif self.task.swift or self.steps % _LEAKS == 0:
            self._check_leaks(self.sides[1:], states[1:])
        left, right = self.sides
        crossed = (
            left.game.State.from_bytes(states[1].to_bytes()),
            right.game.State.from_bytes(states[0].to_bytes()),
        )
        expect_equal(
            "bytes read by the other side", left, right, crossed[0].to_bytes(), crossed[1].to_bytes()
        )

    def _try_options(self, state: State) -> None:
        """Apply each legal option to a copy, to detect options that cannot be completed."""
        count = state.count_legal()
        first = rng.below(rng.draw(self.checks, self.steps), count) if count > _TRIED else 0
        for place in range(min(count, _TRIED)):
            index = (first + place) % count
            try:
                state.clone().apply_index(index)
            except RulesError as fault:
                if fault.kind in _DEAD_ENDS:
                    label = state.action_to_string(state.legal_actions()[index])
                    self.outcome.played.append(f"{label} (tried)")
                    raise

    def _check_leaks(self, sides: Sequence[Side], states: Sequence[State]) -> None:
        """Occasionally test one player for information leaks; both sides must resample alike.

        In cheaply compared games only the engine is tested, since the replay would dominate the interpreter's
        time.
        """
        seed = rng.draw(self.checks, self.steps)
        player = rng.below(seed, len(states[0].returns()))
        drawn = [check_leaks(side, state, player, seed) for side, state in zip(sides, states, strict=True)]
        if len(drawn) < 2:
            return
        left, right = sides
        expect_equal(f"resample({player}, {seed})", left, right, drawn[0].to_bytes(), drawn[1].to_bytes())
        expect_equal(f"events({player})", left, right, states[0].events(player), states[1].events(player))

    def _spawn(self, states: Sequence[State], number: int) -> None:
        to_the_end = self.ends_left > 0 and rng.below(rng.draw(self.checks, number), 8) == 0
        self.ends_left -= to_the_end
        for shadows, state in zip(self.shadows, states, strict=True):
            self.outcome.copies += shadows.spawn(state, number, to_the_end)

    def _apply(self, states: Sequence[State], action: int, index: int, number: int) -> None:
        """Apply by id on one side and by index on the other, alternating; both must agree."""
        by_id, by_index = (0, 1) if number % 2 == 0 else (1, 0)
        try:
            calls: list[Any] = [None, None]
            calls[by_id] = lambda: states[by_id].apply_action(action)
            calls[by_index] = lambda: states[by_index].apply_index(index)
            self._both(calls)
        except RulesError as fault:
            for shadows in self.shadows:
                shadows.follow_fault(index, fault)
            if self.twin is not None:
                self.twin.follow_fault(action, fault)
            raise
        for shadows, state in zip(self.shadows, states, strict=True):
            shadows.follow(index, state, number)
        if self.twin is not None:
            self.twin.follow(action, states[1])

    def _both(self, calls: Sequence[Any]) -> list[Any]:
        """Call both sides; an error of the rules must be identical, and propagates."""
        answers: list[Any] = []
        faults: list[RulesError | None] = []
        for call in calls:
            try:
                answers.append(call())
                faults.append(None)
            except RulesError as fault:
                answers.append(None)
                faults.append(fault)
        compare_faults(*self.sides, *faults)
        if faults[0] is not None:
            raise faults[0]
        return answers
