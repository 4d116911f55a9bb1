"""What is told of options in random games with obligations is what trying them out finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.compiler import to_program
from rulec.errors import RulesError
from rulec.frontend import check, read_source
from tests.exhaustive_trials import compare_with_search, number_of_marked_groups
from tests.fuzz.owing import game

DECISIONS = 40


def compared(seeds: range, folder: Path) -> int:
    """How many games were played through; one in which nobody can do anything is left where that is found."""
    played = 0
    for seed in seeds:
        path = folder / f"owing_{seed}.rules"
        path.write_text(game(seed))
        program = to_program(check(read_source(path)))
        if not number_of_marked_groups(program):
            continue
        try:
            played += compare_with_search(program, DECISIONS) == DECISIONS
        except RulesError as error:
            assert "nothing to choose from at `start`" in str(error), (seed, error)  # noqa: PT017
    return played


def test_what_is_told_where_something_is_owed(tmp_path: Path) -> None:
    assert compared(range(520, 528), tmp_path) > 4


@pytest.mark.long
def test_what_is_told_where_something_is_owed_in_many_games(tmp_path: Path) -> None:
    assert compared(range(1_000, 3_000), tmp_path) > 1_500
