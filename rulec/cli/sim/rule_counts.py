"""Replays some games of `rulec sim` and `rulec diff` to count rule executions."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.cli.shared import output
from rulec.cli.shared.progress import bar, doing
from rulec.cli.sim.tables import print_table, short_number
from rulec.runtime.errors import RulesError
from rulec.sim.counters import Occurrences
from rulec.sim.policies import Players

if TYPE_CHECKING:
    from rulec.base.source_text import Span
    from rulec.cli.sim.play_games import Played
    from rulec.face import Game
    from rulec.insight.rule_counts import Rule, RuleCounts
    from rulec.sim.simulate import SimulationPlan

STEPS = 5_000  # steps to count, unless every rule was executed before


@dataclass(frozen=True)
class RuleCount:
    """Executions of one rule."""

    name: str
    span: Span
    came: Occurrences


@dataclass(frozen=True)
class RuleCoverage:
    """Rule executions in the first games."""

    games: int
    steps: int
    rules: tuple[RuleCount, ...]

    @property
    def never(self) -> list[RuleCount]:
        return [one for one in self.rules if not one.came.games]


def count_rules(
    file: Path, played: Played, until_all: bool = False, at_most: int | None = None
) -> RuleCoverage:
    """Replay the first games, up to `at_most`, until enough steps are counted.

    `until_all`: stop early once every rule has been executed.
    """
    from rulec.compiled import Compiled
    from rulec.insight.rule_counts import RuleCounts

    with doing(f"compiling {file}"):
        firings = RuleCounts(Compiled(file).program)
    found = _rules(firings)
    games = steps = 0
    with bar(f"{played.game.TITLE}, its rules", STEPS, sys.stderr) as shown:
        for number in range(min(played.plan.games, at_most or played.plan.games)):
            for _ in _game(played.game, played.plan, number, firings):
                steps += 1
                shown.advance(1)
            games += 1
            for rule, times in firings.times().items():
                found[rule].came.enter(times)
            if (at_most is None and steps >= STEPS) or (
                until_all and all(one.came.games for one in found.values())
            ):
                break
    return RuleCoverage(games, steps, tuple(found.values()))


def _rules(firings: RuleCounts) -> dict[Rule, RuleCount]:
    """Count records of all rules, with unique names."""
    found: dict[Rule, RuleCount] = {}
    names: Counter[str] = Counter()
    for rule in firings.rules:
        names[rule.name] += 1
        name = rule.name if names[rule.name] == 1 else f"{rule.name} ({names[rule.name]})"
        found[rule] = RuleCount(name, rule.span, Occurrences(rule in firings.counted))
    return found


def _game(game: Game, plan: SimulationPlan, number: int, firings: RuleCounts) -> Iterator[int]:
    """Play one game as `simulate` does; yield 1 per decision."""
    seed = game.playout_seed(plan.seed, plan.first + number)
    mode = "explicit" if plan.explicit else "sampled"
    here = plan.first + number
    players, decisions = Players(plan.seated(here), seed, plan.limits(here)), 0
    try:
        state = game.State(seed=seed, chance=mode, record=False, **plan.configuration)
        firings.begin(seed, mode, plan.configuration)
        while not state.is_terminal():
            asked = state.current_player() >= 0
            index, legal = players.choose(state, decisions)
            before = state.to_bytes()
            state.apply_index(index)
            firings.follow(before, legal[index], state.to_bytes())
            decisions += asked
            yield 1
    except RulesError:
        return  # reported with the stopped games


def print_coverage(seen: RuleCoverage) -> None:
    came = sorted((one for one in seen.rules if one.came.games), key=lambda one: -one.came.times.mean)
    rows = [
        [f"  {one.name}", f"{one.came.games / seen.games:.1%}", short_number(one.came.times.mean)]
        if one.came.counted
        else [f"  {one.name}", f"{one.came.games / seen.games:.1%}", ""]
        for one in came
    ]
    print_table("rules carried out", ["of games", "a game"], rows)
    games = f"the first {output.count(seen.games, 'game')} ({output.count(seen.steps, 'step')})"
    if not seen.never:
        print(f"\nevery rule was carried out within {games}")
        return
    print(output.paint(f"\nnever carried out in {games}, of {len(seen.rules)} rules", "yellow"))
    for one in seen.never:
        print(f"  {one.name}  {one.span.file}:{one.span.line}")


def coverage_json(seen: RuleCoverage) -> dict[str, Any]:
    return {
        "games": seen.games,
        "steps": seen.steps,
        "rules": len(seen.rules),
        "came": {one.name: _came_json(one.came) for one in seen.rules},
        "never": [{"rule": one.name, "file": one.span.file, "line": one.span.line} for one in seen.never],
    }


def _came_json(came: Occurrences) -> dict[str, Any]:
    """JSON of occurrences; `times` is null if only occurrence is known."""
    return {"games": came.games, "times": came.times.total if came.counted else None}
