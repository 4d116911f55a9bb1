"""Positions from the middle of a game, thrown together: what random games hardly ever come to."""

from __future__ import annotations

import random
from collections import Counter

from tests.referees.great_western_trail.actions import BUILDINGS, FIRST_OBJECTIVES
from tests.referees.great_western_trail.components import (
    BUILDING_SPACES,
    CATTLE,
    CERTIFICATES,
    CITIES,
    DISC_SPACES,
    HAZARD_SPACES,
    JOBS,
    KANSAS_CITY,
    MARKET_SIZE,
    MASTERS,
    NEUTRAL_SPACES,
    ROWS,
    SPOTS,
    START,
    STATIONS,
    TILES,
    TRADE,
    Configuration,
)
from tests.referees.great_western_trail.position import NEUTRAL, House, Position, Rancher
from tests.referees.great_western_trail.railroad import FIRST, TRACK, number_of


def arranged(configuration: Configuration, rnd: random.Random) -> Position:
    """Before a player's turn; no piece is lost or invented."""
    position = Position.laid_out(configuration)
    position.started = True
    position.starter = rnd.randrange(configuration.players)
    lay_masters(position, rnd)
    for seat, rancher in enumerate(position.ranchers):
        place_discs(position, seat, rnd)
        hire(position, rancher, rnd)
        rancher.money = rnd.choice((0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 25, 60))
        rancher.engine = on_the_way(position, seat, rnd)
        limit = rancher.certificate_limit
        rancher.certificates = rnd.choice([one for one in CERTIFICATES if one <= limit])
    build(position, rnd)
    lay_tiles(position, rnd)
    fill_jobs(position, rnd)
    deal(position, rnd)
    for rancher in position.ranchers:
        rancher.cattleman = rnd.choice([START, *position.house, *position.tile])
        if rancher.cattleman in list(TRADE)[:3]:
            rancher.cattleman = START
    return position


def arrive(position: Position, seat: int, rnd: random.Random) -> str:
    """Puts the player where something can be done; the part of the turn that comes next."""
    rancher = position.ranchers[seat]
    begin = rnd.choice(("turn", "phase_b", "phase_b", "kansas_city"))
    own = position.own_houses(seat)
    if begin == "phase_b":
        rancher.cattleman = rnd.choice(own if own and rnd.random() < 0.6 else list(NEUTRAL_SPACES))
    elif begin == "kansas_city":
        rancher.cattleman = KANSAS_CITY
        if rnd.random() < 0.3:
            impoverish(position, seat, rnd)
    return begin


def impoverish(position: Position, seat: int, rnd: random.Random) -> None:
    """Next to no money, and all discs gone but those that cost some."""
    rancher = position.ranchers[seat]
    rancher.money = rnd.choice((0, 0, 0, 1, 2))
    rancher.engine = FIRST
    for card in list(rancher.hand.elements())[: rnd.randrange(5)]:
        rancher.discard(card)
    for seats in position.station_discs.values():
        seats.discard(seat)
    for there in position.city_discs.values():
        there[seat] = 0
    position.city_discs["kansas_city_crest"][seat] = 6
    position.city_discs["san_francisco"][seat] = 6
    rancher.discs = Counter({space: 2 * (space == "hand_cards") for space in DISC_SPACES})
    for _ in range(rnd.randrange(3)):
        position.city_discs["kansas_city_crest"][seat] -= 1
        position.station_discs[
            rnd.choice([one for one, there in position.station_discs.items() if seat not in there])
        ].add(seat)


def some(rnd: random.Random, stock: Counter[str], number: int) -> Counter[str]:
    """Taken out of the stock."""
    chosen = Counter(rnd.sample(list(stock.elements()), min(number, stock.total())))
    stock.subtract(chosen)
    return chosen


def varied(rnd: random.Random, stock: Counter[str], number: int) -> Counter[str]:
    """One of a kind, the dear ones first."""
    kinds = sorted(+stock, key=lambda card: CATTLE[card].value if card in CATTLE else 0)
    chosen = Counter(kinds[-number:] if rnd.random() < 0.7 else rnd.sample(kinds, min(number, len(kinds))))
    stock.subtract(chosen)
    return chosen


def on_the_way(position: Position, seat: int, rnd: random.Random) -> str:
    """Anywhere, but rather at the beginning, at the end or right before a siding."""
    free = [node for node in TRACK[:-1] if node == FIRST or node not in position.taken(seat)]
    near = [one for one in free if {f"siding_{number_of(one) + more}" for more in (0, 1)} & set(TRACK)]
    return rnd.choice(rnd.choice((free[:4], free[:14], free[-4:], near, near, free)))


def place_discs(position: Position, seat: int, rnd: random.Random) -> None:
    """As many lie in cities and on stations as are gone from the board."""
    rancher = position.ranchers[seat]
    targets = [*(city for city in CITIES), *STATIONS, *["kansas_city_crest", "san_francisco"] * 2]
    rnd.shuffle(targets)
    number = rnd.choice((0, 2, 4, 7, 10, 12, 12, 13, 14))
    keep = rnd.choice(("", "certs_4", "hand_cards", "hand_cards", "white"))  # what is cleared last
    discs = list(rancher.discs.elements())
    rnd.shuffle(discs)
    discs.sort(key=lambda one: one == keep or (keep == "white" and not DISC_SPACES[one].dark))
    for space, target in zip(discs[:number], targets, strict=False):
        rancher.discs[space] -= 1
        if target in CITIES:
            position.city_discs[target][seat] += 1
        else:
            position.station_discs[target].add(seat)


def lay_masters(position: Position, rnd: random.Random) -> None:
    """Some have been won, and workers stand in their places."""
    masters = rnd.sample(MASTERS, len(MASTERS))
    stations = [name for name, one in STATIONS.items() if one.master]
    for station, master in zip(stations, masters, strict=True):
        if rnd.random() < 0.6:
            position.masters[station] = master
        else:
            rnd.choice(position.ranchers).masters.add(master)
            [position.appointed[station]] = some(rnd, position.piles[rnd.choice(SPOTS[1:2])], 1)


def hire(position: Position, rancher: Rancher, rnd: random.Random) -> None:
    for job in JOBS:
        for _ in range(rnd.choice((0, 0, 1, 2, 3, 4, 5))):
            pile = rnd.choice((2, 2, 3))
            if position.piles[SPOTS[pile - 1]][f"{job}_{pile}"] > 2:
                position.piles[SPOTS[pile - 1]][f"{job}_{pile}"] -= 1
                rancher.crew[job].append(f"{job}_{pile}")


def build(position: Position, rnd: random.Random) -> None:
    """A tile that has been replaced is neither above the board nor on the trail."""
    neutral = [f"neutral_{letter}" for letter in "abcdefg"]
    if not position.configuration.by_letter:
        rnd.shuffle(neutral)
    for space, name in zip(NEUTRAL_SPACES, neutral, strict=True):
        position.house[space] = House(name, NEUTRAL)
    sides = {"all_a": "a", "all_b": "b", "tossed": "ab"}[position.configuration.sides]
    names = [f"p{number}{rnd.choice(sides)}" for number in range(1, 11)]
    sites = rnd.sample(BUILDING_SPACES, len(BUILDING_SPACES))
    if rnd.random() < 0.4:  # in a row, so that there is something to copy
        first = rnd.randrange(len(BUILDING_SPACES))
        sites = [*BUILDING_SPACES[first:], *BUILDING_SPACES[:first]]
    for seat, rancher in enumerate(position.ranchers):
        rancher.houses = list(names)
        for name in rnd.sample(names, rnd.choice((0, 1, 2, 4, 5))):
            rancher.houses.remove(name)
            if rnd.random() < 0.9:
                position.house[sites.pop()] = House(name, seat)
        rancher.houses.sort(key=list(BUILDINGS).index)


def lay_tiles(position: Position, rnd: random.Random) -> None:
    """Teepees and hazards with players, on their spaces (some gaps), and the foresight spaces."""
    pile = position.piles["spot_1"]
    for rancher in position.ranchers:
        rancher.tiles = some(rnd, pile, rnd.choice((0, 1, 3, 5)))
    for spaces, kind in ((TRADE, "teepee"), *((HAZARD_SPACES[one], one) for one in HAZARD_SPACES)):
        for space in list(spaces)[: rnd.choice((0, 2, 4, 9))]:
            fitting = [tile for tile in (+pile).elements() if kind in (TILES[tile].kind, TILES[tile].type)]
            if fitting and rnd.random() < 0.8:
                position.tile[space] = rnd.choice(fitting)
                pile[position.tile[space]] -= 1
    for spot in SPOTS:
        position.offer[spot] = some(rnd, position.piles[spot], 2)


def fill_jobs(position: Position, rnd: random.Random) -> None:
    """Rows above the token's have gaps; at the very end there is no token."""
    supply = position.piles["spot_2"] + position.piles["spot_3"]
    workers = Counter({tile: number for tile, number in supply.items() if TILES[tile].kind == "worker"})
    row = rnd.choice((1, 2, 4, 5, 8, 10, 11, 11, 12))
    for number, name in enumerate(ROWS[: row + 1]):
        most = position.players if number < row else position.players - 1
        position.waiting[name] = some(rnd, workers, rnd.randrange(most + 1))
    for there in position.waiting.values():
        for tile, number in there.items():
            position.piles[SPOTS[TILES[tile].pile - 1]][tile] -= number
    position.token = ROWS[row] if row < len(ROWS) else None
    if position.token is None:
        position.turns_left = rnd.randrange(1, position.players)
        rnd.choice(position.ranchers).has_token = True


def deal(position: Position, rnd: random.Random) -> None:
    """Decks of all sizes, and the display and the market, sometimes next to empty."""
    first = rnd.sample(list(FIRST_OBJECTIVES), 4)
    position.first_objectives = Counter(first[position.players :])
    for seat, rancher in enumerate(position.ranchers):
        some(rnd, rancher.stack, rnd.choice((0, 0, 2, 8, 12)))  # out of the game
        rancher.area = Counter([first[seat]]) + some(rnd, position.objectives, rnd.choice((0, 1, 2)))
        cards = +rancher.stack + some(rnd, position.stack, rnd.choice((0, 2, 5, 9)))
        cards += some(rnd, position.objectives, rnd.choice((0, 1, 3)))
        if rnd.random() < 0.3:
            rancher.hand = varied(rnd, cards, rancher.hand_limit)
        else:
            rancher.hand = some(rnd, cards, rnd.choice((0, 2, rancher.hand_limit, rancher.hand_limit)))
        rancher.discarded = some(rnd, cards, rnd.choice((0, 3, cards.total())))
        rancher.stack = +cards
    if rnd.random() < 0.2:  # all but used up
        rnd.choice(position.ranchers).discarded += some(rnd, position.stack, rnd.choice((20, 36)))
        some(rnd, position.objectives, 20)
    position.display = some(rnd, position.objectives, rnd.choice((4, 4, 4, 2)))
    market = rnd.choice((0, 3, MARKET_SIZE[position.players], MARKET_SIZE[position.players] + 4))
    position.market = some(rnd, position.stack, market)
