"""The pages for users of adapters and for learning do what they say."""

from __future__ import annotations

import pytest

from rulec.native import finder
from tests.docs.notebook import NOTEBOOK, PAGE, notebook_of
from tests.docs.pages import ROOT, read
from tests.engines import engine


def test_path_to_an_agent_that_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pyspiel", "pettingzoo", "gymnasium"):
        pytest.importorskip(library, reason="needs the extra `ai`")
    game = engine(ROOT / "games" / "classics" / "tic_tac_toe.rules")
    monkeypatch.setattr(finder, "find_game", lambda name, build=None: {game.NAME: game}[name])
    read(ROOT / "docs" / "learning.md", monkeypatch)


def test_page_of_the_adapters(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pyspiel", "pettingzoo", "gymnasium"):
        pytest.importorskip(library, reason="needs the extra `ai`")
    game = engine(ROOT / "games" / "classics" / "connect_four.rules")
    monkeypatch.setattr(finder, "find_game", lambda name, build=None: {game.NAME: game}[name])
    read(ROOT / "docs" / "adapters.md", monkeypatch)


def test_the_notebook_is_the_page() -> None:
    """The page is executed elsewhere; `python -m tests.docs.notebook` writes its notebook."""
    assert NOTEBOOK.read_text(encoding="utf-8") == notebook_of(PAGE)
