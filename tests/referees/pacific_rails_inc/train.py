"""Train Activation: exchanges, Upgrades, Congress."""

from __future__ import annotations

from tests.referees.pacific_rails_inc.asking import GO_ON, NO, STOP, YES, Flow, ask
from tests.referees.pacific_rails_inc.building import (
    fit_upgrade,
    gain,
    pay,
    place_house,
    station_on_map,
    take,
    telegraph_on_map,
)
from tests.referees.pacific_rails_inc.components import (
    ANY,
    CARRIAGES,
    RESOURCES,
    SEATS_PER_CARRIAGE,
    SENATORS,
    SPECIALISTS,
    TILES,
    UPGRADES,
)
from tests.referees.pacific_rails_inc.laying import STATION, TELEGRAPH
from tests.referees.pacific_rails_inc.position import Position

SKIP, SAVE, RESET, SLIDE = "skip", "save", "reset", "slide "
HOUSE, UPGRADE = "house", "upgrade"
PLACES = len(CARRIAGES) * SEATS_PER_CARRIAGE


def activate(position: Position, seat: int, foreman: str) -> Flow:
    """The Foreman, then whatever then is in the train [PR-136 to PR-139, A25]."""
    company = position.companies[seat]
    position.pool = 0
    before = len(company.seated)
    yield from work(position, seat, foreman, position.size, place=0)
    for place in range(PLACES):
        number, first = place // SEATS_PER_CARRIAGE, place % SEATS_PER_CARRIAGE == 0
        token = company.upgrades.get(CARRIAGES[number])
        if first and token:
            yield from income(position, seat, token)
        if place < len(company.seated):
            yield from work(position, seat, company.seated[place], number + 1, place + 1)
    if position.pool:
        position.seen["a pool is lost"] += 1
    position.seen["the train begins while it works"] += len(company.seated) > before
    position.pool = 0


def income(position: Position, seat: int, token: str) -> Flow:
    """[PR-152 to PR-154]"""
    upgrade = UPGRADES[token]
    if upgrade.gives == ANY:
        position.seen["an upgrade gives any three"] += 1
        yield from take(position, seat, upgrade.level, RESOURCES)
    else:
        yield from gain(position, seat, {upgrade.gives: upgrade.level})


def work(position: Position, seat: int, role: str, times: int, place: int) -> Flow:
    """Up to so many times; `place` is how many seats of the train have had their turn after this."""
    if role == "financier":
        for done in range(times):
            yield from lobby(position, seat, times - done - 1 + steps_after(position, seat, place))
        return
    trade = SPECIALISTS[role]
    for _ in range(times):
        if not position.companies[seat].cargo[trade.takes] or not position.supply[trade.makes]:
            return
        if (yield from ask(seat, "exchange", (GO_ON, STOP))) == STOP:
            return
        pay(position, seat, {trade.takes: 1})
        yield from gain(position, seat, {trade.makes: 1})


# --- Congress -----------------------------------------------------------------------------------------------


def steps_after(position: Position, seat: int, place: int) -> int:
    """Of Financiers further to the right, as the train stands."""
    return sum(
        other // SEATS_PER_CARRIAGE + 1
        for other, role in enumerate(position.companies[seat].seated)
        if other >= place and role == "financier"
    )


def usable(position: Position, seat: int, name: str) -> bool:
    """Can its reward be carried out [A29]?"""
    gives = SENATORS[name].gives
    if gives == "house_upgrade":
        return position.can_place_house(seat) or can_add_upgrade(position, seat)
    if gives == "map":
        return bool(position.station_cities(seat) or position.telegraph_cities(seat))
    return True


def can_add_upgrade(position: Position, seat: int) -> bool:
    return bool(position.upgrades_for(position.carriage_to_upgrade(seat)))


def completable(position: Position, seat: int, pool: int, left: int, lowered: set[str]) -> bool:
    """Could a Senator be paid with so many further steps [A27]?"""
    return any(
        pool < one.cost <= pool + left and name not in lowered and usable(position, seat, name)
        for name, one in SENATORS.items()
    )


def steps(position: Position, seat: int, left: int) -> list[str]:
    """What may be done with one step instead of nothing [PR-157 to PR-166, A27, A28]."""
    pool, found = position.pool + 1, []
    if completable(position, seat, pool, left, position.lowered):
        found.append(SAVE)
    found += [
        SLIDE + name
        for name, one in SENATORS.items()
        if one.cost == pool and name not in position.lowered and usable(position, seat, name)
    ]
    if position.lowered and (not position.pool or completable(position, seat, position.pool, left, set())):
        found.append(RESET)
    return found


def lobby(position: Position, seat: int, left: int) -> Flow:
    """Asked of whoever has a Coin with which something can be done."""
    possible = steps(position, seat, left) if position.companies[seat].cargo["coin"] else []
    if not possible:
        return
    answer = yield from ask(seat, "lobby", (SKIP, *possible))
    if answer == SKIP:
        return
    pay(position, seat, {"coin": 1})
    if answer == RESET:
        if position.pool:
            position.seen["a reset with something in the pool"] += 1
        position.companies[seat].points += len(position.lowered)
        position.lowered.clear()
    elif answer == SAVE:
        position.pool += 1
    else:
        name = answer.removeprefix(SLIDE)
        position.seen[f"a senator of cost {SENATORS[name].cost}"] += 1
        position.pool = 0
        position.lowered.add(name)
        yield from reward(position, seat, name)


def reward(position: Position, seat: int, name: str) -> Flow:
    """[PR-167 to PR-174, A29, A31]"""
    senator = SENATORS[name]
    if senator.gives == "goods":
        yield from take(position, seat, 3, tuple(one for one in RESOURCES if one != "coin"))
    elif senator.gives == "tiles":
        yield from take(position, seat, 2, TILES)
    elif senator.gives == "house_upgrade":
        yield from house_or_upgrade(position, seat)
    elif senator.gives == "map":
        yield from map_building(position, seat)
    else:
        yield from gain(position, seat, {senator.gives: 2})
    position.companies[seat].points += senator.points


def house_or_upgrade(position: Position, seat: int) -> Flow:
    """[PR-168]"""
    options = [HOUSE] if position.can_place_house(seat) else []
    if can_add_upgrade(position, seat):
        options.append(UPGRADE)
    if (yield from ask(seat, "house_or_upgrade", options)) == HOUSE:
        yield from place_house(position, seat)
    else:
        carriage = position.carriage_to_upgrade(seat)
        assert carriage
        yield from fit_upgrade(position, seat, carriage)


def map_building(position: Position, seat: int) -> Flow:
    """A Station, then perhaps a Telegraph Station too, or only that [PR-170 to PR-172, A31]."""
    options = [STATION] if position.station_cities(seat) else []
    if position.telegraph_cities(seat):
        options.append(TELEGRAPH)
    if (yield from ask(seat, "map_building", options)) == TELEGRAPH:
        yield from telegraph_on_map(position, seat)
        return
    yield from station_on_map(position, seat)
    if position.telegraph_cities(seat) and (yield from ask(seat, "telegraph_too", (YES, NO))) == YES:
        position.seen["both buildings of a senator"] += 1
        yield from telegraph_on_map(position, seat)
