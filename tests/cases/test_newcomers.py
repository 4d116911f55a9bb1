"""Sentences as newcomers write them: the first hint, typed in, is accepted and says what was meant."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from rulec.base.source_text import SourceText
from rulec.frontend import check
from rulec.repair.declaration_phrases import DECLARATION_PHRASES
from rulec.repair.declared import Declared
from rulec.repair.everyday_phrases import filled
from rulec.repair.sentence_phrases import SENTENCE_PHRASES, URGENT_PHRASES
from rulec.repair.value_phrases import SCORE_PHRASES, VALUE_PHRASES
from tests.cases.typed_in import fixed

HERE = Path(__file__).parent
DOCS = Path(__file__).parents[2] / "docs" / "how_to_say.md"
FRAME = (
    DOCS.read_text(encoding="utf-8")
    .split("```rules frame\n")[1]
    .split("```")[0]
    .replace("  vp: 0 up\n", "  vp: 0 up\n  points: 0 up\n  marker: 0 to 20\n  passed: flag\n")
    .replace(
        "  round: 0 to 9\n",
        "  round: 0 to 9\n  ended: flag\n  wanted: ware\n  richest: maybe player\n  order: list of player\n",
    )
)
RULE = "action example: gain 1 coins"


def _cases(file: str) -> list[tuple[str, ...]]:
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" ==> ")) for line in lines if line and not line.startswith("#")]


def _replaced() -> list[tuple[str, str, str]]:
    cases, old = [], ""
    for line in (HERE / "newcomers_replaced.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            old = line[2:].replace("\\n", "\n")
        elif not line.startswith("#"):
            written, meant = line.replace("\\n", "\n").split(" ==> ")
            cases.append((old, written, meant))
    return cases


REPLACED = _replaced()
LINES = _cases("newcomers.txt")
DECLARATIONS = _cases("newcomers_declarations.txt")
SCORES = _cases("newcomers_score.txt")
SCORE = '  "Points": my vp\n'


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


@pytest.mark.parametrize(("replaced", "written", "meant"), REPLACED, ids=[case[1] for case in REPLACED])
def test_what_newcomers_write_for_declarations(replaced: str, written: str, meant: str) -> None:
    assert replaced in FRAME
    text = FRAME.replace(replaced, written, 1)
    first = check(SourceText("village.rules", text)).diagnostics[0]
    typed = fixed(text, first)
    assert typed is not None, first
    assert check(SourceText("village.rules", typed)).ok, (first, typed)
    expected = FRAME.replace(replaced, meant, 1)
    assert [_squeezed(one) for one in typed.split("\n")] == [_squeezed(one) for one in expected.split("\n")]


def test_placeholders_of_phrases_are_known() -> None:
    tables = (DECLARATION_PHRASES, SENTENCE_PHRASES, URGENT_PHRASES, SCORE_PHRASES, VALUE_PHRASES)
    declared = Declared([FRAME], 1)
    for pattern, meant in itertools.chain(*tables):
        assert meant, pattern.pattern
        found = re.match("()" * pattern.groups, "")  # as many groups, all empty
        assert found is not None
        for template in meant:
            list(filled(template, found, declared))


@pytest.mark.parametrize(("written", "meant"), SCORES, ids=[line[0] for line in SCORES])
def test_what_newcomers_score(written: str, meant: str) -> None:
    text = FRAME.replace(SCORE, f"  {written}\n")
    first = check(SourceText("village.rules", text)).diagnostics[0]
    typed = fixed(text, first)
    assert typed == FRAME.replace(SCORE, f"  {meant}\n"), first
    assert check(SourceText("village.rules", typed)).ok


@pytest.mark.parametrize(
    ("heading", "row", "meant"),
    [
        ("table prizes by number:", "1 | 2 | 3", "table prizes by amount 1 to 3:"),
        (
            "table prizes by number of cards, giving 0 to 9:",
            "0 | 1",
            "table prizes by amount 0 to 1, giving 0 to 9:",
        ),
        ("table prizes by rank:", "1 | 2 | 3 | 4", "table prizes by rank 1 to 4:"),
    ],
)
def test_a_table_by_a_number(heading: str, row: str, meant: str) -> None:
    def file(line: str) -> str:
        return FRAME.replace("setup:", f"{line}\n  {row}\n  {re.sub('[0-9]+', '5', row)}\n\nsetup:", 1)

    first = check(SourceText("village.rules", file(heading))).diagnostics[0]
    typed = fixed(file(heading), first)
    assert typed == file(meant), first
    assert check(SourceText("village.rules", typed)).ok


@pytest.mark.parametrize(
    "exit_", ["break", "stop", "stop repeating", "exit the loop", "end repeat", "leave loop"]
)
def test_a_loop_is_left(exit_: str) -> None:
    """Where nothing stands behind the loop, the rule ends with it; elsewhere no line says it."""
    body = f"action example:\n  repeat 3 times:\n    if my coins > 20: {exit_}\n    gain 1 coins"
    text = FRAME.replace(RULE, body)
    typed = fixed(text, check(SourceText("village.rules", text)).diagnostics[0])
    assert typed == FRAME.replace(RULE, body.replace(exit_, "end example"))
    assert check(SourceText("village.rules", typed)).ok
    text = FRAME.replace(RULE, f"{body}\n  gain 1 clay")
    first = check(SourceText("village.rules", text)).diagnostics[0]
    assert first.hint.startswith("a loop ends by its condition, as in `repeat until ...:`")


@pytest.mark.parametrize(
    "written", ["at action of p1", "at p1's turn", "at turn of player 1", "at build of p1"]
)
def test_where_an_example_begins(written: str) -> None:
    example = 'example "begins":\n  at turn of p1\n  then p1\'s vp = 0\n'
    text = f"{FRAME}\n{example}".replace("at turn of p1", written)
    typed = fixed(text, check(SourceText("village.rules", text)).diagnostics[0])
    assert typed == f"{FRAME}\n{example}"
    assert check(SourceText("village.rules", typed)).ok


@pytest.mark.parametrize("written", ["choose one:", "choose one of:", "do one of the following:"])
def test_a_choice_without_a_name(written: str) -> None:
    body = f"action example:\n  {written}\n    earn: gain 1 coins\n    rest: nothing"
    text = FRAME.replace(RULE, body)
    first = check(SourceText("village.rules", text)).diagnostics[0]
    typed = fixed(text, first)
    assert typed == FRAME.replace(RULE, body.replace(written, "choose one as choice:"))
    assert check(SourceText("village.rules", typed)).ok


def test_a_rule_with_a_name_of_several_words() -> None:
    text = FRAME.replace(RULE, f"{RULE}\nrule take all huts:\n  gain 1 coins")
    typed = fixed(text, check(SourceText("village.rules", text)).diagnostics[0])
    assert typed == text.replace("take all huts", "take_all_huts")


def test_phrases_in_several_lines() -> None:
    """Phrases in all lines have hints, not only in the first; each is accepted when typed in."""
    body = "action example:\n  choose a random first_player\n  draw 2 cards\n  set all players' passed to no"
    text = FRAME.replace(RULE, body)
    found = check(SourceText("village.rules", text)).diagnostics
    assert [one.hint for one in found] == [
        "write `set first_player to a random one of players`",
        "write `draw 2 from pile to my hand`",
        "write `each player: set player's passed to no`",
    ]
    for one in found:
        typed = fixed(text, one)
        assert typed is not None
        assert one.span.line not in {other.span.line for other in check(SourceText("v", typed)).diagnostics}


def test_pieces_of_another_kind_are_not_counted() -> None:
    """A zone stands for the number of its own pieces only."""
    text = FRAME.replace(SCORE, '  "Fields": 3 for each field in my hand\n')
    assert "number of my hand" not in check(SourceText("village.rules", text)).diagnostics[0].hint


def _squeezed(line: str) -> str:
    return re.sub(r" ?, ?", ", ", re.sub(r"\s+", " ", line.replace(" :", ":"))).strip()
