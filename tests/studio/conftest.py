"""One studio for the tests of a module, over a folder of small games; nothing is built."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from tests.studio.browser import Browser, opened
from tests.studio.window import CHROMIUM, Studio, Window

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


@pytest.fixture(scope="module")
def studio(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio over `folder`, in a process of its own."""
    found = Studio(folder, tmp_path_factory.mktemp("state"))
    yield found
    found.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(chromium: Any, studio: Studio, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A window in which nothing may go wrong."""
    window = Window(chromium, studio)
    yield window.page
    window.close(request.node.name)
    assert window.wrong == []
