"""Set-up and three turns of each heavy game by clicks, interpreted or on an engine that is there."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.studio.window import CHROMIUM, OPTION, PATIENCE, Studio

sync_api = pytest.importorskip("playwright.sync_api")
pytest.importorskip("uvicorn")
pytestmark = [pytest.mark.long, pytest.mark.skipif(not CHROMIUM, reason="no chromium here")]

HEAVY = (
    "great_western_trail",
    "manifest_railways",
    "pacific_rails_inc",
    "railroad_revolution",
    "railway_boom",
)
TURNS = 3
MOST = 200  # clicks until so many turns are over


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


def _click(page: Any, number: int) -> None:
    """Choose an option, in the picture where it stands there."""
    option = page.locator(OPTION).nth(number % page.locator(OPTION).count())
    action = option.get_attribute("data-action")
    shown = page.locator(f'#picture svg [data-action="{action}"]')
    moves = page.locator("#log li").count()
    if shown.count():
        shown.first.focus()
        page.keyboard.press("Enter")
    else:
        option.click()
    page.locator("#log li").nth(moves).wait_for()


@pytest.mark.parametrize("game", HEAVY)
def test_set_up_and_three_turns(page: Any, studio: Studio, game: str) -> None:
    page.goto(f"{studio.at}/new/rulec/{game}.rules")
    page.wait_for_selector("#setup:not([hidden])", timeout=2 * PATIENCE)  # the first time, rules are compiled
    begun = time.monotonic()
    page.click("button.main")  # one person, others at random
    page.wait_for_selector(OPTION)
    print(f"{game}: {time.monotonic() - begun:.1f} s from the click to the first option")
    mine = 0
    for number in range(MOST):
        page.wait_for_selector(OPTION)
        assert page.locator("#picture svg").count() > 0
        before = page.locator("#log li").count()
        _click(page, 7 * number)
        sync_api.expect(page.locator("#problem")).to_be_hidden()
        page.wait_for_selector(OPTION)
        mine += page.locator("#log li").count() > before + 1  # somebody else has moved meanwhile
        if mine > TURNS:
            break
    assert mine > TURNS
