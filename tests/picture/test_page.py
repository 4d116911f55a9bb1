"""The page on pictures does what it says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, read


def test_page_on_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.symlink(ROOT / "games", tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    read(ROOT / "docs" / "picture.md", monkeypatch)
    assert (tmp_path / "four.svg").read_text(encoding="utf-8").startswith("<svg")
