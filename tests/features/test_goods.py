"""Goods: what is gained and paid, and what positions may hold."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.engines import SMALL

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


JOKERS = """\
game "Jokers"
  players 2
  length 400
kind gems of gem: ruby, pearl, jade
stock(gem): goods of each player, limited 8 in bank
gold: goods of each player, limited 8 in bank
payment jokers: pays stock, what is missing with gold at {worth} each
the game has:
  wrong: 0 up
  payable: 0 up
each player has:
  heard: 0 up
whenever a player loses gold: raise my heard by 1
play:
  repeat 30 times:
    each player acting in seat order: turn
turn:
  each gem:
    each gem_2 in gems:
      each n in 0 to 3:
        let said = can pay n of gem + 2 of gem_2 + 1 ruby + 1 gold
        if said: raise payable by 1
        if said is not can_settle(n, gem, gem_2): raise wrong by 1
  choose one as deed:
    dig each gem in gems where (sum of p's stock(gem) over p in players) <= 6: gain 2 of gem
    mint when (sum of gold over players) <= 7: gain 1 gold
    pair when can pay 2 ruby + 2 pearl: pay 2 ruby + 2 pearl
    all_kinds: each gem: pay 1 of gem
    pass: nothing
rule settle with n, gem, gem_2: pay n of gem + 2 of gem_2 + 1 ruby + 1 gold
can_settle(n, gem, gem_2) means can settle with (n, gem, gem_2)
score:
  "Gold": my gold
"""


@pytest.mark.parametrize("worth", [1, 2])
def test_one_sort_of_goods_stands_for_several_kinds(
    backend: Any, tmp_path_factory: pytest.TempPathFactory, worth: int
) -> None:
    """`can pay` says what comes of paying one kind after the other, whichever of them are the same."""
    path = tmp_path_factory.mktemp("jokers") / "jokers.rules"
    path.write_text(JOKERS.replace("{worth}", str(worth)), encoding="utf-8")
    state = backend(path).State(2, seed=5)
    choices = random.Random(worth)
    while not state.is_terminal():
        state.apply_action(choices.choice(state.legal_actions()))
    shown = state.to_dict()
    assert shown["wrong"] == 0
    assert 100 < shown["payable"] < 60 * 3 * 3 * 4 - 100
    assert sum(shown["players"]["heard"].values()) > 0
