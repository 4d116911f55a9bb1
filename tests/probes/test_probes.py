"""The hardest rules of heavy games, each as a small game with its real data, held to worked-out positions.

What stands in a probe as an `example` was worked out by hand from the rulebook. Here both back ends carry out
the examples, play random games side by side, and what a look-ahead offers is compared with what can be
completed.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulec.compiled import Compiled
from rulec.errors import RulesError
from rulec.interp.examples import ExampleRunner
from rulec.interp.face import interpret
from tests.engines import engine, interpreted
from tests.large import all_but_large, some_by_default
from tests.probes.completion import Position, Rules, completable
from tests.side_by_side import play_side_by_side

PROBES = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.rules"))}
LEAST_EXAMPLES = 5
# Engines take most of the time: their games in full have theirs by default (`tests/shipped`).
BUILT = all_but_large(PROBES.values(), 3)


def has_four_workers(position: Position, player: int) -> bool:
    players, seat = position["players"], str(player + 1)
    return sum(players["own"][seat].values()) + sum(players["placed"][seat].values()) >= 4


def hire_helps(position: Position, player: int, options: set[str]) -> bool:
    """With too few Workers, but not while a part of the action is still to be done."""
    orders = {one.partition(": ")[0] for one in options} & {"effect", "laying", "building_up", "wiring"}
    open_parts = any(f"{order}: done" not in options for order in orders)
    return not has_four_workers(position, player) and not open_parts


def until_others(position: Position) -> None:
    """These turns end where somebody else decides; a look-ahead ends nowhere else."""


RAILROAD = Rules(until_others, frozenset({"hire"}), has_four_workers, hire_helps)
LOOKING_AHEAD = {
    "coal_train": Rules(),
    "deals": RAILROAD,
    "districts": Rules(),
    "discs": Rules(),
    "engine_track": Rules(),
    "lay_track": Rules(),
    "phase_b": Rules(),
    "rails": RAILROAD,
    "station": RAILROAD,
    "track_costs": Rules(),
    "trade": RAILROAD,
}


@cache
def runner(path: Path) -> ExampleRunner:
    return ExampleRunner(Compiled(path).examples)


@pytest.fixture(params=PROBES.values(), ids=PROBES.keys())
def probe(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_examples(probe: Path) -> None:
    _examples_hold(probe, interpreted)


@pytest.mark.parametrize("path", BUILT)
def test_examples_on_the_engine(path: Path) -> None:
    _examples_hold(path, engine)


def _examples_hold(probe: Path, on: Any) -> None:
    outcomes = list(runner(probe).run(on(probe)))
    assert len(outcomes) >= LEAST_EXAMPLES
    failed = [f"{one.title}: {failure}" for one in outcomes for failure in one.failures]
    assert not failed, "\n".join(failed)


def agree(path: Path, games: int, most_players: int) -> None:
    slow, fast = interpreted(path), engine(path)
    numbers = [number for number in slow.PLAYERS if number <= most_players]
    for seed in range(games):
        players = numbers[seed % len(numbers)]
        a, b = (one.State(players, seed=seed) for one in (slow, fast))
        assert play_side_by_side(a, b, random.Random(seed)) > 5


@pytest.mark.parametrize("path", BUILT)
def test_back_ends_agree(path: Path) -> None:
    agree(path, 4, 2)


@pytest.mark.long
def test_back_ends_agree_in_many_games(probe: Path) -> None:
    agree(probe, 300, 8)


@cache
def trusting(path: Path) -> Any:
    """The game that offers all that is possible by itself."""
    return interpret(Compiled(path).program, lookahead=False)


def confirm(path: Path, rules: Rules, positions: int) -> Counter[int]:
    """What is offered is what can be completed; how many decisions each look-ahead went through."""
    game, trusting_game = interpreted(path), trusting(path)
    machine = game._machine
    sizes: Counter[int] = Counter()
    left_out = compared = seed = 0
    while compared < positions:
        rnd = random.Random(seed)
        state = game.State(game.PLAYERS[seed % len(game.PLAYERS)], seed=seed)
        seed += 1
        while not state.is_terminal() and compared < positions:
            machine.largest_search = 0
            machine._offered = ([], [])  # worked out once more, to be counted
            legal = state.legal_actions()
            sizes[machine.largest_search] += 1
            plain = trusting_game.State.from_bytes(state.to_bytes())
            expected = completable(plain, rules)
            told = [state.action_to_string(action) for action in legal]
            assert told == [state.action_to_string(action) for action in expected], (
                state.to_dict(),
                state.history(),
            )
            left_out += len(plain.legal_actions()) - len(legal)
            compared += 1
            try:
                state.apply_action(rnd.choice(legal))
            except RulesError as error:
                pytest.fail(f"{error}: {state.to_dict()}")
    assert left_out > 0  # there was something to find out
    assert max(sizes) < machine.program.lookahead_limit
    return sizes


@pytest.mark.parametrize("name", some_by_default(tuple(LOOKING_AHEAD), 3))
def test_what_is_offered_can_be_completed(name: str) -> None:
    confirm(PROBES[name], LOOKING_AHEAD[name], 30 if name == "track_costs" else 100)


@pytest.mark.long
@pytest.mark.parametrize("name", LOOKING_AHEAD)
def test_what_is_offered_can_be_completed_at_many_positions(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = confirm(PROBES[name], LOOKING_AHEAD[name], 2000)
    limit = interpreted(PROBES[name])._machine.program.lookahead_limit
    with capsys.disabled():
        print(f"\n{name}: decisions that a look-ahead went through, at most {max(sizes)} (limit {limit})")
        low = 0
        for high in [0, *(4**power for power in range(10))]:
            found = sum(count for size, count in sizes.items() if low <= size <= high)
            if found:
                print(f"  {low:>6} to {high:>6}: {found}")
            low = high + 1
