"""What is hidden does not reach a page, and can't be taken back once it has."""

from __future__ import annotations

import json

from tests.studio.browser import Browser

GAME = "here/kuhn_poker.rules"


def test_nobody_sees_before_saying_who_looks(browser: Browser) -> None:
    game = browser.begin(GAME, "human", "human")
    view = browser.view(game)
    assert view["curtain"]
    assert not {"picture", "options", "log", "points"} & view.keys()
    assert view["waits"]


def test_a_seat_sees_its_own_card_alone(browser: Browser) -> None:
    """Two deals that differ in the other's card look the same."""
    seen: dict[tuple[str, ...], set[str]] = {}
    hands: dict[tuple[str, ...], set[str]] = {}
    for seed in range(8):
        game = browser.begin(GAME, "human", "human", seed=seed)
        position = browser.json(f"/play/{game}/position")
        mine, theirs = (json.dumps(_hand(position, seat)) for seat in ("1", "2"))
        view = browser.view(game, seat=0)
        seen.setdefault((mine,), set()).add(view["picture"])
        hands.setdefault((mine,), set()).add(theirs)
        assert browser.view(game, seat=1)["options"] == []
    assert all(len(pictures) == 1 for pictures in seen.values())
    assert any(len(one) > 1 for one in hands.values())


def _hand(position: dict[str, object], seat: str) -> object:
    players = position["players"]
    assert isinstance(players, dict)
    return {
        name: values[seat] for name, values in players.items() if isinstance(values, dict) and seat in values
    }


def test_reasons_are_those_that_the_asker_knows(browser: Browser) -> None:
    """They are worked out in a world in which what is hidden from the seat is drawn anew."""
    game = browser.begin(GAME, "human", "human")
    assert browser.get(f"/api/play/{game}/why", params={"option": "deed: bet"}).status_code == 422
    assert browser.get(f"/api/play/{game}/why").status_code == 422
    option = browser.view(game, seat=0)["options"][0]["label"]
    answer = browser.get(f"/api/play/{game}/why", params={"option": option, "seat": 0})
    assert answer.json()["verdict"] == "legal"


def test_one_person_never_sees_all(browser: Browser) -> None:
    game = browser.begin(GAME, "human", "random")
    browser.post(f"/api/play/{game}/pace", pace=0, paused=True)
    view = browser.view(game)
    assert view["observer"] == 0
    refused = browser.get(f"/api/play/{game}", params={"seat": 1})
    assert refused.status_code == 422


def test_designers_see_all(browser: Browser) -> None:
    game = browser.begin(GAME, "human", "human", designer=True)
    view = browser.view(game)
    assert view["observer"] is None
    assert not view["curtain"]
