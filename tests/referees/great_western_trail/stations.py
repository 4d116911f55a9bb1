"""Discs on their way from player boards to cities and stations, and the stations themselves.

Upgrading a station can end in removing a hazard or in a trade; those effects are asked of `effects`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.referees.great_western_trail import effects
from tests.referees.great_western_trail.actions import MASTER_ACTIONS
from tests.referees.great_western_trail.asking import NO, YES, Flow, Pending, ask, perhaps
from tests.referees.great_western_trail.cards import gain_objective
from tests.referees.great_western_trail.components import (
    ARROWS,
    CITIES,
    HAND_SPACE_COST,
    HOME_TOWN,
    HOME_TOWN_MONEY,
    JOBS,
    LAST_SPACE_MONEY,
    STATION_AT,
    STATIONS,
    STEP_SPACE_MONEY,
)
from tests.referees.great_western_trail.position import Position
from tests.referees.great_western_trail.railroad import LAST, behind, order, spaces_back, transport


def take_disc(
    position: Position, seat: int, dark: bool, reserve: int = 0, target: str = ""
) -> Generator[Pending, Any, bool]:
    """Off the board, or failing that off a station [GW-139 to GW-152, A13, A14, A52]; was there one?"""
    rancher = position.ranchers[seat]
    spaces = position.discs_for(seat, dark, rancher.money - reserve)
    if spaces:
        space = yield from ask(seat, "disc", spaces)
        rancher.discs[space] -= 1
        if space == "hand_cards":
            rancher.money -= HAND_SPACE_COST
        if space == "step_dollars":
            rancher.money += STEP_SPACE_MONEY
        return True
    sources = position.disc_stations(seat, target)
    if not sources:
        return False
    position.station_discs[(yield from ask(seat, "disc_station", sources))].remove(seat)
    return True


# --- deliveries ---------------------------------------------------------------------------------------------


def deliver(position: Position, seat: int, total: int, costs: bool) -> Flow:
    """To a city of at most this value; transport costs are paid in the end, if there are any [A13]."""
    rancher = position.ranchers[seat]
    city = yield from ask(seat, "destination", position.cities_within(seat, total))
    due = transport(rancher.engine, city) if costs else 0
    placed = yield from take_disc(position, seat, CITIES[city].dark, due)
    if placed:  # [A15]
        yield from fill_crest(position, seat, city)
    rancher.money -= due
    assert rancher.money >= 0  # [GW-161]


def fill_crest(position: Position, seat: int, city: str) -> Flow:
    """[GW-153 to GW-157, A19]"""
    rancher = position.ranchers[seat]
    position.city_discs[city][seat] += 1
    if city == HOME_TOWN:
        rancher.money += HOME_TOWN_MONEY
    for arrow in ARROWS:
        complete = all(position.city_discs[one][seat] for one in arrow.cities)
        if city in arrow.cities and arrow.objective and complete:
            yield from gain_objective(position, seat, rancher.discarded)


def extraordinary_delivery(position: Position, seat: int) -> Flow:
    """[GW-280 to GW-286]"""
    rancher, taken = position.ranchers[seat], position.taken(seat)
    start = rancher.engine
    rancher.engine = yield from ask(seat, "engine_space", behind(start, taken))
    yield from deliver(position, seat, spaces_back(start, rancher.engine, taken), costs=False)
    yield from perhaps_upgrade(position, seat)


# --- stations -----------------------------------------------------------------------------------------------


def engine_stops(position: Position, seat: int) -> Flow:
    """[GW-204 to GW-207, GW-213]"""
    rancher = position.ranchers[seat]
    yield from perhaps_upgrade(position, seat)
    if rancher.engine == LAST:
        rancher.engine = yield from ask(seat, "engine_space", behind(LAST, position.taken(seat)))
        rancher.money += LAST_SPACE_MONEY
        yield from perhaps_upgrade(position, seat)


def perhaps_upgrade(position: Position, seat: int) -> Flow:
    station = STATION_AT.get(position.ranchers[seat].engine)
    if station and position.can_upgrade(seat, station) and (yield from perhaps(seat, "upgrade")):
        yield from upgrade(position, seat, station)


def upgradable_behind(position: Position, seat: int) -> list[str]:
    """[GW-278, A38]"""
    engine = position.ranchers[seat].engine
    return [
        name
        for name, station in STATIONS.items()
        if order(station.at) < order(engine) and position.can_upgrade(seat, name)
    ]


def upgrade(position: Position, seat: int, station: str) -> Flow:
    """[GW-215 to GW-223]"""
    rancher = position.ranchers[seat]
    rancher.money -= STATIONS[station].cost
    placed = yield from take_disc(position, seat, STATIONS[station].dark, target=station)
    assert placed
    position.station_discs[station].add(seat)
    hired = [job for job in JOBS if rancher.crew[job]]
    if station not in position.masters or not hired:
        return
    if (yield from ask(seat, "appoint", (YES, NO))) == NO:
        return
    job = yield from ask(seat, "appoint", hired)
    position.appointed[station] = rancher.crew[job].pop()
    master = position.masters.pop(station)
    rancher.masters.add(master)
    now = MASTER_ACTIONS.get(master)
    if now and effects.possible(position, seat, now) and (yield from perhaps(seat, "master_bonus")):
        yield from effects.perform(position, seat, now)
