"""Large games take seconds to compile: where every game is tried, most of these wait for a long run."""

from __future__ import annotations

from collections.abc import Iterable
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


def _waits(path: Path) -> bool:
    return path.stat().st_size > LARGE and path.stem != ALWAYS
