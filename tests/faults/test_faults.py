"""A small sample by default; all kinds of slips in all files behind `long`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulec.base.diagnostics import Diagnostic, Note
from rulec.base.source_text import SourceText, Span
from rulec.frontend import check, read_source
from tests.faults.measure import FILES, Outcome, examine, inner_word, sample, sown
from tests.faults.operators import OPERATORS, Slip, tokens
from tests.faults.table import counts, report

SMALL = tuple(
    path
    for path in FILES
    if path.parent.name == "classics" or path.stem in {"quick_rails", "steel_age", "first_lines"}
)
NUMBER = 14  # two of each kind
SEED = 5


def _said(outcomes: list[Outcome]) -> dict[str, int]:
    assert {one.kind for one in outcomes if one.wrong} == set(OPERATORS)
    return counts(outcomes)


def test_a_sample_is_told_well(time_limit: Callable[[], int]) -> None:
    outcomes = []
    for one in sample(NUMBER, SEED, SMALL):
        time_limit()
        outcomes.append(one)
    found = _said(outcomes)
    assert found["wrong"] == NUMBER
    assert found["inner"] == 0, report(outcomes, NUMBER)
    assert found["near"] >= 0.85 * NUMBER, report(outcomes, NUMBER)
    assert found["fixed"] >= 0.75 * NUMBER, report(outcomes, NUMBER)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_messages_carry_a_newcomer(seed: int, time_limit: Callable[[], int]) -> None:
    outcomes = []
    for one in sample(500, seed):
        time_limit()
        outcomes.append(one)
    found = _said(outcomes)
    print(report(outcomes, 12))
    assert found["wrong"] == 500
    assert found["inner"] == 0, report(outcomes, 12)
    assert found["near"] >= 0.9 * 500, report(outcomes, 12)
    assert found["fixed"] >= 0.8 * 500, report(outcomes, 12)


def test_the_same_seed_makes_the_same_slips() -> None:
    def made(seed: int) -> list[tuple[str, Slip]]:
        return [(one.file, one.slip) for one in sample(7, seed, SMALL[:2])]

    assert made(3) == made(3) != made(4)


def test_comments_citations_and_texts_are_left_alone() -> None:
    line = '  raise passes by 1 if "a text"  [RR-017] [A05]  # and more'
    assert [word.text for word in tokens(line)] == ["raise", "passes", "by", "1", "if"]


def test_a_slip_that_leaves_a_valid_file_shows_what_is_different() -> None:
    path = next(one for one in FILES if one.stem == "connect_four")
    number = next(n for n, line in enumerate(read_source(path).lines, start=1) if "columns by" in line)
    text = read_source(path).line(number).replace("7 columns", "8 columns")
    found = examine("a number out of range", path, Slip(number, text, ""))
    assert not found.wrong
    assert "8 columns" in found.said


def test_a_hint_is_typed_in() -> None:
    path = next(one for one in FILES if one.stem == "connect_four")
    lines = read_source(path).lines
    number = next(n for n, line in enumerate(lines, start=1) if line.lstrip().startswith("place my"))
    slip = Slip(number, lines[number - 1].replace("place", "plce", 1), "")
    assert not check(sown(path, slip)).ok
    found = examine("a name misspelt", path, slip)
    assert found.wrong
    assert found.near
    assert found.fixed
    assert not found.inner


def test_what_belongs_to_the_machinery_is_noticed() -> None:
    source = SourceText("game.rules", "turn:\n  pass")
    span = Span.at("game.rules", 1)

    def word(text: str) -> str:
        return inner_word(Diagnostic("R110", "`turn` does not fit", span, notes=(Note(span, text),)), source)

    assert word("expected NAME") == "NAME"
    assert word("expected $END") == "$END"
    assert word("Traceback (most recent call last)") == "Traceback"
    assert word("a number from 1 to 8 stands here") == ""
