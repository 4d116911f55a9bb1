"""Members of a kind that take the turns, each for a player or for nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.errors import RulesError
from tests.backends.conftest import ROOT, engine, interpreted

COMPANIES = ROOT / "tests" / "games" / "companies.rules"


@pytest.fixture(params=[interpreted, engine], ids=["interpreter", "engine"])
def companies(request: pytest.FixtureRequest) -> Any:
    return request.param(COMPANIES)


def at_turn(game: Any, company: str, *play: str, **owners: str) -> Any:
    edits = {"companies.owner": {name: owners.get(name) for name in ("red", "green", "blue", "black")}}
    return game.State.setup(players=3, at=f"turn of {company}", edits=edits, play=play)


def labels(state: Any) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def test_the_owner_decides(companies: Any) -> None:
    state = at_turn(companies, "green", green="3", red="1")
    assert state.current_player() == 2
    assert labels(state) == ["deed: save", "deed: build", "deed: tax", "deed: open_office"]
    state.play("deed: tax")
    assert labels(state) == ["taxed: red", "taxed: blue", "taxed: black"]  # who is not of the same owner
    state.play("taxed: red")
    position = state.to_dict()["companies"]
    assert position["cash"] == {"red": 2, "green": 4, "blue": 3, "black": 3}


def test_nobody_is_asked_for_a_company_without_an_owner(companies: Any) -> None:
    state = at_turn(companies, "red", blue="2")
    assert state.current_player() == 1
    assert state.to_dict()["companies"]["plants"] == {"red": 1, "green": 1, "blue": 0, "black": 0}


def test_obligations_and_free_actions_are_the_company_s(companies: Any) -> None:
    state = at_turn(companies, "red", red="1", green="1")
    assert labels(at_turn(companies, "red", "deed: build", red="1")) == [
        "size: 1",
        "size: 2",
    ]  # 1 must be left
    state = companies.State.setup(
        players=2, at="turn of red", edits={"companies.owner.red": "1", "companies.plants.red": 2}
    )
    assert "sell_plant" in {label.partition(": ")[2] for label in labels(state)}
    state.play("deed: sell_plant")
    assert "deed: sell_plant" not in labels(state)  # once a turn
    assert state.to_dict()["companies"]["sell_plant_used"]["red"] == 1


def test_pieces_of_companies(companies: Any) -> None:
    state = at_turn(companies, "red", "deed: open_office", "site: b2", red="1")
    assert state.to_dict()["squares"]["office"] == {"b2": "office of red"}
    state = companies.State.setup(
        players=2,
        at="turn of red",
        edits={"companies.owner.red": "1", "squares.office": {"b2": "office of red"}},
    )
    state.play("deed: haul", "yard_site: b2")
    position = state.to_dict()
    assert position["squares"]["yard"]["b2"] == {"cube of red": 1}
    assert position["companies"]["supply"]["red"] == {"cube of red": 1}


def test_checkpoints_name_who_acts(companies: Any) -> None:
    with pytest.raises(ValueError, match="1 takes no turns; those who do are red, green, blue, black"):
        companies.State.setup(players=2, at="turn of 1")
    with pytest.raises(ValueError, match="whose `turn`\\? Write `turn of red`"):
        companies.State.setup(players=2, at="turn")


def test_asking_for_nobody_is_a_mistake_of_the_rules(tmp_path: Path) -> None:
    text = COMPANIES.read_text().replace("if my owner is none: drift", "if my cash = 100: drift")
    file = tmp_path / "asking.rules"
    file.write_text(text)
    game = rulec.interpret(file)
    with pytest.raises(RulesError, match="nobody decides `deed` for this company"):
        game.State.setup(players=2, at="turn of black", edits={"companies.owner.black": None})
