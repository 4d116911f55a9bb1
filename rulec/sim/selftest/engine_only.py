"""Self-test of the engine alone: many native games with run-time checks.

A debug build checks everything after each action (`rulec_sound.h`): bounds and indices, the list of options,
piece conservation. Checks available only in Python are made in one game per batch, by loading the state from
its bytes at every decision.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulec.errors import RulecError
from rulec.face import Game
from rulec.runtime.errors import RulesError
from rulec.sim.policies import Players
from rulec.sim.selftest.configurations import configurations_to_play
from rulec.sim.selftest.invariants import check_state
from rulec.sim.selftest.state_comparison import Difference, Side

BATCH = 1000  # games per batch: unit of time checks and checkpoints

# Per batch: games, decisions, longest game, round-trips.
Figures = tuple[int, int, int, int]


@dataclass(frozen=True)
class EngineOnlyPlan:
    seed: int = 0
    games: int = 1000  # total, spread evenly over configurations
    jobs: int = 1
    configurations: tuple[dict[str, Any], ...] = ()  # default: `configurations_to_play`
    seconds: float = math.inf  # time limit for starting batches


@dataclass
class Report:
    plan: EngineOnlyPlan
    configurations: int = 0
    games: int = 0
    decisions: int = 0
    longest: int = 0
    loaded: int = 0  # round-trips of the state through bytes
    stopped: str = ""  # `time` or `interrupted`, if incomplete
    findings: list[str] = field(default_factory=list)

    def add(self, figures: Figures) -> None:
        games, decisions, longest, loaded = figures
        self.games += games
        self.decisions += decisions
        self.longest = max(self.longest, longest)
        self.loaded += loaded

    @property
    def ok(self) -> bool:
        return not self.findings


def play_engine_only(
    game: Game,
    plan: EngineOnlyPlan,
    progress: Callable[[Report], None] | None = None,
    state: Path | None = None,
) -> Report:
    """Play batches of each configuration in turn; a finding ends its configuration."""
    configurations = plan.configurations or configurations_to_play(game)
    report = Report(plan, len(configurations))
    run = {"rules": game.RULES_HASH, "seed": plan.seed, "configurations": list(plan.configurations)}
    done = _read(state, run)
    stuck: set[int] = set()
    until = time.monotonic() + plan.seconds
    for number, batch, count in _batches(plan.games, len(configurations)):
        if time.monotonic() > until:
            report.stopped = "time"
            break
        figures = done.get(f"{number} {batch}")
        if figures is not None and figures[0] >= count:
            report.add(figures)
            continue
        if number in stuck:
            continue
        try:
            figures = _play(game, configurations[number], plan, batch, count)
        except KeyboardInterrupt:
            report.stopped = "interrupted"
            break
        except (RulesError, RulecError, Difference) as problem:
            report.findings.append(f"{_words(configurations[number])}: {problem}")
            stuck.add(number)
            continue
        report.add(figures)
        done[f"{number} {batch}"] = figures
        _write(state, run, done)
        if progress is not None:
            progress(report)
    return report


def _batches(games: int, configurations: int) -> Iterator[tuple[int, int, int]]:
    """Yield configuration, batch number and number of games."""
    each = -(-games // configurations)
    for batch in range(-(-each // BATCH)):
        for number in range(configurations):
            yield number, batch, min(BATCH, each - batch * BATCH)


def _play(game: Game, configuration: dict[str, Any], plan: EngineOnlyPlan, batch: int, count: int) -> Figures:
    seed = game.playout_seed(plan.seed, batch)
    played = game.playouts(count, seed=seed, threads=plan.jobs, **configuration)
    longest = int(played.decisions.max())
    if longest > game.MAX_DECISIONS:
        raise Difference(f"a game of {longest} decisions, more than {game.MAX_DECISIONS}")
    loaded = _load(game, configuration, game.playout_seed(seed, batch % count))
    return count, int(played.decisions.sum()), longest, loaded


def _load(game: Game, configuration: dict[str, Any], seed: int) -> int:
    """Replay a game with a round-trip through bytes at every decision; return their number."""
    side, players, decided = Side("engine", game), Players(("random",), seed), 0
    state = game.State(seed=seed, record=False, **configuration)
    while True:
        check_state(side, state, decided)
        try:
            other = game.State.from_bytes(state.to_bytes())
        except ValueError as problem:
            raise Difference(
                f"a state that can't be, at decision {decided} of game {seed}: {problem}"
            ) from None
        if other.legal_actions() != state.legal_actions():
            raise Difference(f"a loaded state has other options, at decision {decided} of game {seed}")
        if state.is_terminal():
            return decided
        state.apply_index(players.choose(state, decided)[0])
        decided += 1


def _words(configuration: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in configuration.items())


# --- going on where a run was stopped -------------------------------------------------------------------


def _read(path: Path | None, run: dict[str, Any]) -> dict[str, Figures]:
    """Read the completed batches and their figures."""
    if path is None or not path.exists():
        return {}
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["engine only"] != run:
            raise RulecError(
                f"{path} belongs to a run with other rules, seed or configurations",
                "delete it or choose another name",
            )
        return {
            str(name): (int(games), int(decisions), int(longest), int(loaded))
            for name, (games, decisions, longest, loaded) in kept["batches"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise RulecError(f"{path} is not a saved state of engine-only games", "choose another name") from None


def _write(path: Path | None, run: dict[str, Any], done: dict[str, Figures]) -> None:
    if path is None:
        return
    draft = path.with_name(path.name + ".draft")
    draft.write_text(json.dumps({"engine only": run, "batches": done}, indent=1) + "\n", encoding="utf-8")
    os.replace(draft, path)
