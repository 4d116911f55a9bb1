"""Gains and what they overflow; Houses, Stations, Telegraph Stations, Upgrades and Specialists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tests.referees.pacific_rails_inc.asking import Flow, ask
from tests.referees.pacific_rails_inc.components import (
    ITEMS,
    SEAT_POINTS,
    SEATS_PER_CARRIAGE,
    SPECIALISTS,
    TELEGRAPH_POINTS,
)
from tests.referees.pacific_rails_inc.position import Position


def gain(position: Position, seat: int, items: Mapping[str, int]) -> Flow:
    """As much as there is; what does not fit is thrown out at once [PR-054, PR-057, A14, A18]."""
    cargo = position.companies[seat].cargo
    for item, number in items.items():
        given = min(number, position.supply[item])
        if given < number:
            position.seen["the supply is short"] += 1
        position.supply[item] -= given
        cargo[item] += given
    while cargo.total() > position.capacity(seat):
        item = yield from ask(seat, "discard", [one for one in ITEMS if cargo[one]])
        pay(position, seat, {item: 1})
        position.seen["overflow"] += 1


def pay(position: Position, seat: int, price: Mapping[str, int]) -> None:
    """[PR-058, PR-059]"""
    cargo = position.companies[seat].cargo
    for item, number in price.items():
        assert cargo[item] >= number
        cargo[item] -= number
        position.supply[item] += number


def take(position: Position, seat: int, number: int, items: tuple[str, ...]) -> Flow:
    """So many of any of these, one gain; they are told in the order of the list [D23 to D25]."""
    chosen: Counter[str] = Counter()
    number = min(number, sum(position.supply[item] for item in items))
    first = 0
    for still in range(number, 0, -1):
        options = []
        for place, item in enumerate(items[first:], start=first):
            here = position.supply[item] - chosen[item]
            if here and here + sum(position.supply[one] for one in items[place + 1 :]) >= still:
                options.append(item)
        item = yield from ask(seat, "take", options)
        chosen[item] += 1
        first = items.index(item)
    yield from gain(position, seat, chosen)


# --- buildings ----------------------------------------------------------------------------------------------


def take_house(position: Position, seat: int) -> Flow:
    """The leftmost of a row [PR-110]."""
    company = position.companies[seat]
    row = yield from ask(seat, "house_row", company.house_rows())
    company.rows[row] -= 1


def place_house(position: Position, seat: int) -> Flow:
    """[PR-108, A53]"""
    district = yield from ask(seat, "house_district", position.vacant_lots())
    yield from take_house(position, seat)
    position.lots[district][seat] += 1


def build_station(position: Position, seat: int, city: str) -> Flow:
    """With a free Specialist for the first one [PR-199 to PR-204, A23, A24]."""
    yield from take_house(position, seat)
    position.station[city] = seat
    if position.stations(seat) == 1:
        there = [name for name in SPECIALISTS if position.tokens[name]]
        if there:
            seat_specialist(position, seat, (yield from ask(seat, "free_specialist", there)))


def station_on_map(position: Position, seat: int) -> Flow:
    city = yield from ask(seat, "station_city", position.station_cities(seat))
    yield from build_station(position, seat, city)


def build_telegraph(position: Position, seat: int, city: str) -> None:
    """From the bottom spot upwards [PR-047, PR-118]."""
    company = position.companies[seat]
    company.points += TELEGRAPH_POINTS[len(TELEGRAPH_POINTS) - company.mast]
    company.mast -= 1
    position.telegraph[city] = seat


def telegraph_on_map(position: Position, seat: int) -> Flow:
    city = yield from ask(seat, "telegraph_city", position.telegraph_cities(seat))
    build_telegraph(position, seat, city)


# --- the train ----------------------------------------------------------------------------------------------


def seat_specialist(position: Position, seat: int, name: str) -> None:
    """In the leftmost free seat [PR-127, PR-130]."""
    company = position.companies[seat]
    position.tokens[name] -= 1
    company.points += SEAT_POINTS[len(company.seated)]
    company.seated.append(name)


def hire(position: Position, seat: int, name: str) -> None:
    """[PR-125]"""
    carriage = len(position.companies[seat].seated) // SEATS_PER_CARRIAGE
    pay(position, seat, SPECIALISTS[name].price[carriage])
    seat_specialist(position, seat, name)


def fit_upgrade(position: Position, seat: int, carriage: str) -> Flow:
    """A token that was there goes back [PR-149]."""
    name = yield from ask(seat, "upgrade", position.upgrades_for(carriage))
    position.upgrades[name] -= 1
    old = position.companies[seat].upgrades.get(carriage)
    if old:
        position.upgrades[old] += 1
        position.seen["an upgrade is replaced"] += 1
    position.companies[seat].upgrades[carriage] = name
