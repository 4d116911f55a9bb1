"""One studio for the tests of a module, over a folder of small games; nothing is built."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from tests.studio.browser import Browser, opened

ROOT = Path(__file__).parents[2]
SMALL = ("games/classics/tic_tac_toe.rules", "tests/games/kuhn_poker.rules", "tests/games/nim.rules")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three small games, and one with an inventory."""
    root = tmp_path_factory.mktemp("games")
    for name in SMALL:
        shutil.copy(ROOT / name, root)
    for name in ("stones.rules", "stones.statements.toml"):
        shutil.copy(ROOT / "tests/games" / name, root)
    return root


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def browser(folder: Path, state: Path) -> Iterator[Browser]:
    with opened(folder, state) as found:
        yield found
