"""Every code has an explanation, and its examples do what they say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import rulec
from rulec.base import diagnostic_codes
from rulec.base.diagnostic_codes import Explanation, codes, explain
from rulec.base.diagnostics import render
from rulec.base.source_text import SourceText
from rulec.frontend import Library, check

CODES = list(codes().values())
HUGE = {
    "R118",
    "R501",
    "R732",
}  # limits whose bad examples take seconds; `test_limits.py` has them by default
# Two more variants of the game that variants of examples change.
# Warnings of names that an excerpt does not use.
UNUSED = {"R601", "R606", "R607", "R608", "R609"}
QUICK = 'variant "Quick" of example:\n  before turn: if some squares where mine: nothing\n'
SLOW = 'variant "Slow" of example:\n  after turn: nothing\n'


def found(one: Explanation, example: str) -> tuple[set[str], str]:
    source = SourceText("example.rules", one.file(example))
    library = None
    if one.site == "variant":
        source = SourceText("short.rules", source.text)
        given = {"example": one.base, "quick": QUICK, "slow": SLOW}
        others = {name: SourceText(f"{name}.rules", text) for name, text in given.items()}
        library = Library({**others, "short": source})
    result = check(source, library)
    return {one.code for one in result.diagnostics}, render(result.diagnostics, result.files)


def test_every_code_is_explained() -> None:
    used: set[str] = set()
    for path in Path(rulec.__file__).parent.rglob("*.py"):
        if path.parent.name != "explanations":
            used |= set(re.findall(r'"(R\d{3})"', path.read_text(encoding="utf-8")))
    assert used == set(codes())


@pytest.mark.parametrize(
    "one",
    [pytest.param(one, marks=[pytest.mark.long] if one.code in HUGE else [], id=one.code) for one in CODES],
)
def test_bad_example_has_only_this_problem(one: Explanation) -> None:
    has, shown = found(one, one.bad)
    assert has - (UNUSED - {one.code}) == {one.code}, shown[:2_000]


@pytest.mark.parametrize("one", CODES, ids=lambda one: one.code)
def test_good_example_has_no_problem(one: Explanation) -> None:
    has, shown = found(one, one.good)
    assert has - (UNUSED - {one.code}) == set(), shown[:2_000]


@pytest.mark.parametrize(
    "text", ["", "# R101: A title\n", "---\nexample: end\n---\n# R102: Another code\n\nText.\n"]
)
def test_a_page_that_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "R101.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(diagnostic_codes, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match=r"R101.md: this is not a page of a code"):
        explain.__wrapped__("R101")


def test_data_files_are_packed() -> None:
    """Every file of the package that is no module matches a pattern of `package-data`."""
    root = Path(rulec.__file__).parents[1]
    patterns = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    packed = {path for one in patterns["rulec"] for path in (root / "rulec").glob(one)}
    data = {path for end in ("md", "j2", "h", "typed") for path in (root / "rulec").rglob(f"*.{end}")}
    assert data <= packed


def test_texts_are_for_people() -> None:
    for one in CODES:
        assert one.text.endswith("."), one.code
        assert 1 <= len(re.findall(r"[.:!?](?: |$)", one.text)) <= 6, one.code
        most = 20 if one.site == "file" else 10  # lines
        assert len(one.shown(one.bad).split("\n")) <= most, one.code
    assert explain("r201") == codes()["R201"]
    assert explain("R999") is None
