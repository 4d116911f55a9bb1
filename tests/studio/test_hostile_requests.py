"""Requests that no page sends are refused, in words, and nothing fails behind them."""

from __future__ import annotations

import json

import pytest

from rulec.studio import limits
from tests.studio.browser import HOST, Browser

GAME = "here/tic_tac_toe.rules"
PLAN = {"game": GAME, "players": 2, "options": {}, "seats": ["human", "human"], "seed": 1}


@pytest.mark.parametrize(
    "body",
    [
        '{"action": ' + "9" * 5000 + ', "moves": 0}',
        '{"action": NaN, "moves": 0}',
        '{"action": true, "moves": 0}',
        '{"action": 0}',
        "[" * 100_000,
        '"' + '\\"' * 1000,
        "",
    ],
)
def test_bodies(browser: Browser, body: str) -> None:
    game = browser.begin(GAME, "human", "human")
    headers = {"origin": HOST, "content-type": "application/json"}
    answer = browser.client.post(f"/api/play/{game}/choose", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [
        ("game", "here/\ud800.rules", 400),
        ("seats", ["\ud800", "human"], 400),
        ("options", {"\ud800": 1}, 400),
        ("options", {"players": 3}, 422),
        ("options", {"chance": "explicit"}, 422),  # an argument of positions, not an option of the game
        ("seed", 2**70, 422),
        ("seed", 2**90, 400),
        ("players", -2, 422),
    ],
)
def test_beginnings(browser: Browser, field: str, value: object, status: int) -> None:
    headers = {"origin": HOST, "content-type": "application/json"}
    answer = browser.client.post("/api/begin", content=json.dumps({**PLAN, field: value}), headers=headers)
    assert answer.status_code == status
    assert "__init__" not in answer.text


def test_windows_without_a_stream_look_again_later(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game = browser.begin(GAME, "human", "human")
    monkeypatch.setattr(limits, "STREAMS", 0)
    answer = browser.get(f"/api/play/{game}/events")  # it ends
    assert answer.status_code == 200
    assert answer.text == "retry: 3000\ndata: 0\n\n"
