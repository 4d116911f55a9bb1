"""The pages for newcomers and for users of engines do what they say, from an empty folder on."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.native import finder
from tests.docs.pages import ROOT, assert_fits, commands, fits, read
from tests.engines import installed

FIRST_VARIANT = ROOT / "docs" / "first_variant.md"
ENGINE = ROOT / "docs" / "engine.md"
COMMAND_LINE = ROOT / "docs" / "command_line.md"
BALANCE = ROOT / "docs" / "balance.md"
GAMES_IN_TABLES = ROOT / "docs" / "games_in_tables.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Empty, and nothing is built."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("NO_COLOR", "FORCE_COLOR", "RULEC_TRACEBACK", "CC"):
        monkeypatch.delenv(name, raising=False)
    return work


@pytest.mark.usefixtures("folder")
@pytest.mark.heavy
def test_first_variant_until_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written, checked and explained; before a large game is played it is compiled for long."""
    read(FIRST_VARIANT, monkeypatch)


@pytest.mark.long
@pytest.mark.usefixtures("folder")
def test_first_variant_with_its_games_and_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    read(FIRST_VARIANT, monkeypatch, long=True)


def test_guide_to_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    # A small optimisation level compiles faster than the import would.
    games = ROOT / "games"
    known = [
        installed(games / "manifest_railways.rules"),
        installed(games / "classics" / "connect_four.rules"),
    ]
    by_name = {game.NAME: game for game in known}
    monkeypatch.setattr(finder, "find_game", lambda name, build=None: by_name[name])
    read(ENGINE, monkeypatch)


@pytest.mark.usefixtures("folder")
def test_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    read(COMMAND_LINE, monkeypatch)


@pytest.mark.usefixtures("folder")
def test_balance(monkeypatch: pytest.MonkeyPatch) -> None:
    read(BALANCE, monkeypatch)


@pytest.mark.long
@pytest.mark.usefixtures("folder")
def test_games_in_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pyarrow", "duckdb", "polars"):
        pytest.importorskip(library)
    read(GAMES_IN_TABLES, monkeypatch)


# --- what reads them ------------------------------------------------------------------------------


def test_answers_are_held_against_each_other() -> None:
    assert fits("a  b\n...\nz\n", "a  b\n1\n2\nz\n")
    assert fits("in ... s: 1.5 s\n\n", "in 12 s: 0.25 s\n")
    assert not fits("a\nb\n", "a\nc\n")
    assert not fits("a\n", "a\nmore\n")
    assert not fits("1 of 3\n", "2 of 3\n")
    with pytest.raises(pytest.fail.Exception, match="here\n--- the page says\na\n\n--- it was\nb"):
        assert_fits("a\n", "b\n", "here")


def test_commands_are_taken_apart() -> None:
    assert list(commands("$ rulec check a\nfine\n$ rulec test a\n")) == [
        ("rulec check a", "fine\n"),
        ("rulec test a", ""),
    ]
