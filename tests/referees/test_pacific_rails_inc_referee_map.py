"""The referee held to worked examples and rulings: Lay Track, what is built, the end."""

from __future__ import annotations

import pytest

from tests.referees.pacific_rails_inc.components import CITIES, EAST, GOALS, GROUND, WEST
from tests.referees.pacific_rails_inc.game import act
from tests.referees.pacific_rails_inc.laying import execute, lay_track
from tests.referees.pacific_rails_inc.position import Position
from tests.referees.pacific_rails_inc.railroad import coasts_joined, to_nearest, usable_engines
from tests.referees.pacific_rails_inc.scoring import count, goal_points, ranking
from tests.referees.pacific_rails_inc.table import give_stations, lay, load, offered, play, points, table
from tests.referees.pacific_rails_inc.train import activate

RED, GREEN, BLUE = 0, 1, 2
RAILWAY, TELEGRAPH = "railway_station", "telegraph_station"


def way(path: str) -> tuple[str, ...]:
    """The answers that follow it."""
    return (*path.split()[1:], "stop")


def test_the_map() -> None:
    kinds = list(GROUND.values())
    numbers = {kind: kinds.count(kind) for kind in set(kinds)}
    assert numbers == {"rail": 54, "tunnel": 35, "bridge": 35, "mountain": 9, "city": 20, "start": 10}
    assert len(CITIES) == 20
    assert (WEST, EAST) == (
        ["A0", "C0", "E0", "G0", "I0"],
        ["A18", "C18", "E18", "G18", "I18"],
    )


def red_begins() -> Position:
    """[E18]"""
    position = table(3)
    position.companies[RED].engines = ["C0", "G18"]
    load(position, RED, bridge=1, tunnel=1)
    position.size = 2
    answers = ("C0", *way("C0 C1 C2"), RAILWAY, "gunpowder", "crew")
    game = play(position, lay_track(position, RED), *answers)
    assert points(position) == [2, 0, 0]
    assert position.companies[RED].engines == ["G18", "C2"]
    assert offered(game) == {"G18", "stop"}  # one fully after the other [E25]
    for answer in ("G18", *way("G18 G17 G16"), TELEGRAPH):
        game.go_on(answer)
    assert game.pending is None
    return position


def green_goes_on() -> Position:
    position = red_begins()
    position.companies[GREEN].engines = ["G0", "I18"]
    load(position, GREEN, rail=2, bridge=3)
    answers = (*way("G0 G1 F1 E1 E2 D2 C2"), TELEGRAPH)
    play(position, execute(position, GREEN, "G0"), *answers)
    return position


def test_first_examples() -> None:
    """[E18, E19, E25]"""
    position = red_begins()
    assert points(position) == [5, 0, 0]
    assert position.station == {"C2": RED}
    assert position.telegraph == {"G16": RED}
    assert position.companies[RED].engines == ["C2", "G16"]


def test_a_city_is_bypassed() -> None:
    """[E20]"""
    position = green_goes_on()
    assert points(position) == [8, 6, 0]
    assert position.companies[GREEN].engines == ["I18", "C2"]


def test_the_way_back_needs_no_track() -> None:
    """[E21]"""
    position = green_goes_on()
    game = play(position, execute(position, GREEN, "C2"), *way("C2 D2 E2 F2"))
    assert offered(game) == {RAILWAY, TELEGRAPH}
    game.go_on(TELEGRAPH)
    assert points(position) == [8, 8, 0]


def test_a_long_way_past_many_buildings() -> None:
    """[E22]"""
    position = table(3)
    position.station |= {"C2": RED, "F4": RED}
    position.telegraph |= {"C2": GREEN, "F2": GREEN}
    lay(position, "D2", "E2", "F3")
    load(position, BLUE, bridge=7)
    position.companies[BLUE].engines = ["A0", "A18"]
    position.station["I9"] = BLUE  # a Carriage for the load
    path = "A0 A1 A2 B2 C2 D2 E2 F2 F3 F4 E4 E5 E6 D6 C6"
    play(position, execute(position, BLUE, "A0"), *way(path), RAILWAY, "iron")
    assert points(position) == [6, 6, 11]


def test_all_tiles_have_to_be_there() -> None:
    """[PR-182, PR-188]"""
    position = table(2)
    position.companies[RED].engines = ["C0", "G18"]
    load(position, RED, tunnel=0, bridge=0, rail=6)
    assert usable_engines(position, RED) == []
    load(position, RED, bridge=1)
    assert usable_engines(position, RED) == ["C0"]
    position.station["C2"], position.telegraph["C2"] = RED, GREEN
    assert usable_engines(position, RED) == []


def test_what_can_be_built_in_a_city() -> None:
    """[PR-183, PR-184, A48]"""
    position = table(2)
    assert position.takes_station(RED, "C2")
    assert position.takes_telegraph(RED, "C2")
    position.telegraph["C2"] = RED
    assert not position.takes_station(RED, "C2")
    assert position.takes_station(GREEN, "C2")
    position.companies[GREEN].rows.clear()
    assert not position.takes_station(GREEN, "C2")
    position.companies[RED].mast = 0
    assert not position.takes_telegraph(RED, "F2")


def test_no_space_twice() -> None:
    """[A35]: into a city and out again by the one way there is."""
    position = table(2)
    position.companies[RED].engines = ["C0", "G18"]
    load(position, RED, bridge=1, rail=1)
    game = play(position, execute(position, RED, "C0"), "C1")
    assert offered(game) == {"C2"}
    game.go_on("C2")
    assert offered(game) == {"stop"}


def test_of_equally_short_ways_the_one_with_fewest_new_tiles() -> None:
    """[A38]"""
    position = table(2)
    lay(position, "C13", "B13")
    assert to_nearest(position, "A13", {"C13", "B13"}) == (2, 2)
    lay(position, "B14")  # there was another way from B13 to C14
    assert to_nearest(position, "A13", {"C13", "B13"}) == (2, 1)
    lay(position, "C15")  # C16 is nearer to C14 than A13 is
    assert to_nearest(position, "C14", {"C13", "B13"}) == (1, 0)


def test_the_space_that_is_left_pays_nothing_and_own_buildings_neither() -> None:
    """[A40]"""
    position = table(3)
    position.station |= {"F2": RED, "F4": GREEN}
    position.companies[GREEN].engines = ["F2", "A18"]
    lay(position, "F3", "E2", "D2")
    play(position, execute(position, GREEN, "F2"), *way("F2 E2 D2 C2"), TELEGRAPH)
    assert points(position) == [0, 1, 0]


def test_the_coasts_are_joined_once() -> None:
    """[PR-215, PR-216, A42, A43]; two tiles far from the next city and one Telegraph Station are 3."""
    position = table(2)
    lay(position, *(f"E{column}" for column in (*range(1, 8), 9, 10, *range(12, 16))))
    assert not coasts_joined(position)
    position.companies[GREEN].engines = ["E18", "A0"]
    load(position, GREEN, rail=1, tunnel=1)
    play(position, execute(position, GREEN, "E18"), *way("E18 E17 E16 E15 E14 E13 E12 E11"), TELEGRAPH)
    assert position.joined
    assert points(position) == [0, 15 + 2 + 1]
    play(position, execute(position, GREEN, "E11"), *way("E11 E10 E9 E8"), TELEGRAPH)
    assert points(position) == [0, 15 + 2 + 1 + 2]


def test_neighbouring_tiles_are_connected() -> None:
    """[E28, A33]"""
    position = table(2)
    lay(position, "E1", "E2", "D2")
    assert to_nearest(position, "C2", {"D2"}) == (2, 1)  # to F2
    lay(position, "C1")
    assert to_nearest(position, "C2", {"C1"}) == (1, 1)


# --- buildings without Lay Track ----------------------------------------------------------------------------


def test_a_station_for_iron() -> None:
    """[PR-113 to PR-115, A21, A23, A24]"""
    position = table(2)
    load(position, RED, iron=1)
    lay(position, "C1")
    position.telegraph["C2"] = GREEN
    assert position.station_cities(RED) == ["C2"]
    assert position.station_cities(GREEN) == []
    game = play(position, act(position, RED, "collect_coin", 0), "go_on", "C2", "wood")
    assert offered(game) == {"crew", "miner", "engineer", "financier"}
    game.go_on("miner")
    assert position.companies[RED].seated == ["miner"]
    assert position.capacity(RED) == 9
    assert points(position) == [0, 0]


def test_a_telegraph_for_a_coin() -> None:
    """[PR-116 to PR-118, A22]"""
    position = table(2)
    load(position, RED, coin=1)
    position.station |= {"C2": RED, "F2": GREEN, "I3": GREEN}
    position.telegraph |= {"I3": RED}
    position.companies[RED].mast = 6
    game = play(position, act(position, RED, "collect_iron", 0), "go_on")
    assert offered(game) == {"F2"}
    game.go_on("F2")
    assert points(position) == [2, 0]


@pytest.mark.parametrize("too", ["yes", "no"])
def test_both_buildings_of_a_senator(too: str) -> None:
    """[PR-170 to PR-172, A31]"""
    position = table(2)
    load(position, RED, coin=3)
    position.station["F2"] = GREEN
    lay(position, "C1")
    position.size = 3
    answers = ("save", "save", "slide map_building", RAILWAY, "C2", "coin", "crew", too)
    game = play(position, activate(position, RED, "financier"), *answers)
    if too == "yes":
        game.go_on("F2")
    assert game.pending is None
    assert position.station["C2"] == RED
    assert points(position)[RED] == (1 if too == "yes" else 0)


def test_four_stations_give_three_carriages() -> None:
    """[A23, PR-055]"""
    position = table(2)
    give_stations(position, RED, 4)
    assert position.carriages(RED) == 3
    assert position.capacity(RED) == 15


# --- the end ------------------------------------------------------------------------------------------------


def test_goals_go_to_single_leaders() -> None:
    """[PR-221, PR-222, A46, A47]"""
    position = table(3)
    position.goals = ["station_goal", "house_goal", "crew_goal", "wood_goal"]
    assert [goal_points(position, seat) for seat in range(3)] == [0, 0, 0]
    give_stations(position, RED, 2)
    position.lots["collect_coin"][GREEN] = 1
    position.companies[BLUE].seated = ["crew", "miner", "crew"]
    load(position, RED, wood=2)
    load(position, BLUE, wood=2)
    assert [goal_points(position, seat) for seat in range(3)] == [3, 3, 3]
    assert len(GOALS) == 12
    assert count(position, BLUE, "miner_goal") == 1


def test_who_has_won() -> None:
    """[PR-235 to PR-238]"""
    position = table(4)
    for company in position.companies:
        company.points = 30
    assert ranking(position) == [[0, 1, 2, 3]]
    position.lots["collect_wood"][2] = 1
    assert ranking(position) == [[2], [0, 1, 3]]
    position.lots["collect_wood"][3] = 1
    position.station["C2"] = 3
    position.companies[3].points = 28
    assert ranking(position) == [[3], [2], [0, 1]]
    position.companies[1].points = 31
    assert ranking(position) == [[1], [3], [2], [0]]
