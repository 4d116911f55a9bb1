"""Any order: parts that are the entries of a list, and what an empty cell asks."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from rulec.compiler import to_examples, to_program
from rulec.frontend import check, read_source
from rulec.interp.examples import ExampleRunner
from tests.engines import engine, interpreted
from tests.side_by_side import play_side_by_side

CHORES = Path(__file__).parents[1] / "games" / "chores.rules"
CHOICES = CHORES.with_name("choices.rules")


def test_equal_entries_are_done_one_by_one(backend: Any) -> None:
    checked = check(read_source(CHORES))
    runner = ExampleRunner(to_examples(checked, to_program(checked)))
    outcomes = list(runner.run(backend(CHORES)))
    assert len(outcomes) == 4
    assert [(one.title, one.failures) for one in outcomes if not one.ok] == []


def test_both_take_the_same_entry_away() -> None:
    for seed in range(6):
        one, two = (game.State(2, seed=seed) for game in (interpreted(CHORES), engine(CHORES)))
        assert play_side_by_side(one, two, random.Random(seed)) > 10


def test_options_for_numbers(backend: Any) -> None:
    game = backend(CHOICES)

    def options(**edits: Any) -> list[str]:
        edits = {f"players.{name}.1": value for name, value in edits.items()}
        state = game.State.setup(2, edits=edits)
        shown = [state.action_to_string(one).removeprefix("main: ") for one in state.legal_actions()]
        return [one for one in shown if one[-1].isdigit()]

    assert options(coins=6, crew=0) == ["give 2", "give 4"]
    assert options(coins=3, crew=1) == ["give 2", "3"]
    assert options(coins=1, crew=3) == ["1"]
    state = game.State.setup(2, edits={"players.coins.1": 6}, play=["main: give 4"])
    assert state.to_dict()["players"]["coins"]["1"] == 2
