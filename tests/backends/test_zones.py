"""Zones: pieces are moved by their kind, and every limited one is in exactly one place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.backends.conftest import SMALL

CARAVAN = next(path for path in SMALL if path.stem == "caravan")


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
    labels = [state.action_to_string(one) for one in state.legal_actions()]
    assert "deed: buy" not in labels
    assert "deed: sell" in labels


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"players.load.1": {"pearl": 2}}, "only 1 of `pearl`"),
        ({"market": {"salt": 7}}, "there are 8 of `salt`, not 7"),
        ({"players.pouch.1": ["hand"], "players.pouch.2": ["hand"]}, "only 1 of `hand`"),
        ({"players.load.1": {"gold": 1}}, "has a value for each of"),
        ({"players.load.1": {"salt": -1}}, "outside 0 to 8"),
        ({"players.load.1": 7}, "has a value for each of"),
    ],
)
def test_no_piece_is_in_two_places(backend: Any, edits: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=".*") as caught:
        backend(CARAVAN).State.setup(2, edits=edits)
    assert words in str(caught.value)
