"""The end: points, goals, who has won."""

from __future__ import annotations

from tests.referees.pacific_rails_inc.components import BUILDINGS_POINTS, GOAL_POINTS, SPECIALISTS, TILES
from tests.referees.pacific_rails_inc.position import Position

PLAY, BUILDINGS, CARGO, GOALS = "play", "buildings", "cargo", "goals"


def count(position: Position, seat: int, goal: str) -> int:
    """[PR-223 to PR-234, A46, A47]"""
    company, what = position.companies[seat], goal.removesuffix("_goal")
    if what == "station":
        return position.stations(seat)
    if what == "telegraph":
        return position.telegraphs(seat)
    if what == "house":
        return position.houses(seat)
    if what == "upgrade":
        return len(company.upgrades)
    return company.seated.count(what) if what in SPECIALISTS else company.cargo[what]


def goal_points(position: Position, seat: int) -> int:
    """To a single leader only [PR-221, PR-222]."""
    total = 0
    for goal in position.goals:
        own = count(position, seat, goal)
        if all(count(position, other, goal) < own for other in position.others(seat)):
            total += GOAL_POINTS
    return total


def points(position: Position, seat: int) -> dict[str, int]:
    company = position.companies[seat]
    return {
        PLAY: company.points,
        BUILDINGS: BUILDINGS_POINTS[position.stations(seat) + position.telegraphs(seat)],
        CARGO: sum(company.cargo[tile] for tile in TILES),
        GOALS: goal_points(position, seat),
    }


def strength(position: Position, seat: int) -> tuple[int, int, int]:
    """[PR-235 to PR-237]"""
    buildings = position.stations(seat) + position.telegraphs(seat)
    return sum(points(position, seat).values()), position.houses(seat), buildings


def ranking(position: Position) -> list[list[int]]:
    """[PR-238]"""
    strengths = [strength(position, seat) for seat in range(position.players)]
    return [
        [seat for seat, one in enumerate(strengths) if one == value]
        for value in sorted(set(strengths), reverse=True)
    ]
