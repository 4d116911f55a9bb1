"""Why an option is offered or not: in words, within limits, with progress, stopped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulec.studio.worker import inquiry
from rulec.studio.worker.table import Table
from tests.insight.test_legality_answers import DEEP
from tests.studio.browser import Browser, opened


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("deep")
    (folder / "deep.rules").write_text(DEEP, encoding="utf-8")
    with opened(folder, tmp_path_factory.mktemp("state")) as found:
        yield found


def _why(browser: Browser, game: str, **asked: Any) -> dict[str, Any]:
    answer = browser.get(f"/api/play/{game}/why", params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_options_are_named_by_label_or_words(deep: Browser) -> None:
    game = deep.begin("here/deep.rules", "human", "human")
    options = _why(deep, game)["options"]
    assert [one["offered"] for one in options] == [False, False, True]
    for name in (options[1]["label"], options[1]["text"], options[1]["text"].upper()):
        assert _why(deep, game, option=name)["option"] == "main: dare"
    assert deep.get(f"/api/play/{game}/why", params={"option": "fly"}).status_code == 422


def test_the_whole_answer_counts_what_was_tried(deep: Browser) -> None:
    game = deep.begin("here/deep.rules", "human", "human")
    found = _why(deep, game, option="main: dig", longer="yes")
    assert (found["verdict"], found["whole"]) == ("can't be completed", True)
    assert found["tried"] > 100  # equal sums are tried once
    assert deep.json(f"/api/play/{game}/why/progress") == {}  # nothing is asked any more
    assert deep.post(f"/api/play/{game}/why/stop").status_code == 200


def _table(folder: Path, tell: Any, stopped: Any) -> Table:
    path = folder / "deep.rules"
    path.write_text(DEEP, encoding="utf-8")
    table = Table(tell, stopped)
    table.do_open(str(path))
    table.do_begin(2, {}, 1, ["human", "human"], False)
    return table


def test_a_stopped_search_tells_what_it_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inquiry, "_OFTEN", 0.0)  # a report for each decision
    told: list[dict[str, Any]] = []
    stops = iter([False] * 20 + [True])
    table = _table(tmp_path, told.append, lambda: next(stops))
    found = table.do_why("main: dig", 60.0)
    assert (found["whole"], found["tried"]) == (False, 21)
    assert found["stuck"]
    assert [one["progress"]["tried"] for one in told[-21:]] == list(range(1, 22))


def test_a_search_ends_with_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inquiry, "_OFTEN", 0.0)
    table = _table(tmp_path, lambda told: None, lambda: False)
    found = table.do_why("main: dig", 0.0)
    assert (found["verdict"], found["whole"], found["tried"]) == ("can't be completed", False, 1)
