"""Positions from the middle of a game, thrown together: what random games hardly ever come to."""

from __future__ import annotations

import random

from tests.referees.railway_boom.cards import AUTOMATIC, DEVELOPMENTS, OBJECTIVES, ROUND, ROUTES
from tests.referees.railway_boom.components import (
    CARRIAGES,
    CARRIAGES_PER_TURN,
    CITIES,
    CITY_TILES,
    MORE_CARRIAGES,
    OBJECTIVES_IN_PLAY,
    OPEN_SLOTS,
    ROUNDS,
    ROUTES_IN_PLAY,
    SET_SIZE,
    SIGHT_TILES,
    SIGHTS,
    STATION_CARDS,
    TRAIN_CARDS,
    WHITES,
    YIELDS,
    Configuration,
)
from tests.referees.railway_boom.country import NEIGHBOURS, SPACE_OF, SPACES, Space, next_to, ways
from tests.referees.railway_boom.game import PHASES, TURNS
from tests.referees.railway_boom.position import Position, Tycoon
from tests.referees.railway_boom.scoring import points

BEGINNINGS = (*TURNS, *TURNS, "operation_turn", "operation_turn", *PHASES)
FRUGAL = ("income_phase", "operation_phase", "operation_turn", "objective_phase")  # draw no set of cards


def arranged(configuration: Configuration, rnd: random.Random, begin: str, round: int) -> Position:
    """Before this phase, or before a turn in it; no piece is lost or invented."""
    position = Position.laid_out(configuration)
    position.round = round
    lay_out(position, rnd)
    build(position, rnd, round - 1)
    for tycoon in position.tycoons:
        endow(tycoon, rnd)
    couple(position, rnd, round)
    scarce = begin in FRUGAL and round == 4 and rnd.random() < 0.2
    deal(position, rnd, scarce)
    load(position, rnd)
    if rnd.random() < 0.2:
        tie(position)
    return position


def tie(position: Position) -> None:
    """All have as many points now."""
    totals = [sum(points(position, seat).values()) for seat in range(position.players)]
    for tycoon, total in zip(position.tycoons, totals, strict=True):
        tycoon.stock["vp"] += max(totals) - total


def some(rnd: random.Random, stack: list[str], number: int) -> list[str]:
    """Taken from the stack."""
    chosen = rnd.sample(stack, min(number, len(stack)))
    for one in chosen:
        stack.remove(one)
    return chosen


def lay_out(position: Position, rnd: random.Random) -> None:
    """Objectives, with cubes of the rounds that are over, routes, discs, tiles of the cities."""
    position.objectives = rnd.sample(list(OBJECTIVES), OBJECTIVES_IN_PLAY)
    position.routes = set(rnd.sample(list(ROUTES), ROUTES_IN_PLAY))
    position.objective_deck, position.route_deck = [], []
    position.cubes = {one: {} for one in position.objectives}
    seats = list(range(position.players))
    for objective in position.objectives[: position.round - 1]:
        rnd.shuffle(seats)
        position.cubes[objective] = dict(zip(OPEN_SLOTS[position.players], seats, strict=True))
    rnd.shuffle(seats)
    for seat, space in zip(seats, reversed(WHITES), strict=False):
        position.tycoons[seat].spot = space
    position.first_cards = some(rnd, position.station_deck, position.players)
    if position.configuration.location_variety:
        for cities, tiles in (
            (CITIES, {name: number for name, (_, number) in CITY_TILES.items()}),
            (SIGHTS, {name: number for name, (_, number) in SIGHT_TILES.items()}),
        ):
            faces = [name for name, number in tiles.items() for _ in range(number)]
            rnd.shuffle(faces)
            position.faces |= dict(zip(cities, faces, strict=True))


# --- the map ------------------------------------------------------------------------------------------------


def build(position: Position, rnd: random.Random, stations: int) -> None:
    """Stations of the rounds that are over, and railways around them; often all in one region."""
    ends = [SPACE_OF[city] for route in sorted(position.routes) for city in ROUTES[route].cities]
    centre = rnd.choice((None, rnd.choice(SPACES), rnd.choice(ends), rnd.choice(ends)))
    most = rnd.choice((0, 3, 6, 10, 15, 20, 29, 30))
    alike = rnd.random() < 0.2
    for seat, tycoon in enumerate(position.tycoons):
        cards = list(position.station_deck)
        if centre:
            cards.sort(key=lambda card: distance(SPACE_OF[STATION_CARDS[card]], centre))
            cards = cards[: 2 * stations]
        for card in rnd.sample(cards, min(len(cards), stations)):
            position.station_deck.remove(card)
            tycoon.stations.add(SPACE_OF[STATION_CARDS[card]])
        tycoon.stations_left -= stations
        lay(tycoon, rnd, most if alike else rnd.choice((0, 3, 6, 10, 15, 20, 29, 30)), ends)
        if rnd.random() < 0.6:
            cut(position, seat, rnd)
        for route in position.routes:
            if position.joined(seat, route):
                position.claims[route].add(seat)


def lay(tycoon: Tycoon, rnd: random.Random, tokens: int, ends: list[Space]) -> None:
    """Some go straight on, some spread, some join the ends of routes, or all but do."""
    straight, joining = rnd.random(), rnd.random() < 0.5
    while len(tycoon.railways) < tokens and tycoon.own:
        sites = sorted(next_to(tycoon.own))
        ahead = [
            site
            for site in sites
            for behind, before in ways(site)
            if behind in tycoon.railways or before in tycoon.railways
        ]
        missing = [end for end in ends if end not in tycoon.own]
        if joining and missing and rnd.random() < 0.9:
            tycoon.railways.add(min(sites, key=lambda site: min(distance(site, end) for end in missing)))
        else:
            tycoon.railways.add(rnd.choice(ahead if ahead and rnd.random() < straight else sites))


def cut(position: Position, seat: int, rnd: random.Random) -> None:
    """One token away from joining a route, if there is one that is joined."""
    tycoon = position.tycoons[seat]
    for space in rnd.sample(sorted(tycoon.railways), len(tycoon.railways)):
        joined = [route for route in position.routes if position.joined(seat, route)]
        tycoon.railways.remove(space)
        if not all(position.joined(seat, route) for route in joined):
            return
        tycoon.railways.add(space)


def distance(one: Space, other: Space) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


# --- what players have --------------------------------------------------------------------------------------


def endow(tycoon: Tycoon, rnd: random.Random) -> None:
    rich = rnd.choice((0, 2, 4, 8, 25))
    for kind in YIELDS:
        tycoon.stock[kind] = rnd.randint(0, rich)
    middle = rnd.randint(1, 8)
    for track in YIELDS:
        tycoon.levels[track] = min(8, max(1, middle + rnd.randint(-2, 2)))


def couple(position: Position, rnd: random.Random, round: int) -> None:
    """Fleets; what else has been drawn has left the game."""
    favoured = rnd.random() < 0.4
    for tycoon in position.tycoons:
        tycoon.fleet |= set(some(rnd, position.locomotive_deck, round - 1 + rnd.randrange(2)))
        if rnd.random() < 0.1 and round > 1:
            tycoon.fleet.discard(min(tycoon.fleet))
        number = rnd.randint(0, 2 * round)
        if favoured:
            there = [one for one in position.carriage_deck if CARRIAGES[one].pattern]
            chosen = some(rnd, there, number)
            position.carriage_deck = [one for one in position.carriage_deck if one not in chosen]
            tycoon.fleet |= set(chosen)
        else:
            tycoon.fleet |= set(some(rnd, position.carriage_deck, number))
    owned = set().union(*(tycoon.fleet for tycoon in position.tycoons))
    decks = {*position.locomotive_deck, *position.carriage_deck}
    position.boxed = {card for card in TRAIN_CARDS if card not in owned | decks}


def deal(position: Position, rnd: random.Random, scarce: bool) -> None:
    """Development Cards, of which some round cards have been used, and what is left below the deck."""
    cards = list(DEVELOPMENTS)
    for tycoon in position.tycoons:
        tycoon.cards = set(some(rnd, cards, rnd.choice((0, 2, 5, 9))))
    favoured = rnd.choice(("", "", AUTOMATIC, AUTOMATIC, ROUND))
    for card in [one for one in cards if DEVELOPMENTS[one].timing == favoured]:
        if rnd.random() < 0.8:
            cards.remove(card)
            rnd.choice(position.tycoons).cards.add(card)
    if scarce:
        position.tycoons[0].cards |= set(some(rnd, cards, len(cards) - rnd.randrange(3)))
    position.used = {
        name
        for tycoon in position.tycoons
        for name in tycoon.cards
        if DEVELOPMENTS[name].timing == ROUND and rnd.random() < 0.2
    }
    batches = [some(rnd, cards, rnd.randint(1, 6)) for _ in range(rnd.randrange(4)) if len(cards) > 12]
    if rnd.random() < 0.2 and len(cards) > 3:  # next to nothing is left that was never drawn
        batches.append(some(rnd, cards, len(cards) - rnd.randrange(1, 4)))
    position.development_deck = [cards, *batches]


def load(position: Position, rnd: random.Random) -> None:
    """Tiles on cards and beside them; some types are all but gone."""
    eager = rnd.choice((0.1, 0.5, 0.9))
    kinds = rnd.sample(YIELDS, rnd.choice((1, 2, 3, 5, 5)))
    for tycoon in position.tycoons:
        for card in sorted(tycoon.fleet):
            for _ in range(position.room(card)):
                kind = rnd.choice(kinds)
                if rnd.random() < eager and position.tiles_left(kind):
                    position.loaded[card][kind] += 1
        for _ in range(rnd.choice((0, 1, 3, 8))):
            kind = rnd.choice(kinds)
            if position.tiles_left(kind):
                tycoon.tiles[kind] += 1


# --- where it begins ----------------------------------------------------------------------------------------


def arrive(position: Position, begin: str, seat: int, rnd: random.Random) -> None:
    """What lies ready in this phase; who comes before this player has had a turn."""
    order = position.from_the_right()
    before = order[: order.index(seat)]
    if begin == "train_turn":
        position.locomotive_row = set(some(rnd, position.locomotive_deck, len(order) - len(before)))
        row = some(rnd, position.carriage_deck, len(order) + MORE_CARRIAGES - rnd.randrange(5))
        position.carriage_row = set(row)
    elif begin == "operation_turn" and rnd.random() < 0.6:
        marshal(position, seat, rnd)
    elif begin == "expansion_turn":
        if rnd.random() < 0.5:
            all_but_join(position, seat, rnd)
        own = position.tycoons[seat].railways  # a token may lie where the station comes
        cards = rnd.sample(position.station_deck, len(position.station_deck))
        if rnd.random() < 0.5:
            cards.sort(key=lambda card: SPACE_OF[STATION_CARDS[card]] not in own)
        position.station_row = set(cards[: len(order)])
        for card in position.station_row:
            position.station_deck.remove(card)
        for other, card in zip(before, sorted(position.station_row), strict=False):
            tycoon = position.tycoons[other]
            tycoon.chose = STATION_CARDS[card]
            tycoon.railways.discard(SPACE_OF[tycoon.chose])
            tycoon.stations.add(SPACE_OF[tycoon.chose])
            tycoon.stations_left -= 1
    elif begin == "development_turn":
        deal_sets(position, rnd, before)


def deal_sets(position: Position, rnd: random.Random, before: list[int]) -> None:
    cards = [card for batch in position.development_deck for card in batch]
    for number in range(1, position.players + 1):
        chosen = rnd.sample(cards, SET_SIZE)
        if rnd.random() < 0.4:  # some that cost the same
            alike = [card for card in cards if DEVELOPMENTS[card].cost == DEVELOPMENTS[chosen[0]].cost]
            chosen = (rnd.sample(alike, min(2, len(alike))) + [one for one in chosen if one not in alike])[:3]
            chosen += rnd.sample([one for one in cards if one not in chosen], SET_SIZE - len(chosen))
        cards = [one for one in cards if one not in chosen]
        chosen.sort(key=lambda card: (DEVELOPMENTS[card].cost, DEVELOPMENTS[card].number))
        position.sets[f"set_{number}"] = chosen
    for batch in position.development_deck:
        batch[:] = [card for card in batch if card in cards]
    position.development_deck[1:] = [batch for batch in position.development_deck[1:] if batch]
    for seat, name in zip(before, position.sets, strict=False):
        position.tycoons[seat].chose = name
        position.tycoons[seat].cards.add(position.sets[name].pop(0))


def all_but_join(position: Position, seat: int, rnd: random.Random) -> None:
    """One token is missing on the way from city to city; some of the others have joined them."""
    start, end = (SPACE_OF[city] for city in ROUTES[rnd.choice(sorted(position.routes))].cities)
    way = [start]
    while way[-1] != end:
        away = [(shortest(one, end), one) for one in NEIGHBOURS[way[-1]]]
        way.append(min(away)[1])
    for other, tycoon in enumerate(position.tycoons):
        if other == seat or rnd.random() < 0.7:
            own = {*tycoon.railways, *way} - tycoon.stations
            tycoon.railways = own if len(own) < 30 else set(way) - tycoon.stations
    position.tycoons[seat].railways.discard(rnd.choice(way))
    for route in position.routes:
        seats = range(position.players)
        position.claims[route] = {one for one in seats if position.joined(one, route)}


def shortest(one: Space, other: Space) -> int:
    """Steps over land."""
    reached, steps = {one}, 0
    while other not in reached:
        reached |= next_to(reached)
        steps += 1
    return steps


def marshal(position: Position, seat: int, rnd: random.Random) -> None:
    """Long trains full of tiles, little Coal, and leases on top of the deck."""
    tycoon = position.tycoons[seat]
    owned = [card for one in position.tycoons for card in one.fleet]
    free = [card for card in TRAIN_CARDS if card not in owned]
    wanted = ["carriage_24", "carriage_30", *(f"carriage_{number}" for number in range(7, 30))]
    most = CARRIAGES_PER_TURN * ROUNDS - len(tycoon.carriages())  # nobody comes to own more
    chosen = [card for card in wanted if card in free and rnd.random() < 0.4][:most]
    chosen += [card for card in ("locomotive_20", "locomotive_21", "locomotive_13") if card in free]
    tycoon.fleet |= set(chosen)
    for deck in (position.locomotive_deck, position.carriage_deck):
        deck[:] = [card for card in deck if card not in chosen]
    position.boxed.difference_update(chosen)
    kinds = rnd.choice((("money",), ("money", "coal"), YIELDS, YIELDS))
    for card in chosen:
        for _ in range(position.room(card)):
            kind = rnd.choice(kinds)
            if rnd.random() < 0.8 and position.tiles_left(kind):
                position.loaded[card][kind] += 1
    tycoon.stock["coal"] = rnd.randrange(5)
    tycoon.levels |= {"technology": rnd.choice((1, 5)), "money": rnd.choice((1, 5)), "vp": rnd.randint(1, 7)}
    first, *others = position.development_deck
    leases = [card for card in first if card.startswith("locomotive_lease")]
    if leases and rnd.random() < 0.7:
        rest = [card for card in first if card not in leases]
        position.development_deck = [leases + some(rnd, rest, 1), *others, *([rest] if rest else [])]
