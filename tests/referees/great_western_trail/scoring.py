"""The eleven categories at the end [GW-314 to GW-342]."""

from __future__ import annotations

from collections import Counter
from functools import cache

from tests.referees.great_western_trail.actions import ALL_OBJECTIVES, OBJECTIVES
from tests.referees.great_western_trail.components import (
    ARROWS,
    CATTLE,
    CITIES,
    JOBS,
    STATIONS,
    STEP_SPACE_POINTS,
    TILES,
)
from tests.referees.great_western_trail.position import Position, Rancher

KINDS = "bguhsf345"  # the kinds of tasks


def points(position: Position, seat: int) -> dict[str, int]:
    rancher = position.ranchers[seat]
    objectives, in_area = objective_points(position, seat)
    return {
        "money": rancher.money // 5,
        "buildings": sum(position.house[space].printed.points for space in position.own_houses(seat)),
        "cities": city_points(position, seat),
        "stations": sum(one.points for name, one in STATIONS.items() if seat in position.station_discs[name]),
        "hazards": sum(TILES[tile].points * number for tile, number in rancher.tiles.items()),
        "cattle": sum(
            CATTLE[card].points * number for card, number in rancher.deck().items() if card in CATTLE
        ),
        "objectives": objectives,
        "masters": master_points(rancher, in_area),
        "workers": 4 * sum(max(0, rancher.workers(job) - 4) for job in JOBS),
        "steps": STEP_SPACE_POINTS * rancher.clear("step_points"),
        "token": 2 * rancher.has_token,
    }


def city_points(position: Position, seat: int) -> int:
    """[GW-153, GW-158, GW-316]"""
    discs = {city: there[seat] for city, there in position.city_discs.items()}
    crests = sum(city.points * discs[name] for name, city in CITIES.items())
    return crests + sum(one.points for one in ARROWS if all(discs[city] for city in one.cities))


def master_points(rancher: Rancher, in_area: int) -> int:
    """[GW-332 to GW-337]"""
    worth = {
        "for_workers": sum(rancher.workers(job) for job in JOBS),
        "for_objectives": 3 * (in_area // 2),
        "for_hazards": 3 * (rancher.hazards() // 2),
        "for_teepees": 3 * min(rancher.teepees("green"), rancher.teepees("blue")),
        "for_certificates": 3 * ((rancher.certificates + rancher.permanent) // 2),
    }
    return sum(worth[master] for master in rancher.masters)


def things(position: Position, seat: int) -> dict[str, int]:
    """What tasks ask for [GW-326 to GW-331]."""
    rancher = position.ranchers[seat]
    values = Counter[int]()
    for card, number in rancher.deck().items():
        if card in CATTLE:
            values[CATTLE[card].value] += number
    return {
        "b": len(position.own_houses(seat)),
        "g": rancher.teepees("green"),
        "u": rancher.teepees("blue"),
        "h": rancher.hazards(),
        "s": len(position.disc_stations(seat)),
        "f": position.city_discs["san_francisco"][seat],
        **{str(value): values[value] for value in (3, 4, 5)},
    }


def objective_points(position: Position, seat: int) -> tuple[int, int]:
    """Category 7, and how many cards lie in the area in the end [GW-320 to GW-325, GW-334, A44]."""
    rancher = position.ranchers[seat]
    own = things(position, seat)
    area = sorted(rancher.area.elements())
    deck = sorted(card for card in rancher.deck().elements() if card in OBJECTIVES)
    best = best_objectives(tuple(area), tuple(deck), tuple(own[kind] for kind in KINDS))
    pays = "for_objectives" in rancher.masters

    def worth(added: int) -> tuple[int, int, int]:
        total = best[added] + (3 * ((len(area) + added) // 2) if pays else 0)
        return total, best[added], -added

    added = max(best, key=worth)
    return best[added], len(area) + added


def best_objectives(area: tuple[str, ...], deck: tuple[str, ...], own: tuple[int, ...]) -> dict[int, int]:
    """Number of cards added from the deck -> the most that the cards can bring in then."""
    cards = (*area, *deck)

    @cache
    def best(number: int, left: tuple[int, ...]) -> dict[int, int]:
        if number == len(cards):
            return {0: 0}
        card, forced = ALL_OBJECTIVES[cards[number]], number < len(area)
        found: dict[int, int] = {}

        def consider(more: dict[int, int], added: int, gain: int) -> None:
            for already, points in more.items():
                found[already + added] = max(found.get(already + added, -1000), points + gain)

        rest = tuple(have - card.tasks.count(kind) for have, kind in zip(left, KINDS, strict=True))
        if min(rest) >= 0:
            consider(best(number + 1, rest), int(not forced), card.points)
        unused = best(number + 1, left)
        consider(unused, int(not forced), -card.penalty)
        if not forced:
            consider(unused, 0, 0)
        return found

    return best(0, own)


def ranking(totals: list[int]) -> list[list[int]]:
    """Who is tied shares a place [GW-341, GW-342]."""
    return [
        [seat for seat, one in enumerate(totals) if one == total]
        for total in sorted(set(totals), reverse=True)
    ]
