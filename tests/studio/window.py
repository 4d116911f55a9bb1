"""The studio in a process of its own, and windows of Chromium that show it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or ""
PATIENCE = 60_000  # milliseconds
OPTION = "#options li > button:first-child"
SCREENSHOTS = (
    "RULEC_SCREENSHOTS"  # names the folder in which tests leave a picture of each page that they end with
)


class Studio:
    """`rulec studio` in a process of its own."""

    def __init__(self, folder: Path, state: Path, *options: str) -> None:
        self.folder, self.state, self.port = folder, state, 0
        self.options = options or ("--no-prepare",)
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "rulec", "studio", "--no-browser", *self.options]
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


class Window:
    """A window that has followed the link; it notes what goes wrong in it."""

    def __init__(self, chromium: Any, studio: Studio, width: int = 1366, height: int = 850) -> None:
        self.context = chromium.new_context(viewport={"width": width, "height": height})
        self.context.set_default_timeout(PATIENCE)
        self.wrong: list[str] = []
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._heard)
        self.page.goto(studio.link)

    def _heard(self, line: Any) -> None:
        """Chromium itself styles what it puts into an editable element, and refuses that by our policy."""
        if line.type == "error" and "Applying inline style" not in line.text:
            self.wrong.append(line.text)

    def close(self, name: str) -> None:
        if folder := os.environ.get(SCREENSHOTS):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=str(Path(folder) / f"{name}.png"))
        self.context.close()


def begin(page: Any, studio: Studio, game: str, *seats: str) -> None:
    """Begin a game by the form; `game` is an id such as `here/nim.rules`."""
    page.goto(f"{studio.at}/new/{game}")
    page.wait_for_selector("#setup:not([hidden])")
    for number, kind in enumerate(seats):
        page.locator("#seats select").nth(number).select_option(kind)
    page.click("button.main")
    page.wait_for_url("**/play/*")


def moves(page: Any, count: int) -> None:
    """Wait until so many moves have been made."""
    from playwright.sync_api import expect

    expect(page.locator("#log li")).to_have_count(count, timeout=PATIENCE)
