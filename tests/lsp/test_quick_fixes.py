"""Every quick fix leads to a text without its problem, and without another one in its line."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

import pytest

from rulec.base.diagnostics import Diagnostic
from rulec.base.source_text import SourceText, Span
from rulec.editor.document import edited
from rulec.editor.problems import fixes_in
from rulec.editor.workspace import Workspace
from rulec.frontend import check
from tests.faults.measure import FILES
from tests.faults.operators import OPERATORS, slips

PATH = "/nowhere/slips.rules"
SMALL = tuple(one for one in FILES if one.parent.name == "classics")


def _codes(found: tuple[Diagnostic, ...], line: int) -> Counter[str]:
    return Counter(one.code for one in found if one.span.line == line)


@pytest.mark.parametrize("seed", range(4))
def test_fixes_of_several_slips(seed: int) -> None:
    """Of slips in five lines, the first diagnostic has a hint that was tried; the others need not."""
    rng = random.Random(seed)
    text = SMALL[seed % len(SMALL)].read_text(encoding="utf-8")
    for _ in range(5):
        slip = next(slips(rng.choice(list(OPERATORS)), text, rng))
        lines = text.split("\n")
        lines[slip.line - 1] = slip.text
        text = "\n".join(lines)
    source = SourceText(PATH, text)
    workspace = Workspace()
    workspace.open(PATH, text)
    found = check(source).diagnostics
    fixes = fixes_in(source, found, 1, len(source.lines), partial(workspace.problems_after, PATH))
    for fix in fixes:
        after = check(SourceText(PATH, edited(text, fix.edits)), mending=False).diagnostics
        line = fix.diagnostic.span.line
        allowed = _codes(found, line)
        allowed[fix.diagnostic.code] -= 1
        assert _codes(after, line) <= allowed, fix.title


def test_a_fix_that_does_not_help_is_not_offered() -> None:
    text = SMALL[0].read_text(encoding="utf-8")
    source = SourceText(PATH, text)
    one = Diagnostic("R110", "not so", Span.at(PATH, 1, 1, 5), "did you mean `other`?")
    still = [one]
    assert fixes_in(source, [one], 1, 1, lambda _: still) == []
    assert fixes_in(source, [one], 1, 1, lambda _: [Diagnostic("R201", "else", one.span, "")]) == []
    assert [fix.title for fix in fixes_in(source, [one], 1, 1, lambda _: [])] == ["Did you mean `other`?"]
