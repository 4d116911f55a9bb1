"""What a default run leaves to a long run: most large games, and repetitions that cost a build each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

LARGE = 50_000  # bytes of rules
ALWAYS = "manifest_railways"


def all_but_large(paths: Iterable[Path]) -> list[Any]:
    """Parameters of a test: every path, the large ones but one with the mark of long runs."""
    return [
        pytest.param(path, id=path.stem, marks=[pytest.mark.long] if _waits(path) else []) for path in paths
    ]


def some_by_default(values: Sequence[Any], every: int) -> list[Any]:
    """Parameters of a test that is costly: one of so many by default, the others in long runs."""
    return [pytest.param(one, marks=[pytest.mark.long] if n % every else []) for n, one in enumerate(values)]


def in_long_runs(*values: tuple[Any, ...]) -> list[Any]:
    """Further parameters, of which each is one tuple: in long runs alone."""
    return [pytest.param(*one, marks=pytest.mark.long) for one in values]


def _waits(path: Path) -> bool:
    return path.stat().st_size > LARGE and path.stem != ALWAYS
