"""Positions from the middle of a game, thrown together: what random games hardly ever come to."""

from __future__ import annotations

import random
from collections import Counter

from tests.referees.railroad_revolution.components import (
    CITIES,
    FEWEST_WORKERS,
    FIRST_CITIES,
    SECTIONS,
    SPECIALIZED,
    START_WHITE,
    TRACKS,
    WHITE,
    Configuration,
)
from tests.referees.railroad_revolution.milestones import give
from tests.referees.railroad_revolution.position import Company, Position
from tests.referees.railroad_revolution.tiles import (
    ANY,
    CITY_TILES,
    DEALS,
    MILESTONES,
    TELEGRAPH_TILES,
)


def arranged(configuration: Configuration, rnd: random.Random) -> Position:
    """Before a player's turn; no piece is lost or invented."""
    position = Position.laid_out(configuration)
    position.started = True
    position.starter = rnd.randrange(configuration.players)
    lay_tiles(position, rnd)
    for seat, company in enumerate(position.companies):
        company.setup_building = company.setup_rail = 0
        grow(position, seat, rnd)
        company.steps = {track: rnd.randrange(len(TRACKS[track].points)) for track in TRACKS}
        company.money = rnd.choice((0, 50, 100, 250, 400, 600, 800, 1200, 3000))
        company.shares = rnd.choice((0, 0, 1, 2, 3, 5, 9))
        take_trains(position, company, rnd)
        take_milestones(position, seat, rnd)
    for stack in ("A1", "A2"):
        position.stacks[stack] = []
    staff(position, rnd)
    if any(company.is_clear() for company in position.companies):
        position.rounds_left = rnd.choice((1, 2))
    return position


def lay_tiles(position: Position, rnd: random.Random) -> None:
    for city, (level, _) in CITIES.items():
        if city not in FIRST_CITIES:
            free = [one for one, tile in CITY_TILES.items() if tile.level == level]
            position.tile_at[city] = rnd.choice([one for one in free if one not in position.tile_at.values()])
    tiles = rnd.sample(list(TELEGRAPH_TILES), len(TELEGRAPH_TILES))
    position.tile_at |= zip((one for one, form in SECTIONS.items() if not form.deal), tiles, strict=True)
    deals = rnd.sample(list(DEALS), len(DEALS))
    turned = rnd.choice((0, 3, len(deals) - 1, len(deals) - 1))
    position.deal, position.deals = deals[0], set(deals[turned + 1 :])
    position.discarded_deals = set(deals[1 : turned + 1])


def grow(position: Position, seat: int, rnd: random.Random) -> None:
    """Rails and buildings; some have been sold, now and then all but the last."""
    company = position.companies[seat]
    for _ in range(rnd.choice((0, 4, 8, 12, 15))):
        company.track.add(rnd.choice(company.rail_spaces()[-6:]))
        company.rails -= 1
    for city in rnd.sample(company.cities(), min(len(company.cities()), rnd.randrange(7))):
        position.build_station(seat, city)
    for section in rnd.sample(list(SECTIONS), rnd.choice((0, 1, 3, 5))):
        position.build_office(seat, section)
    company.buildings -= len(company.stations) + len(company.offices)
    if rnd.random() < 0.5:
        company.rails = min(company.rails, rnd.choice((0, 1, 2, 3, 5)))
        company.buildings = min(company.buildings, rnd.choice((0, 1, 3, 5)))


def take_trains(position: Position, company: Company, rnd: random.Random) -> None:
    if rnd.random() < 0.5:
        company.face_up, company.face_down = Counter(), Counter(promote=1)
    for kind in rnd.choices(list(position.trains), k=rnd.randrange(5)):
        if position.trains[kind]:
            position.trains[kind] -= 1
            (company.face_up if rnd.random() < 0.7 else company.face_down)[kind] += 1


def take_milestones(position: Position, seat: int, rnd: random.Random) -> None:
    """Each of the two is anywhere on its way from A to D."""
    company = position.companies[seat]
    for first in ("A1", "A2"):
        stacks = (first, "B", "C", "D")
        stage = rnd.randrange(5)
        for stack in stacks[: stage + 1]:
            tile = rnd.choice(position.stacks[stack])
            position.stacks[stack].remove(tile)
            if stack in stacks[:stage]:
                company.completed.append(tile)
            else:
                give(position, seat, tile)


def staff(position: Position, rnd: random.Random) -> None:
    """Managers, and four Workers or more; now and then the supply is all but empty."""
    supply = position.supply
    supply[WHITE] = START_WHITE * len(position.companies)
    for company in position.companies:
        company.own.clear()
        for tile, there in company.managers.items():
            wanted = MILESTONES[tile].managers
            for colour in wanted[: rnd.randrange(len(wanted) + 1)]:
                there[rnd.choice(SPECIALIZED) if colour == ANY else colour] += 1
            if company.is_complete(tile):  # would have been replaced
                there.clear()
            supply.subtract(there)

    def take(company: Company) -> None:
        colours = position.colours()
        colour = WHITE if WHITE in colours and rnd.random() < 0.5 else rnd.choice(colours)
        supply[colour] -= 1
        (company.own if rnd.random() < 0.5 else company.placed)[colour] += 1

    for company in position.companies:
        for _ in range(FEWEST_WORKERS + rnd.choice((0, 0, 0, 1, 2, 5))):
            take(company)
    if rnd.random() < 0.15:
        left = rnd.randrange(3)
        while supply.total() > left:
            take(rnd.choice(position.companies))
