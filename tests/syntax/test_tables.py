"""The parser's tables: kept tables give the same parser, and others are not used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulec.syntax import tables

SENTENCES = (
    "if 3 in a row among squares where mine: end the game",
    "choose column from columns where some (column's squares where empty) as drop",
    "each player acting in players in seat order: turn",
    "let square = the first of squares where empty in order of most row's position",
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "tables.json"
    tables.write_tables(path)
    return path


def test_kept_tables_parse_alike(kept: Path) -> None:
    fresh = tables.make_parser(tables.grammar_path().read_text(encoding="utf-8"))
    loaded = tables.load_parser(kept)
    assert loaded.source_path == "<deserialized>"
    for sentence in SENTENCES:
        assert loaded.parse(sentence, start="sentence") == fresh.parse(sentence, start="sentence")


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"digest": "another"}', "\x00"])
def test_other_tables_are_not_used(content: str, tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.write_text(content, encoding="utf-8")
    assert tables.load_parser(path).source_path != "<deserialized>"
    assert tables.load_parser(tmp_path / "missing.json").parse(SENTENCES[0], start="sentence")


def test_tables_of_another_grammar_are_not_used(kept: Path, tmp_path: Path) -> None:
    data = json.loads(kept.read_text(encoding="utf-8"))
    data["digest"] = tables.digest("another grammar")
    path = tmp_path / "tables.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert tables.load_parser(path).source_path != "<deserialized>"
