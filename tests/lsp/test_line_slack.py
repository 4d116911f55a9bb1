"""Blank lines below declarations: the same diagnostics in the same places, and declarations that stay put."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from rulec.base.source_text import SourceText
from rulec.editor.document import Change
from rulec.editor.line_slack import LineSlack
from rulec.editor.positions import Position, Range
from rulec.editor.workspace import Workspace
from rulec.errors import RulecError
from rulec.frontend import Library, check, decode_source
from tests.cases.case_files import FOLDER, library, read_cases

CASES = [case for file in sorted(FOLDER.glob("*.txt")) for case in read_cases(file)]
CLASSICS = sorted(Path(__file__).parents[2].joinpath("games", "classics").glob("*.rules"))
TORN = ("", '"', "(", "[", "\n", "\n\n", "\n  ", "  ", "#", ":", ",", "{")


def _check_same(source: SourceText, known: Library) -> bool:
    """Compare the check of a spaced text with that of the text; False if a message counts lines."""
    spaced = LineSlack().spaced(source)
    found = spaced.own(check(spaced.source, known, mending=False).diagnostics)
    if found is None:
        return False
    assert tuple(found) == check(source, known, mending=False).diagnostics, source.text
    return True


def test_broken_files_have_the_same_diagnostics() -> None:
    compared = Counter[bool]()
    for case in CASES[::4]:
        try:
            source = decode_source(case.name, case.data())
        except RulecError:
            continue
        compared[_check_same(source, library(source))] += 1
    assert compared[True] > 100


@pytest.mark.parametrize("path", CLASSICS, ids=lambda path: path.stem)
def test_torn_files_have_the_same_diagnostics(path: Path) -> None:
    text, rng = path.read_text(encoding="utf-8"), random.Random(path.stem)
    for _ in range(6):
        start = rng.randrange(len(text))
        torn = text[:start] + rng.choice(TORN) + text[start + rng.randrange(80) :]
        _check_same(SourceText("torn.rules", torn), Library({}))


def test_messages_that_count_lines_are_those_of_the_text_itself() -> None:
    case = next(one for one in CASES if "gives this name elsewhere" in one.says)
    source = decode_source(case.name, case.data())
    assert not _check_same(source, Library({}))
    workspace = Workspace()
    workspace.open(source.name, source.text)
    assert workspace.early_problems(source.name) == check(source, mending=False).diagnostics


def _text(*lengths: int) -> SourceText:
    return SourceText("x.rules", "\n".join("\n".join(["a:", *["  b"] * (n - 1)]) for n in lengths))


def test_declarations_stay_where_they_were() -> None:
    slack = LineSlack()
    first = slack.spaced(_text(3, 5, 4, 2)).starts
    assert slack.spaced(_text(3, 9, 4, 2)).starts == first  # longer
    assert slack.spaced(_text(3, 2, 4, 2)).starts == first  # shorter
    added = slack.spaced(_text(3, 2, 3, 4, 2)).starts  # a declaration more
    assert (added[:2], added[3:]) == (first[:2], first[2:])
    assert slack.spaced(_text(3, 4, 2)).starts == (first[0], *first[2:])  # and removed


def test_declarations_without_room_move() -> None:
    slack = LineSlack()
    first = slack.spaced(_text(3, 5, 4)).starts
    long = slack.spaced(_text(3, 200, 4))
    assert long.starts[2] >= long.starts[1] + 200 > first[2]
    assert slack.spaced(_text(3, 201, 4)).starts == long.starts


def test_new_text_gets_room() -> None:
    slack = LineSlack()
    assert slack.spaced(_text(3, 5)).starts == (0, 27)
    assert slack.spaced(_text(9, 8)).starts == (0, 33)


def test_files_near_the_limit_of_lines_get_no_room() -> None:
    source = _text(*[2] * 20_000)
    assert LineSlack().spaced(source).source == source


def test_a_line_break_checks_one_declaration_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    path = next(one for one in CLASSICS if one.stem == "reversi")
    workspace = Workspace()
    document = workspace.open(str(path), path.read_text(encoding="utf-8"))
    workspace.early_problems(str(path))
    read: list[str] = []
    kept = workspace._memories[str(path)].spaced.sections
    known = kept._declarations.read
    monkeypatch.setattr(
        kept._declarations, "read", lambda line, report: read.append(line.text) or known(line, report)
    )
    lines = document.lines
    second = [n for n, line in enumerate(lines) if line and not line.startswith((" ", "#"))][1]
    document.apply([Change("# a comment\n", Range(Position(second + 1, 0), Position(second + 1, 0)))], 2)
    assert workspace.early_problems(str(path)) == check(document.source, mending=False).diagnostics
    assert len(read) == 1
