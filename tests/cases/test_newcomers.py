"""Sentences as newcomers write them: the first hint, typed in, is accepted and says what was meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulec.base.source_text import SourceText
from rulec.frontend import check
from tests.cases.typed_in import fixed

HERE = Path(__file__).parent
DOCS = Path(__file__).parents[2] / "docs" / "how_to_say.md"
FRAME = (
    DOCS.read_text(encoding="utf-8")
    .split("```rules frame\n")[1]
    .split("```")[0]
    .replace("  vp: 0 up\n", "  vp: 0 up\n  points: 0 up\n  marker: 0 to 20\n")
    .replace("  round: 0 to 9\n", "  round: 0 to 9\n  ended: flag\n  wanted: ware\n")
)
RULE = "action example: gain 1 coins"
LINES = [
    tuple(line.split(" ==> "))
    for line in (HERE / "newcomers.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("written", "meant"), LINES, ids=[line[0] for line in LINES])
def test_what_newcomers_write(written: str, meant: str) -> None:
    text = FRAME.replace(RULE, f"action example:\n  {written}\n  gain 1 coins")
    first = check(SourceText("village.rules", text)).diagnostics[0]
    typed = fixed(text, first)
    assert typed is not None, first
    assert check(SourceText("village.rules", typed)).ok, (first, typed)
    body = typed.split("action example:\n")[1].split("\n  gain 1 coins")[0]
    assert [_squeezed(one) for one in body.split("\n")] == [_squeezed(one) for one in meant.split(" // ")]


def _squeezed(line: str) -> str:
    return re.sub(r"\s+", " ", line.replace(" :", ":")).strip()
