"""Rules files made at random: whatever `check` accepts is built and can be played.

RULEC_FUZZ_FIRST and RULEC_FUZZ_COUNT cut a long run into parts; it builds a sample natively.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import rulec
from tests.fuzz.generated import examine, examine_generated, shrink
from tests.fuzz.sayings import make_rules

FIRST = int(os.environ.get("RULEC_FUZZ_FIRST", "0"))
COUNT = int(os.environ.get("RULEC_FUZZ_COUNT", "0")) or 20_000
SHORT, BATCH = 20, 10
BUILT = 2_000  # one of so many is built natively
SHARE = 0.6  # of the files must be accepted, else there is little that they show


def run(first: int, count: int, time_limit: Callable[[], int]) -> int:
    accepted = 0
    for seed in range(first, first + count):
        time_limit()
        accepted += examine_generated(seed)
    return accepted


@pytest.mark.parametrize("first", range(500_000, 500_000 + SHORT, BATCH))
def test_what_is_accepted_is_built(first: int, time_limit: Callable[[], int]) -> None:
    assert run(first, BATCH, time_limit) >= SHARE * BATCH


@pytest.mark.long
def test_what_is_accepted_is_built_by_the_thousand(time_limit: Callable[[], int], tmp_path: Path) -> None:
    assert run(FIRST, COUNT, time_limit) >= SHARE * COUNT
    for seed in range(FIRST, FIRST + COUNT, BUILT):
        path = tmp_path / f"g{seed}.rules"
        path.write_text(make_rules(seed), encoding="utf-8")
        if examine(path.read_text(encoding="utf-8"), seed, emit=False):
            rulec.load(path, optimise="-O0")


def test_a_failure_is_shown_by_the_fewest_lines() -> None:
    text = "a\n  b\n  c\nd\n  e\n  f\ng"
    assert shrink(text, lambda one: "f" in one and "b" in one) == "  b\n  f"
