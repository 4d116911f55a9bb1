"""Zones: pieces are moved by their kind, and every limited one is in exactly one place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulec.base.source_text import SourceText
from rulec.frontend import check
from tests.engines import SMALL, interpreted

CARAVAN = next(path for path in SMALL if path.stem == "caravan")
DEPTHS = next(path for path in SMALL if path.stem == "depths")
HAMLET = next(path for path in SMALL if path.stem == "hamlet")


def labels(state: Any) -> list[str]:
    return [state.action_to_string(one) for one in state.legal_actions()]


def test_a_piece_leaves_one_zone_and_is_in_another(backend: Any) -> None:
    state = backend(CARAVAN).State.setup(2)
    before = state.to_dict()
    assert before["market"] == {"salt": 8, "cloth": 5, "spice": 3, "pearl": 1}
    assert before["players"]["team"]["1"] == {"white": 2}
    assert before["players"]["camp"]["1"] == {"guard of 1": 5}
    state.play("deed: buy", "goods: pearl", "extra: salt")
    after = state.to_dict()
    assert after["market"] == {"salt": 7, "cloth": 5, "spice": 3}
    assert after["players"]["load"]["1"] == {"salt": 1, "pearl": 1}


def test_what_has_no_room_is_not_offered(backend: Any) -> None:
    full = {"1": {"salt": 3, "cloth": 2}, "2": {}}
    state = backend(CARAVAN).State.setup(2, edits={"players.load": full})
    assert state.to_dict()["market"] == {"salt": 5, "cloth": 3, "spice": 3, "pearl": 1}
    assert "deed: buy" not in labels(state)
    assert "deed: sell" in labels(state)


TWO_TO_ONE_PLACE = """\
game "Two to one place"
  players 2
table cards of card, as pieces, count 2, home stock:
  card | worth
  ace  | 0
  king | 1
the game has:
  slot: place for 1 of card
  row: zone of card
  stock: zone of card
setup:
  move ace from stock to row
  move king from stock to row
  move king from stock to row
play:
  each player acting in seat order: turn
turn:
  choose one as pick:
    aces: move (row where worth = 0) to slot
    kings: move (row where worth = 1) to slot
    wait: end the game
score:
  "slot": number of slot
"""


def test_a_place_for_one_takes_no_second_piece_of_its_kind(backend: Any, tmp_path: Path) -> None:
    path = tmp_path / "two.rules"
    path.write_text(TWO_TO_ONE_PLACE)
    state = backend(path).State(2)
    assert labels(state) == ["pick: aces", "pick: wait"]
    state.play("pick: aces")
    assert state.to_dict()["slot"] == "ace"


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"players.load.1": {"pearl": 2}}, "only 1 of `pearl`"),
        ({"market": {"salt": 7}}, "there are 8 of `salt`, not 7"),
        ({"players.pouch.1": ["hand"], "players.pouch.2": ["hand"]}, "only 1 of `hand`"),
        ({"players.load.1": {"gold": 1}}, "has no room for 'gold'; there are "),
        ({"players.load.1": {"salt": -1}}, "outside 0 to 8"),
        ({"players.load.1": 7}, "has a value for each of"),
    ],
)
def test_no_piece_is_in_two_places(backend: Any, edits: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=".*") as caught:
        backend(CARAVAN).State.setup(2, edits=edits)
    assert words in str(caught.value)


# --- several sorts of pieces in one zone ------------------------------------------------------------------


def test_a_zone_of_two_sorts_has_room_for_one_piece_of_each_player(backend: Any) -> None:
    """Tents and banners of one player keep each other out, those of others do not."""
    state = backend(DEPTHS).State(2, seed=3)
    state.play("action: camp", "camped: north", "action: camp")
    assert "camped: north" in labels(state)
    state.play("camped: north", "action: claim")
    assert "claimed: north" not in labels(state)
    state.play("claimed: south", "action: claim")
    assert labels(state) == ["claimed: south", "claimed: west"]
    state.play("claimed: south", "action: camp")
    assert labels(state) == ["camped: west"]  # the other places have a piece of this player
    content = state.to_dict()["spots"]["tokens"]
    assert content["tents"]["north"] == {"tent of 1": 1, "tent of 2": 1}
    assert content["banners"]["south"] == {"banner of 1": 1, "banner of 2": 1}


def test_one_sort_leaves_a_zone_of_two(backend: Any) -> None:
    state = backend(DEPTHS).State(2, seed=3)
    state.play("action: camp", "camped: north", "action: claim", "claimed: north", "action: strike")
    assert labels(state) == ["struck: north"]
    state.play("struck: north")
    content = state.to_dict()["spots"]["tokens"]
    assert (content["tents"]["north"], content["banners"]["north"]) == ({}, {"banner of 2": 1})
    assert state.to_dict()["tents"] == {"1": 2, "2": 2, "3": 2}


def test_seats_left_out_are_those_at_which_nobody_sits(backend: Any) -> None:
    """Who has no tent left is not taken for somebody who is not there."""
    game = backend(DEPTHS)
    state = game.State(2, seed=3)
    state.play("action: camp", "camped: north", "action: stir")
    state.play("action: camp", "camped: south", "action: stir")
    assert state.to_dict()["tents"] == {"2": 2, "3": 2}
    assert game.State.from_dict(state.to_dict()) == state


# --- pieces of which some belong to nobody ---------------------------------------------------------------


def test_rows_that_nobody_owns_lie_beside_those_of_players() -> None:
    """Each player has a barn and a shed; the only mill belongs to nobody."""
    game = interpreted(HAMLET)
    edits = {"players.yard": {"1": ["barn of 1"], "2": ["shed of 2"]}}
    state = game.State.setup(2, edits=edits)
    assert state.to_dict()["spots"]["house"] == {"north": "mill", "south": None, "west": None}
    state.play("deed: build", "built: barn of 1", "site: west", "deed: tear")
    assert state.to_dict()["spots"]["house"] == {"north": None, "south": None, "west": "barn of 1"}
    with pytest.raises(ValueError, match="mill of 1"):
        game.State.setup(2, edits={"players.yard.1": ["mill of 1"]})


def test_a_name_that_was_only_tried_is_missed() -> None:
    """What is moved is first read as a kind, then as a name: neither of the two may be dropped unsaid."""
    text = CARAVAN.read_text(encoding="utf-8")
    line = "  choose two from my in_reach as lost_next, or none_more, if any:\n"
    assert line in text
    found = check(SourceText("caravan.rules", text.replace(line, "")))
    assert [one.code for one in found.diagnostics][:1] == ["R201"]
