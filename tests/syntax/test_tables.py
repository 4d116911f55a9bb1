"""The parser's tables: kept tables give the same parser, and others are not used."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulec.syntax.parsing import lalr_tables
from tests.syntax.parsers import make_parser

SENTENCES = (
    "if 3 in a row among squares where mine: end the game",
    "choose column from columns where some (column's squares where empty) as drop",
    "each player acting in players in seat order: turn",
    "let square = the first of squares where empty in order of most row's position",
)


@pytest.fixture(autouse=True, scope="module")
def made_once() -> Iterator[None]:
    """Lark works the same tables out in seconds, each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lalr_tables, "make_parser", make_parser)
        yield


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "tables.json"
    lalr_tables.write_tables(path)
    return path


def test_kept_tables_parse_alike(kept: Path) -> None:
    fresh = lalr_tables.make_parser(lalr_tables.grammar_path().read_text(encoding="utf-8"))
    loaded = lalr_tables.Parsers(kept)
    assert loaded.kept
    assert loaded.lark.source_path == "<deserialized>"
    for sentence in SENTENCES:
        tree = fresh.parse(sentence, start="sentence")
        assert loaded.lark.parse(sentence, start="sentence") == tree
        assert loaded.driver.parse(sentence, "sentence") == tree


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"digest": "another"}\n{}', "\x00"])
def test_other_tables_are_not_used_but_replaced(content: str, tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.write_text(content, encoding="utf-8")
    assert not lalr_tables.Parsers(path).kept
    again = lalr_tables.Parsers(path)
    assert again.kept
    assert again.driver.parse(SENTENCES[0], "sentence") is not None
    assert [one.name for one in tmp_path.iterdir()] == ["tables.json"]


def test_tables_that_cannot_be_kept(tmp_path: Path) -> None:
    made = lalr_tables.Parsers(tmp_path / "no" / "such" / "folder" / "tables.json")
    assert not made.kept
    assert made.driver.parse(SENTENCES[0], "sentence") is not None
    assert list(tmp_path.iterdir()) == []


def test_tables_of_another_grammar_are_not_used(kept: Path, tmp_path: Path) -> None:
    first, rest = kept.read_text(encoding="utf-8").split("\n", 1)
    data = json.loads(first)
    data["digest"] = lalr_tables.digest("another grammar")
    path = tmp_path / "tables.json"
    path.write_text(f"{json.dumps(data)}\n{rest}", encoding="utf-8")
    assert not lalr_tables.Parsers(path).kept
