"""The referee's decisions and figures in the words of `games/great_western_trail.rules`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.referees.course import CourseWords, liked, state_of
from tests.referees.great_western_trail.actions import BUILDINGS
from tests.referees.great_western_trail.components import (
    CITIES,
    MASTERS,
    NEXT,
    SPOTS,
    STATIONS,
    TRADE,
    Configuration,
)
from tests.referees.great_western_trail.game import Game
from tests.referees.great_western_trail.position import NEUTRAL, House, Position

SCORES = {
    "money": "Money",
    "buildings": "Buildings",
    "cities": "Cities",
    "stations": "Stations",
    "hazards": "Hazards",
    "cattle": "Cattle",
    "objectives": "Objective cards",
    "masters": "Station masters",
    "workers": "Workers",
    "steps": "Step space",
    "token": "Job market token",
}
SPACES = tuple(dict.fromkeys((*NEXT, *TRADE)))  # of the trail, and off it


class TrailWords(CourseWords[Position]):
    """What is pending in the words of the rules file."""

    def __init__(self, game: Game, tastes: Mapping[str, float]) -> None:
        super().__init__(game)
        self.tastes = tastes  # how gladly an option is taken

    def likes(self, label: str) -> float:
        return liked(label, self.tastes)

    def settled(self) -> bool:
        """Not while the game is set up: pieces come to the table in an order of no importance."""
        return self.game.position.started

    def figures(self) -> dict[str, Any]:
        found = figures(self.game.position)
        if self.over():
            del found["turns_to_end"]  # it counts the turns that are still to begin
        return found


def options_of(configuration: Configuration) -> dict[str, Any]:
    """How the engine is asked for this configuration."""
    return {
        "players": configuration.players,
        "neutral_buildings": "by_letter" if configuration.by_letter else "at_random",
        "sides": configuration.sides,
    }


def house_word(house: House | None) -> str | None:
    if house is None:
        return None
    return house.name if house.owner == NEUTRAL else f"{house.name} of {house.owner + 1}"


def discs(number_of: Mapping[int, int]) -> dict[str, int]:
    return {f"disc of {seat + 1}": number for seat, number in number_of.items()}


def figures(position: Position) -> dict[str, Any]:
    """Path in the engine's dictionary -> what the referee holds; whatever is empty there may be left out."""
    ranchers = position.ranchers
    found: dict[str, Any] = {
        "starter": str(position.starter + 1),
        "token": position.token,
        "trail/house": {space: house_word(position.house.get(space)) for space in SPACES},
        "trail/tile_here": {space: position.tile.get(space) for space in SPACES},
        "job_rows/waiting": {row: dict(there) for row, there in position.waiting.items()},
        "stations/master_here": {name: position.masters.get(name) for name in STATIONS},
        "stations/appointed": {
            name: {position.appointed[name]: 1} if name in position.appointed else {} for name in STATIONS
        },
        "stations/discs_on": {name: discs(Counter(position.station_discs[name])) for name in STATIONS},
        "cities/crest": {city: discs(position.city_discs[city]) for city in CITIES},
        "spots/offer": {spot: dict(position.offer[spot]) for spot in SPOTS},
        "supply": {spot: dict(position.piles[spot]) for spot in SPOTS},
        "display": dict(position.display),
        "objectives": dict(position.objectives),
        "cattle_market": dict(position.market),
        "cattle_stack": dict(position.stack),
        "first_cards": dict(position.first_objectives),
        "turns_to_end": position.turns_left or 0,
        "token_owner": next((str(seat + 1) for seat, one in enumerate(ranchers) if one.has_token), None),
    }
    for seat, rancher in enumerate(ranchers):
        name = str(seat + 1)
        holdings: dict[str, Any] = {
            "money": rancher.money,
            "crew": rancher.crew,
            "discs_left": {space: discs({seat: number}) for space, number in rancher.discs.items()},
            "won_tiles": dict(rancher.tiles),
            "area": dict(rancher.area),
            "herd/middle": dict(rancher.stack),
            "herd/discard_pile": dict(rancher.discarded),
            "hand": dict(rancher.hand),
            "cattleman": rancher.cattleman,
            "engine": rancher.engine,
            "certificate_track": str(rancher.certificates),
        }
        found |= {f"players/{path}/{name}": value for path, value in holdings.items()}
        found[f"players/masters_won/{name}"] = [one for one in MASTERS if one in rancher.masters]
        found[f"players/houses/{name}"] = [
            f"{house} of {name}" for house in BUILDINGS if house in rancher.houses
        ]
    return found


def set_up(engine: Any, position: Position, seat: int, begin: str = "turn", seed: int = 0) -> Any:
    """The engine's state of a position made by hand; chance is asked for."""
    options = options_of(position.configuration)
    return state_of(engine, options, figures(position), f"{begin} of {seat + 1}", seed)
