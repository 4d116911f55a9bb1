"""The referee itself, held to the worked examples of the statements (E01 to E15) and to rulings near them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

from tests.referees.manifest_railways import CONFIGURATIONS, Configuration, Game
from tests.referees.manifest_railways.components import MAPS, STARTING_CAPITAL, TILES, Square
from tests.referees.manifest_railways.game import (
    Choice,
    Draw,
    clear_up,
    exchange_sets,
    next_squares,
    next_stop,
    refill,
    route_kinds,
    score_age,
    take_action,
    unowned_turn,
    upgrade_payments,
)
from tests.referees.manifest_railways.payments import Bill, can_be_paid, means, payments
from tests.referees.manifest_railways.position import Company, Position

TRACK = {
    "bo": [(21, 11), (20, 11), (19, 11), (18, 11), (18, 10)],
    "co": [(20, 12), (19, 12), (18, 12), (18, 11), (18, 10)],
    "prr": [(23, 10), (22, 10), (21, 10), (20, 10), (19, 10)],
    "nyc": [(25, 8), (25, 7)],
}
PITTSBURGH, ALBANY = (18, 10), (25, 7)


def seated(configuration: Configuration) -> Position:
    """Companies by seat, each in the order of the map; nothing dealt."""
    position = Position(configuration)
    for seat, name in enumerate(configuration.companies):
        owner = seat if seat < configuration.players else None
        position.companies.append(Company(name, position.board.hubs[name], owner))
    return position


def of(position: Position, name: str) -> Company:
    return next(one for one in position.companies if one.name == name)


def the_example() -> Position:
    position = seated(Configuration())
    for name, squares in TRACK.items():
        of(position, name).track.update(squares)
    for kind, square in (("crop", PITTSBURGH), ("goods", PITTSBURGH), ("forest", (22, 10))):
        position.put(kind, square)
    return position


def options(flow: Any) -> tuple[Any, ...]:
    found: Choice = next(flow)
    return found.options


def test_the_scoring_example() -> None:  # E01 to E08
    position = the_example()
    items = {one.name: position.age_points(one) for one in position.companies}
    assert items == {
        "bo": {"resources": 3, "cities": 1, "goal": 0, "west": 1},
        "co": {"resources": 3, "cities": 1, "goal": 0, "west": 1},
        "prr": {"resources": 3, "cities": 0, "goal": 0, "west": 0},
        "nyc": {"resources": 0, "cities": 1, "goal": 0, "west": 0},
    }
    score_age(position)
    assert {one.name: one.points for one in position.companies} == {"bo": 5, "co": 5, "prr": 3, "nyc": 1}


def test_a_full_city() -> None:  # E10
    position = the_example()
    company = of(position, "bo")
    company.hand = Counter(crop=1, blight=1, capital=2)
    assert PITTSBURGH not in position.route_squares(company, "crop")
    position.upgraded.add(PITTSBURGH)
    assert PITTSBURGH in position.route_squares(company, "crop")
    position.put("crop", PITTSBURGH)
    assert PITTSBURGH not in position.route_squares(company, "blight")


def test_a_mountain_pass_alone() -> None:  # E11
    position = the_example()
    company = of(position, "prr")
    company.track -= {(19, 10), (20, 10)}
    position.take_off("forest", (22, 10))
    company.hand = Counter(mountain_pass=1)
    available = means(company.hand, position.exclusive(company))
    assert next_squares(position, company, Bill(), available) == [(20, 10), (21, 9)]
    assert payments(Bill(2, 1, 1), available) == [Counter(mountain_pass=1)]


def test_x2_and_blight_alone() -> None:  # E12, E13
    position = seated(Configuration())
    company = of(position, "nyc")
    company.track = {(25, 8), ALBANY}
    position.put("x2", (25, 8))
    position.put("blight", ALBANY)
    assert position.age_points(company)["resources"] == 0
    company.hand = Counter(crop=1, capital=1)
    assert ALBANY not in position.route_squares(company, "crop")


def test_doubled_before_it_is_divided() -> None:  # A28
    position = the_example()
    position.put("x2", PITTSBURGH)  # the Crop: 6 / 2; the Goods: 1 / 2
    assert position.resource_points(PITTSBURGH) == 4
    position.put("x2", PITTSBURGH)
    position.put("x2", PITTSBURGH)  # one too many
    assert position.resource_points(PITTSBURGH) == 4


def test_the_set_up() -> None:  # E14
    game = Game(Configuration())
    for name in ("co", "bo", "nyc", "prr"):
        assert isinstance(game.pending, Choice)
        game.go_on(name)
    position = game.position
    assert all(one.hand == Counter(capital=STARTING_CAPITAL) for one in position.companies)
    assert position.face_down.total() == 72
    assert position.face_down["capital"] == 14
    assert position.face_down["double_capital"] == 4
    assert game.pending == Choice(1, "action", ("build", "pass"))


def test_capital_comes_back() -> None:  # E15
    position = the_example()
    position.capital_discard = Counter(capital=17, double_capital=1)
    position.resource_discard = Counter(crop=2)
    before = position.face_down["capital"]
    clear_up(position, 2)
    assert position.face_down["capital"] == before + 4
    assert position.removed == Counter(capital=13, double_capital=1, crop=2)
    position.capital_discard = Counter(capital=1, double_capital=3)
    clear_up(position, 1)  # A45
    assert position.face_down["capital"] == before + 5


def test_payments_are_all_handfuls_without_a_tile_too_many() -> None:  # A16
    """Compared with the definition, spelled out in numbers of tiles."""
    place: Square = (1, 1)
    available: Counter[Any] = Counter(capital=4, double_capital=3, mountain_pass=2)
    available[place, "crop"] = 2
    for squares, mountains, more in product((1, 2, 3), (0, 1, 2), (0, 1, 2)):
        if mountains > squares:
            continue
        cost = squares + mountains + more
        found = set()
        for c, d, p, e in product(range(5), range(4), range(3), range(3)):
            worth = c + e + 2 * d + 2 * p
            fits = d >= squares - 1 and p <= mountains and worth >= cost
            spare = (
                (c + e > 0 and worth > cost)
                or (p > 0 and worth >= cost + 2)
                or (d > squares - 1 and worth >= cost + 2)
            )
            if fits and not spare:
                found.add((c, d, p, e))
        told = payments(Bill(cost, squares, mountains), available)
        kinds = ("capital", "double_capital", "mountain_pass", (place, "crop"))
        assert {tuple(one[kind] for kind in kinds) for one in told} == found
        assert len(told) == len(found)
        assert bool(found) == can_be_paid(Bill(cost, squares, mountains), available)


def test_a_double_capital_opens_a_second_square() -> None:  # A13, A65
    position = the_example()
    company = of(position, "prr")
    company.hand = Counter(double_capital=1)
    position.take_off("forest", (22, 10))
    flow = take_action(position, company)
    assert options(flow) == ("build", "pass")
    squares = flow.send("build")
    assert PITTSBURGH not in squares.options  # two competitors: $3
    further = flow.send((19, 9))
    assert further.name == "further"
    assert (19, 9) not in further.options
    assert all(position.track_cost(company, one) == 1 for one in further.options if one != "stop")


def test_resources_held_alone_pay() -> None:  # A17
    position = the_example()
    company = of(position, "prr")
    position.put("x2", (22, 10))
    assert position.exclusive(company) == Counter({((22, 10), "forest"): 1})
    flow = take_action(position, company)
    assert options(flow) == ("build", "pass")
    flow.send("build")
    assert flow.send((22, 9)) == Choice(1, "pay", ((((22, 10), "forest"),),))
    assert (22, 9) in company.track


def test_black_cubes() -> None:  # A24, MR-090
    position = the_example()
    company = of(position, "nyc")
    company.hand = Counter(double_capital=1)
    assert upgrade_payments(company) == ["double_capital"]
    assert position.can_be_upgraded(company) == [ALBANY]
    position.upgraded.add(ALBANY)
    assert position.can_be_upgraded(company) == []
    position.lay_track(of(position, "prr"), ALBANY)
    assert position.can_be_upgraded(company) == [ALBANY]
    company.track |= {(11, 8)}  # Chicago
    assert position.can_be_upgraded(company) == [ALBANY]


def test_what_may_lie_where() -> None:  # A05, A27, MR-103 to MR-105
    position = the_example()
    company = of(position, "prr")
    company.hand = Counter(capital=1, passenger=1, coal=1, new_city=1, forest=1)
    assert route_kinds(position, company) == ["forest", "coal", "new_city"]
    assert (22, 10) not in position.route_squares(company, "new_city")  # a Forest lies there
    position.put("new_city", (23, 10))
    assert position.route_squares(company, "passenger") == [(23, 10)]
    assert (23, 10) not in position.route_squares(company, "new_city")
    assert (11, 8) not in position.region_squares({3}, "x2")
    assert PITTSBURGH not in position.region_squares({6}, "crop")
    assert PITTSBURGH in position.region_squares({6}, "x2")


def test_exchanges() -> None:  # MR-126, A34, A35
    position = the_example()
    company = of(position, "bo")
    company.hand = Counter(crop=3, forest=1, goods=1, high_tech=1)
    assert sorted(exchange_sets(position, company)) == [("crop", "crop", "crop"), ("forest", "crop", "goods")]
    position.age = "rust"
    assert len(exchange_sets(position, company)) == 1 + 4
    position.face_down = Counter(crop=2)
    assert exchange_sets(position, company) == []


def test_face_up_tiles_at_the_refill() -> None:  # A33, A37
    position = the_example()
    company = of(position, "bo")
    company.hand = Counter(crop=3)
    position.face_up, position.face_down = Counter(crop=2, coal=1), Counter()
    flow = refill(position, company)
    assert options(flow) == ("crop", "coal")
    assert flow.send("crop").options == ("crop", "coal")
    position.face_down, position.face_up = Counter(goods=1), Counter()
    company.hand = Counter(crop=3)
    flow = refill(position, company)
    assert next(flow) == Draw(0, ("goods",))


def test_an_unowned_company_goes_west() -> None:  # A50, A51
    position = seated(Configuration(players=3))
    company = of(position, "co")
    for square in ((20, 12), (19, 12), (18, 12)):
        flow = unowned_turn(position, company)
        next(flow)
        assert next_stop(flow, "double_capital") is None
        assert square in company.track
    assert position.capital_discard["double_capital"] == 3


def test_loose_ends() -> None:  # A61
    position = seated(Configuration("western"))
    company = of(position, "up")
    assert not position.pays_for_loose_ends(company)
    company.track = {(19, 8)}
    assert position.pays_for_loose_ends(company)
    company.track = {(19, 8), (18, 8)}  # North Platte
    assert not position.pays_for_loose_ends(company)
    company.track = {(19, 8), (18, 8), (20, 7), (20, 6), (21, 7)}
    assert position.pays_for_loose_ends(company)
    company.owner = None
    assert not position.pays_for_loose_ends(company)


def test_the_western_pacific_goes_east_first() -> None:  # A60
    game = Game(Configuration("western", players=5))
    for name in ("wp", "up", "np", "sf", "sp"):
        game.go_on(name)
    for _ in range(4):
        game.go_on("pass")
    assert game.pending == Choice(0, "action", ("build",))
    game.go_on("build")
    assert game.pending == Choice(0, "square", ((7, 9),))


def test_two_companies_each_are_ranked_by_the_weaker() -> None:  # A53
    position = Position(Configuration(companies_each=2, players=2))
    for seat, (name, points) in enumerate({"bo": 9, "prr": 5, "nyc": 4, "co": 5}.items()):
        position.companies.append(
            Company(name, position.board.hubs[name], seat % 2, score=Counter(all=points))
        )
    assert position.ranking() == [[1], [0]]
    position.companies[0].score = Counter(all=4)
    position.companies[1].score = Counter(
        all=4
    )  # 4 and 4 to 4 and 5, and the PRR is further west than the NYC
    assert position.ranking() == [[1], [0]]
    position.companies[2].track = {(20, 8)}
    position.companies[0].track = {(20, 9)}
    assert position.ranking() == [[0], [1]]


def test_maps() -> None:
    for board in MAPS.values():
        assert len(board.terrain) == 36 * 18
        assert all(board.terrain[square] not in ("water", "foreign") for square in board.names)
        assert not set(board.hubs.values()) & board.cities


def test_no_tile_is_lost() -> None:
    for number, configuration in enumerate(CONFIGURATIONS):
        rnd = random.Random(number)
        game = Game(configuration)
        while game.pending is not None:
            pending = game.pending
            if isinstance(pending, Draw):
                pile = game.position.face_down
                game.go_on(rnd.choices(pending.outcomes, [pile[kind] for kind in pending.outcomes])[0])
            else:
                game.go_on(rnd.choice(pending.options if isinstance(pending, Choice) else pending.outcomes))
        position = game.position
        piles = [position.face_down, position.face_up, position.removed]
        piles += [position.capital_discard, position.resource_discard, *position.on_board.values()]
        piles += [one.hand for one in position.companies]
        assert sum((Counter(pile) for pile in piles), Counter()) == Counter(TILES)
