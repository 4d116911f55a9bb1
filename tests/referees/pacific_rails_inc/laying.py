"""An execution of Lay Track."""

from __future__ import annotations

from collections import Counter

from tests.referees.pacific_rails_inc.asking import STOP, Flow, ask
from tests.referees.pacific_rails_inc.building import build_station, build_telegraph
from tests.referees.pacific_rails_inc.components import COASTS, ELSEWHERE, ON_SHORTEST, PASSED
from tests.referees.pacific_rails_inc.position import Position
from tests.referees.pacific_rails_inc.railroad import (
    coasts_joined,
    needed,
    next_spaces,
    targets,
    to_nearest,
    usable_engines,
)

STATION, TELEGRAPH = "railway_station", "telegraph_station"


def lay_track(position: Position, seat: int) -> Flow:
    """Once, and once more for every bonus [PR-088 to PR-090, PR-241]."""
    for number in range(position.size):
        engines = usable_engines(position, seat)
        if not engines:
            return
        engine = yield from ask(seat, "engine", (*engines, STOP) if number else engines)
        if engine == STOP:
            return
        if number:
            position.seen["another execution of lay track"] += 1
        yield from execute(position, seat, engine)


def execute(position: Position, seat: int, engine: str) -> Flow:
    """[A41]"""
    company = position.companies[seat]
    way, laid = [engine], list[str]()
    left = +company.cargo
    while True:
        here = way[-1]
        options = next_spaces(position, seat, way, left)
        if here != engine and here in targets(position, seat):
            options.append(STOP)
        answer = yield from ask(seat, "route", options)
        if answer == STOP:
            break
        way.append(answer)
        tile = needed(position, answer)
        if tile:
            left[tile] -= 1
            laid.append(answer)
    city = way[-1]
    for space in laid:
        tile = needed(position, space)
        assert tile
        company.cargo[tile] -= 1
        position.track[space] = tile
    join_coasts(position, seat)
    company.points += track_points(position, city, laid)
    pay_owners(position, seat, way)
    note_way(position, seat, way, laid)
    kinds = []
    if position.takes_station(seat, city):
        kinds.append(STATION)
    if position.takes_telegraph(seat, city):
        kinds.append(TELEGRAPH)
    if (yield from ask(seat, "building", kinds)) == STATION:
        yield from build_station(position, seat, city)
    else:
        build_telegraph(position, seat, city)
    company.engines.remove(engine)
    company.engines.append(city)  # [PR-193]


def join_coasts(position: Position, seat: int) -> None:
    """Once in a game [PR-216, A43]."""
    if not position.joined and coasts_joined(position):
        position.joined = True
        position.companies[seat].points += COASTS
        position.seen["the coasts are joined"] += 1


def track_points(position: Position, city: str, laid: list[str]) -> int:
    """[PR-207 to PR-213]"""
    if not laid:
        position.seen["nothing is laid"] += 1
        return 0
    _, double = to_nearest(position, city, laid)
    return ON_SHORTEST * double + ELSEWHERE * (len(laid) - double)


def pay_owners(position: Position, seat: int, way: list[str]) -> None:
    """For what others have where the Engine comes by or ends [PR-211, PR-212, A40]."""
    for space in way[1:]:
        for buildings in (position.station, position.telegraph):
            owner = buildings.get(space, seat)
            if owner != seat:
                position.companies[owner].points += PASSED
                position.seen["an owner is paid" + (" on the way" if space != way[-1] else "")] += 1


def note_way(position: Position, seat: int, way: list[str], laid: list[str]) -> None:
    """What was rare about it."""
    passed = set(way[1:-1]) & targets(position, seat)
    if passed:
        position.seen["a city is passed by"] += 1
    if len(laid) > 4:
        position.seen["five tiles or more are laid"] += 1
    if laid:
        city = way[-1]
        length, fewest = to_nearest(position, city, laid)
        every = set(position.track)
        most = length - to_nearest(position, city, every - set(laid))[1]
        position.seen["old and new ways are equally short"] += most != fewest
        used = Counter(position.track[space] for space in laid)
        position.seen["tiles of all types are laid at once"] += len(used) == 3
