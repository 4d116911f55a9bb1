"""What sentences and expressions are lowered to, as listings: `cases/*.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_ir import hold, read_cases

FILES = sorted((Path(__file__).parent / "cases").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_listings(file: Path, request: pytest.FixtureRequest) -> None:
    hold(file, request)


def test_every_case_has_a_listing() -> None:
    cases = [case for file in FILES for case in read_cases(file)]
    assert [case.title for case in cases if not case.expected or case.stage != "listing"] == []
