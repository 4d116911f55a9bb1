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


def _cases(file: str) -> list[tuple[str, ...]]:
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" ==> ")) for line in lines if line and not line.startswith("#")]


LINES = _cases("newcomers.txt")
DECLARATIONS = _cases("newcomers_declarations.txt")


@pytest.mark.parametrize(("written", "meant"), LINES, ids=[line[0] for line in LINES])
def test_what_newcomers_write(written: str, meant: str) -> None:
    text = FRAME.replace(RULE, f"action example:\n  {written}\n  gain 1 coins")
    first = check(SourceText("village.rules", text)).diagnostics[0]
    typed = fixed(text, first)
    assert typed is not None, first
    assert check(SourceText("village.rules", typed)).ok, (first, typed)
    body = typed.split("action example:\n")[1].split("\n  gain 1 coins")[0]
    assert [_squeezed(one) for one in body.split("\n")] == [_squeezed(one) for one in meant.split(" // ")]


@pytest.mark.parametrize(("written", "meant"), DECLARATIONS, ids=[line[0] for line in DECLARATIONS])
def test_what_newcomers_declare(written: str, meant: str) -> None:
    place, _, line = written.partition(" | ")
    body = "\n  gain n coins" if line.endswith(":") else ""
    head = "the game has:\n" if place == "game" else "action example:"
    put = f"{head}  {line}\n" if place == "game" else f"{line}{body}\n{head}"
    text = FRAME.replace(head, put, 1)
    first = check(SourceText("village.rules", text)).diagnostics[0]
    typed = fixed(text, first)
    assert typed is not None, first
    assert check(SourceText("village.rules", typed)).ok, (first, typed)
    assert meant in [_squeezed(one) for one in typed.split("\n")]


@pytest.mark.parametrize("written", ["choose one:", "choose one of:", "do one of the following:"])
def test_a_choice_without_a_name(written: str) -> None:
    body = f"action example:\n  {written}\n    earn: gain 1 coins\n    rest: nothing"
    text = FRAME.replace(RULE, body)
    first = check(SourceText("village.rules", text)).diagnostics[0]
    typed = fixed(text, first)
    assert typed == FRAME.replace(RULE, body.replace(written, "choose one as choice:"))
    assert check(SourceText("village.rules", typed)).ok


def _squeezed(line: str) -> str:
    return re.sub(r" ?, ?", ", ", re.sub(r"\s+", " ", line.replace(" :", ":"))).strip()
