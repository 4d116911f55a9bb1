"""The referee's decisions and figures in the words of `games/pacific_rails_inc.rules`."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import Any

from tests.referees.course import CourseWords, state_of
from tests.referees.pacific_rails_inc.components import (
    ALL_SPACES,
    ALL_TOKENS,
    ALL_WORKERS,
    CARRIAGES,
    DISTRICTS,
    ITEMS,
    SENATORS,
    SPECIALISTS,
    STOCK,
    WORKERS,
    Configuration,
)
from tests.referees.pacific_rails_inc.game import Game
from tests.referees.pacific_rails_inc.position import Position
from tests.referees.pacific_rails_inc.scoring import BUILDINGS, CARGO, GOALS, PLAY
from tests.referees.pacific_rails_inc.tastes import TASTES, Taste

SCORES = {
    PLAY: "Points during the game",
    BUILDINGS: "Stations and Telegraphs",
    CARGO: "Track Tiles in cargo",
    GOALS: "Scoring Goals",
}

SEATS = [f"seat_{number}" for number in range(1, 7)]


class RailWords(CourseWords[Position]):
    """What is pending in the words of the rules file."""

    def __init__(self, game: Game, taste: Taste = TASTES[0]) -> None:
        super().__init__(game)
        self.taste = taste  # how gladly an option is taken

    def likes(self, label: str) -> float:
        return self.taste(self.choice(), label.partition(": ")[2])

    def settled(self) -> bool:
        """Not while the game is set up: pieces come to the table in an order of no importance."""
        return self.game.position.started

    def figures(self) -> dict[str, Any]:
        return figures(self.game.position)


def options_of(configuration: Configuration) -> dict[str, Any]:
    """How the engine is asked for this configuration."""
    return {"players": configuration.players, "round_limit": configuration.round_limit}


def pieces(kind: str, number_of: dict[str, int]) -> dict[str, str]:
    """Whose stands where."""
    return {place: f"{kind} of {seat + 1}" for place, seat in number_of.items()}


def figures(position: Position) -> dict[str, Any]:
    """Path in the engine's dictionary -> what the referee holds; whatever is empty there may be left out."""
    yard: dict[str, Counter[str]] = {}
    for seat, company in enumerate(position.companies):
        for space in company.engines:
            yard.setdefault(space, Counter())[f"engine of {seat + 1}"] += 1
    players = position.players
    found: dict[str, Any] = {
        "action_spots/occupant": pieces("worker", position.occupant),
        "districts/guest": pieces("worker", position.guest),
        "districts/lots": {
            district: {f"house of {seat + 1}": position.houses_in(district, seat) for seat in range(players)}
            for district in DISTRICTS
        },
        "spaces/track": {space: position.track.get(space) for space in ALL_SPACES},
        "spaces/station": pieces("house", position.station),
        "spaces/telegraph": pieces("telegraph", position.telegraph),
        "spaces/yard": {space: dict(yard.get(space, {})) for space in ALL_SPACES},
        "supply": dict(position.supply),
        "specialist_stock": dict(position.tokens),
        "upgrade_stock": dict(position.upgrades),
        "senators/lowered": {name: name in position.lowered for name in SENATORS},
        "goal_deck": position.hidden_goals,
        "shown_goals": position.goals,
        "round": position.round,
        "coasts_met": position.joined,
        "pool": position.pool,
        "box/workers": {str(seat + 1): ALL_WORKERS - WORKERS[players] for seat in range(players)},
        "box/specialists": {name: ALL_TOKENS - number for name, number in specialists(position).items()},
        "box/items": {item: STOCK[item] - number for item, number in items(position).items()},
        "rounds_to_end": int(position.in_last_round),
    }
    for seat in range(players):
        found |= {f"players/{path}/{seat + 1}": value for path, value in holdings(position, seat).items()}
    return found


def specialists(position: Position) -> dict[str, int]:
    """In the game; the others are in the box."""
    trains = [company.seated for company in position.companies]
    return {name: position.tokens[name] + sum(one.count(name) for one in trains) for name in SPECIALISTS}


def items(position: Position) -> dict[str, int]:
    laid = Counter(position.track.values())
    held = [company.cargo for company in position.companies]
    return {item: position.supply[item] + laid[item] + sum(one[item] for one in held) for item in ITEMS}


def holdings(position: Position, seat: int) -> dict[str, Any]:
    company = position.companies[seat]
    return {
        "vp": company.points,
        "hats": company.hats,
        "mast": company.mast,
        "reserve": {f"worker of {seat + 1}": company.workers},
        "house_row": {item: company.rows[item] for item in ITEMS},
        "cargo": dict(company.cargo),
        "seated": dict(zip_longest(SEATS, company.seated)),
        "upgraded": {carriage: company.upgrades.get(carriage) for carriage in CARRIAGES},
    }


def set_up(engine: Any, position: Position, seat: int, seed: int = 0) -> Any:
    """The engine's state of a position made by hand, before a player's turn; chance is asked for."""
    options = options_of(position.configuration)
    return state_of(engine, options, figures(position), f"turn of {seat + 1}", seed)
