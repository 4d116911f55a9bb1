"""The pages in Chromium: what a person does, from the link on the terminal to the end of a game."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
pytest.importorskip("uvicorn")

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or ""
pytestmark = [pytest.mark.long, pytest.mark.skipif(not CHROMIUM, reason="no chromium here")]
PATIENCE = 60_000  # milliseconds
OPTION = "#options li > button:first-child"


class Studio:
    """`rulec studio` in a process of its own."""

    def __init__(self, folder: Path, state: Path) -> None:
        self.folder, self.state, self.port = folder, state, 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "rulec", "studio", "--no-browser"]
        if self.port:
            command += ["--port", str(self.port)]
        environment = {**os.environ, "RULEC_STATE_DIR": str(self.state), "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=\S+", self.link)
        assert found is not None, self.link
        self.port = int(found[1])

    @property
    def at(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        self.process.send_signal(how)
        self.process.communicate(timeout=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("games")
    for name in ("classics/connect_four.rules", "classics/tic_tac_toe.rules"):
        shutil.copy(ROOT / "games" / name, root)
    shutil.copy(ROOT / "tests/games/kuhn_poker.rules", root)
    return root


@pytest.fixture(scope="module")
def studio(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    found = Studio(folder, tmp_path_factory.mktemp("state"))
    yield found
    found.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(chromium: Any, studio: Studio) -> Iterator[Any]:
    """A window that has followed the link; nothing may go wrong in it."""
    context = chromium.new_context(viewport={"width": 1366, "height": 850})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if _is_wrong(line) else None)
    page.goto(studio.link)
    yield page
    context.close()
    assert wrong == []


def _is_wrong(line: Any) -> bool:
    """Chromium itself styles what it puts into an editable element, and refuses that by our policy."""
    return line.type == "error" and "Applying inline style" not in line.text


def _begin(page: Any, studio: Studio, game: str, *seats: str) -> None:
    page.goto(f"{studio.at}/new/here/{game}.rules")
    page.wait_for_selector("#setup:not([hidden])")
    for number, kind in enumerate(seats):
        page.locator("#seats select").nth(number).select_option(kind)
    page.click("button.main")
    page.wait_for_url("**/play/*")


def _moves(page: Any, count: int) -> None:
    """Wait until so many moves have been made."""
    sync_api.expect(page.locator("#log li")).to_have_count(count, timeout=PATIENCE)


def _drop(page: Any, column: str, count: int) -> None:
    page.locator(f'#picture svg [data-label="drop: {column}"]').first.click()
    _moves(page, count)


def test_a_whole_game_by_clicks_in_the_picture(page: Any, studio: Studio) -> None:
    _begin(page, studio, "connect_four", "human", "human")
    page.wait_for_selector(OPTION)
    for number, column in enumerate("abababa", start=1):
        _drop(page, column, number)
    assert page.text_content("#asked") == "Player 1 wins"
    assert page.locator(OPTION).count() == 0
    page.click("#first")
    sync_api.expect(page.locator("#at")).to_have_text("0 / 7", timeout=PATIENCE)
    assert page.is_visible("#branch")


def test_keys_and_undo(page: Any, studio: Studio) -> None:
    _begin(page, studio, "tic_tac_toe", "human", "human")
    page.wait_for_selector(OPTION)
    page.keyboard.press("5")
    _moves(page, 1)
    page.keyboard.press("u")
    _moves(page, 0)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    _moves(page, 1)


def test_two_windows_and_a_reload(page: Any, studio: Studio) -> None:
    _begin(page, studio, "connect_four", "human", "human")
    page.wait_for_selector(OPTION)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(OPTION)
    _drop(page, "d", 1)
    _moves(other, 1)  # told by an event
    _drop(other, "e", 2)
    _moves(page, 2)
    page.reload()
    _moves(page, 2)


def test_hidden_hands_are_behind_a_curtain(page: Any, studio: Studio) -> None:
    _begin(page, studio, "kuhn_poker", "human", "human")
    page.wait_for_selector("#curtain:not([hidden])")
    assert page.locator("#picture svg").count() == 0
    page.click("#curtain-open")
    page.wait_for_selector(OPTION)
    page.locator(OPTION).first.click()
    page.wait_for_selector("#curtain:not([hidden])")
    assert page.locator("#picture svg").count() == 0
    assert "Player 2" in (page.text_content("#curtain-who") or "")


def test_a_mistake_is_mended_by_a_click_and_the_game_goes_on(page: Any, studio: Studio, folder: Path) -> None:
    _begin(page, studio, "connect_four", "human", "human")
    page.wait_for_selector(OPTION)
    _drop(page, "d", 1)
    game = page.url
    page.goto(f"{studio.at}/rules/here/connect_four.rules")
    page.wait_for_selector("#problems li.fine")
    text = (folder / "connect_four.rules").read_text(encoding="utf-8")
    editor = page.locator(".cm-content, #text:visible").first
    editor.click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\nboardd tiles of tile: 3 columns by 3 rows")
    page.wait_for_selector("#problems .fix")
    page.click("#problems .fix")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text.replace("4 in a row", "3 in a row"))
    page.wait_for_selector("#problems li.fine")
    page.click("#save")
    sync_api.expect(page.locator("#state")).to_have_text("saved", timeout=PATIENCE)
    assert "3 in a row" in (folder / "connect_four.rules").read_text(encoding="utf-8")
    page.goto(game)
    page.wait_for_selector(OPTION)
    assert "new rules" in (page.text_content("#note") or "")


def test_a_simulation_with_charts(page: Any, studio: Studio) -> None:
    page.goto(f"{studio.at}/lab/here/tic_tac_toe.rules")
    page.wait_for_selector("#plan:not([hidden])")
    page.fill("#games", "40")
    page.click("#plan button.main")
    page.wait_for_selector("#past tbody tr")
    assert page.locator("#result svg.chart").count() == 3


def test_a_killed_studio_loses_nothing(page: Any, studio: Studio) -> None:
    _begin(page, studio, "tic_tac_toe", "human", "human")
    page.wait_for_selector(OPTION)
    page.keyboard.press("1")
    _moves(page, 1)
    here = page.url
    page.goto("about:blank")
    studio.stop(signal.SIGKILL)
    studio.start()
    page.goto(here)  # the cookie of the run before still opens
    _moves(page, 1)
    page.keyboard.press("1")
    _moves(page, 2)


@pytest.mark.parametrize("width", [400, 1366])
def test_no_page_is_wider_than_its_window(page: Any, studio: Studio, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in (
        "/",
        "/new/here/connect_four.rules",
        "/rules/here/connect_four.rules",
        "/lab/here/tic_tac_toe.rules",
    ):
        page.goto(f"{studio.at}{path}")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    _begin(page, studio, "tic_tac_toe", "human", "human")
    page.wait_for_selector(OPTION)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
