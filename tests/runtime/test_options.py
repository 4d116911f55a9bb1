"""Options: told by the module, chosen by name, kept in every form of a state."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines import ROOT, engine, interpreted

EXPEDITION = ROOT / "tests" / "games" / "expedition.rules"


@pytest.fixture(params=[interpreted, engine], ids=["interpreter", "engine"])
def game(request: pytest.FixtureRequest) -> Any:
    return request.param(EXPEDITION)


def test_the_module_tells_them(game: Any) -> None:
    assert game.OPTIONS["map"] == ("western", ("northeast", "western"), "which map is played")
    assert game.OPTIONS["harsh"].values == (False, True)
    assert {"players": 4, "map": "western", "rounds": 3, "harsh": True} in game.CONFIGURATIONS
    assert {"players": 4, "map": "northeast", "rounds": 3, "harsh": True} not in game.CONFIGURATIONS
    assert all(one["rounds"] < 4 or one["map"] == "northeast" for one in game.CONFIGURATIONS)


def test_they_are_kept(game: Any) -> None:
    state = game.State(2, map="northeast", rounds=2)
    assert state.to_dict()["options"] == {"map": "northeast", "rounds": 2, "harsh": False}
    assert game.State.from_dict(state.to_dict()) == state
    assert game.State.from_bytes(state.to_bytes()) == state
    assert state != game.State(2, rounds=2)
    assert game.State.setup(2, map="northeast", edits={"round": 1}).to_dict()["options"]["map"] == "northeast"
    assert game.State(map="western").num_players() == 1
    assert game.playouts(4, 4, map="western").scores.shape == (4, 4)


@pytest.mark.parametrize(
    "options",
    [
        {"map": "x"},
        {"map": 1},
        {"map": None},
        {"harsh": 1},
        {"rounds": True},
        {"rounds": 5},
        {"rounds": 4, "map": "western"},
        {"weather": "fine"},
    ],
)
def test_what_does_not_go_together_is_refused(game: Any, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option|not played"):
        game.State(2, **options)
    data = game.State(2).to_dict()
    data["options"] |= options
    with pytest.raises(ValueError, match="`options`"):
        game.State.from_dict(data)


def test_a_number_of_players_must_fit_too(game: Any) -> None:
    with pytest.raises(ValueError, match="with map='northeast', .* 1 or 2 or 3 players, not 4"):
        game.State(4, map="northeast")
    assert game.State(4).to_dict()["options"]["map"] == "western"  # what is not named gives way
    with pytest.raises(ValueError, match="can't be edited"):
        game.State.setup(2, edits={"options": {"map": "western"}})
