"""Positions made by hand: what edits may name, and what is said of a mistake in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engines import SMALL

CARAVAN = next(path for path in SMALL if path.stem == "caravan")

SUITS = """\
game "Suits"
  players 2
  length 100

kind suits of suit: red, blue
table cards of card, as pieces:
  card  | suit suit
  one   | red
  two   | red
  three | blue
  four  | blue

deck pile(suit) of card: from cards where it's suit is suit_2
each player has:
  hand: zone of card

play:
  repeat 2 times:
    each player acting: turn

turn:
  choose one as act:
    take when some pile(red): draw 1 from pile(red) to my hand
    stop: end the game

score:
  "Cards": number of my hand
"""


@pytest.fixture
def suits(tmp_path: Path) -> Path:
    path = tmp_path / "suits.rules"
    path.write_text(SUITS)
    return path


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        (
            {"players.load.1": {"salt": 3}, "lost": {"salt": 6}},
            "there are only 8 of `salt`, but the edits want 6 in `lost`, 3 in `players.load`",
        ),
        ({"market.salt": 3}, "there are 8 of `salt`, not 3 (3 in `market`)"),
        ({"market.gold": 3}, "`market` has no `gold`"),
        ({"market": [["salt"]]}, "`market` is of pieces by name; ['salt'] is none"),
        ({"offer": {"eye": 10**12}}, "there are 1000000000000 of 'eye', more than there can be"),
        ({"players.1.load": {"salt": 1}}, "did you mean `players.load.1`?"),
        ({"players.march_count": {"1": 2}}, "of some alone write `players.march_count.1`"),
        ({"towns.stall.a1": {"white": None}}, "each of white, red, blue; `red` is missing"),
        ({"players.pouch.1": ["moon", "moon"]}, "`players.pouch.1` names 'moon' twice"),
        (
            {"players.load.1": {"salt": 1}, "players.load": {"1": {}, "2": {}}},
            "`players.load` would undo `players.load.1`, which is edited before it",
        ),
        (
            {"players.load.1.salt": 1, "players.load.1": {}},
            "`players.load.1` would undo `players.load.1.salt`",
        ),
    ],
)
def test_mistakes_in_edits_are_named(backend: Any, edits: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=".*") as caught:
        backend(CARAVAN).State.setup(2, edits=edits)
    assert words in str(caught.value)


def test_what_was_not_edited_gives_way(backend: Any) -> None:
    """Pieces come from where they lie; only edits that contradict each other are refused."""
    state = backend(CARAVAN).State
    after = state.setup(2, edits={"players.pouch.1": ["eye"]}).to_dict()
    assert after["players"]["pouch"]["1"] == ["eye"]
    assert "eye" not in after["offer"]
    with pytest.raises(ValueError, match="only 1 of `eye`") as caught:
        state.setup(2, edits={"players.pouch.1": ["eye"], "offer": ["eye"]})
    assert "the edits want 1 in `offer`, 1 in `players.pouch`" in str(caught.value)


def test_a_kind_of_which_nothing_lies_there_has_a_path(backend: Any) -> None:
    after = backend(CARAVAN).State.setup(2, edits={"players.load.1.pearl": 1, "lost.salt": 2}).to_dict()
    assert after["players"]["load"]["1"] == {"pearl": 1}
    assert after["market"] == {"salt": 6, "cloth": 5, "spice": 3}


def test_what_lies_at_home_can_be_said_of_one_kind(backend: Any) -> None:
    """The other kinds still come from home."""
    edits = {"market.salt": 5, "lost.salt": 3, "players.load.2": {"cloth": 2}}
    after = backend(CARAVAN).State.setup(2, edits=edits).to_dict()
    assert after["market"] == {"salt": 5, "cloth": 3, "spice": 3, "pearl": 1}


def test_a_part_may_be_edited_after_the_whole(backend: Any) -> None:
    edits = {"players.march_count": {"1": 2, "2": 2}, "players.march_count.2": 1}
    after = backend(CARAVAN).State.setup(2, edits=edits).to_dict()
    assert after["players"]["march_count"] == {"1": 2, "2": 1, "3": 0}


def test_one_deck_is_edited_and_another_gives_what_is_missing(backend: Any, suits: Path) -> None:
    edits = {"pile.blue": ["four"], "players.hand.1": ["one"]}
    after = backend(suits).State.setup(2, edits=edits).to_dict()
    assert after["pile"] == {"red": ["two"], "blue": ["four"]}
    assert after["players"]["hand"]["1"] == ["one"]
    edits = {"pile.red": ["one", "two"], "players.hand.1": ["one"]}
    with pytest.raises(
        ValueError, match="only 1 of `one`, but the edits want 1 in `players.hand`, 1 in `pile`"
    ):
        backend(suits).State.setup(2, edits=edits)
