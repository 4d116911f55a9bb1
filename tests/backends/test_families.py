"""Any order: parts that are the entries of a list, and what an empty cell asks."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from rulec.compiler import to_examples, to_program
from rulec.frontend import check, read_source
from rulec.interp.examples import ExampleRunner
from tests.backends.conftest import engine, interpreted
from tests.backends.test_agreement import play_side_by_side

CHORES = Path(__file__).parents[1] / "games" / "chores.rules"


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
