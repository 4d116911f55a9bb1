"""The page for users of the adapters does what it says."""

from __future__ import annotations

import pytest

from rulec.native import finder
from tests.docs.pages import ROOT, read
from tests.engines import engine


def test_page_of_the_adapters(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pyspiel", "pettingzoo", "gymnasium"):
        pytest.importorskip(library, reason="needs the extra `ai`")
    game = engine(ROOT / "games" / "classics" / "connect_four.rules")
    monkeypatch.setattr(finder, "find_game", lambda name, build=None: {game.NAME: game}[name])
    read(ROOT / "docs" / "adapters.md", monkeypatch)
