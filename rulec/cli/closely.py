"""Some of the games of `rulec sim` once more, sentence by sentence: which rules are never carried out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.cli import output
from rulec.runtime.errors import RulesError
from rulec.sim.choosing import Players

if TYPE_CHECKING:
    from rulec.cli.playing import Played
    from rulec.face import Game
    from rulec.firings import Firings, Rule
    from rulec.sim.simulate import Plan

DECISIONS = 5_000  # that are looked at, unless everything has been carried out before


@dataclass(frozen=True)
class Seen:
    """What the first games have shown."""

    games: int
    decisions: int
    rules: int
    never: tuple[Rule, ...]


def look(file: Path, played: Played) -> Seen:
    """The first games that were played, one after the other, up to the end of the one that is enough."""
    from rulec.firings import Firings
    from rulec.frontend import check, read_source

    firings = Firings(check(read_source(file)))
    games = decisions = 0
    for number in range(played.plan.games):
        decisions += sum(_game(played.game, played.plan, number, firings))
        games += 1
        if decisions >= DECISIONS or not firings.never():
            break
    return Seen(games, decisions, len(firings.rules), tuple(firings.never()))


def _game(game: Game, plan: Plan, number: int, firings: Firings) -> Iterator[int]:
    """One game, as `simulate` plays it; a one for each decision."""
    seed = game.playout_seed(plan.seed, plan.first + number)
    mode = "explicit" if plan.explicit else "sampled"
    players, decisions = Players(plan.ways, seed), 0
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
        return  # told with the games that were stopped


def print_seen(seen: Seen) -> None:
    games = f"the first {output.count(seen.games, 'game')} ({output.count(seen.decisions, 'step')})"
    if not seen.never:
        print(f"\nevery rule was carried out within {games}")
        return
    print(output.paint(f"\nnever carried out in {games}, of {seen.rules} rules", "yellow"))
    for one in seen.never:
        print(f"  {one.name}  {one.span.file}:{one.span.line}")


def seen_json(seen: Seen) -> dict[str, Any]:
    return {
        "games": seen.games,
        "steps": seen.decisions,
        "rules": seen.rules,
        "never": [{"rule": one.name, "file": one.span.file, "line": one.span.line} for one in seen.never],
    }
