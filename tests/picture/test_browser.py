"""Pictures of random positions, measured in Chromium: light and dark, 1280 and 400 pixels wide."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec import picture
from tests.picture.browser import chromium, measured
from tests.picture.positions import ROOT, interpreted

GAMES = [*sorted((ROOT / "games").glob("*.rules")), *sorted((ROOT / "games" / "classics").glob("*.rules"))]
POSITIONS = int(os.environ.get("RULEC_PICTURE_POSITIONS", "50"))


def positions(game: Any, players: int, count: int) -> Iterator[tuple[int, Any, Any]]:
    """So many positions of random games with so many players, spread over the length of a game."""
    rnd = random.Random(players)
    options = [one for one in game.CONFIGURATIONS if one["players"] == players]
    found = 0
    while found < count:
        chosen = rnd.choice(options)
        state, before = game.State(**chosen, seed=rnd.randrange(1000)), None
        pause = 0
        while found < count:
            if pause == 0 or state.is_terminal():
                yield found, state, before
                found += 1
                pause = rnd.randrange(3, 40)
            if state.is_terminal():
                break
            pause -= 1
            before, state = state, state.child(rnd.choice(state.legal_actions()))


@pytest.mark.long
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_random_positions(path: Path) -> None:
    with chromium() as browser:
        small = path.parent.name == "classics"
        game = interpreted(path) if small else rulec.load(path)
        found: list[str] = []
        for players in game.PLAYERS:
            pages = []
            for number, state, before in positions(game, players, POSITIONS):
                observer = None if number % 3 else number % players
                page = picture.html(state, observer, before)
                pages.append((f"{path.stem}, {players} players, {number}", page))
            found += measured(browser, pages)
        assert found == [], "\n".join(found[:40])


@pytest.mark.long
def test_one_position() -> None:
    """What the long run does, on one small game."""
    state: Any = interpreted(ROOT / "games" / "classics" / "tic_tac_toe.rules").State()
    later = state.child(state.string_to_action("mark: b2"))
    with chromium() as browser:
        assert measured(browser, [("tic_tac_toe", picture.html(later, None, state))]) == []


@pytest.mark.long
def test_faults_are_found() -> None:
    """The measurement tells of each fault that it is there for."""
    bad = (
        "<svg viewBox='0 0 100 100' width='100' height='100'>"
        "<rect width='100' height='100' style='fill:#ffffff'/>"
        "<text x='5' y='20' font-size='12' style='fill:#111111'>one</text>"
        "<text x='8' y='22' font-size='12' style='fill:#111111'>two</text>"
        "<text x='5' y='60' font-size='12' style='fill:#bbbbbb'>pale</text>"
        "<text x='80' y='80' font-size='12' style='fill:#111111'>far too long</text>"
        "<circle cx='99' cy='50' r='9'/></svg><p style='width:3000px'>wide</p>"
    )
    with chromium() as browser:
        found = " ".join(measured(browser, [("bad", bad)]))
    for fault in (
        '"one" and "two" overlap',
        '"pale" has a contrast of 1.',
        '"far too long" leaves the view',
        "circle.null leaves the view",
        "the page is 3",
    ):
        assert fault in found
