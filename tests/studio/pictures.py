"""Pictures of the studio in README and docs: `python -m tests.studio.pictures` takes them in Chromium."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from tests.studio.window import CHROMIUM, OPTION, ROOT, Studio, Window, begin

PICTURES = ROOT / "docs/pictures"
MISTAKE = "\nboardd x of y: 3 columns by 3 rows"


def _choose(page: Any, words: str) -> None:
    moves = page.locator("#log li").count()
    page.locator(OPTION, has_text=words).first.click()
    page.locator("#log li").nth(moves).wait_for()
    page.wait_for_selector(OPTION)


def play(page: Any, studio: Studio) -> None:
    begin(page, studio, "rulec/manifest_railways.rules", "human", "greedy")
    page.wait_for_selector(OPTION)
    for words in ("B&O", "build track"):
        _choose(page, words)
    page.locator(OPTION).first.focus()


def rules(page: Any, studio: Studio) -> None:
    page.goto(f"{studio.at}/rules/here/tic_tac_toe.rules")
    page.wait_for_selector("#problems li.fine")
    page.locator(".cm-content, #text:visible").first.click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(MISTAKE)
    page.wait_for_selector("#problems .fix")


def phone(page: Any, studio: Studio) -> None:
    begin(page, studio, "rulec/railroad_revolution.rules", "human", "greedy")
    page.wait_for_selector(OPTION)


SHOTS = {
    "studio_play": (play, 1366, 850),
    "studio_rules": (rules, 1366, 800),
    "studio_phone": (phone, 400, 800),
}


def main() -> None:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = Path(scratch) / "games"
        folder.mkdir()
        shutil.copy(ROOT / "games/classics/tic_tac_toe.rules", folder)
        studio = Studio(folder, Path(scratch) / "state")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (steps, width, height) in SHOTS.items():
            window = Window(chromium, studio, width, height)
            steps(window.page, studio)
            window.page.wait_for_timeout(500)
            window.page.screenshot(path=str(PICTURES / f"{name}.png"))
            window.close(name)
        chromium.close()
        studio.stop()


if __name__ == "__main__":
    main()
