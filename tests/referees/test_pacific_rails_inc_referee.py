"""The referee held to worked examples and rulings: workers, districts, hiring, the end."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.referees.pacific_rails_inc import Configuration
from tests.referees.pacific_rails_inc.asking import Choice
from tests.referees.pacific_rails_inc.components import BUILDINGS_POINTS, RESOURCES, SPOTS_OF
from tests.referees.pacific_rails_inc.game import act, hire_specialists, moves, set_up, take_turn, turns
from tests.referees.pacific_rails_inc.position import Position
from tests.referees.pacific_rails_inc.table import (
    cargo,
    give_stations,
    load,
    offered,
    play,
    points,
    table,
    train,
)

# --- set-up, workers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "tokens", "workers"), [(2, 4, 6), (3, 5, 4), (4, 6, 3)])
def test_what_is_in_the_game(players: int, tokens: int, workers: int) -> None:
    """[E01, PR-021 to PR-023]"""
    position = Position.laid_out(Configuration(players))
    assert set(position.tokens.values()) == {tokens}
    assert {company.workers for company in position.companies} == {workers}
    assert {position.supply[item] for item in RESOURCES} == {20 - players}


def test_starts_are_drafted_there_and_back() -> None:
    """[PR-039 to PR-041, A03]"""
    position = Position.laid_out(Configuration(3))
    game = play(position, set_up(position), "wood", "coin", "wood")
    for goal in ("coin_goal", "wood_goal", "iron_goal", "crew_goal"):
        game.go_on(goal)
    for seat, start in ((2, "A0"), (1, "C18"), (0, "C0")):
        assert isinstance(game.pending, Choice)
        assert game.pending.seat == seat
        game.go_on(start)
    assert offered(game) == {"A18", "E18", "G18", "I18"}
    game.go_on("A18")
    assert offered(game) == {"E0", "G0", "I0"}


def test_one_spot_left_empty_yields_two() -> None:
    """[E02]"""
    position = table()
    play(position, act(position, 0, "collect_wood", 0))
    play(position, act(position, 0, "collect_iron", 0))
    assert cargo(position) == {"wood": 2, "iron": 1}


def test_a_full_district_is_entered() -> None:
    """[E03, PR-073, PR-074]"""
    position = table()
    for spot, owner in zip(SPOTS_OF["foreman_crew"], (1, 2, 2), strict=True):
        position.occupant[spot] = owner
        position.companies[owner].workers -= 1
    load(position, 0, iron=2)
    game = play(position, take_turn(position, 0), "enter foreman_crew", "go_on")
    assert game.pending is None  # once only
    assert [company.hats for company in position.companies] == [0, 1, 2, 0]
    assert [company.workers for company in position.companies] == [2, 3, 3, 3]
    assert not position.occupant
    assert position.guest == {"foreman_crew": 0}
    assert cargo(position) == {"iron": 1, "rail": 1}


def test_who_has_a_worker_there_does_not_enter() -> None:
    """[PR-071, A08, A09]"""
    position = table()
    position.occupant |= {"gunpowder_miner": 1, "gunpowder_financier": 1}
    assert "enter collect_gunpowder" in moves(position, 0)
    position.guest["collect_gunpowder"] = 2
    assert "enter collect_gunpowder" in moves(position, 0)
    position.guest["collect_gunpowder"] = 0
    assert "enter collect_gunpowder" not in moves(position, 0)
    assert moves(position, 1).count("enter collect_gunpowder") == 0


def test_a_guest_goes_home_too_and_surplus_hats_are_resources() -> None:
    """[PR-075, PR-076, A09, A13, A15]"""
    position = table()
    position.occupant |= {"gunpowder_miner": 2, "gunpowder_financier": 2}
    position.guest["collect_gunpowder"] = 2
    position.companies[2].workers, position.companies[2].hats = 0, 1
    load(position, 2, rail=6)
    game = play(position, take_turn(position, 1), "enter collect_gunpowder")
    for name, options, answer in (  # three Workers: one Hat, two resources
        ("compensation", set(RESOURCES), "coin"),
        ("discard", {"coin", "rail"}, "rail"),
        ("compensation", set(RESOURCES), "wood"),
        ("discard", {"coin", "wood", "rail"}, "wood"),
    ):
        assert isinstance(game.pending, Choice)
        assert (game.pending.seat, game.pending.name, offered(game)) == (2, name, options)
        game.go_on(answer)
    assert position.companies[2].hats == 2
    assert position.companies[2].workers == 3
    assert cargo(position, 2) == {"coin": 1, "rail": 5}
    assert position.occupant == {}
    assert position.guest == {"collect_gunpowder": 1}


def test_workers_on_districts_are_taken_first() -> None:
    """[PR-079, PR-080, A10]"""
    position = table()
    position.occupant |= {"crew_wood": 0}
    position.guest |= {"collect_iron": 0, "centre": 0}
    position.companies[0].workers = 0
    assert moves(position, 0) == ["leave collect_iron", "leave centre"]


def test_the_centre_is_left_without_an_action() -> None:
    """[A57]"""
    position = table()
    position.guest["centre"], position.companies[0].hats = 0, 2
    game = play(position, take_turn(position, 0), "leave centre")
    assert game.pending is None
    assert position.companies[0].hats == 2


def test_the_centre_needs_something_to_do() -> None:
    """[A06]"""
    position = table()
    for spot in SPOTS_OF["centre"]:
        position.occupant[spot] = 1
    assert "enter centre" not in moves(position, 0)
    load(position, 0, bridge=2, rail=3)  # A0 A1 A2 A3 A4 to A5
    assert "enter centre" in moves(position, 0)
    del position.occupant["miner_centre"]
    load(position, 0)
    game = play(position, take_turn(position, 0), "put miner_centre")
    assert offered(game) == {"foreman_miner"}


def test_the_worker_taken_back_is_no_bonus() -> None:
    """[PR-081, A11]"""
    position = table()
    position.occupant |= {"crew_wood": 0, "engineer_wood": 0}
    position.companies[0].workers = 1
    play(position, take_turn(position, 0), "take crew_wood", "collect_wood")
    assert cargo(position) == {"wood": 3}  # two, and one for the other Worker
    position = table()
    position.occupant |= {"crew_wood": 0}
    position.guest["collect_wood"] = 0
    play(position, act(position, 0, "collect_wood", position.workers_at(0, "collect_wood") - 1))
    assert cargo(position) == {"wood": 3}  # the guest counts too [A07]


# --- resource districts -------------------------------------------------------------------------------------


def test_yields() -> None:
    """[E04]"""
    position = table()
    company = position.companies[0]
    company.rows = Counter(wood=3, coin=2, iron=2, gunpowder=2)
    position.lots["collect_iron"][0] = position.lots["collect_gunpowder"][0] = 1
    position.lots["collect_coin"][1] = 3  # other players' give nothing [PR-103]
    for district in ("wood", "coin", "iron", "gunpowder"):
        load(position, 0)
        play(position, act(position, 0, f"collect_{district}", 0))
        number = {"wood": 1, "coin": 2, "iron": 3, "gunpowder": 3}[district]
        assert cargo(position) == {district: number}


@pytest.mark.parametrize("helpers", [1, 0])
def test_a_bonus_is_one_more(helpers: int) -> None:
    """[E23, E24]"""
    position = table()
    train(position, 0, "crew", "miner", "crew")
    load(position, 0, gunpowder=3)
    position.companies[0].hats = 1 - helpers
    hats = () if helpers else ("1",)
    game = play(position, act(position, 0, "collect_wood", helpers), *hats)
    assert cargo(position)["wood"] == 3
    for answer in ("go_on", "front", "iron_1", "go_on", "middle", "wood_2"):
        game.go_on(answer)
    assert game.pending is None  # two at most
    assert points(position)[0] == 4
    assert cargo(position)["gunpowder"] == 1


def test_upgrades_fit_and_can_be_replaced() -> None:
    """[PR-148 to PR-150, A19, A20]"""
    position = table()
    company = train(position, 0, "crew", "miner", "crew")
    company.upgrades["front"] = "coin_1"
    position.upgrades["coin_1"] -= 1
    assert position.changeable(0) == ["front", "middle"]
    company.upgrades["middle"] = "coin_2"
    give_stations(position, 0, 1)
    assert position.changeable(0) == ["front", "middle"]  # nobody sits in the third Carriage
    load(position, 0, gunpowder=1)
    game = play(position, act(position, 0, "collect_wood", 0), "go_on", "front")
    assert offered(game) == {"gunpowder_1", "coin_1", "iron_1", "wood_1"}
    game.go_on("wood_1")
    assert points(position)[0] == 2
    assert company.upgrades["front"] == "wood_1"
    assert position.upgrades["coin_1"] == 2
    assert position.upgrades["wood_1"] == 1
    assert not position.upgrades_for(position.carriage_to_upgrade(0))  # Congress replaces nothing


def test_overflow_comes_before_the_special_action() -> None:
    """[PR-054, A14]"""
    position = table()
    load(position, 0, wood=1, rail=5)
    game = play(position, act(position, 0, "collect_gunpowder", 0))
    assert offered(game) == {"gunpowder", "wood", "rail"}
    game.go_on("wood")
    assert game.pending is None  # nothing to pay a House with
    load(position, 0, wood=1, rail=5)
    game = play(
        position, act(position, 0, "collect_gunpowder", 0), "gunpowder", "go_on", "collect_coin", "iron"
    )
    assert points(position)[0] == 2
    assert position.lots["collect_coin"][0] == 1
    assert position.companies[0].rows["iron"] == 2


# --- hiring -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seated", "price", "gained"),
    [
        (("crew",), {"wood": 1, "coin": 1}, 0),
        (("engineer", "financier"), {"wood": 2, "coin": 1}, 0),
        (("crew", "crew", "miner", "miner"), {"wood": 2, "coin": 2}, 2),
        (("crew", "crew", "miner", "miner", "crew"), {"wood": 2, "coin": 2}, 3),
    ],
)
def test_what_an_engineer_costs(seated: tuple[str, ...], price: dict[str, int], gained: int) -> None:
    """[E05, E06, E07]"""
    position = table()
    train(position, 0, *seated)
    give_stations(position, 0, (len(seated) + 2) // 2 - position.stations(0))
    load(position, 0, **(price | {"wood": price["wood"] - 1}))
    assert "engineer" not in position.hireable(0)
    load(position, 0, **price)
    play(position, hire_specialists(position, 0), "engineer")
    assert cargo(position) == {}
    assert points(position)[0] == gained
    assert position.companies[0].seated == [*seated, "engineer"]


def test_no_free_seat_no_hiring() -> None:
    """[PR-128]"""
    position = table()
    load(position, 0, coin=6)
    assert position.hireable(0) == []
    train(position, 0, "crew", "crew")
    assert position.hireable(0) == []
    give_stations(position, 0, 1)
    assert position.hireable(0) == ["financier"]


# --- the end ------------------------------------------------------------------------------------------------


def test_twelve_stations_and_two_telegraphs() -> None:
    """[E27]"""
    assert BUILDINGS_POINTS[14] == 69
    assert len(BUILDINGS_POINTS) == 19


@pytest.mark.parametrize("joined", [True, False])
def test_all_have_as_many_turns(joined: bool) -> None:
    """[PR-217, A44, A58]"""
    position = table()
    position.joined, position.round = joined, 7 if joined else 100
    game = play(position, turns(position, 1))
    for seat in (1, 2, 3):
        assert isinstance(game.pending, Choice)
        assert game.pending.seat == seat
        game.go_on(next(one for one in game.pending.options if one.startswith("put")))
        assert game.pending.name == "district"
        game.go_on(next(one for one in game.pending.options if one.startswith("collect")))
    assert game.pending is None
