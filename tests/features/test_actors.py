"""Members of a kind that take the turns, each for a player or for nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulec
from tests.engines import ROOT, engine, interpreted

COMPANIES = ROOT / "tests" / "games" / "companies.rules"


@pytest.fixture(params=[interpreted, engine], ids=["interpreter", "engine"])
def companies(request: pytest.FixtureRequest) -> Any:
    return request.param(COMPANIES)


def at_turn(game: Any, company: str, *play: str, **owners: str) -> Any:
    edits = {"companies.owner": {name: owners.get(name) for name in ("red", "green", "blue", "black")}}
    return game.State.setup(players=3, at=f"turn of {company}", edits=edits, play=play)


def papers(**held: dict[str, int]) -> dict[str, dict[str, int]]:
    return {name: held.get(name, {}) for name in ("red", "green", "blue", "black")}


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


def test_a_position_in_which_nobody_decides_for_the_company_is_refused(companies: Any) -> None:
    """The seat alone would say that the first player decides."""
    data = at_turn(companies, "red", red="1").to_dict()
    data["companies"]["owner"]["red"] = None
    with pytest.raises(ValueError, match=r"`companies\.owner\.red` is none, so nobody decides `deed`"):
        companies.State.from_dict(data)


LAYERS = """\
game "Chests"
  players 2
  length 60
kind crews of crew: red, green, blue
actors: crews, each for its captain
table maps of map, as pieces:
  map | worth
  m_1 to m_6 | number
deck pile of map: from maps
each crew has:
  captain: maybe player
  hand: zone of map, seen by owner
  deck chest of map: stack
setup:
  set green's captain to p1
  set blue's captain to p2
  each crew: draw 2 from pile to crew's hand
play:
  repeat 2 times:
    each crew acting: turn
turn:
  if my captain is none: put my hand under my chest
  otherwise:
    choose map from my hand as hidden, if any: put map under my chest
score of crews where captain is not none:
  "Maps": sum of worth over my hand
standing of player: weakest of crews, then strongest of crews
"""


@pytest.mark.parametrize("backend", [interpreted, engine], ids=["interpreter", "engine"])
def test_who_decides_for_a_member_knows_what_it_puts_under_a_deck(backend: Any, tmp_path: Path) -> None:
    path = tmp_path / "chests.rules"
    path.write_text(LAYERS)
    state = backend(path).State(seed=1)
    for _ in range(2):
        state.apply_index(0)
    chest = state.to_dict()["crews"]["chest"]
    by = {
        crew: [seen for layer, seen in layers.items() if chest["under"][crew][layer]]
        for crew, layers in chest["seen_by"].items()
    }
    assert by == {"red": [[], []], "green": [["1"]], "blue": [["2"]]}
    assert state.resample(0, 1).observation(0) == state.observation(0)


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
    with pytest.raises(ValueError, match="nobody decides `deed` for this company"):
        game.State.setup(players=2, at="turn of black", edits={"companies.owner.black": None})


def test_they_sit_as_the_list_says_and_those_without_a_seat_are_left_out(companies: Any) -> None:
    seating = ["blue", "red", "green"]
    edits = {"seating": seating, "companies.owner": {"red": "1", "green": "2", "blue": "1", "black": "2"}}
    edits |= {"companies.papers_held": papers(green={"bond": 3})}
    state = companies.State.setup(players=2, at="swap_papers of green", edits=edits)
    assert state.current_player() == 1
    assert labels(state) == ["swapped: bond"]
    for _ in range(3):
        state.play("swapped: bond")
    assert set(state.to_dict()["companies"]["lots"]["green"]) == {"a1", "c1", "d1", "b1"}


def test_only_the_one_who_decides_sees_the_papers(companies: Any) -> None:
    state = companies.State(2, seed=3)
    for label in ("pick: red", "pick: green", "pick: blue", "pick: black"):
        state.play(label)
    whole = state.to_dict()["companies"]["papers_held"]
    for player, own in ((0, ("red", "blue")), (1, ("green", "black"))):
        known = state.observation(player)["companies"]["papers_held"]
        assert {name: known[name] for name in own} == {name: whole[name] for name in own}
        assert all(known[name] == {"pieces": 3} for name in whole if name not in own)
        other = state.resample(player, 5)
        assert other.observation(player) == state.observation(player)
        assert other.to_dict()["companies"]["papers_held"].keys() == whole.keys()


@pytest.mark.parametrize(
    ("held", "offered"),
    [
        ({"bond": 2, "deed": 1, "stock": 1}, {"bond"}),  # one of each: the set has one order only
        ({"deed": 3, "stock": 3}, {"deed", "stock"}),
        ({"stock": 3, "bond": 2}, {"stock"}),
    ],
)
def test_alike_or_different(companies: Any, held: dict[str, int], offered: set[str]) -> None:
    state = companies.State.setup(
        players=2,
        at="swap_papers of red",
        edits={"companies.owner.red": "1", "seating": ["red"], "companies.papers_held": papers(red=held)},
    )
    assert labels(state) == [f"swapped: {name}" for name in ("bond", "deed", "stock") if name in offered]


def test_the_first_pieces_and_a_position_before_points_are_entered(companies: Any) -> None:
    edits = {
        "companies.owner.red": "1",
        "companies.cash.red": 8,
        "companies.plants.red": 1,
        "companies.papers_held": papers(red={"bond": 3, "deed": 1, "stock": 1}),
        "rounds": 4,
    }
    state = companies.State.setup(players=2, at="harvest", edits=edits)
    sheet = state.to_dict()["companies"]["sheet"]["red"]
    assert sheet == {"Papers": 3 + 2 + 3, "Gap": -1}
