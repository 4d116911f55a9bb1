"""axe-core finds nothing against WCAG 2.2 AA on any page, in light and in dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.studio.window import CHROMIUM, OPTION, Studio, Window, begin

pytest.importorskip("playwright.sync_api")
pytest.importorskip("uvicorn")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = [pytest.mark.long, pytest.mark.skipif(not CHROMIUM, reason="no chromium here")]

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MODES = [("light", 1366), ("dark", 400)]


@pytest.fixture(params=MODES, ids=lambda mode: f"{mode[0]}-{mode[1]}")
def page(chromium: Any, studio: Studio, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A window of this width and scheme; pages that answer 404 are looked at, too."""
    scheme, width = request.param
    window = Window(chromium, studio, width)
    window.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    yield window.page
    window.close(request.node.name)


def _passes(page: Any) -> None:
    """Fail with rule, place and advice of each violation, those of the picture's own markup included."""
    page.wait_for_load_state("load")
    found = axe.Axe().run(page, options={"runOnly": RULES, "resultTypes": ["violations"]})
    faults = [
        f"{rule['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for rule in found.response["violations"]
        for node in rule["nodes"]
    ]
    assert not faults, f"{page.url}\n" + "\n".join(faults)


def _open(page: Any, studio: Studio, path: str, ready: str) -> None:
    page.goto(f"{studio.at}{path}")
    page.wait_for_selector(ready)


def test_first_page_and_forms(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/nim.rules", "human", "human")  # so that a game is in progress
    for path, ready in (
        ("/", ".tile"),
        ("/new/here/nim.rules", "#setup:not([hidden])"),
        ("/nothing", ".narrow"),
    ):
        _open(page, studio, path, ready)
        _passes(page)


@pytest.mark.parametrize("game", ["here/nim.rules", "rulec/railroad_revolution.rules"])
def test_play(page: Any, studio: Studio, game: str) -> None:
    begin(page, studio, game, "human", "random")
    page.wait_for_selector(OPTION)
    _passes(page)
    page.locator(OPTION).first.click()
    page.wait_for_selector("#log li")
    page.locator("#game > summary").click()
    page.check("#ids")
    page.click("#first")
    page.wait_for_selector("#branch:not([hidden])")
    _passes(page)


def test_curtain_and_why(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/kuhn_poker.rules", "human", "human")
    page.wait_for_selector("#curtain:not([hidden])")
    _passes(page)
    page.click("#curtain-open")
    page.wait_for_selector(OPTION)
    page.locator("#options .ask").first.click()
    page.wait_for_selector("#answer b")
    _passes(page)


def test_rules(page: Any, studio: Studio, folder: Path) -> None:
    text = (folder / "nim.rules").read_text(encoding="utf-8")
    (folder / "faulty.rules").write_text(text + "\nboardd x of y: 3 columns by 3 rows\n", encoding="utf-8")
    _open(page, studio, "/rules/here/faulty.rules", "#problems .fix")
    page.click("#problems .where")
    page.keyboard.press("Control+Space")
    _passes(page)
    _open(page, studio, "/rules/here/nim.rules", "#problems li.fine")
    page.click("#examples")
    page.wait_for_selector("#extitle:has-text('hold')")
    _passes(page)
    page.click("#makevariant")
    page.wait_for_selector("#numbers input, #numbers p:not(.busy)")
    _passes(page)


def test_lab(page: Any, studio: Studio) -> None:
    _open(page, studio, "/lab/here/nim.rules", "#plan:not([hidden])")
    _passes(page)
    page.fill("#games", "30")
    page.click("#plan button.main")
    page.wait_for_selector("#past tbody tr")
    page.locator("#result summary").last.click()
    _passes(page)
    page.select_option("#kind", "compare")
    page.select_option("#other", "here/tic_tac_toe.rules")
    page.click("#plan button.main")
    page.wait_for_selector("#past tbody tr:nth-child(2)")
    _passes(page)
    page.select_option("#kind", "balance")
    _passes(page)


@pytest.mark.parametrize("game", ["here/stones.rules", "here/nim.rules", "rulec/railway_boom.rules"])
def test_cover(page: Any, studio: Studio, game: str) -> None:
    _open(page, studio, f"/cover/{game}", "#summary progress, #trouble:not([hidden])")
    if "stones" in game:
        page.click("#run")
        page.wait_for_selector("#said.shown")
    _passes(page)
