"""The pages in Chromium: what a person does, from the link on the terminal to the end of a game."""

from __future__ import annotations

import shutil
import signal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.studio.window import CHROMIUM, OPTION, PATIENCE, ROOT, Studio, begin, moves

sync_api = pytest.importorskip("playwright.sync_api")
pytest.importorskip("uvicorn")
pytestmark = [pytest.mark.long, pytest.mark.skipif(not CHROMIUM, reason="no chromium here")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("games")
    for name in ("classics/connect_four.rules", "classics/tic_tac_toe.rules"):
        shutil.copy(ROOT / "games" / name, root)
    shutil.copy(ROOT / "tests/games/kuhn_poker.rules", root)
    return root


def _drop(page: Any, column: str, count: int) -> None:
    page.locator(f'#picture svg [data-label="drop: {column}"]').first.click()
    moves(page, count)


SLOW_ANSWERS = """() => {
  const real = window.fetch;
  window.fetch = async (...given) => {
    const found = await real(...given);
    if (String(given[0]).includes("/choose")) await new Promise((done) => setTimeout(done, 1500));
    return found;
  };
}"""


def test_a_click_before_the_answer_to_the_last_counts(page: Any, studio: Studio) -> None:
    """Events show the next position sooner than the answer to the choice comes."""
    begin(page, studio, "here/connect_four.rules", "human", "human")
    page.wait_for_selector(OPTION)
    page.evaluate(SLOW_ANSWERS)
    for number, column in enumerate("abcd", start=1):
        _drop(page, column, number)


def test_a_double_click_is_one_choice(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/connect_four.rules", "human", "human")
    page.wait_for_selector(OPTION)
    page.evaluate(SLOW_ANSWERS)
    page.locator(OPTION).first.dispatch_event("click")
    page.locator(OPTION).first.dispatch_event("click")
    moves(page, 1)
    page.wait_for_timeout(2500)
    moves(page, 1)
    assert "bad" not in (page.locator("#said").get_attribute("class") or "")


def test_a_whole_game_by_clicks_in_the_picture(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/connect_four.rules", "human", "human")
    page.wait_for_selector(OPTION)
    for number, column in enumerate("abababa", start=1):
        _drop(page, column, number)
    assert page.text_content("#asked") == "Player 1 wins"
    assert page.locator(OPTION).count() == 0
    page.click("#first")
    sync_api.expect(page.locator("#at")).to_have_text("0 / 7", timeout=PATIENCE)
    assert page.is_visible("#branch")


def test_keys_and_undo(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/tic_tac_toe.rules", "human", "human")
    page.wait_for_selector(OPTION)
    page.keyboard.press("5")
    moves(page, 1)
    page.keyboard.press("u")
    moves(page, 0)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    moves(page, 1)


def test_the_focus_goes_on_to_the_next_options(page: Any, studio: Studio) -> None:
    """A game by Enter alone: whoever has no mouse does not begin at the top of the page after each choice."""
    begin(page, studio, "here/tic_tac_toe.rules", "human", "random")
    page.wait_for_selector(OPTION)
    page.keyboard.press("ArrowDown")
    for _ in range(2):
        made = page.locator("#log li").count()
        page.keyboard.press("Enter")
        page.locator("#log li").nth(made + 1).wait_for()  # of the program
        page.wait_for_selector(f"{OPTION}:focus")
    page.locator(OPTION).first.click()
    page.locator("#log li").nth(4).wait_for()
    assert page.locator(f"{OPTION}:focus-visible").count() == 0


def test_moves_are_replayed(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/tic_tac_toe.rules", "human", "human")
    page.wait_for_selector(OPTION)
    for count in (1, 2):
        page.keyboard.press("1")
        moves(page, count)
    page.keyboard.press("p")
    sync_api.expect(page.locator("#at")).to_have_text("0 / 2", timeout=PATIENCE)
    sync_api.expect(page.locator("#at")).to_have_text("1 / 2", timeout=PATIENCE)
    sync_api.expect(page.locator("#at")).to_have_text("2 / 2", timeout=PATIENCE)
    sync_api.expect(page.locator("#replay")).to_have_text("Replay", timeout=PATIENCE)
    sync_api.expect(page.locator(OPTION).first).to_be_visible(timeout=PATIENCE)
    page.click("#first")
    page.click("#forth")
    page.click("#branch")
    moves(page, 1)


def test_a_program_takes_a_seat(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/tic_tac_toe.rules", "human", "human")
    page.wait_for_selector(OPTION)
    page.keyboard.press("5")
    moves(page, 1)
    assert page.text_content("#whose") == "Player 2 chooses"
    page.click("#game > summary")
    page.locator("#seats select").nth(1).select_option("random")
    moves(page, 2)
    sync_api.expect(page.locator("#whose")).to_have_text("Your turn, Player 1", timeout=PATIENCE)


def test_why_by_keyboard(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/tic_tac_toe.rules", "human", "human")
    page.wait_for_selector(OPTION)
    page.keyboard.press("5")
    moves(page, 1)
    page.locator("#options .ask").first.click()
    sync_api.expect(page.locator("#answer b").first).to_have_text("offered", timeout=PATIENCE)
    sync_api.expect(page.locator("#labels li")).to_have_count(9, timeout=PATIENCE)
    page.fill("#whichoption", "b2")  # one that is not offered, in words, behind the question about another
    page.keyboard.press("Enter")
    sync_api.expect(page.locator("#answer b").first).to_have_text("not offered", timeout=PATIENCE)
    page.fill("#whichoption", "")
    sync_api.expect(page.locator("#labels li")).to_have_count(9, timeout=PATIENCE)
    page.locator("#labels button").nth(1).click()
    sync_api.expect(page.locator("#answer b").first).to_have_text("offered", timeout=PATIENCE)
    page.keyboard.press("Escape")
    sync_api.expect(page.locator("#whybox")).to_be_hidden(timeout=PATIENCE)


def test_a_button_outlives_a_report_about_the_same_position(page: Any, studio: Studio) -> None:
    """A click between whose press and release the page is drawn again would be lost."""
    begin(page, studio, "here/tic_tac_toe.rules", "human", "human")
    page.wait_for_selector(OPTION)
    button = page.locator(OPTION).nth(2).element_handle()
    square = page.locator("#picture svg [data-action]").nth(2).element_handle()
    shown = "window.shown = 0; new MutationObserver(() => { window.shown += 1; }).observe("
    page.evaluate(shown + "document.querySelector('#points'), { childList: true })")
    page.evaluate(
        "one = document.querySelector('#pace'); one.selectedIndex = one.selectedIndex ? 0 : 1;"
        " one.dispatchEvent(new Event('change'))"
    )
    for _ in range(200):
        if page.evaluate("window.shown"):
            break
        page.wait_for_timeout(50)
    assert page.evaluate("window.shown")
    assert button.evaluate("one => one.isConnected")
    assert square.evaluate("one => one.isConnected")


def _held(page: Any) -> str | None:
    """The option that has the keyboard's focus."""
    held: str | None = page.evaluate("document.activeElement.dataset.action ?? null")
    return held


def test_two_windows_and_a_reload(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/connect_four.rules", "human", "human")
    page.wait_for_selector(OPTION)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(OPTION)
    _drop(page, "d", 1)
    moves(other, 1)  # told by an event
    page.keyboard.press("ArrowDown")
    held = _held(page)
    assert held
    _drop(other, "e", 2)
    moves(page, 2)
    assert _held(page) == held  # the list was built again below the fingers
    page.reload()
    moves(page, 2)


def test_hidden_hands_are_behind_a_curtain(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/kuhn_poker.rules", "human", "human")
    page.wait_for_selector("#curtain:not([hidden])")
    assert page.locator("#picture svg").count() == 0
    page.click("#curtain-open")
    page.wait_for_selector(OPTION)
    page.locator(OPTION).first.click()
    page.wait_for_selector("#curtain:not([hidden])")
    assert page.locator("#picture svg").count() == 0
    assert "Player 2" in (page.text_content("#curtain-who") or "")


def test_a_mistake_is_mended_by_a_click_and_the_game_goes_on(page: Any, studio: Studio, folder: Path) -> None:
    begin(page, studio, "here/connect_four.rules", "human", "human")
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
    shares = page.locator("#result svg.chart").first.locator(".tick").all_text_contents()
    assert shares[0] == "0 %"
    steps = {int(one.split()[0]) - int(before.split()[0]) for before, one in pairwise(shares)}
    assert len(steps) == 1  # an axis of round numbers
    assert steps <= {5, 10, 20, 25, 50}


def test_a_killed_studio_loses_nothing(page: Any, studio: Studio) -> None:
    begin(page, studio, "here/tic_tac_toe.rules", "human", "human")
    page.wait_for_selector(OPTION)
    page.keyboard.press("1")
    moves(page, 1)
    here = page.url
    page.goto("about:blank")
    studio.stop(signal.SIGKILL)
    studio.start()
    page.goto(here)  # the cookie of the run before still opens
    moves(page, 1)
    page.keyboard.press("1")
    moves(page, 2)


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
    begin(page, studio, "here/tic_tac_toe.rules", "human", "human")
    page.wait_for_selector(OPTION)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
