"""What each pass changes in small programs, as listings: `cases/*.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.compiler import PIPELINE
from tests.golden_ir import hold, read_cases

FILES = sorted((Path(__file__).parent / "cases").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_changes(file: Path, request: pytest.FixtureRequest) -> None:
    hold(file, request)


def test_every_pass_has_a_case_in_which_it_does_something() -> None:
    cases = [case for file in FILES for case in read_cases(file)]
    done = {case.stage for case in cases if case.expected}
    assert done == {one.name for one in PIPELINE}
    assert [case.title for case in cases if not case.expected and "nothing" not in case.title] == []
