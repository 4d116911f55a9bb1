"""The play page on a phone: boards fit and can be enlarged, the card of the turn can be folded."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.studio.window import CHROMIUM, OPTION, PATIENCE, ROOT, Studio, Window, begin

sync_api = pytest.importorskip("playwright.sync_api")
pytest.importorskip("uvicorn")
pytestmark = [pytest.mark.long, pytest.mark.skipif(not CHROMIUM, reason="no chromium here")]
WIDTH, HEIGHT = 400, 800
GAME = "here/hex.rules"
HEAVY = "here/railroad_revolution.rules"


def _width(page: Any) -> float:
    found: float = page.evaluate(
        "document.querySelector('#picture .boards svg').getBoundingClientRect().width"
    )
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("games")
    shutil.copy(ROOT / "games/classics/hex.rules", root)
    for file in (ROOT / "games").glob("railroad_revolution.*"):
        shutil.copy(file, root)
    return root


@pytest.fixture
def page(chromium: Any, studio: Studio, request: pytest.FixtureRequest) -> Iterator[Any]:
    window = Window(chromium, studio, WIDTH, HEIGHT)
    yield window.page
    window.close(request.node.name)
    assert window.wrong == []


def test_picture_and_options_share_a_phone(page: Any, studio: Studio) -> None:
    begin(page, studio, GAME, "human", "random")
    page.wait_for_selector(OPTION)
    assert _width(page) <= WIDTH  # the whole map at first
    card = page.locator(".turn")
    assert card.bounding_box()["height"] <= 0.46 * HEIGHT
    page.click("#fold")
    assert card.bounding_box()["height"] <= 0.12 * HEIGHT
    assert page.get_attribute("#fold", "aria-expanded") == "false"
    assert f"{page.locator(OPTION).count()} options" in page.inner_text("#fold")
    page.click("#fold")
    page.locator(OPTION).first.click()
    page.wait_for_selector("#log li")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH


def test_a_board_is_enlarged_and_stays_so(page: Any, studio: Studio) -> None:
    begin(page, studio, GAME, "human", "random")
    page.wait_for_selector(OPTION)
    before = _width(page)
    page.get_by_role("button", name="Larger").first.click()
    assert _width(page) == pytest.approx(1.5 * before, abs=2)
    pane = page.locator("#picture .pane").first
    assert pane.get_attribute("tabindex") == "0"  # the keyboard scrolls it
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    page.locator(OPTION).first.click()
    page.wait_for_selector("#log li")
    sync_api.expect(page.locator(OPTION).first).to_be_visible(timeout=PATIENCE)
    assert _width(page) == pytest.approx(1.5 * before, abs=2)
    page.get_by_role("button", name="Whole board").first.click()
    assert _width(page) == pytest.approx(before, abs=2)


def test_two_fingers_enlarge_a_board(page: Any, studio: Studio) -> None:
    begin(page, studio, GAME, "human", "random")
    page.wait_for_selector(OPTION)
    before = _width(page)
    page.locator("#picture .pane").first.evaluate(
        """(pane) => {
          const send = (name, ...xs) => {
            const touches = xs.map((clientX, identifier) =>
              new Touch({ identifier, target: pane, clientX, clientY: 200 }));
            pane.dispatchEvent(new TouchEvent(name, { touches, cancelable: true, bubbles: true }));
          };
          send("touchstart", 150, 250);
          send("touchmove", 100, 300);
        }"""
    )
    assert _width(page) == pytest.approx(2 * before, abs=2)


def test_a_map_of_a_large_game_fits_a_phone(page: Any, studio: Studio) -> None:
    begin(page, studio, HEAVY, "human", "random")
    page.wait_for_selector(OPTION)
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    boards = page.locator("#picture .boards svg:not(svg svg)")
    assert boards.count() >= 2
    for number in range(boards.count()):
        box = boards.nth(number).bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= WIDTH
    card = page.locator(".turn").bounding_box()
    top = boards.first.bounding_box()
    assert top["y"] + top["height"] <= card["y"]  # the whole map stands above the card
    page.get_by_role("button", name="Larger").first.click()
    assert _width(page) == pytest.approx(1.5 * top["width"], abs=2)
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    page.locator(OPTION).first.click()
    page.wait_for_selector("#log li")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
