"""Positions from the middle of a game, thrown together: what even eager players hardly ever come to."""

from __future__ import annotations

import random
from collections import Counter

from tests.referees.pacific_rails_inc.components import (
    CARRIAGES,
    CENTRE,
    CITIES,
    DISTRICTS,
    EAST,
    HATS,
    HOUSES_PER_ROW,
    ITEMS,
    NEXT,
    NODES,
    RESOURCES,
    SEATS_PER_CARRIAGE,
    SENATORS,
    SHOWN,
    SPECIALISTS,
    SPOTS,
    SPOTS_OF,
    TILES,
    UPGRADES,
    WEST,
    Configuration,
)
from tests.referees.pacific_rails_inc.position import Position
from tests.referees.pacific_rails_inc.railroad import coasts_joined, needed
from tests.referees.pacific_rails_inc.scoring import points


def arranged(configuration: Configuration, rnd: random.Random) -> Position:
    """Before a player's turn; no piece is lost or invented but for what has gone to the box."""
    position = Position.laid_out(configuration)
    position.started = True
    limit = configuration.round_limit
    position.round = rnd.choice((3, limit // 2, limit - 1, limit))
    for company in position.companies:
        company.rows[rnd.choice(RESOURCES)] -= 1
    goals = rnd.sample(position.hidden_goals, SHOWN)
    position.goals = goals
    position.hidden_goals = [one for one in position.hidden_goals if one not in goals]
    lay_ways(position, rnd)
    build(position, rnd)
    put_engines(position, rnd)
    fill_trains(position, rnd)
    fill_cargo(position, rnd)
    put_workers(position, rnd)
    position.lowered = {name for name in SENATORS if rnd.random() < rnd.choice((0.1, 0.5, 0.9))}
    for company in position.companies:
        company.hats = rnd.randrange(HATS + 1)
        company.points = rnd.randrange(100)
    if rnd.random() < 0.3:
        draw_level(position, rnd)
    return position


def draw_level(position: Position, rnd: random.Random) -> None:
    """Two lead with equal totals."""
    totals = [sum(points(position, seat).values()) for seat in range(position.players)]
    for seat in rnd.sample(range(position.players), 2):
        position.companies[seat].points += max(totals) - totals[seat]


def arrive(position: Position, rnd: random.Random) -> int:
    """Whose turn it is, and what she has come for."""
    seat = rnd.randrange(position.players)
    if position.companies[seat].workers:
        prepare, district = rnd.choice(
            (
                (leave_one_gap, CENTRE),
                (leave_one_gap, CENTRE),
                (be_rich, CENTRE),
                (be_rich, "foreman_financier"),
                (start_in_congress, "foreman_financier"),
                (nothing, CENTRE),
            )
        )
        prepare(position, seat, rnd)
        stand_beside(position, seat, district, rnd)
    return seat


def nothing(position: Position, seat: int, rnd: random.Random) -> None:
    """As it is."""


def stand_beside(position: Position, seat: int, district: str, rnd: random.Random) -> None:
    company = position.companies[seat]
    for spot in SPOTS_OF[district][: rnd.choice((1, 2, 3))]:
        if spot not in position.occupant and company.workers > 1:
            position.occupant[spot] = seat
            company.workers -= 1


def be_rich(position: Position, seat: int, rnd: random.Random) -> None:
    """A long train with Financiers, Coins and whatever hiring takes; some other things are gone."""
    company = position.companies[seat]
    for city in CITIES:
        if position.stations(seat) < len(CARRIAGES) and position.takes_station(seat, city):
            company.rows[rnd.choice(company.house_rows())] -= 1
            position.station[city] = seat
    while len(company.seated) < min(rnd.choice((2, 3, 4, 5)), SEATS_PER_CARRIAGE * position.carriages(seat)):
        there = [name for name in SPECIALISTS if position.tokens[name]]
        name = "financier" if "financier" in there and rnd.random() < 0.7 else rnd.choice(there)
        position.tokens[name] -= 1
        company.seated.append(name)
    empty_cargo(position, seat)
    wanted = Counter(coin=rnd.choice((3, 4, 6, 8)), iron=2, gunpowder=2, wood=2)
    for item, number in wanted.items():
        company.cargo[item] = min(number, position.supply[item])
        position.supply[item] -= company.cargo[item]
    if rnd.random() < 0.4:
        company.rows.clear()
    elif rnd.random() < 0.2:
        company.mast = 0
    for name in SPECIALISTS:
        if rnd.random() < 0.1:
            position.tokens[name] = 0


def start_in_congress(position: Position, seat: int, rnd: random.Random) -> None:
    """No Station yet and many Coins: the train may begin while it is at work."""
    company = position.companies[seat]
    for city in [city for city, owner in position.station.items() if owner == seat]:
        del position.station[city]
        company.rows[next(row for row in RESOURCES if company.rows[row] < HOUSES_PER_ROW)] += 1
    position.tokens.update(company.seated)
    position.upgrades.update(company.upgrades.values())
    company.seated, company.upgrades, company.hats = [], {}, HATS
    company.engines = [rnd.choice(WEST), rnd.choice(EAST)]
    for space in NEXT[rnd.choice(CITIES)]:
        tile = needed(position, space)
        if tile and position.supply[tile]:
            position.track[space] = tile
            position.supply[tile] -= 1
    position.lowered = {name for name, one in SENATORS.items() if one.gives != "map"}
    empty_cargo(position, seat)
    company.cargo["coin"] = min(rnd.choice((3, 3, 4, 5)), position.supply["coin"])
    position.supply["coin"] -= company.cargo["coin"]
    for item in ("iron", "gunpowder", "wood"):
        if position.supply[item] and company.cargo.total() < position.capacity(seat):
            position.supply[item] -= 1
            company.cargo[item] += 1


def empty_cargo(position: Position, seat: int) -> None:
    position.supply += position.companies[seat].cargo
    position.companies[seat].cargo = Counter()


def leave_one_gap(position: Position, seat: int, rnd: random.Random) -> None:
    """In a way from coast to coast, and the tiles for it are in her cargo."""
    company = position.companies[seat]
    way = a_way(rnd, rnd.choice(WEST), rnd.choice(EAST))
    nodes = [space for space in way if space in NODES]
    first = rnd.choice(nodes[:-1])
    last = nodes[nodes.index(first) + 1]
    between = way[way.index(first) + 1 : way.index(last)]
    gaps = rnd.sample(between, min(len(between), rnd.choice((1, 1, 2, 3))))
    own = [city for city, owner in (*position.station.items(), *position.telegraph.items()) if owner == seat]
    joined_before = coasts_joined(position)
    for space in way:
        tile = needed(position, space)
        if tile and space not in gaps and position.supply[tile]:
            position.track[space] = tile
            position.supply[tile] -= 1
    for space in gaps:
        if space in position.track:
            take_up(position, space)
    while not joined_before and coasts_joined(position):
        take_up(position, rnd.choice(sorted(position.track)))
    empty_cargo(position, seat)
    for space in gaps:
        tile = needed(position, space)
        if tile and position.supply[tile]:
            position.supply[tile] -= 1
            company.cargo[tile] += 1
    starts = [one for one in nodes if one in own or one in WEST or one in EAST]
    company.engines = [rnd.choice(starts), rnd.choice(own or starts)]


def lay_ways(position: Position, rnd: random.Random) -> None:
    """From coast to coast with some gaps, and shorter ones between cities."""
    ways = [*([(WEST, EAST)] * rnd.choice((0, 1, 1, 2))), *([(CITIES, CITIES)] * rnd.choice((0, 2, 5)))]
    for first, last in ways:
        for space in a_way(rnd, rnd.choice(first), rnd.choice(last)):
            tile = needed(position, space)
            if tile and position.supply[tile] > 30:
                position.track[space] = tile
                position.supply[tile] -= 1
    for _ in range(rnd.choice((0, 1, 2, 4, 8))):
        if position.track:
            take_up(position, rnd.choice(sorted(position.track)))
    while coasts_joined(position):
        take_up(position, rnd.choice(sorted(position.track)))


def take_up(position: Position, space: str) -> None:
    position.supply[position.track.pop(space)] += 1


def a_way(rnd: random.Random, first: str, last: str) -> list[str]:
    """A short one, not always the same."""
    price = {space: rnd.random() for space in NEXT}
    dear = {first: 0.0}
    before: dict[str, str] = {}
    waiting = {first}
    while waiting:
        here = min(waiting, key=dear.__getitem__)
        waiting.remove(here)
        for further in NEXT[here]:
            cost = dear[here] + price[further]
            if cost < dear.get(further, float("inf")):
                dear[further], before[further] = cost, here
                waiting.add(further)
    way = [last]
    while way[-1] != first:
        way.append(before[way[-1]])
    return way


def build(position: Position, rnd: random.Random) -> None:
    """Buildings in cities, and Houses in districts."""
    crowd = rnd.choice((0, 2, 5, 12, 20))
    for city in rnd.sample(CITIES, crowd):
        first, second = rnd.sample(range(position.players), 2)
        company = position.companies[first]
        if company.rows.total() > 1 and rnd.random() < 0.7:
            company.rows[rnd.choice(company.house_rows())] -= 1
            position.station[city] = first
        if position.companies[second].mast > rnd.randrange(4) and rnd.random() < 0.6:
            position.companies[second].mast -= 1
            position.telegraph[city] = second
    for seat, company in enumerate(position.companies):
        for _ in range(rnd.choice((0, 1, 2, 8)) if crowd else 0):
            there = position.vacant_lots()
            if there and company.has_house():
                company.rows[rnd.choice(company.house_rows())] -= 1
                position.lots[rnd.choice(there)][seat] += 1
        if rnd.random() < 0.1:
            company.mast = min(company.mast, position.telegraphs(seat))


def put_engines(position: Position, rnd: random.Random) -> None:
    """Where an own building stands, or at the start."""
    for seat, company in enumerate(position.companies):
        own = [
            city for city, owner in (*position.station.items(), *position.telegraph.items()) if owner == seat
        ]
        for coast in (WEST, EAST):
            company.engines.append(rnd.choice(own if own and rnd.random() < 0.7 else coast))


def fill_trains(position: Position, rnd: random.Random) -> None:
    for seat, company in enumerate(position.companies):
        for _ in range(rnd.randrange(SEATS_PER_CARRIAGE * position.carriages(seat) + 1)):
            there = [name for name in SPECIALISTS if position.tokens[name]]
            name = rnd.choice((*there, "financier") if "financier" in there else there)
            position.tokens[name] -= 1
            company.seated.append(name)
        for number, carriage in enumerate(CARRIAGES):
            if len(company.seated) > SEATS_PER_CARRIAGE * number and rnd.random() < 0.6:
                fitting = [name for name in UPGRADES if UPGRADES[name].level == number + 1]
                name = rnd.choice([one for one in fitting if position.upgrades[one]] or [""])
                if name:
                    position.upgrades[name] -= 1
                    company.upgrades[carriage] = name
    if rnd.random() < 0.1:
        position.tokens[rnd.choice(list(SPECIALISTS))] = 0


def fill_cargo(position: Position, rnd: random.Random) -> None:
    """Mostly full; sometimes next to nothing is left of something."""
    for seat, company in enumerate(position.companies):
        for item in RESOURCES:
            position.supply[item] += company.cargo[item]
        company.cargo = Counter()
        liked = rnd.choice((ITEMS, TILES, TILES, RESOURCES, ("coin", "coin", "wood", "rail")))
        room = position.capacity(seat)
        for _ in range(rnd.choice((room, room, room // 2, 1))):
            item = rnd.choice(liked)
            if position.supply[item]:
                position.supply[item] -= 1
                company.cargo[item] += 1
    for item in ITEMS:
        if rnd.random() < 0.1:
            position.supply[item] = min(position.supply[item], rnd.randrange(3))


def put_workers(position: Position, rnd: random.Random) -> None:
    """Some stand on districts, and sometimes those next to one are all taken."""
    spots = rnd.sample(list(SPOTS), len(SPOTS))
    if rnd.random() < 0.6:
        district = rnd.choice((CENTRE, *DISTRICTS))
        spots.sort(key=lambda spot: spot not in SPOTS_OF[district])
    for spot in spots[: rnd.choice((3, 6, 8, 10))]:
        there = [seat for seat, company in enumerate(position.companies) if company.workers]
        if there:
            seat = rnd.choice(there)
            position.companies[seat].workers -= 1
            position.occupant[spot] = seat
    for district in rnd.sample((CENTRE, CENTRE, *DISTRICTS), rnd.choice((0, 0, 1, 2))):
        there = [seat for seat, company in enumerate(position.companies) if company.workers]
        if there and district not in position.guest:
            seat = rnd.choice(there)
            position.companies[seat].workers -= 1
            position.guest[district] = seat
