"""The page about clusters does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, read

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning"),
]


def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray", reason="needs the extra `cluster`")
    monkeypatch.chdir(tmp_path)
    read(ROOT / "docs" / "cluster.md", monkeypatch)
