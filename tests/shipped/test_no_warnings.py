"""The checker has nothing to say about the shipped games, their variants and the probes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.frontend import check, read_source

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "games").rglob("*.rules"), *(ROOT / "docs" / "examples").rglob("*.rules")])


@pytest.mark.parametrize("file", FILES, ids=[one.stem for one in FILES])
def test_a_shipped_game_has_no_problem(file: Path) -> None:
    assert not check(read_source(file)).diagnostics
