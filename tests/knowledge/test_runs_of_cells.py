"""Runs of adjoining cells, by which the engine scans what is mostly empty."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulec.runtime.observation.feature_table import _ahead


@pytest.mark.parametrize(
    ("axis", "where", "runs"),
    [
        (-1, range(5, 17), [12, 11, 10, 9, 8, 0, 0, 0, 0, 0, 0, 0]),
        (-1, range(7), [0] * 7),
        (-1, [*range(8), *range(20, 29)], [8, *[0] * 7, 9, 8, *[0] * 7]),
        (-1, range(0, 40, 4), [0] * 10),
        (0, range(3, 24), [*[0] * 5, 16, *[0] * 7, 8, *[0] * 7]),  # bits: from the beginning of a byte
    ],
)
def test_runs(axis: int, where: Any, runs: list[int]) -> None:
    assert _ahead(list(where), cast("Any", SimpleNamespace(axis=axis))) == runs
