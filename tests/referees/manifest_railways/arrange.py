"""Positions from the middle of a game, thrown together: what random games hardly ever come to."""

from __future__ import annotations

import random
from collections import Counter

from tests.referees.manifest_railways.components import (
    BLACK_CUBES,
    PLACEABLE,
    RESOURCES,
    TILES,
    TURNS_PER_AGE,
    WESTERN_PACIFIC,
    Configuration,
)
from tests.referees.manifest_railways.position import Company, Position


def arranged(configuration: Configuration, rnd: random.Random) -> Position:
    """At the beginning of a round, which is a player's turn; no tile is lost or invented."""
    position = Position(configuration)
    names = list(configuration.companies)
    chosen = [names[0], *rnd.sample(names[1:], configuration.owned - 1)]
    rnd.shuffle(chosen)
    for seat, name in enumerate(chosen):
        position.companies.append(Company(name, position.board.hubs[name], seat % configuration.players))
    for name in names:
        if name not in chosen:
            position.companies.append(Company(name, position.board.hubs[name], None))
    position.age = rnd.choice(configuration.ages)
    position.turn = rnd.randint(2, TURNS_PER_AGE)
    for company in position.companies:
        if company.owner is not None:
            company.score["resources"] = rnd.choice((0, 1, 20))
        grow(position, company, rnd)
    scatter(position, rnd)
    share_out(position, rnd)
    return position


def grow(position: Position, company: Company, rnd: random.Random) -> None:
    """Track, mostly to the west, and now and then to its last cube."""
    if company.name == WESTERN_PACIFIC:  # has built there in its first turn [A60]
        position.lay_track(company, (7, 9))
    eager = rnd.random()
    for _ in range(company.cubes if rnd.random() < 0.1 else rnd.randrange(company.cubes)):
        squares = position.can_extend_to(company, company.network)
        westward = rnd.random() < eager
        position.lay_track(company, min(squares) if westward else rnd.choice(squares))


def scatter(position: Position, rnd: random.Random) -> None:
    """Tiles on the board, most of them on track, and black cubes."""
    track = sorted({square for one in position.companies for square in one.track})
    favourites = rnd.sample(track, min(4, len(track)))  # several tiles come to lie in one square
    everywhere = sorted(position.board.terrain)
    for number in range(rnd.randint(0, 40)):
        kind = rnd.choice(("new_city", "x2", "blight") if number < 8 else PLACEABLE)
        where = rnd.choice((favourites, favourites, track, track, everywhere))
        square = rnd.choice(where or everywhere)
        fits = position.allows(kind, square) and position.has_room_on_route(kind, square)
        if position.face_down[kind] and fits:
            position.face_down[kind] -= 1
            position.put(kind, square)
    for company in position.companies:
        for city in position.can_be_upgraded(company):
            if rnd.random() < 0.3 and len(position.upgraded) < BLACK_CUBES:
                position.upgraded.add(city)


def share_out(position: Position, rnd: random.Random) -> None:
    """Hands, face-up tiles and discards from what is left; special tiles more often than by chance."""

    def take(kinds: tuple[str, ...], into: Counter[str]) -> None:
        left = [kind for kind in kinds if position.face_down[kind]]
        if left:
            kind = rnd.choice(left)
            position.face_down[kind] -= 1
            into[kind] += 1

    every = tuple(TILES)
    for company in position.companies:
        if company.owner is not None:
            money = rnd.random() < 0.4
            for _ in range(rnd.choice((3, 5, 5, 5, 6, 7))):
                some = rnd.random() < 0.5
                take(
                    ("double_capital", "mountain_pass", "capital") if money and some else every, company.hand
                )
    for _ in range(rnd.choice((0, 3, 6))):
        take(RESOURCES, position.face_up)
    for _ in range(rnd.randint(0, 8)):
        take(("capital", "double_capital"), position.capital_discard)
    for _ in range(rnd.randint(0, 8)):
        take((*PLACEABLE, "mountain_pass"), position.resource_discard)
    for _ in range(rnd.choice((0, 20, 100))):
        take(every, position.removed)
