"""Pages of recorded games: differences between positions, texts as text, and a run in Chromium."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from rulec import picture
from rulec.picture.html_renderer import render_fragment
from rulec.picture.replay_renderer import Replay
from tests.picture.browser import WIDTHS, chromium, measured
from tests.picture.positions import ROOT, interpreted
from tests.picture.test_escapes import HOSTILE

CLASSICS = ROOT / "games" / "classics"
LEDUC = ROOT / "tests" / "games" / "leduc_poker.rules"


def game_of(game: Any, moves: int, seed: int = 1) -> tuple[str, list[Any], list[int]]:
    """Page of a random game, its states and its choices."""
    rnd = random.Random(seed)
    states: list[Any] = [game.State(seed=seed)]
    actions: list[int] = []
    made = Replay()
    made.add(states[0])
    while len(actions) < moves and not states[-1].is_terminal():
        actions.append(rnd.choice(states[-1].legal_actions()))
        states.append(states[-1].child(actions[-1]))
        made.add(states[-1], states[-2], actions[-1])
    return made.html(), states, actions


def replay_of(game: Any, moves: int) -> tuple[str, list[Any]]:
    page, states, _ = game_of(game, moves)
    return page, states


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def drawings(data: dict[str, Any]) -> list[dict[int, str]]:
    """Markup of each panel in each position, as the script of the page makes it."""
    now: dict[int, list[int]] = {}
    found = []
    for _, _, wide, narrow, changes, _ in data["frames"]:
        for slot, *edits in changes:
            parts = list(now.get(slot, []))
            for start, removed, *inserted in edits:
                parts[start : start + removed] = inserted
            now = {**now, slot: parts}
        found.append({slot: "".join(data["parts"][n] for n in now[slot]) for slot in (*wide, *narrow)})
    return found


@pytest.mark.parametrize("name", ["connect_four", "reversi"])
def test_differences_give_each_picture(name: str) -> None:
    page, states, actions = game_of(interpreted(CLASSICS / f"{name}.rules"), 25)
    found = drawings(data_of(page))
    assert len(found) == len(states)
    for number, (shown, state) in enumerate(zip(found, states, strict=True)):
        before, action = (states[number - 1], actions[number - 1]) if number else (None, None)
        last = picture.last_choice(before, action)
        whole = render_fragment(picture.scene(state, None, before, last, offered=False))
        assert shown
        assert all(drawing.startswith("<svg") and drawing in whole for drawing in shown.values())
        assert whole.count("<section") == len(shown)


def test_a_page_is_small() -> None:
    game = interpreted(CLASSICS / "reversi.rules")
    page, states = replay_of(game, 60)
    assert len(page) < len(picture.html(states[-1])) * len(states) / 5
    assert "http:" not in page.replace("http://www.w3.org", "")
    assert "https:" not in page


def test_log_and_points() -> None:
    page, states = replay_of(interpreted(CLASSICS / "reversi.rules"), 6)
    frames = data_of(page)["frames"]
    assert [frame[5] for frame in frames] == [state.scores() for state in states]
    assert page.count("<li><button") == 6
    assert re.search(r"<bdi>Player 1</bdi>: <bdi>\w+", page)


def test_pages_of_twin_games_are_equal() -> None:
    """Games that differ in what a player does not see give that player the same page."""
    game = interpreted(LEDUC)
    pages: dict[int | None, set[str]] = {0: set(), 1: set(), None: set()}
    for card in range(2):
        for observer, found in pages.items():
            state = game.State(chance="explicit")
            made = Replay(observer)
            made.add(state)
            for choice in (0, card, 0):
                before, action = state, state.legal_actions()[choice]
                state = state.child(action)
                made.add(state, before, action)
            found.add(made.html())
    assert {observer: len(found) for observer, found in pages.items()} == {0: 1, 1: 2, None: 2}


@pytest.mark.parametrize("title", [one for one in HOSTILE if one.isprintable() and not set(one) & set('"{')])
def test_hostile_names_are_text(title: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.rules"
    text = (CLASSICS / "connect_four.rules").read_text(encoding="utf-8")
    path.write_text(
        text.replace('"Connect Four"', f'"{title}"').replace("drop a disc into", title), encoding="utf-8"
    )
    page, _ = replay_of(interpreted(path), 3)
    assert page.count("<script") == 2
    assert page.count("</script>") == 2
    assert not re.search(r"<(?:img|iframe)|<[^>]*\sonload", page)
    assert page.count(str(escape(title))) > 3


def test_nothing_to_show() -> None:
    with pytest.raises(ValueError, match="a replay needs a position"):
        Replay().html()


def count(tab: Any) -> str:
    return str(tab.inner_text("#count"))


def pieces(tab: Any) -> int:
    return int(tab.locator("#boards g circle").count())


def step(tab: Any, last: int) -> None:
    """Go to moves by keys, the slider and the log."""
    assert (count(tab), tab.inner_text("#said")) == (f"0 / {last}", "The start of the game")
    empty = pieces(tab)
    tab.keyboard.press("ArrowRight")
    assert count(tab) == f"1 / {last}"
    assert pieces(tab) > empty
    assert tab.inner_text("#said").startswith("Player 1: drop a disc")
    tab.keyboard.press("End")
    assert count(tab) == f"{last} / {last}"
    assert tab.locator("#next").is_disabled()
    tab.keyboard.press("Home")
    assert pieces(tab) == empty
    tab.locator("#slider").fill("7")
    assert count(tab) == f"7 / {last}"
    tab.locator("#log button").nth(2).click()
    assert count(tab) == f"3 / {last}"


def play(tab: Any) -> None:
    """Play for a while and pause."""
    before = count(tab)
    tab.select_option("#pace", "250")
    tab.click("#play")
    tab.wait_for_function("before => document.getElementById('count').textContent !== before", arg=before)
    tab.click("#play")
    stopped = count(tab)
    tab.wait_for_timeout(600)
    assert count(tab) == stopped


@pytest.mark.long
def test_in_a_browser(tmp_path: Path) -> None:
    page, states = replay_of(interpreted(CLASSICS / "connect_four.rules"), 40)
    last = len(states) - 1
    path = tmp_path / "replay.html"
    path.write_text(page, encoding="utf-8")
    said: list[str] = []
    requests: list[str] = []
    with chromium() as browser:
        assert measured(browser, [("replay", page)]) == []
        for wide in WIDTHS:
            tab = browser.new_page(viewport={"width": wide, "height": 800})
            tab.on("console", lambda one: said.append(one.text))
            tab.on("pageerror", lambda one: said.append(str(one)))
            tab.on("request", lambda one: requests.append(one.url))
            tab.goto(path.as_uri())
            step(tab, last)
            play(tab)
            tab.goto(f"{path.as_uri()}#5")
            assert count(tab) == f"5 / {last}"
            tab.close()
    assert said == []
    assert {one.partition("#")[0] for one in requests} == {path.as_uri()}
