"""The referee held to the worked examples of the statements and to rulings: auctions, the map."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.referees.railway_boom import Configuration, Game
from tests.referees.railway_boom.asking import Choice, Flow
from tests.referees.railway_boom.auction import auction, due, raises
from tests.referees.railway_boom.cards import DEVELOPMENTS, OBJECTIVES
from tests.referees.railway_boom.components import (
    CARRIAGES,
    INCOME,
    TILES_OF_A_TYPE,
    TRAIN_CARDS,
    YIELDS,
)
from tests.referees.railway_boom.country import CITY_AT, KIND, NEIGHBOURS, SPACE_OF, label
from tests.referees.railway_boom.effects import (
    free_railway,
    lay_railway,
    take_tile,
)
from tests.referees.railway_boom.free import usable
from tests.referees.railway_boom.game import (
    build_station,
    development_phase,
    expansion_phase,
    objective_turn,
    route_construction,
    train_phase,
    train_turn,
)
from tests.referees.railway_boom.position import Position
from tests.referees.railway_boom.resources import conversions, convert, pay_any
from tests.referees.railway_boom.table import (
    asked,
    at,
    bring,
    bring_anything,
    first,
    offered,
    own,
    play,
    table,
)

# --- set-up and what lies in the box ------------------------------------------------------------------------


def test_what_lies_in_the_box() -> None:
    """[RB-009 to RB-015, RB-052]"""
    assert (len(TRAIN_CARDS) - len(CARRIAGES), len(CARRIAGES)) == (4 + 22, 30)
    assert (len(DEVELOPMENTS), len(OBJECTIVES), len(KIND)) == (74, 18, 198)
    assert (len(set(KIND.values())), len(CITY_AT)) == (7, 36 + 14)
    assert sum(len(neighbours) for neighbours in NEIGHBOURS.values()) == 2 * 487
    assert all(space in NEIGHBOURS[other] for space in KIND for other in NEIGHBOURS[space])
    for track in YIELDS:  # the amount is never the level [RB-178]
        assert all(amount != level for level, amount in enumerate(INCOME[track], start=1))


def test_set_up() -> None:
    """[E07, E10]"""
    game = Game(Configuration(4))
    bring(game, *list(OBJECTIVES)[:4], "route_7", "route_1", "route_3", "route_4")
    bring(game, "station_31", "station_7", "station_22", "station_15")
    position = game.position
    assert position.from_the_right() == [0, 2, 3, 1]
    assert len(position.objectives) == len(position.routes) == 4
    assert position.objective_deck == position.route_deck == []
    bring_anything(game)
    assert asked(game) == "bid"
    assert isinstance(game.pending, Choice)
    assert game.pending.seat == 1


@pytest.mark.parametrize(("players", "open_slots"), [(4, 4), (3, 3), (2, 2)])
def test_open_slots(players: int, open_slots: int) -> None:
    """[E08, E09]; the best that is free is taken [RB-206, RB-207]."""
    position = table(players)
    position.objectives, position.cubes = ["cargo_mogul"], {"cargo_mogul": {}}
    for seat in range(players):
        play(position, objective_turn(position, seat, "cargo_mogul"), "place_cube")
    slots = {2: [1, 4], 3: [1, 2, 4], 4: [1, 2, 3, 4]}[players]
    assert position.cubes["cargo_mogul"] == dict(zip(slots, range(players), strict=True))
    assert len(slots) == open_slots


@pytest.mark.parametrize(("players", "carriages"), [(2, 4), (3, 5), (4, 6)])
def test_rows_of_a_round(players: int, carriages: int) -> None:
    """[E03, E04, E05]"""
    position = table(players)
    game = play(position, train_phase(position))
    bring_anything(game)
    assert (len(position.locomotive_row), len(position.carriage_row)) == (players, carriages)
    game = play(position, expansion_phase(position))
    bring_anything(game)
    assert len(position.station_row) == players
    game = play(position, development_phase(position))
    bring_anything(game)
    costs = [[DEVELOPMENTS[card].cost for card in cards] for cards in position.sets.values()]
    assert [len(one) for one in costs] == [3] * players
    assert all(one == sorted(one) for one in costs)


# --- conversions and auctions -------------------------------------------------------------------------------


def test_two_resources_for_another() -> None:
    """[E02, RB-069, RB-070, A46]"""
    position = table()
    own(first(position), 1, 0, 0, 1)
    first(position).stock["vp"] = 5
    assert conversions(position, 0) == [(("money", "coal"), "materials"), (("money", "coal"), "technology")]
    play(position, convert(position, 0), "money", "coal", "technology")
    assert +first(position).stock == Counter(technology=1, vp=5)
    own(first(position), 8, 8, 8, 8)
    assert len(conversions(position, 0)) == 24  # [D03]


@pytest.mark.parametrize(
    ("number", "share", "paid"),
    [(3, "half", 2), (4, "half", 2), (3, "full", 3), (9, "none", 0), (0, "half", 0)],
)
def test_what_a_bid_costs(number: int, share: str, paid: int) -> None:
    """[E01]"""
    assert due(number, share) == paid


def test_bidding_from_the_left() -> None:
    """[RB-075 to RB-093, A02, A08]"""
    position = table(3)
    own(position.tycoons[0], 0, 2, 0, 0)
    game = play(position, auction(position, "materials"))
    assert offered(game) == {*map(str, range(1, 9)), "confirm", "convert"}  # the third player
    game.go_on("1")
    game.go_on("3")  # the second player, above the first, who is now furthest to the left
    assert offered(game) == {"2", "confirm", "convert"}  # 1 is taken, 3 costs too much
    game.go_on("confirm")
    assert offered(game) == {*"245678", "confirm", "convert"}  # the third player's own space is 1
    game.go_on("8")
    assert offered(game) == {*"4567", "confirm", "convert"}
    game.go_on("confirm")
    game.go_on("confirm")
    assert game.pending is None
    assert position.from_the_right() == [2, 1, 0]
    assert [one.stock["materials"] for one in position.tycoons] == [2, 6, 0]
    assert [one.spot for one in position.tycoons] == ["white_2", "white_3", "white_4"]


def test_a_bid_stays_covered() -> None:
    """[A06]"""
    position = table()
    tycoon = first(position)
    own(tycoon, 0, 6, 1, 0)
    tycoon.cards = {"major_investment_3", "tactical_expansion_2", "investment_strategy_2", "subsidy_1"}
    tycoon.stations = at("tokyo")
    position.currency, position.unpaid = "materials", {0, 1}
    tycoon.spot = "bid_5"
    assert usable(position, 0, "bid") == []
    tycoon.spot = "bid_4"
    assert set(usable(position, 0, "bid")) == {
        "investment_strategy_2",
        "major_investment_3",
        "tactical_expansion_2",
    }
    assert {given for given, _ in conversions(position, 0)} == {
        ("materials", "materials"),
        ("materials", "technology"),
    }
    position.currency = "any_resource"
    tycoon.spot = "bid_7"
    assert [*conversions(position, 0), *raises(position, 0)] == []
    tycoon.spot = "bid_6"
    assert conversions(position, 0)
    assert raises(position, 0) == ["7"]


def test_spending_cards() -> None:
    """[RB-168, RB-169, A10]"""
    position = table()
    for tycoon in position.tycoons:
        tycoon.cards = {"aggressive_spending_1", "aggressive_spending_2", "economical_spending_1"}
    play(position, auction(position, "coal"), "8", "5", "confirm", "confirm")
    assert [one.stock["vp"] for one in position.tycoons] == [0, 4]  # 3 of 5, and 8
    play(position, auction(position, "coal"), "confirm", "confirm")
    assert [one.stock["vp"] for one in position.tycoons] == [1, 5]


def test_any_mix() -> None:
    """[A07, D02]: in one order, and so that all can be paid."""
    position = table()
    own(first(position), 2, 1, 0, 1)
    game = play(position, pay_any(position, 0, 3, bid=True))
    assert offered(game) == {"money"}
    game.go_on("money")
    assert offered(game) == {"money", "materials"}
    game.go_on("materials")
    assert offered(game) == {"coal"}
    game.go_on("coal")
    assert +first(position).stock == Counter(money=1)


# --- trains bought ------------------------------------------------------------------------------------------


def test_a_train_turn() -> None:
    """[RB-100 to RB-105, D26]"""
    position = table()
    own(first(position), 0, 5, 0, 0)
    position.locomotive_row = {"locomotive_1", "locomotive_22"}
    position.carriage_row = {"carriage_1", "carriage_2", "carriage_5"}
    game = play(position, train_turn(position, 0), "locomotive_22", "carriage_2")
    assert offered(game) == {"carriage_1", "stop", "convert"}
    game.go_on("carriage_1")
    assert game.pending is None  # nothing is left to convert
    assert first(position).fleet == {"starting_1", "locomotive_22", "carriage_1", "carriage_2"}


# --- the map ------------------------------------------------------------------------------------------------


def test_station_on_a_railway_token() -> None:
    """[E06, RB-113 to RB-116, A27]"""
    position = table()
    first(position).railways = at("osaka")
    game = play(position, build_station(position, 0, "osaka"))
    assert first(position).levels == {"money": 2, "materials": 2, "technology": 1, "coal": 1, "vp": 1}
    game.go_on("money")
    assert offered(game) == {"money", "materials", "technology", "coal"}  # two resources of level 3
    assert (first(position).levels["money"], first(position).tokens_left) == (3, 30)


def test_power_then_money() -> None:
    """[RB-119 to RB-129, A29]"""
    position = table()
    own(first(position), 2, 0, 0, 0)
    position.tycoons[1].stations = at("yokohama")
    game = play(position, route_construction_after(position, "tokyo"))  # power 5
    game.go_on(label(SPACE_OF["yokohama"]))  # 3 and 1
    assert (first(position).power, first(position).stock["money"]) == (1, 2)
    assert first(position).tiles == Counter(money=1, vp=1)
    sites = offered(game) - {"stop", "convert"}
    assert sites == {label(one) for one in position.paid_sites(0, "tokyo")}
    assert max(position.cost(0, one) for one in position.paid_sites(0, "tokyo")) == 2
    game.go_on("v13")  # an inlet, 2
    assert (first(position).power, first(position).stock["money"]) == (0, 1)
    game.go_on("stop")
    assert game.pending is None


def route_construction_after(position: Position, city: str) -> Flow:
    position.tycoons[0].stations |= at(city)
    return route_construction(position, 0, city)


def test_only_what_hangs_together_grows() -> None:
    """[RB-123 to RB-125, A28]"""
    position = table()
    tycoon = first(position)
    tycoon.stations = at("tokyo", "aomori")
    tycoon.railways = at("y12")  # beside Mito
    tycoon.power = 20
    before = set(position.paid_sites(0, "tokyo"))
    tycoon.railways |= at("x12")  # joins Tokyo and y12
    after = set(position.paid_sites(0, "tokyo"))
    assert at("mito") <= after - before
    assert not at("ah2") & after
    assert at("ah2", "mito") < set(position.free_sites(0))  # [A17]


def test_route_cards() -> None:
    """[RB-136 to RB-140, A33, A34]"""
    position = table(3)
    position.routes = {"route_5"}
    for seat in (1, 0, 2):
        position.tycoons[seat].stations = at("kanazawa")
        position.tycoons[seat].railways = at("s7", "r8", "r9")
        play(position, lay_railway(position, seat, SPACE_OF["fukui"]))
    assert not position.claims["route_5"]  # s7 and r8 do not touch
    for seat in (1, 0, 2):
        play(position, lay_railway(position, seat, next(iter(at("s8")))))
        play(position, lay_railway(position, seat, next(iter(at("q9")))))
    assert [one.stock["vp"] for one in position.tycoons] == [2, 5, 2]


def test_line_cards() -> None:
    """[RB-165 to RB-175, A50 to A52]"""
    position = table()
    tycoon = first(position)
    tycoon.cards = {"coastal_line_1", "coastal_line_2", "inlet_line", "crossing_line_1", "river_line_1"}
    tycoon.cards |= {"plains_line_1", "forest_line", "mountain_line", "tourist_line"}
    position.tycoons[1].stations = at("kobe")
    gains = {}
    for name in ("v13", "n7", "s7", "t9", "w9", "x10"):
        before = tycoon.stock["vp"]
        play(position, lay_railway(position, 0, next(iter(at(name)))))
        gains[name] = tycoon.stock["vp"] - before
    assert gains == {"v13": 4, "n7": 3, "s7": 4, "t9": 4, "w9": 0, "x10": 1}
    play(position, lay_railway(position, 0, SPACE_OF["hakone"]))
    assert tycoon.stock["vp"] == 16 + 3 + 2 + 2  # its 3, Tourist Line, two Coastal Lines
    play(position, build_station(position, 0, "tsu"))
    assert tycoon.stock["vp"] == 23  # [RB-242]


def test_free_token_lapses() -> None:
    """[A14, A15, A17]"""
    position = table()
    assert play(position, free_railway(position, 0)).pending is None
    first(position).stations = at("tokyo")
    assert asked(play(position, free_railway(position, 0))) == "free_railway"
    first(position).railways = set(list(KIND)[:30])
    assert play(position, free_railway(position, 0)).pending is None


def test_tiles_run_out() -> None:
    """[A13]"""
    position = table()
    position.tycoons[1].tiles["coal"] = TILES_OF_A_TYPE - 1
    take_tile(position, 0, "coal")
    take_tile(position, 0, "coal")
    assert first(position).tiles["coal"] == 1
