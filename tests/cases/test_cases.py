"""Broken variants of the two classics: the right message at the right line, and hints that work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulec.base import diagnostic_codes
from rulec.base.source_text import SourceText
from rulec.frontend import check
from tests.cases.case_files import FOLDER, Case, library, outcome, read_cases, told, updated, write_cases
from tests.cases.test_codes import UNUSED
from tests.cases.typed_in import fixed

FILES = sorted(FOLDER.glob("*.txt"))
CASES = [case for file in FILES for case in read_cases(file)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_messages(file: Path, request: pytest.FixtureRequest) -> None:
    cases = read_cases(file)
    if request.config.getoption("--update"):
        write_cases(file, [updated(case) for case in cases])
    wrong = [case.title for case in cases if outcome(case) != case.says]
    assert not request.config.getoption("--update")
    assert not wrong, f"other messages than expected; read `git diff` after a run with --update: {wrong}"


def test_there_are_enough_cases() -> None:
    assert len([case for case in CASES if case.says != "fine"]) >= 200
    assert len({(case.file, case.title) for case in CASES}) == len(CASES)


def test_every_code_has_a_case() -> None:
    """Limits that need large files are in `test_limits.py`."""
    pinned = set(re.findall(r" (?:error|warning) (R\d+):", "".join(case.says for case in CASES)))
    large = set(re.findall(r"R\d+", (Path(__file__).parent / "test_limits.py").read_text()))
    assert set(diagnostic_codes.codes()) - pinned - large == set()


def test_messages_are_in_the_designers_words() -> None:
    words = ["token", "syntax", "parse", "None", "Traceback", "lark", "expression", "identifier", "AST", "0x"]
    said = {f"{case.file.stem}: {case.title}": case.says.replace("-None", "") for case in CASES}
    assert [(title, word) for title, text in said.items() for word in words if word in text] == []


# --- hints that can be typed in --------------------------------------------------------------------


# Where following the hint is right but one step of two, or breaks what another line says.
STEPS = {
    "`each squares`",
    "an adjective that can't be read",
    "letters outside a to z",
    "two unknown names in one line",
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file.stem}: {case.title}")
def test_hints_work_when_typed_in(case: Case) -> None:
    try:
        text = case.data().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return
    before, _ = told(case)
    assert before is not None
    for one in before:
        if one.span.file != case.name:
            continue
        after_text = fixed(text, one)
        if after_text is None:
            continue
        source = SourceText(case.name, after_text)
        after = check(source, library(source), mending=False).diagnostics
        assert (one.code, one.span, one.message) not in {(two.code, two.span, two.message) for two in after}
        if len(before) == 1 and case.title not in STEPS:
            assert not [two for two in after if two.severity == "error"], (one.hint, after_text)
        # Removing a use can leave a name unused.
        assert len([two for two in after if two.code not in UNUSED]) <= len(before), (one.hint, after_text)
