"""The referee itself, held to the worked examples of the statements (E01 to E24) and to rulings near them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.referees.railroad_revolution import Configuration, Game
from tests.referees.railroad_revolution.asking import HIRE, STOP, Chance
from tests.referees.railroad_revolution.components import CITIES, SECTIONS
from tests.referees.railroad_revolution.game import GO_ON, end_turn
from tests.referees.railroad_revolution.position import Company, Position
from tests.referees.railroad_revolution.tiles import CITY_TILES, DEALS, TELEGRAPH_TILES, Condition

SECTION_TILES = {4: "tt_money", 1: "tt_rail", 2: "tt_flip", 5: "tt_train", 7: "tt_promote", 8: "tt_advance"}


def table(players: int = 2) -> Position:
    """Every tile at a known place, everybody with A1 and A2 Milestones, nothing built."""
    position = Position.laid_out(Configuration(players))
    free = [tile for tile in CITY_TILES if tile not in position.tile_at.values()]
    for city in [city for city in CITIES if city not in position.tile_at]:
        position.tile_at[city] = next(tile for tile in free if CITY_TILES[tile].level == CITIES[city][0])
        free.remove(position.tile_at[city])
    position.tile_at |= SECTION_TILES
    position.deal, position.deals = "deal_2", set(DEALS) - {"deal_2"}
    for seat, company in enumerate(position.companies):
        company.milestones = [f"a1_{seat + 1}", f"a2_{seat + 1}"]
        company.managers = {tile: Counter() for tile in company.milestones}
        company.own["grey"] = 1
    return position


def play(position: Position, *answers: Any) -> Game:
    """The turn of the first seat, through these answers."""
    game = Game.at(position, 0)
    for answer in answers:
        game.go_on(answer)
    return game


def played(position: Position, *answers: Any) -> Company:
    return play(position, *answers).position.companies[0]


def offered(game: Game) -> set[Any]:
    """Besides hiring."""
    return set(game.options) - {HIRE}


# --- Station and Railroad -----------------------------------------------------------------------------------


def test_a_station_stands_where_the_network_reaches() -> None:
    """[E01]"""
    company = Company(track={"r00", "r03", "r04", "r05", "r06"})
    assert company.cities() == ["washington", "charlotte", "miami", "little_rock"]
    company.stations.add("miami")
    assert company.cities() == ["washington", "charlotte", "little_rock"]


def test_the_price_of_two_rails() -> None:
    """[E02, E03]: what money does not cover comes from the fewest Shares [A12]."""
    for spaces, money, shares in ((("r01", "r02"), 0, 3), (("r01", "r03"), 0, 1)):
        company = played(table(), "white", "railroad", "build", *spaces, "pay")
        assert (company.money, company.shares, company.rails) == (money, shares, 13)
    company = played(table(), "grey", "railroad", "build", "r03", "r04", "pay")
    assert (company.money, company.shares) == (50, 2)  # $700: one Share, and $50 of it stays


def test_orange_gives_money_for_the_triangles() -> None:
    """[E23]"""
    position = table()
    position.companies[0].own["orange"] = 1
    company = played(position, "orange", "railroad", "build", "r01", "r02", "ability", "pay")
    assert (company.money, company.shares) == (200, 3)


def test_turquoise_lays_three_rails() -> None:
    """[E24], only before the first one [A10]."""
    position = table()
    position.companies[0].own["turquoise"] = 1
    game = play(position, "turquoise", "railroad", "ability", "build", "r01", "r02")
    game.go_on("r03")
    game.go_on("pay")
    company = game.position.companies[0]
    assert (company.money, company.shares, company.rails) == (0, 1, 12)
    game = play(table(), "white", "railroad", "build", "r01", "r02")
    assert "ability" not in game.options


def test_a_turn_of_the_last_rail() -> None:
    """It alone is laid for the full price; without it there is no Railroad [RR-118, RR-119]."""
    position = table()
    position.companies[0].rails = 1
    assert played(position, "white", "railroad", "build", "r05", "pay").money == 200
    position = table()
    position.companies[0].rails = 0
    assert "railroad" not in play(position, "white").options


def test_an_effect_may_bring_what_the_action_costs() -> None:
    """[E09]; the action can only be begun if there is one, and then it can't be left out."""
    position = table()
    company = position.companies[0]
    position.first_station = {"washington": 1, "charlotte": 1}
    company.money, company.shares, company.own["purple"] = 100, 0, 1
    assert "station" not in play(position.copy(), "purple").options
    company.face_up["money"] = company.face_up["shares"] = 1
    assert "station" not in play(position.copy(), "white").options
    game = play(position.copy(), "grey", "station", "build")
    assert offered(game) == {"washington"}  # where a First Station bonus of two Shares pays
    game = play(position, "purple", "station")
    assert offered(game) == {"build", "ability"}
    game.go_on("build")
    assert offered(game) == {"washington", "charlotte"}
    game.go_on("washington")
    assert offered(game) == {"primary", "ability"}
    game.go_on("ability")
    assert offered(game) == {("up", "money"), ("up", "shares")}
    game.go_on(("up", "shares"))
    assert offered(game) == {"yes"}
    game.go_on("yes")
    game.go_on("pay")
    assert (company.money, company.shares) == (100, 1)


# --- Telegraph ----------------------------------------------------------------------------------------------


def test_an_office_and_the_tile_beside_it() -> None:
    """[E04, E05]"""
    position = table(4)
    for company in position.companies:
        company.own["white"] += 1
    for shares in (4, 3):
        supply = position.supply["white"]
        game = Game.at(position, 4 - shares)
        assert game.position.companies[4 - shares].shares == 3
        for answer in ("white", "telegraph", "build", 4, "tile", ("placed", "white")):
            game.go_on(answer)
        company = position.companies[4 - shares]
        assert (company.shares, company.money) == (3 + shares, 1200)
        assert position.supply["white"] == supply + 1
        assert position.tile_at[4] == "tt_money"


def test_the_tile_costs_a_worker_that_can_be_spared() -> None:
    """Five Workers, and no Milestone for grey: one of them may go, not two [RR-138]."""
    position = table()
    position.companies[0].shares = 0
    game = play(position, "white", "telegraph", "build", 4)
    assert offered(game) == {"tile", STOP}
    position = table()
    position.companies[0].shares = position.companies[0].money = 0
    position.companies[0].own["grey"] = 0
    assert play(position, "white", "telegraph", "build", 8).pending.seat == 1


# --- Trade --------------------------------------------------------------------------------------------------


def test_what_can_be_sold() -> None:
    """[E06]"""
    position = table()
    company = position.companies[0]
    company.buildings, company.rails = 7, 8
    game = play(position, "white", "trade", "sell")
    assert offered(game) == {"rail"}
    game.go_on("rail")
    assert (company.money, company.rails) == (1200, 7)
    assert company.leftmost() == (700, True, True)


def test_a_flip() -> None:
    """[E07, E08]"""
    position = table()
    company = position.companies[0]
    company.face_up = Counter(shares=1)
    play(position, "white", "trade", "flip", ("up", "shares"), "yes")
    assert (company.shares, +company.face_up, +company.face_down) == (6, {}, {"shares": 1})
    position = table()
    company = position.companies[0]
    company.face_up, company.face_down = Counter(), Counter(money=1)
    play(position, "white", "trade", "flip", ("down", "money"))
    assert (company.money, +company.face_up, +company.face_down) == (600, {"money": 1}, {})


def test_the_last_piece_is_for_sale() -> None:
    """[A56]; whoever has none is passed over [A25]."""
    position = table()
    company = position.companies[0]
    company.buildings, company.rails = 0, 1
    company.face_up = Counter(rail=1)
    game = play(position, "white", "trade", "flip", ("up", "rail"))  # its bonus is lost
    assert offered(game) == {"sell"}
    position = table()
    position.companies[0].buildings = position.companies[0].rails = 0
    assert play(position).pending.seat == 1


# --- Workers ------------------------------------------------------------------------------------------------


def crew_of_four(money: int) -> Position:
    position = table()
    company = position.companies[0]
    company.own, company.milestones = Counter(white=3, grey=1), ["a1_3"]
    company.managers = {"a1_3": Counter()}
    company.money, company.shares = money, 0
    return position


def test_four_workers_at_the_end() -> None:
    """A promotion may leave three for a while, if one can be hired [A08]; then there is no way round it."""
    for money in (0, 350):
        position = crew_of_four(money)
        game = play(position, "white", "trade")
        assert offered(game) == {"sell", "flip"}  # with $400 of a sale it is not enough
    position = crew_of_four(400)
    company = position.companies[0]
    game = play(position, "white", "trade", "promotion", ("own", "grey"), "a1_3")
    assert company.available == 3
    game.go_on("sell")
    game.go_on("rail")
    game.go_on(STOP)
    assert game.pending.name == "hired"
    game.go_on("orange")
    assert (company.available, company.money) == (4, 0)
    assert game.pending.seat == 1


def test_a_hired_worker_saves_the_recall() -> None:
    """[A13, RR-072]"""
    position = table()
    company = position.companies[0]
    company.own, company.placed, company.money = Counter(), Counter(white=4), 1000
    game = play(position.copy())
    assert game.options == (GO_ON, HIRE)
    company.money, company.shares = 950, 0
    assert offered(play(position.copy(), GO_ON)) == {"white"}
    company.money = 750
    assert play(position.copy()).options == ("white",)
    company.money = 1000
    game = play(position, HIRE, "purple")
    assert game.options == ("purple",)


def test_a_swap_for_the_same_colour() -> None:
    """Only for a Worker of the player board [A14]."""
    position = table()
    position.companies[0].own["purple"] = 1
    game = play(position, "purple", "telegraph", "ability")
    game.go_on(("own", "grey"))
    assert "grey" not in game.options
    position = table()
    position.companies[0].own["purple"] = 1
    game = play(position, "purple", "telegraph", "ability", ("placed", "purple"))
    assert "purple" in game.options


# --- Milestones ---------------------------------------------------------------------------------------------


def test_a_completed_milestone_is_replaced() -> None:
    """[E10]"""
    position = table()
    company = position.companies[0]
    company.milestones = ["b_03", "a2_1"]
    company.managers = {"b_03": Counter(grey=1), "a2_1": Counter()}
    company.track, company.stations = {"r00", "r06", "r12"}, {"duluth"}
    position.stacks["B"].remove("b_03")
    game = play(position, "white", "trade", "sell", "rail")
    game.go_on(STOP)  # no flip
    drawn = []
    for _ in range(3):
        assert isinstance(game.pending, Chance)
        drawn.append(random.Random(len(drawn)).choice(game.pending.outcomes))
        game.go_on(drawn[-1])
    assert offered(game) == set(drawn)
    game.go_on(drawn[1])
    assert company.milestones == ["a2_1", drawn[1]]
    assert company.completed == ["b_03"]
    assert position.supply["grey"] == 13  # the table has one more of them than the game
    assert position.under["C"] == [drawn[0], drawn[2]]
    assert len(position.stacks["C"]) == 7


def test_conditions() -> None:
    """[E11 to E14]"""
    company = Company(track={"r00", "r05", "r06"}, stations={"washington", "duluth"})
    assert company.counted(Condition("connected", 2, 2)) == 1
    company.track |= {"r03", "r04"}
    assert company.counted(Condition("connected", 2, 2)) == 2
    assert company.counted(Condition("deal rails", 0, 1)) == 1
    assert company.counted(Condition("stations", 3, 1)) == 1
    company.track |= {"r01", "r16"}
    assert company.counted(Condition("terrain", 2, 3)) == 2  # the one with three triangles is none of them
    assert company.counted(Condition("terrain", 0, 1)) == 2  # nor does the first rail count here [A20]


# --- points and the end -------------------------------------------------------------------------------------


def test_points_of_a_track() -> None:
    """[E15]"""
    company = Company(offices={1, 3, 5})
    company.steps["telegraph"] = 4
    assert company.points()["telegraph"] == 15


def test_a_gate() -> None:
    """[E16]"""
    position = table()
    company = position.companies[0]
    company.steps = dict.fromkeys(company.steps, 2)
    company.shares = 1
    game = play(position, "white", "station", "build", "washington", "primary")
    assert offered(game) == {"telegraph", "stations", "network"}
    game.go_on("network")
    assert (company.steps["network"], company.shares) == (3, 0)
    assert offered(game) == {"network", STOP}


def rounds(position: Position, last: int) -> list[int]:
    """Who has a turn after `last` has triggered the end."""
    position.companies[last].buildings = position.companies[last].rails = 3
    players, seats = position.configuration.players, []
    seat = last
    while not end_turn(position, seat):
        seat = (seat + 1) % players
        seats.append(seat)
    return seats


def test_the_last_round() -> None:
    """[E17, E18]"""
    assert rounds(table(4), 0) == [1, 2, 3, 0, 1, 2, 3]
    assert rounds(table(4), 3) == [0, 1, 2, 3]
    position = table(3)
    position.starter = 1
    assert rounds(position, 0) == [1, 2, 0]


def test_connections() -> None:
    """[E19, E20, E21]"""
    for offices, points in (((1, 3, 4), 5), ((1, 2, 3, 5, 6), 18), ((1, 3, 5), 0), ((), 0)):
        assert Company(offices=set(offices)).points()["connections"] == points


def test_after_set_up() -> None:
    """[E22]"""
    rnd = random.Random(1)
    for players in (2, 3, 4):
        game = Game(Configuration(players))
        while isinstance(game.pending, Chance) or game.pending.name != "worker":
            choices = game.pending.outcomes if isinstance(game.pending, Chance) else game.options
            game.go_on(rnd.choice(choices))
        position = game.position
        assert position.supply.total() == 48 - players
        assert {one for one in position.tile_at if isinstance(one, int)} == {
            one for one, section in SECTIONS.items() if not section.deal
        }
        assert set(TELEGRAPH_TILES) <= set(position.tile_at.values())
        for company in position.companies:
            assert company.available == 5
            assert company.face_up["promote"] == 1
            assert len(company.milestones) == 2
            assert company.money <= 600
            assert company.shares <= 6
