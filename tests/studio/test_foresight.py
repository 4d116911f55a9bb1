"""A game is opened while the pointer rests on its card, and its form takes that over."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

import pytest

from rulec.facade import interpret_at_once
from rulec.studio.server.preparations import Preparations
from rulec.studio.worker.client import Worker
from tests.studio.browser import opened

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The processes that are started for games."""
    found: list[Any] = []
    usual = Worker.__init__

    def noted(self: Any, kind: Any) -> None:
        usual(self, kind)
        if kind == "table":
            found.append(self)

    monkeypatch.setattr(Worker, "__init__", noted)
    return found


@pytest.fixture
def unknown(tmp_path: Path) -> Path:
    """A folder with two games that no cache holds."""
    root = tmp_path / "games"
    root.mkdir()
    for name in ("nim", "loans"):
        text = (GAMES / f"{name}.rules").read_text(encoding="utf-8")
        (root / f"{name}.rules").write_text(f"{text}\n# {uuid.uuid4()}\n", encoding="utf-8")
    return root


def foreseen(browser: Any, game: str) -> None:
    assert browser.post(f"/api/foresee/{game}").status_code == 200


def ready(browser: Any, game: str) -> None:
    while not browser.json(f"/api/opening/{game}")["ready"]:
        pass


def test_a_form_takes_over_what_was_foreseen(unknown: Path, tmp_path: Path, started: list[Any]) -> None:
    with opened(unknown, tmp_path / "state") as browser:
        foreseen(browser, "here/nim.rules")
        foreseen(browser, "here/nim.rules")
        assert browser.json("/api/describe/here/nim.rules")["title"] == "Nim"
        assert browser.json("/api/describe/here/nim.rules")["title"] == "Nim"  # the page is loaded again
        game = browser.begin("here/nim.rules", "human", "human")
        assert browser.view(game)["options"]
        assert len(started) == 1


def test_what_was_foreseen_is_opened_again_after_an_edit(unknown: Path, tmp_path: Path) -> None:
    path = unknown / "nim.rules"
    with opened(unknown, tmp_path / "state") as browser:
        assert browser.json("/api/describe/here/nim.rules")["title"] == "Nim"
        ready(browser, "here/nim.rules")
        path.write_text(path.read_text().replace('game "Nim"', 'game "Nim again"'), encoding="utf-8")
        assert browser.json("/api/describe/here/nim.rules")["title"] == "Nim again"
        path.write_text(path.read_text().replace('game "Nim again"', 'game "Third"'), encoding="utf-8")
        assert browser.view(browser.begin("here/nim.rules", "human", "human"))["title"] == "Third"


def test_one_game_is_foreseen_at_a_time(unknown: Path, tmp_path: Path, started: list[Any]) -> None:
    with opened(unknown, tmp_path / "state") as browser:
        assert browser.json("/api/describe/here/nim.rules")["title"] == "Nim"  # somebody has its form
        for game in ("here/loans.rules", "here/nim.rules", "here/loans.rules"):
            foreseen(browser, game)
        browser.json("/api/describe/here/loans.rules")
        assert len(started) == 2
        browser.begin("here/nim.rules", "human", "human")
        assert len(started) == 2


def test_nothing_is_planned_that_is_only_foreseen(
    unknown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[str] = []

    async def hasten(_: Preparations, game: str) -> None:
        planned.append(game)

    monkeypatch.setattr(Preparations, "hasten", hasten)
    with opened(unknown, tmp_path / "state") as browser:
        foreseen(browser, "here/nim.rules")
        ready(browser, "here/nim.rules")
        assert planned == []
        browser.json("/api/describe/here/nim.rules")
        browser.begin("here/nim.rules", "human", "human")
        while not planned:
            browser.json("/api/preparations")
        assert planned == ["here/nim.rules"]


def test_mistakes_of_a_foreseen_game_are_told_by_its_form(unknown: Path, tmp_path: Path) -> None:
    (unknown / "nim.rules").write_text('game "Nim"\n  players 2\nto act:\n  nonsense\n', encoding="utf-8")
    with opened(unknown, tmp_path / "state") as browser:
        foreseen(browser, "here/nim.rules")
        browser.get("/api/describe/here/nim.rules")
        while (told := browser.get("/api/opening/here/nim.rules")).status_code == 200:
            assert not told.json()["ready"]
        assert "has 3 problems" in told.json()["error"]
        assert browser.post("/api/foresee/here/none.rules").status_code == 422


def test_a_game_opened_at_once_lacks_only_what_sharpens_resampling(unknown: Path) -> None:
    from rulec.compiled import Compiled
    from rulec.ir.schema import make_schema

    path = unknown / "loans.rules"
    lowered = Compiled(path).lowered
    quick, whole = make_schema(lowered, monotone=False), make_schema(lowered)
    assert {one.monotone for one in quick.hidden} <= {()}
    assert quick.slots == whole.slots
    assert quick.layout_hash == whole.layout_hash
    assert interpret_at_once(path)[0].LAYOUT_HASH == whole.layout_hash


def test_games_are_closed_with_a_foreseen_one(unknown: Path, tmp_path: Path, started: list[Any]) -> None:
    with opened(unknown, tmp_path / "state") as browser:
        foreseen(browser, "here/nim.rules")
        browser.json("/api/preparations")
    assert not any(one.alive for one in started)
