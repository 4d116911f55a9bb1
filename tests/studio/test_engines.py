"""A game goes over from the interpreter to its engine as soon as that is built."""

from __future__ import annotations

import shutil
import uuid
from pathlib import Path

import pytest

from tests.studio.browser import opened

pytestmark = pytest.mark.long


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler here")
def test_a_game_goes_over_to_its_engine(tmp_path: Path, folder: Path) -> None:
    rules = tmp_path / "games"
    rules.mkdir()
    text = (folder / "tic_tac_toe.rules").read_text()
    (rules / "own.rules").write_text(text.replace("Tic-Tac-Toe", f"Built {uuid.uuid4().hex[:8]}"))
    with opened(rules, tmp_path / "state", builds=True) as browser:
        game = browser.begin("here/own.rules", "human", "human")
        assert browser.view(game)["back_end"] == "interpreter"
        assert browser.choose(game, "mark: b2").status_code == 200
        found = browser.wait(game, lambda view: view["back_end"] == "engine", patience=120)
        assert found["moves"] == 1
        assert "mark: b2" not in [one["label"] for one in found["options"]]
        assert browser.choose(game, "mark: a1").status_code == 200
        assert browser.view(game)["moves"] == 2
