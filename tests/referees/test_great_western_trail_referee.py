"""The referee held to the worked examples of the statements: moving, Kansas City, discs, drawing."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.referees.great_western_trail.asking import Chance
from tests.referees.great_western_trail.components import (
    DISC_SPACES,
)
from tests.referees.great_western_trail.game import (
    kansas_city,
    phase_a,
    phase_b,
    take_turn,
)
from tests.referees.great_western_trail.position import House, Position
from tests.referees.great_western_trail.railroad import transport
from tests.referees.great_western_trail.stations import deliver, engine_stops
from tests.referees.great_western_trail.table import clear_all, first, offered, play, set_hand, table

# --- phase A ------------------------------------------------------------------------------------------------


def test_only_tiles_are_steps() -> None:
    """[E01]"""
    position = table()
    position.house["a2"] = House("p2a", 1)
    position.tile |= {"flood1": "flood_4", "flood2": "flood_2"}
    assert position.ahead("space_a") == ["a2", "flood1"]
    assert position.ahead("a2") == ["space_b"]
    assert position.ahead("flood1") == ["flood2"]
    assert position.ahead("flood2") == ["space_b"]


@pytest.mark.parametrize(
    ("players", "cleared", "limit"),
    [
        (2, (), 3),
        (3, (), 3),
        (4, (), 4),
        (2, ("step_dollars", "step_points"), 5),
        (3, ("step_dollars",), 5),
        (4, ("step_points",), 5),
        (4, ("step_dollars", "step_points"), 7),
    ],
)
def test_step_limits(players: int, cleared: tuple[str, ...], limit: int) -> None:
    """[E02]"""
    position = table(players)
    for space in cleared:
        first(position).discs[space] = 0
    assert position.step_limit(0) == limit


def test_fees_are_paid_on_the_way_as_far_as_the_money_goes() -> None:
    """[E03, E04]"""
    position = table(4)
    first(position).cattleman, first(position).money = "space_a", 2
    position.house |= {"a1": House("p4a", 1), "a2": House("p1a", 2)}  # a black hand, a green one
    position.tile |= {"flood1": "flood_4", "flood2": "flood_2b"}
    upper = table(4)
    upper.house, upper.tile = dict(position.house), dict(position.tile)
    first(upper).cattleman, first(upper).money = "space_a", 2
    play(upper, phase_a(upper, 0), "a1", "a2", "space_b", "stop")
    assert [one.money for one in upper.ranchers] == [0, 2, 0, 0]
    game = play(position, phase_a(position, 0), "flood1")
    assert first(position).money == 1
    game.go_on("flood2")
    assert [one.money for one in position.ranchers] == [0, 0, 0, 0]


@pytest.mark.parametrize(("players", "fee"), [(2, 4), (3, 3), (4, 3)])
def test_both_hands_cost_both_fees(players: int, fee: int) -> None:
    """[GW-081 to GW-084]; one's own cost nothing [GW-080]."""
    position = table(players)
    position.house["a1"] = House("p7a", 1)
    assert position.fee(0, "a1") == (fee, 1)
    assert position.fee(1, "a1")[0] == 0


def test_a_ride_ends_in_kansas_city() -> None:
    """[GW-075]: unused steps are lost."""
    position = table(4)
    first(position).cattleman = "space_g"
    game = play(position, phase_a(position, 0))
    assert offered(game) == {"kc"}
    game.go_on("kc")
    assert game.pending is None


# --- phase B ------------------------------------------------------------------------------------------------


def on_own_2a() -> Position:
    position = table()
    position.house["dr1"] = House("p2a", 0)
    position.market = Counter(["a_ayrshire"])
    first(position).cattleman, first(position).money = "dr1", 6
    set_hand(first(position), "a_guernsey", "a_jersey")
    return position


def test_local_actions_or_one_single_auxiliary_action() -> None:
    """[E05, E06]"""
    position = on_own_2a()
    game = play(position, phase_b(position, 0))
    assert offered(game) == {"guernsey_2a", "cattle_2a", "risk_any", "auxiliary_action", "done"}
    game.go_on("guernsey_2a")
    game.go_on("yes")
    assert first(position).money == 10
    assert offered(game) == {"cattle_2a", "risk_any", "done"}
    game = play(on_own_2a(), phase_b(on_own_2a(), 0), "auxiliary_action", "aux_dollar")
    assert game.pending is None


def test_elsewhere_only_an_auxiliary_action() -> None:
    """[E07]"""
    position = on_own_2a()
    position.house["dr1"] = House("p2a", 1)
    assert offered(play(position, phase_b(position, 0))) == {"auxiliary_action", "done"}
    position = on_own_2a()
    first(position).cattleman = "flood1"
    position.tile["flood1"] = "flood_4"
    assert offered(play(position, phase_b(position, 0))) == {"auxiliary_action", "done"}


def test_a_single_auxiliary_action_is_never_doubled() -> None:
    """[GW-101]"""
    position = table()
    first(position).cattleman, first(position).discs["aux_dollar"] = "space_g", 0
    play(position, phase_b(position, 0), "auxiliary_action", "aux_dollar")
    assert first(position).money == 1
    assert offered(play(position, phase_b(position, 0), "auxiliary_g", "aux_dollar")) == {"single", "double"}


def test_a_move_leaves_the_rest_behind() -> None:
    """[A06, A07]"""
    position = table()
    position.house["e1"] = House("p3a", 0)
    first(position).cattleman = "e1"
    set_hand(first(position), "a_jersey", "a_jersey")
    game = play(position, phase_b(position, 0), "move_3a", "space_f")
    assert offered(game) == {"pair_f", "auxiliary_action", "done"}


def test_a_copy_looks_at_the_next_tile() -> None:
    """[A34, A35]: risk actions too, whoever owns it; no tile twice."""
    position = table()
    position.house |= {"rr1": House("p8b", 0), "rr2": House("p8b", 1)}
    first(position).cattleman = "rr1"
    set_hand(first(position), "a_jersey")
    game = play(position, phase_b(position, 0), "copy_8b")
    assert offered(game) == {"rr2"}
    game.go_on("rr2")
    assert offered(game) == {"risk_any", "risk_jersey", "copy_8b", "done"}
    game.go_on("copy_8b")
    assert offered(game) == {"space_f"}


# --- income and delivery ------------------------------------------------------------------------------------


def mary() -> Position:
    """Ready for income, with two Dutch Belts, a Brown Swiss and a Holstein; no tiles to choose from."""
    position = table()
    rancher = first(position)
    rancher.cattleman, rancher.certificates, rancher.engine = "kc", 3, "r5"
    set_hand(rancher, "a_dutch_belt", "a_dutch_belt", "a_brown_swiss", "a_holstein")
    for city in ("colorado_springs", "topeka"):
        position.city_discs[city][0] = 1
    position.piles = {spot: Counter() for spot in position.piles}
    position.display = Counter(["o1", "o2", "o3", "o4"])
    return position


def test_breeding_value() -> None:
    """[E08, E10]"""
    rancher = first(mary())
    assert rancher.breeding_value() == 8
    rancher.masters.add("for_hazards")
    assert rancher.breeding_value() == 9


@pytest.mark.parametrize("engine", ["r5", "siding_4"])
def test_income_and_the_cities_in_reach(engine: str) -> None:
    """[E09, E11, E12]"""
    position = mary()
    first(position).engine = engine
    game = play(position, kansas_city(position, 0), "1")
    rancher = first(position)
    assert (rancher.money, rancher.certificates, rancher.hand.total()) == (10, 1, 0)
    assert rancher.discarded.total() == 4
    assert offered(game) == {"albuquerque", "santa_fe", "wichita", "kansas_city_crest"}
    costs = {city: transport(engine, city) for city in offered(game)}
    assert costs == {"albuquerque": 3, "santa_fe": 2, "wichita": 0, "kansas_city_crest": 0}


def test_a_dark_city_takes_any_disc() -> None:
    """[E13]"""
    position = mary()
    game = play(position, kansas_city(position, 0), "1", "albuquerque")
    assert offered(game) == set(DISC_SPACES)
    game.go_on("certs_6")
    assert game.pending is None
    assert (first(position).money, first(position).cattleman) == (7, "horseman")


@pytest.mark.parametrize(
    ("city", "left", "cards"), [("santa_fe", 8, 1), ("wichita", 10, 1), ("kansas_city_crest", 16, 0)]
)
def test_a_white_city_takes_white_discs(city: str, left: int, cards: int) -> None:
    """[E14]: by way of Wichita the card comes from the arrow with Topeka."""
    position = mary()
    game = play(position, kansas_city(position, 0), "1", city)
    assert offered(game) == {"aux_dollar", "aux_draw", "aux_cert", "aux_engine", "aux_thin", "certs_4"}
    game.go_on("certs_4")
    for _ in range(cards):
        game.go_on("o2")
        assert isinstance(game.pending, Chance)
        game.go_on("o5")
    assert game.pending is None
    assert first(position).money == left
    assert first(position).discarded["o2"] == cards


def test_two_arrows_give_two_cards() -> None:
    """[GW-157]"""
    position = mary()
    position.city_discs["albuquerque"][0] = 1
    game = play(position, deliver(position, 0, 8, costs=False), "santa_fe", "aux_thin", "o1", "o6")
    assert offered(game) == {"o2", "o3", "o4", "o6", "top_of_stack"}


def test_six_certificates_are_not_spent_one_by_one() -> None:
    """[A11]"""
    position = mary()
    clear_all(first(position), "aux_thin")
    first(position).certificates = 6
    assert offered(play(position, kansas_city(position, 0))) == {"0", "1", "2", "3", "4", "6"}
    assert [first(position).certificate_steps(n) for n in (0, 1)] == [[6], [6]]
    first(position).certificates = 4
    assert first(position).certificate_steps(1) == [4, 6]
    first(position).discs["certs_4"] = 1  # the other space alone opens nothing [GW-147]
    assert first(position).certificate_limit == 3


# --- discs --------------------------------------------------------------------------------------------------


def test_dark_discs_go_to_white_corners_only_at_the_last() -> None:
    """[GW-140 to GW-142]"""
    position = table()
    rancher = first(position)
    clear_all(rancher, "certs_6", "hand_cards", "aux_thin")
    assert position.discs_for(0, dark=False, money=9) == ["aux_thin"]
    assert position.discs_for(0, dark=True, money=9) == ["aux_thin", "certs_6", "hand_cards"]
    rancher.discs["aux_thin"] = 0
    assert position.discs_for(0, dark=False, money=9) == ["certs_6", "hand_cards"]
    assert position.discs_for(0, dark=False, money=4) == ["certs_6"]


def test_a_hand_space_leaves_the_transport_costs() -> None:
    """[A52]: 8 dollars, 4 for transport; so the disc comes from a station [GW-143]."""
    position = table()
    rancher = first(position)
    clear_all(rancher, "hand_cards")
    rancher.money = 8
    position.station_discs["station_2"].add(0)
    game = play(position, deliver(position, 0, 8, costs=True), "santa_fe")
    assert offered(game) == {"station_2"}
    game.go_on("station_2")
    assert (rancher.money, rancher.discs["hand_cards"]) == (4, 2)
    rancher.money = 9
    game = play(position, deliver(position, 0, 6, costs=True), "colorado_springs", "hand_cards")
    assert (rancher.money, rancher.hand_limit) == (1, 5)


def test_the_money_of_kansas_city_comes_too_late() -> None:
    """[A14, A15]: nothing is placed, nothing gained."""
    position = table()
    clear_all(first(position), "hand_cards")
    first(position).money = 4
    game = play(position, deliver(position, 0, 0, costs=True), "kansas_city_crest")
    assert game.pending is None
    assert first(position).money == 4
    assert not position.city_discs["kansas_city_crest"][0]


def test_a_disc_from_a_station_for_a_station() -> None:
    """[A16]"""
    position = table()
    rancher = first(position)
    clear_all(rancher)
    rancher.engine, rancher.money = "siding_7", 2
    assert not position.can_upgrade(0, "station_2")
    position.station_discs["station_9"].add(0)
    play(position, engine_stops(position, 0), "yes", "station_9")
    assert position.disc_stations(0) == ["station_2"]
    assert rancher.money == 0


# --- phase C ------------------------------------------------------------------------------------------------


def test_the_stack_is_made_anew_only_when_a_card_is_missing() -> None:
    """[E15]"""
    position = table()
    rancher = first(position)
    rancher.cattleman, rancher.discs["hand_cards"] = "space_c", 1
    set_hand(rancher, "a_jersey", "a_jersey", "a_guernsey")
    rancher.stack, rancher.discarded = Counter(["a_jersey", "a_jersey"]), Counter(["a_dutch_belt"])
    answers = ("space_d", "stop", "done", "a_jersey", "a_jersey")
    game = play(position, take_turn(position, 0), *answers)
    assert game.pending is None
    assert (rancher.hand.total(), rancher.stack.total(), rancher.discarded.total()) == (5, 0, 1)
