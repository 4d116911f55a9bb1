"""Goods: what is gained and paid, and what positions may hold."""

from __future__ import annotations

from typing import Any

import pytest

from tests.backends.conftest import SMALL

MARKET = next(path for path in SMALL if path.stem == "market")


def test_a_mix_is_paid_in_one_go(backend: Any) -> None:
    state = backend(MARKET).State.setup(2, edits={"players.wants.1": "iron", "players.stock.1.iron": 2})
    assert "deal: barter" in [state.action_to_string(one) for one in state.legal_actions()]
    state.play("deal: barter")  # two iron, then 4 money in, 3 of it out to the one with the most iron
    shown = state.to_dict()["players"]
    assert shown["stock"]["1"] == {"iron": 0, "wood": 1, "cloth": 0}
    assert [shown["money"][seat] for seat in "12"] == [7, 9]


def test_what_is_there_together_is_what_can_be_paid(backend: Any) -> None:
    state = backend(MARKET).State.setup(2, edits={"players.wants": {"1": "iron", "2": "wood"}})
    assert "deal: barter" not in [state.action_to_string(one) for one in state.legal_actions()]


def test_as_many_are_gained_as_there_are(backend: Any) -> None:
    edits = {"players.stock": {
        "1": {"iron": 0, "wood": 1, "cloth": 0}, "2": {"iron": 5, "wood": 1, "cloth": 0},
    }}  # fmt: skip
    state = backend(MARKET).State.setup(2, edits=edits)
    state.play("deal: buy", "market: smithy")
    assert state.to_dict()["players"]["stock"]["1"]["iron"] == 1


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"players.hats": {"1": 2, "2": 2, "3": 2}}, "`players.hats`: the players have 6"),
        ({"players.stock.1": {"iron": 5, "wood": 0, "cloth": 0}}, "the players have 7 iron"),
        ({"players.hats.1": 3}, "is 3, outside 0 to 2"),
        ({"players.stock.1.gold": 3}, "has no `1.gold`"),
        ({"players.stock.1": {"iron": 5}}, "a value for each of iron, wood, cloth"),
    ],
)
def test_positions_hold_no_more_than_there_is(backend: Any, edits: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=".*") as caught:
        backend(MARKET).State.setup(3, edits=edits)
    assert words in str(caught.value)
