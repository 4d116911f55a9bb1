"""The referee held to the worked examples of the statements: actions, objective cards, jobs, the end."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.referees.great_western_trail import Configuration, Game
from tests.referees.great_western_trail.actions import LOCAL, Effect, build, hire
from tests.referees.great_western_trail.asking import Chance
from tests.referees.great_western_trail.components import (
    ARROWS,
    CITIES,
    TILES,
    TRADE,
)
from tests.referees.great_western_trail.effects import perform, possible
from tests.referees.great_western_trail.game import (
    phase_b,
    place_worker,
    take_turn,
    turns,
    whole_game,
)
from tests.referees.great_western_trail.position import House, Position
from tests.referees.great_western_trail.railroad import back_exactly, forward_within, spaces_back
from tests.referees.great_western_trail.scoring import city_points, objective_points, points, ranking
from tests.referees.great_western_trail.stations import engine_stops, extraordinary_delivery
from tests.referees.great_western_trail.table import first, offered, play, set_hand, table

# --- actions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "hand", "asked", "money", "certificates"),
    [
        ("angus_e", ["a_black_angus"], ("yes",), 2, 0),
        ("angus_e", ["a_black_angus"], ("no",), 0, 0),
        ("pair_f", ["a_jersey", "a_jersey"], ("jersey", "a_jersey", "a_jersey", "yes"), 4, 0),
        ("risk_any", ["a_guernsey"], ("a_guernsey", "1"), 0, 1),
        ("risk_jersey", ["a_jersey"], ("1", "yes"), 2, 1),
        ("risk_jersey", ["a_jersey"], ("0", "no"), 0, 0),
        ("jersey_2b", ["a_jersey"], ("r1",), 0, 0),
    ],
)
def test_icons(action: str, hand: list[str], asked: tuple[str, ...], money: int, certificates: int) -> None:
    """[E16, GW-104, GW-105]"""
    position = table()
    rancher = first(position)
    set_hand(rancher, *hand)
    game = play(position, perform(position, 0, LOCAL[action]), *asked)
    assert game.pending is None
    assert (rancher.money, rancher.certificates, +rancher.hand) == (money, certificates, Counter())
    assert rancher.discarded == Counter(hand)


def test_two_hires_in_building_a() -> None:
    """[E17 to E19]"""
    position = table(3)
    rancher = first(position)
    rancher.cattleman, rancher.money, rancher.crew["engineer"] = "space_a", 15, ["engineer_2"]
    position.token = "row_4"
    position.waiting["row_1"] = Counter(["cowboy_2"])  # at 6
    position.waiting["row_3"] = Counter(["engineer_2"])  # at 7, right above the token
    position.waiting["row_4"] = Counter(["engineer_3"])
    set_hand(rancher, "a_jersey")
    game = play(position, phase_b(position, 0))
    assert offered(game) == {"hire_a", "hire_a_dearer", "auxiliary_action", "done"}
    game.go_on("hire_a")
    assert offered(game) == {"row_1", "row_3"}
    for answer in ("row_3", "engineer", "yes", "yes"):
        game.go_on(answer)
    assert (rancher.money, rancher.workers("engineer"), rancher.hand.total()) == (10, 3, 0)
    for answer in ("hire_a_dearer", "row_1", "cowboy"):
        game.go_on(answer)
    assert (rancher.money, rancher.workers("cowboy")) == (2, 2)


def test_building_and_replacing() -> None:
    """[E20, E21]"""
    position = table()
    rancher = first(position)
    rancher.money = 4
    assert not position.sites(0, "p4a", 2)
    rancher.crew["craftsman"] = ["craftsman_2"]
    play(position, perform(position, 0, build(2)), "p4a", "c1")
    assert rancher.money == 0
    rancher.money = 6  # from 2 to 5 craftsmen
    assert not position.sites(0, "p7a", 2)
    rancher.crew["craftsman"] *= 2
    assert position.sites(0, "p7a", 2) == ["c1"]
    play(position, perform(position, 0, build(2)), "p7a", "c1")
    assert (rancher.money, position.house["c1"]) == (0, House("p7a", 0))
    assert "p4a" not in rancher.houses
    assert "c1" not in position.sites(0, "p1a", 0)  # worth less [A31]


def test_engines_pass_over_each_other() -> None:
    """[E22]; and back [GW-208, A20]."""
    ways = forward_within("r1", 3, {"r3"})
    assert ways == ["r2", "r4", "siding_4", "r5"]
    assert back_exactly("r5", 2, set()) == ["r3", "r4"]
    assert back_exactly("r5", 1, {"siding_4", "r4"}) == ["r3"]
    assert back_exactly("r1", 2, set()) == []
    assert back_exactly("r2", 1, {"r1"}) == ["r0"]


def test_the_last_space_sends_the_engine_back() -> None:
    """[GW-204 to GW-207, A55]"""
    position = table()
    rancher = first(position)
    rancher.engine, rancher.money = "r38", 3
    position.ranchers[1].engine = "r20"
    game = play(position, perform(position, 0, LOCAL["engine_8a"]), "r39", "yes", "step_points")
    assert rancher.money == 0
    assert {"r0", "siding_33", "r38"} <= offered(game)
    assert not {"r39", "r20"} & offered(game)
    game.go_on("siding_33")
    assert rancher.money == 3
    assert game.pending is None  # that station costs 5


def test_extraordinary_delivery() -> None:
    """[GW-280 to GW-286, A23, A24]"""
    assert spaces_back("r8", "r5", set()) == 3
    assert spaces_back("r8", "siding_4", {"r6"}) == 2
    assert spaces_back("r2", "r0", {"r1"}) == 1
    assert spaces_back("r8", "siding_7", set()) == 0
    position = table()
    rancher = first(position)
    rancher.engine, rancher.money = "r8", 2
    game = play(position, extraordinary_delivery(position, 0), "siding_4")
    assert offered(game) == {"kansas_city_crest", "topeka"}
    for answer in ("topeka", "aux_thin", "yes", "aux_thin"):
        game.go_on(answer)
    assert game.pending is None
    assert (rancher.money, position.disc_stations(0)) == (0, ["station_1"])


def test_trade() -> None:
    """[E23]"""
    position = table()
    rancher = first(position)
    position.tile |= {"minus2": "blue_1", "teepee6": "green_1"}
    assert position.trades(0) == ["teepee6"]
    play(position, perform(position, 0, LOCAL["either_d"]), "trade", "teepee6")
    assert rancher.money == 6
    play(position, perform(position, 0, LOCAL["either_d"]), "trade", "minus2")
    assert (rancher.money, rancher.teepees("blue"), rancher.teepees("green")) == (4, 1, 1)


@pytest.mark.parametrize(
    ("cowboys", "money", "offers"),
    [
        (1, 99, {"three_6", "four_12"}),
        (2, 99, {"three_6", "four_12", "three_3", "five_12"}),
        (3, 5, {"three_3", "threes_5"}),
        (5, 8, {"three_6", "three_3", "threes_5", "four_6", "fours_8", "five_6"}),
    ],
)
def test_cattle(cowboys: int, money: int, offers: set[str]) -> None:
    """[E24 to E26]"""
    position = table()
    rancher = first(position)
    rancher.money, rancher.crew["cowboy"] = money, ["cowboy_2"] * (cowboys - 1)
    position.market = Counter(["a_ayrshire", "a_holstein", "highland_3", "highland_5", "longhorn_7"])
    game = play(position, perform(position, 0, LOCAL["cattle_e"]), "buy")
    assert offered(game) == offers
    if cowboys == 5:
        for answer in ("fours_8", "highland_3", "highland_5"):
            game.go_on(answer)
        assert game.pending is None
        assert (rancher.money, rancher.discarded) == (0, Counter(["highland_3", "highland_5"]))


def test_cowboys_reveal_and_buy_in_turn() -> None:
    """[A50]"""
    position = table()
    rancher = first(position)
    rancher.money, rancher.crew["cowboy"] = 6, ["cowboy_2"]
    answers = ("reveal", "a_ayrshire", "longhorn_5", "buy", "three_6", "a_ayrshire")
    game = play(position, perform(position, 0, LOCAL["cattle_e"]), *answers)
    assert game.pending is None
    assert +position.market == Counter(["longhorn_5"])


def test_woods() -> None:
    """[E27]"""
    position = table()
    for space in ("fr2", "c1", "f2", "a1"):
        position.house[space] = House("p1a", 0)
    play(position, perform(position, 0, LOCAL["woods_1a"]))
    assert first(position).money == 6


def test_the_station_master() -> None:
    """[GW-217 to GW-224]: the rightmost hired worker goes; what can't be done is not asked."""
    position = table()
    rancher = first(position)
    rancher.engine, rancher.money = "siding_4", 2
    position.masters = {"station_1": "for_objectives"}
    position.tile["minus3"] = "green_1"
    rancher.crew["engineer"] = ["engineer_2", "engineer_3"]
    game = play(position, engine_stops(position, 0), "yes", "aux_cert", "yes")
    assert offered(game) == {"engineer"}
    game.go_on("engineer")
    assert game.pending is None
    assert (position.appointed, rancher.crew["engineer"]) == ({"station_1": "engineer_3"}, ["engineer_2"])
    assert rancher.masters == {"for_objectives"}


# --- objective cards ----------------------------------------------------------------------------------------


def test_a_moved_cattleman_does_not_use_the_place() -> None:
    """[GW-296 to GW-299, A40]"""
    position = table()
    rancher = first(position)
    rancher.cattleman = "space_f"
    set_hand(rancher, "o17", "a_jersey", "a_jersey", "a_jersey")
    game = play(position, take_turn(position, 0), "play_objective", "o17", "yes")
    assert offered(game) == {"space_g"}
    game.go_on("space_g")
    assert offered(game) == {"stop"}
    game.go_on("stop")
    assert offered(game) == {"kc"}
    assert not possible(position, 0, Effect("scout", 3))
    rancher.cattleman = "space_f"
    set_hand(rancher, "o17", "a_jersey", "a_jersey", "a_jersey")
    answers = ("play_objective", "o17", "yes", "space_g", "stop")
    game = play(position, phase_b(position, 0), *answers)
    assert game.pending is None


def test_a_card_between_two_actions() -> None:
    """[GW-093, GW-291]: its money makes possible what was not."""
    position = table()
    first(position).cattleman, first(position).money = "space_f", 1
    set_hand(first(position), "a_jersey", "a_jersey", "o1")
    position.tile["flood1"] = "flood_4"
    answers = ("pair_f", "jersey", "a_jersey", "a_jersey", "yes", "play_objective", "o1", "yes")
    game = play(position, phase_b(position, 0), *answers)
    assert offered(game) == {"hazard_f", "done"}


def test_a_card_behind_the_last_action() -> None:
    """[GW-291, GW-304]: only where it could not be played before."""
    position = table()
    first(position).cattleman = "space_g"
    set_hand(first(position), "o1")
    game = play(position, phase_b(position, 0), "auxiliary_action", "aux_dollar")
    assert offered(game) == {"go_on", "play_objective"}
    assert play(position, phase_b(position, 0), "done").pending is None


def test_what_can_not_be_done_is_not_asked() -> None:
    position = table()
    first(position).cattleman = "space_g"
    set_hand(first(position), "o17")
    game = play(position, phase_b(position, 0), "play_objective", "o17")
    assert offered(game) == {"engine_g", "auxiliary_g", "auxiliary_action", "done"}
    assert first(position).area == Counter(["o17"])


# --- job market ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "workers"), [(2, 3), (3, 5), (4, 7)])
def test_setup(players: int, workers: int) -> None:
    """[E31, GW-028 to GW-051]"""
    rnd = random.Random(players)
    position = Position.laid_out(Configuration(players))
    game = Game.at(position, whole_game(position))
    while isinstance(game.pending, Chance):
        game.go_on(rnd.choice(list(game.pending.outcomes)))
    assert position.waiting["row_1"].total() == players
    assert position.waiting["row_1"].total() + position.waiting["row_2"].total() == workers
    assert (position.token, len(position.tile), position.market.total()) == ("row_2", 7, 3 * players + 1)
    money = [position.ranchers[seat].money for seat in position.clockwise_from(position.starter)]
    assert money == [6, 7, 8, 9][:players]
    assert [one.hand.total() for one in position.ranchers] == [4] * players
    assert sum(position.piles["spot_1"].values()) == 35 - 7 - 2


def test_a_row_is_full_with_the_space_of_the_token() -> None:
    """[E32]; the yellow arrow refills the market, the red one ends the game."""
    position = table(3)
    position.token = "row_6"
    for token in ("row_6", "row_6"):
        assert play(position, place_worker(position, 0, "cowboy_2")).pending is None
        assert position.token == token
    position.market = Counter({"a_holstein": 9})
    game = play(position, place_worker(position, 0, "cowboy_2"), "a_ayrshire")
    assert game.pending is None
    assert (position.token, position.market.total()) == ("row_7", 10)
    position.token, position.waiting["row_12"] = "row_12", Counter({"cowboy_2": 2})
    play(position, place_worker(position, 1, "engineer_3"))
    ended = [position.token, position.ranchers[1].has_token, position.turns_left]
    assert ended == [None, True, 3]
    first(position).money = 3
    assert not position.hireable(0, 0)
    assert position.hireable(0, -1) == {"row_12": ["cowboy", "engineer"]}  # [GW-346]


def test_no_worker_without_a_token() -> None:
    """[GW-307 to GW-313]: the subphase is skipped, and each other player has one more turn."""
    position = table()
    first(position).cattleman = "kc"
    position.piles = {spot: Counter() for spot in position.piles}
    position.token, position.turns_left = None, 1
    position.offer["spot_2"] = Counter(["cowboy_2", "engineer_2"])
    position.offer["spot_3"] = Counter(["cowboy_3", "blue_3"])
    game = play(position, turns(position, 0, "kansas_city"))
    assert offered(game) == {"blue_3"}
    for answer in ("blue_3", "kansas_city_crest", "aux_thin"):
        game.go_on(answer)
    while game.pending:
        game.go_on(next(iter(game.outcomes)))
    assert position.turns_left == 0
    assert position.tile["minus3"] == "blue_3"


# --- final scoring ------------------------------------------------------------------------------------------


def holds(position: Position, *cards: str) -> None:
    first(position).area = Counter(cards)


@pytest.mark.parametrize(("discs", "total"), [(2, 18), (1, 10)])
def test_objective_cards(discs: int, total: int) -> None:
    """[E28, E29]"""
    position = table()
    holds(position, "o6", "o6", "o15", "s3")
    for space in ("a1", "a2", "a3"):
        position.house[space] = House("p1a", 0)
    first(position).tiles = Counter(["flood_4", "flood_2", "drought_3", "blue_1"])
    position.city_discs["san_francisco"][0] = discs
    assert objective_points(position, 0) == (total, 4)


def test_cards_compete_for_things() -> None:
    """[GW-325]: one hazard for two cards; the dearer one gets it."""
    position = table()
    first(position).tiles = Counter(["flood_4", "drought_4", "blue_1"])
    holds(position, "o3", "s4")  # 3 points each, but only the first has a penalty, and it lacks a Highland
    assert objective_points(position, 0) == (3 - 2, 2)
    set_hand(first(position), "highland_3")
    assert objective_points(position, 0) == (3, 2)


def test_cards_of_the_deck_are_added_if_they_pay() -> None:
    """[GW-321, GW-334, A44]"""
    position = table()
    rancher = first(position)
    holds(position, "s1")
    set_hand(rancher, "o1")
    assert objective_points(position, 0) == (0, 1)
    rancher.masters.add("for_objectives")  # three points for the pair, two lost with the card
    assert objective_points(position, 0) == (-2, 2)
    rancher.discarded["o6"] += 1  # that would cost three, and brings no more
    assert objective_points(position, 0) == (-2, 2)
    position.city_discs["san_francisco"][0] = 1
    assert objective_points(position, 0) == (5, 2)


def test_cities() -> None:
    """[E30]"""
    position = table()
    for city in ("sacramento", "san_diego"):
        position.city_discs[city][0] = 1
    assert city_points(position, 0) == 10
    position.city_discs["el_paso"][0] = 1
    position.city_discs["kansas_city_crest"][0] = 2
    assert city_points(position, 0) == 10 + 8 - 12
    everywhere = table()
    for city in CITIES:
        everywhere.city_discs[city][0] = 1
    assert city_points(everywhere, 0) == -6 + 6 + 9 + sum(one.points for one in ARROWS) == 23


def test_all_categories() -> None:
    """[GW-314 to GW-342]"""
    position = table()
    rancher = first(position)
    rancher.money, rancher.has_token, rancher.certificates = 14, True, 3
    rancher.crew = {"cowboy": ["cowboy_2"] * 5, "craftsman": ["craftsman_2"] * 4, "engineer": []}
    rancher.masters = {"for_workers", "for_hazards", "for_teepees", "for_certificates"}
    rancher.tiles = Counter(["flood_4", "flood_2b", "drought_3", "blue_1", "blue_3", "green_1"])
    rancher.discs["step_points"] = 0
    rancher.discarded = Counter(["longhorn_7", "a_ayrshire", "a_jersey"])
    position.house["c1"] = House("p4a", 0)
    position.station_discs["station_10"].add(0)
    sheet = points(position, 0)
    assert sheet["money"] == 2
    assert sheet["buildings"] == 3
    assert sheet["cities"] == 0
    assert sheet["stations"] == 9
    assert sheet["hazards"] == 9
    assert sheet["cattle"] == 10
    assert sheet["objectives"] == 0
    assert sheet["masters"] == (6 + 5 + 1) + 3 + 3 + 9  # three permanent certificates and three others
    assert sheet["workers"] == 3 * 4
    assert sheet["steps"] == 3
    assert sheet["token"] == 2


def test_ties_are_shared() -> None:
    """[GW-342]"""
    assert ranking([7, 12, 7, 12]) == [[1, 3], [0, 2]]


def test_the_box_is_complete() -> None:
    """[GW-002 to GW-005]"""
    piles = [sum(tile.count for tile in TILES.values() if tile.pile == pile) for pile in (1, 2, 3)]
    assert piles == [35, 33, 26]
    assert list(TRADE.values()) == [-3, -2, -1, 1, 2, 4, 6, 8, 10]
    assert hire(-2).n == -2
