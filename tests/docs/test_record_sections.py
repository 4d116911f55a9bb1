"""The games of the record of decisions are written in the language that there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulec.base.diagnostics import render
from rulec.base.source_text import SourceText
from rulec.frontend import check

RECORD = Path(__file__).resolve().parents[2] / "docs" / "decisions" / "0001-the-language.md"
# Sections, with as many problems as they still have: a number that only goes down.
LEFT = {"Railroad Revolution": 0, "Pacific Rails Inc.": 0, "Railway Boom": 0, "Great Western Trail": 0}


def section(title: str) -> str:
    """All blocks of rules below the last heading of this name, as one file."""
    text = RECORD.read_text(encoding="utf-8")
    part = re.split(r"^### ", text[text.rindex(f"\n### {title}\n") + 1 :], flags=re.MULTILINE)[1]
    return "\n".join(re.findall(r"```rules\n(.*?)```", part, flags=re.DOTALL))


@pytest.mark.parametrize("title", LEFT)
def test_a_section_has_no_more_problems(title: str) -> None:
    result = check(SourceText("section.rules", section(title)))
    errors = [one for one in result.diagnostics if one.severity == "error"]
    assert len(errors) <= LEFT[title], render(tuple(errors), result.files)[:4_000]
