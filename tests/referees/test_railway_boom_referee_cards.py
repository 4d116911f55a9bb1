"""The referee held to the worked examples of the statements: cards, trains, the end."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.referees.railway_boom.cards import DEVELOPMENTS
from tests.referees.railway_boom.components import (
    CARRIAGES,
    INCOME_ICONS,
    TRAIN_CARDS,
)
from tests.referees.railway_boom.country import KIND, longest_line
from tests.referees.railway_boom.effects import (
    do_icon,
    draw_two,
    grow,
    obtain,
)
from tests.referees.railway_boom.free import usable, use_card
from tests.referees.railway_boom.game import (
    development_turn,
    expansion_turn,
    income_phase,
)
from tests.referees.railway_boom.scoring import best_city, best_railway, points, ranking, times_met
from tests.referees.railway_boom.table import asked, at, bring, first, offered, own, play, table
from tests.referees.railway_boom.trains import operation_turn
from tests.referees.railway_boom.walk import can_be_payable, payable, times

# --- income tracks and Development Cards --------------------------------------------------------------------


def test_level_after_level() -> None:
    """[A11, A12]"""
    position = table()
    first(position).levels["vp"] = 4
    game = play(position, obtain(position, 0, "industrial_growth_8"))
    assert first(position).levels["vp"] == 5
    assert asked(game) == "income_level"
    game.go_on("vp")  # 6, then by the card's second step 7: a railway, but there is nowhere to put it
    assert game.pending is None
    assert first(position).levels["vp"] == 7
    play(position, grow(position, 0, "vp"))
    play(position, grow(position, 0, "vp"))
    assert (first(position).levels["vp"], first(position).stock["vp"]) == (8, 6)
    assert all(8 not in icons or isinstance(icons[8], int) for icons in INCOME_ICONS.values())


def test_draw_two() -> None:
    """[RB-061 to RB-064, A25]"""
    position = table()
    own(first(position), 0, 0, 1, 0)
    game = play(position, draw_two(position, 0), "industrial_growth_3", "subsidy_4")
    assert offered(game) == {"industrial_growth_3", "subsidy_4", "buy_none"}
    game.go_on("industrial_growth_3")  # costs 2 - 1; technology 2 draws again
    assert first(position).stock["technology"] == 0
    bring(game, "forest_line", "subsidy_1")
    assert offered(game) == {"subsidy_1", "buy_none"}  # 1 - 1
    game.go_on("buy_none")
    assert [sorted(batch) for batch in position.development_deck[1:]] == [
        ["forest_line", "subsidy_1"],
        ["subsidy_4"],
    ]


def test_what_is_put_under_the_deck_comes_last() -> None:
    """[RB-064, RB-150, A25]"""
    position = table()
    position.development_deck = [["subsidy_1"], ["forest_line", "inlet_line"]]
    game = play(position, draw_two(position, 0))
    assert game.outcomes == {"subsidy_1": 1}
    game.go_on("subsidy_1")
    assert game.outcomes == {"forest_line": 1, "inlet_line": 1}
    position.development_deck = [["subsidy_2"]]
    game = play(position, draw_two(position, 0), "subsidy_2")
    assert asked(game) == "buy_drawn"
    position.development_deck = [[]]
    assert offered(play(position, draw_two(position, 0))) == {"buy_none", "convert"}


def test_a_development_turn() -> None:
    """[RB-146 to RB-149, A23, A26]"""
    position = table()
    own(first(position), 0, 0, 0, 0)
    position.sets = {
        "set_1": ["subsidy_1", "subsidy_2", "subsidy_3"],
        "set_2": ["forest_line", "mountain_line", "skilled_labor_5"],
    }
    position.tycoons[1].chose = "set_2"
    game = play(position, development_turn(position, 0))
    assert offered(game) == {"set_1"}
    game.go_on("set_1")
    assert offered(game) == {"subsidy_1", "subsidy_2"}
    game.go_on("subsidy_1")
    assert first(position).stock["money"] == 4
    assert offered(game) == {"stop", "convert"}
    for answer in ("convert", "money", "money", "technology", "subsidy_2"):
        game.go_on(answer)
    assert offered(game) == {"stop", "convert"}
    assert first(position).cards == {"subsidy_1", "subsidy_2"}


def test_round_cards() -> None:
    """[RB-155 to RB-163, A11, A15, A30, A43, A45]"""
    position = table()
    tycoon = first(position)
    own(tycoon, 2, 0, 0, 0)
    tycoon.cards = {"investment_1", "investment_strategy_1", "tactical_expansion_1", "skilled_labor_5"}
    tycoon.cards |= {"efficiency_1", "major_investment_1", "plains_line_1", "subsidy_1"}
    assert usable(position, 0, "bid") == ["investment_strategy_1", "major_investment_1"]
    tycoon.stations, tycoon.stock["vp"] = at("tokyo"), 1
    assert {"investment_1", "tactical_expansion_1"} < set(usable(position, 0, "bid"))
    tycoon.levels["money"] = 8
    assert "investment_1" not in usable(position, 0, "bid")
    assert "skilled_labor_5" in usable(position, 0, "railway")
    assert "efficiency_1" not in usable(position, 0, "start_train")
    tycoon.fleet |= {"carriage_6"}
    assert "efficiency_1" in usable(position, 0, "start_train")
    play(position, use_card(position, 0, "bid"), "major_investment_1", "money", "money")
    assert tycoon.stock["vp"] == 3
    assert usable(position, 0, "bid") == []  # no money, and the last level of money


def test_locomotive_lease() -> None:
    """[RB-157, RB-158, A44]"""
    position = table()
    first(position).fleet |= {"locomotive_1"}
    position.loaded["locomotive_1"]["coal"] = 2
    game = play(position, obtain(position, 0, "locomotive_lease_3"))
    assert offered(game) == {"starting_1", "locomotive_1", "keep_all"}
    assert position.tiles_left("coal") == 18
    game.go_on("locomotive_1")
    assert (position.tiles_left("coal"), first(position).stock["vp"]) == (20, 7)
    first(position).fleet = {"carriage_1"}
    assert play(position, obtain(position, 0, "locomotive_lease_1")).pending is None


def test_income() -> None:
    """[RB-177, RB-179]"""
    position = table()
    first(position).levels |= {"money": 6, "vp": 3}
    play(position, income_phase(position))
    assert first(position).stock == Counter(money=18, materials=11, technology=11, coal=11, vp=2)


# --- trains run ---------------------------------------------------------------------------------------------


def test_a_second_train() -> None:
    """[E12]"""
    position = table()
    first(position).fleet |= {"locomotive_12"}
    own(first(position), 0, 0, 0, 0)
    position.loaded["starting_1"]["vp"] = 1
    game = play(position, operation_turn(position, 0))
    assert offered(game) == {"starting_1", "finish"}
    game.go_on("starting_1")
    game.go_on("start")
    assert +first(position).stock == Counter(vp=1)
    assert offered(game) == {"finish"}


def test_a_train_that_cannot_be_paid() -> None:
    """[E13, RB-184, A40]"""
    position = table()
    first(position).fleet = {"locomotive_7", "carriage_1", "carriage_6", "carriage_5"}
    own(first(position), 0, 0, 0, 2)
    game = play(position, operation_turn(position, 0), "locomotive_7")
    assert offered(game) == {"carriage_1", "carriage_5", "start"}
    position.loaded["locomotive_7"]["coal"] = 1
    game = play(position, operation_turn(position, 0), "locomotive_7")
    assert offered(game) == {"carriage_1", "carriage_6", "carriage_5", "start"}
    game.go_on("carriage_1")
    assert offered(game) == {"carriage_5", "start"}
    game.go_on("start")
    assert offered(game) == {"finish"}  # carriage_1 has been run


def test_a_carriage_that_others_make_payable() -> None:
    """[D20, A40, A41]"""
    loaded = {card: Counter[str]() for card in TRAIN_CARDS}
    loaded["carriage_11"]["money"] = 2
    begun, eased = ("locomotive_1", "carriage_24", "carriage_6"), set[str]()
    assert not payable(1, begun, Counter(), loaded, eased)
    assert not can_be_payable(1, begun, (), loaded, eased)
    assert can_be_payable(1, begun, ("carriage_11",), loaded, eased)
    assert can_be_payable(1, begun, (), loaded, {"carriage_6"})
    assert not can_be_payable(0, begun, ("carriage_11",), loaded, eased)


@pytest.mark.parametrize(
    ("card", "tiles", "met"),
    [
        ("carriage_15", {"money": 3}, 3),
        ("carriage_25", {"money": 5, "coal": 1}, 2),
        ("carriage_30", {"money": 3, "coal": 2, "vp": 1}, 1),
        ("carriage_30", {"money": 9, "coal": 1}, 0),
        ("carriage_30", {"money": 5, "coal": 1, "vp": 1}, 1),
        ("carriage_30", {"money": 1, "materials": 1, "technology": 1, "coal": 1, "vp": 1}, 1),
        ("carriage_30", {"money": 2, "materials": 2, "technology": 2}, 2),
        ("carriage_1", {"money": 2}, 0),
    ],
)
def test_conditions(card: str, tiles: dict[str, int], met: int) -> None:
    """[RB-200, RB-201]"""
    assert times(CARRIAGES[card], Counter(tiles)) == met


def test_the_rest_of_a_train_stays_payable() -> None:
    """[A40, A42]"""
    position = table()
    tycoon = first(position)
    tycoon.fleet = {"locomotive_1", "carriage_6"}
    tycoon.tiles["coal"] = 1
    own(tycoon, 0, 0, 0, 3)
    game = play(position, operation_turn(position, 0), "locomotive_1", "carriage_6", "start")
    assert asked(game) == "between_cards"
    assert offered(game) == {"go_on", "load_tiles"}  # two Coal must stay
    for answer in ("load_tiles", "coal", "locomotive_1"):
        game.go_on(answer)
    assert (tycoon.stock["coal"], tycoon.stock["vp"]) == (1, 6)  # the tile came too late [A20]


# --- objectives and the end ---------------------------------------------------------------------------------


def test_all_kinds_of_space() -> None:
    """[E14, A36, A38]"""
    position = table()
    kinds = {kind: space for space, kind in KIND.items()}
    first(position).railways = {*kinds.values(), *at("s7", "t7")}
    assert times_met(position, 0, "terrain_tycoon") == 7
    first(position).railways = set()
    first(position).stations = at("tokyo")
    assert times_met(position, 0, "terrain_tycoon") == 0


def test_straight_lines() -> None:
    """[E15, A36]"""
    assert longest_line(at("p9", "q9", "r9", "r10")) == 3
    assert longest_line(at("p9", "q9", "r9", "s9")) == 4
    assert longest_line(at("r8", "r9", "s10", "s11")) == 4  # down to the right
    assert longest_line(at("r8", "q9", "q10")) == 3  # down to the left
    assert longest_line(at("p9", "r9")) == 1
    assert longest_line(set()) == 0


def test_counts() -> None:
    """[RB-211 to RB-232, A35, A39]"""
    position = table(3)
    tycoon, other, third = position.tycoons
    tycoon.stations = at("tokyo", "aomori")
    tycoon.railways = at("v12", "w11", "x12", "u12")  # Yokohama, a river, plains, Hakone
    other.stations = at("yokohama")
    third.railways = at("v12", "w11", "v11")
    assert [best_city(position, seat) for seat in (0, 1)] == [3 + 1 + 3, 2 + 0 + 1]
    assert times_met(position, 0, "partnership_tycoon") == 2
    assert times_met(position, 0, "water_tycoon") == times_met(position, 0, "tourism_tycoon") == 1
    assert times_met(position, 0, "residential_tycoon") == 1
    tycoon.fleet |= {"locomotive_13", "locomotive_20", "locomotive_12", "carriage_12"}
    assert (times_met(position, 0, "cargo_mogul"), times_met(position, 0, "fleet_mogul")) == (2, 5)
    tycoon.cards = {"subsidy_1", "forest_line"}
    assert times_met(position, 0, "development_mogul") == 2
    tycoon.levels |= {"money": 3, "materials": 4, "technology": 5, "coal": 2, "vp": 7}
    assert times_met(position, 0, "humble_investor") == 2
    assert times_met(position, 0, "stock_investor") == 7


def test_final_scoring() -> None:
    """[E16 to E22, A37]"""
    position = table()
    tycoon = first(position)
    position.objectives = ["residential_tycoon", "cargo_mogul", "development_mogul", "coal_investor"]
    position.cubes = {name: {slot: 0} for name, slot in zip(position.objectives, (2, 1, 4, 2), strict=True)}
    tycoon.stock = Counter(materials=4, technology=2, coal=1, vp=55)
    tycoon.fleet |= {"locomotive_13", "locomotive_14", "locomotive_15"}
    tycoon.cards = set(list(DEVELOPMENTS)[:8])
    tycoon.levels["coal"] = 6
    tycoon.stations = at("nagoya")
    tycoon.railways = at("q7", "p7", "q9", "q10", "r10", "s10", "r11", "s11", "r8", "q8")  # around Nagoya
    assert best_railway(position, 0) == 10
    assert times_met(position, 0, "residential_tycoon") == 7
    tycoon.railways |= at("ae2")
    sheet = points(position, 0)
    assert list(sheet.values()) == [55, 16, 18, 8, 18, 3, 20]
    assert sum(sheet.values()) == 138


def test_ties() -> None:
    """[RB-238 to RB-240, A55]"""
    position = table(3)
    for tycoon in position.tycoons:
        own(tycoon, 0, 0, 0, 0)
    assert ranking(position) == [[0], [1], [2]]  # further to the right
    position.tycoons[2].tiles["vp"] = 1
    position.tycoons[1].fleet |= {"locomotive_1"}
    position.loaded["locomotive_1"] += Counter(coal=2)
    assert ranking(position) == [[1], [2], [0]]
    position.tycoons[0].stock["vp"] = 2
    position.tycoons[2].railways = at("ae2")
    assert ranking(position) == [[2], [0], [1]]


def test_two_resources_of_choice() -> None:
    """[RB-067, A57]: each pair once."""
    position = table()
    game = play(position, do_icon(position, 0, "two resources"), "technology")
    assert offered(game) == {"technology", "coal"}


def test_marked_cities() -> None:
    """[RB-110]"""
    position = table()
    position.station_row = {"station_12", "station_36"}
    position.tycoons[1].chose = "tokyo"
    assert offered(play(position, expansion_turn(position, 0))) == {"kagoshima", "convert"}
