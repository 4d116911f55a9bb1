"""What a default run leaves to a long run: most large games, and repetitions (see `README.md`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

LARGE = 50_000  # bytes of rules
ALWAYS = "manifest_railways"
HEAVY = ("great_western_trail", "pacific_rails_inc", "railroad_revolution", "railway_boom")
SLOW = frozenset({"deals", "rails", "station", "trade"})  # probes that take the compiler seconds


def is_heavy(test: str) -> bool:
    """Does the name of a test say that it is about a large game other than `ALWAYS`?"""
    return any(name in test for name in HEAVY)


def all_but_large(paths: Iterable[Path], every: int = 1) -> list[Any]:
    """Parameters of a test: one of so many paths by default, `ALWAYS` alone of the large ones; the others in
    long runs."""
    return [
        pytest.param(path, id=path.stem, marks=[pytest.mark.long] if _waits(path, n % every > 0) else [])
        for n, path in enumerate(paths)
    ]


def some_by_default(values: Sequence[Any], every: int) -> list[Any]:
    """Parameters of a test that is costly: one of so many by default, the others in long runs."""
    return [
        pytest.param(
            one,
            id=one.stem if isinstance(one, Path) else None,
            marks=[pytest.mark.long] if n % every else [],
        )
        for n, one in enumerate(values)
    ]


def in_long_runs(*values: tuple[Any, ...]) -> list[Any]:
    """Further parameters, of which each is one tuple: in long runs alone."""
    return [pytest.param(*one, marks=pytest.mark.long) for one in values]


def by_default(values: Iterable[Any], *chosen: str) -> list[Any]:
    """Parameters of a test: those of these names by default, the others in long runs."""
    named = [(one.stem if isinstance(one, Path) else str(one), one) for one in values]
    assert {name for name, _ in named} >= set(chosen), chosen
    return [
        pytest.param(one, id=name, marks=[] if name in chosen else [pytest.mark.long]) for name, one in named
    ]


def _waits(path: Path, passed_over: bool) -> bool:
    return path.stem != ALWAYS and (passed_over or path.stem in SLOW or path.stat().st_size > LARGE)
