"""One server for all tests of a module: they open texts of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from tests.lsp.editor_client import Editor
from tests.lsp.small import GAME, INVENTORY, VARIANT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small game with its variant and inventory."""
    root = tmp_path_factory.mktemp("games")
    (root / "harvest.rules").write_text(GAME, encoding="utf-8")
    (root / "long_harvest.rules").write_text(VARIANT, encoding="utf-8")
    (root / "harvest.statements.toml").write_text(INVENTORY, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def editor(folder: Path) -> Iterator[Editor]:
    found = Editor(root=folder)
    yield found
    found.close()
