"""Every code has an explanation, and its examples do what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulec
from rulec.compiler import check
from rulec.diagnostic_codes import Explanation, codes, explain
from rulec.diagnostics import render
from rulec.source import SourceText

CODES = list(codes().values())


def found(text: str) -> tuple[set[str], str]:
    source = SourceText("example.rules", text)
    diagnostics = check(source).diagnostics
    return {one.code for one in diagnostics}, render(diagnostics, {source.name: source})


def test_every_code_is_explained() -> None:
    used: set[str] = set()
    for path in Path(rulec.__file__).parent.rglob("*.py"):
        if path.parent.name != "explanations":
            used |= set(re.findall(r'"(R\d{3})"', path.read_text(encoding="utf-8")))
    assert used == set(codes())


@pytest.mark.parametrize("one", CODES, ids=lambda one: one.code)
def test_bad_example_has_only_this_problem(one: Explanation) -> None:
    has, shown = found(one.file(one.bad))
    assert has - ({"R601"} - {one.code}) == {one.code}, shown[:2_000]


@pytest.mark.parametrize("one", CODES, ids=lambda one: one.code)
def test_good_example_has_no_problem(one: Explanation) -> None:
    has, shown = found(one.file(one.good))
    assert has - {"R601"} == set(), shown[:2_000]


def test_texts_are_for_people() -> None:
    for one in CODES:
        assert one.text.endswith("."), one.code
        assert 1 <= len(re.findall(r"[.:!?](?: |$)", one.text)) <= 6, one.code
        assert len(one.shown(one.bad).split("\n")) <= 10, one.code
    assert explain("r201") is codes()["R201"]
    assert explain("R999") is None
