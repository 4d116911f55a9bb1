"""TOML with places: the values of `tomllib`, every key and value where it stands, all wrong lines at once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulec.base.source_text import SourceText
from rulec.picture.look.toml_spans import Value, read_toml
from tests.picture.positions import ROOT

SAMPLE = """\
a = 1 # c
b.c = "x # \\" y"
"q r" = [1, [2,3], {x = 1, y.z = '#fff'},] # hi
[t]
u = \"\"\"
mul ] ti\"\"\"
v = 1979-05-27T07:32:00Z
"k.l" = ''
[[t.w]]
x = -1.5e3
[[t.w]]
x = true
[t.w.k]
l = { }
m = '''
a'b''c'''
"""


def plain(value: Value) -> Any:
    if value.items is not None:
        return {name: plain(one) for name, one in value.items.items()}
    if value.elements is not None:
        return [plain(one) for one in value.elements]
    return value.plain


@pytest.mark.parametrize(
    "text", [SAMPLE, *(path.read_text("utf-8") for path in sorted(ROOT.glob("games/**/*.toml"))[:12])]
)
def test_values_are_those_of_tomllib(text: str) -> None:
    value, problems = read_toml(SourceText("a.toml", text))
    assert problems == []
    assert plain(value) == tomllib.loads(text)


def test_places() -> None:
    value, _ = read_toml(SourceText("a.toml", SAMPLE))
    assert value.items is not None
    assert str(value.items["a"].span) == "a.toml:1:5"
    assert str(value.keys["q r"]) == "a.toml:3:1"
    row = (value.items["q r"].elements or [])[2]
    assert (row.span.column, row.span.end_column) == (20, 41)
    table = value.items["t"].items or {}
    assert (table["u"].span.line, table["u"].span.end_line) == (5, 6)
    assert str((table["w"].elements or [])[1].keys["x"]) == "a.toml:12:1"


@pytest.mark.parametrize(
    ("text", "places", "left"),
    [
        ("a = \nb = 1\nc = = 2\n[t]\nd = 3", [(1, 5), (3, 5)], {"b": 1, "t": {"d": 3}}),
        ("x = 1\nx = 2\n[a\nb = 3", [(2, 6), (3, 3)], {"x": 1, "b": 3}),
        ("a = [1,\n2\nd = 4", [(3, 1), (1, 1)], {}),
        ('a = "x', [(1, 1)], {}),
        ("\x00\ny = 1", [(1, 1)], {"y": 1}),
        ("[a]\n[a]\nb = 1", [(2, 3)], {"a": {"b": 1}}),
        ("a = " + "[" * 5000, [(1, 1)], {}),
        ("a = " + "1" * 6000, [(1, 1)], {}),
    ],
)
def test_wrong_lines_are_told_and_left_out(
    text: str, places: list[tuple[int, int]], left: dict[str, Any]
) -> None:
    value, problems = read_toml(SourceText("a.toml", text))
    assert [(span.line, span.column) for span, _ in problems] == places
    assert plain(value) == left


def test_every_beginning_of_a_file_is_read() -> None:
    for size in range(len(SAMPLE)):
        value, _ = read_toml(SourceText("a.toml", SAMPLE[:size]))
        assert isinstance(plain(value), dict)


def test_a_file_of_nothing_but_errors_ends(tmp_path: Path) -> None:
    _, problems = read_toml(SourceText("a.toml", "a =\n" * 500))
    assert len(problems) == 20
