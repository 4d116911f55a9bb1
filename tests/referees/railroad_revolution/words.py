"""The referee's decisions and figures in the words of `games/railroad_revolution.rules`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.referees.railroad_revolution.asking import Chance, Choice
from tests.referees.railroad_revolution.components import (
    CITIES,
    RAIL_SPACES,
    SECTIONS,
    WHITE,
    WORKERS,
    Configuration,
)
from tests.referees.railroad_revolution.game import Game
from tests.referees.railroad_revolution.position import NEUTRAL, Company, Position
from tests.referees.railroad_revolution.tiles import MILESTONES

DECISIONS = {
    "draft": "setup_tile",
    "step": "track",
    "section": "section_site",
    "city": "station_site",
    "swap": "swap",
    "rail": "rail",
    "recall": "recall",
    "worker": "place",
    "action": "main",
    "effect": "effect",
    "discard": "tile_worker",
    "sale": "sale",
    "deal for one": "grey_deal",
    "deal": "deal",
    "guest deal": "guest",
    "completing": "completing",
    "keep": "keep",
    "gate": "gate_worker",
    "give": "swap_given",
    "take": "swap_taken",
    "also promote": "also",
    "also step": "one_step_more",
    "train": "train",
    "hired": "hired",
    "one of": "reward",
    "any worker": "any_worker",
    "flip": "flip",
    "train bonus": "train_bonus",
    "promote": "promote",
    "onto": "onto",
}
EVENTS = {
    "deal": "deal_pile",
    "starter": "starter",
    "milestone": "pile",
    "city tile": "city_tile",
    "telegraph tile": "telegraph_tile",
    "setup tile": "setup_tile",
    "side": "side",
    "colour": "colour",
}
TRACK_NAMES = {"telegraph": "telegraph_track", "stations": "station_track", "network": "network_track"}
ABILITIES = {"purple": "foreman", "orange": "accountant", "grey": "negotiator", "turquoise": "engineer"}
EFFECTS = {"pay": "payment", "sell": "sale", "flip": "flipping", "stop": "done"}
STOPS = {"effect": "done", "deal": "done", "guest deal": "pass"}
SIDES = ("left", "right")  # of a Deal tile
SCORES = {
    "trains": "Trains",
    "milestones": "Milestones",
    "network": "Network",
    "stations": "Stations",
    "telegraph": "Telegraph",
    "connections": "Connections",
}


def word(name: str, option: Any, worker: str) -> str:
    """An option in the words of its decision."""
    if option == "stop":
        return STOPS.get(name, "stop")
    if option == "hire":
        return "hire"
    if isinstance(option, tuple):
        where, what = option
        return f"{where} train_{what}" if name == "flip" else f"{where} {what}"
    if isinstance(option, int):
        return f"s{option}" if name == "section" else SIDES[option]
    if name == "effect":
        return ABILITIES[worker] if option == "ability" else EFFECTS.get(option, option)
    if name == "step":
        return TRACK_NAMES[option]
    if name == "train":
        return f"train_{option}"
    if name == "one of":
        return f"gain_worker of {option}"
    return "go_on" if name == "recall" else str(option)


class RailroadWords:
    """What is pending in the words of the rules file."""

    def __init__(self, game: Game, tastes: Mapping[str, float]) -> None:
        self.game = game
        self.tastes = tastes  # how gladly an option is taken

    def over(self) -> bool:
        return self.game.over

    def _outcomes(self) -> dict[str, Any]:
        chance = self.game.pending
        assert isinstance(chance, Chance)
        numbered = chance.name in ("starter", "side")
        return {f"{EVENTS[chance.name]}: {one + 1 if numbered else one}": one for one in chance.outcomes}

    def chance(self) -> dict[str, float] | None:
        if not isinstance(self.game.pending, Chance):
            return None
        outcomes = self._outcomes()
        return dict.fromkeys(outcomes, 1 / len(outcomes))

    def bring(self, label: str) -> None:
        self.game.go_on(self._outcomes()[label])

    def _choice(self) -> Choice:
        assert isinstance(self.game.pending, Choice)
        return self.game.pending

    def player(self) -> int:
        return self._choice().seat

    def _labels(self) -> dict[str, Any]:
        choice, action = self._choice(), self.game.position.action
        worker = action.worker if action else ""
        return {
            f"{DECISIONS[choice.name]}: {word(choice.name, one, worker)}": one for one in self.game.options
        }

    def options(self) -> list[str]:
        return list(self._labels())

    def choose(self, label: str) -> None:
        self.game.go_on(self._labels()[label])

    def likes(self, label: str) -> float:
        decision, _, option = label.partition(": ")
        return self.tastes.get(label, self.tastes.get(option, self.tastes.get(decision, 1.0)))

    # --- figures --------------------------------------------------------------------------------------------

    def settled(self) -> bool:
        """Before a player's turn, and at the end: in the middle of things pieces may be on their way."""
        pending = self.game.pending
        return pending is None or (isinstance(pending, Choice) and pending.name in ("worker", "recall"))

    def figures(self) -> dict[str, Any]:
        return figures(self.game.position)


def options_of(configuration: Configuration) -> dict[str, Any]:
    """How the engine is asked for this configuration."""
    return {
        "players": configuration.players,
        "milestones_chosen": configuration.whole_stack,
        "gates_dear": configuration.dear_gates,
    }


def building_of(owner: int | None) -> str | None:
    if owner is None:
        return None
    return "neutral building" if owner == NEUTRAL else f"building of {owner + 1}"


def trains(kinds: Mapping[str, int]) -> dict[str, int]:
    return {f"train_{kind}": number for kind, number in kinds.items()}


def in_order(names: Iterable[str], order: Iterable[str]) -> list[str]:
    return [name for name in order if name in set(names)]


def figures(position: Position) -> dict[str, Any]:
    """Path in the engine's dictionary -> what the referee holds; whatever is empty there may be left out."""
    companies = {str(seat + 1): company for seat, company in enumerate(position.companies)}
    managers = {tile: there for one in position.companies for tile, there in one.managers.items()}
    found: dict[str, Any] = {
        "starter": str(position.starter + 1),
        "supply": dict(position.supply),
        "train_stock": trains(position.trains),
        "deal_pile/top": position.deal,
        "deal_pile/middle": sorted(position.deals),
        "deal_pile/discard_pile": sorted(position.discarded_deals),
        "cities/tile": {city: position.tile_at[city] for city in CITIES},
        "sections/telegraph_tile": {f"s{one}": position.tile_at.get(one) for one in SECTIONS},
        "milestones/managers": {tile: dict(managers.get(tile, {})) for tile in MILESTONES},
        "rail_spaces/track": {
            space: {f"rail of {seat}": 1 for seat, company in companies.items() if space in company.track}
            for space in RAIL_SPACES
        },
    }
    found |= buildings(position, companies)
    if position.rounds_left:
        found["rounds_to_end"] = position.rounds_left
    for stack in ("B", "C", "D"):
        found[f"pile/middle/{stack.lower()}"] = in_order(position.stacks[stack], MILESTONES)
    for seat, company in companies.items():
        found |= {f"players/{name}/{seat}": value for name, value in holdings(company).items()}
    return found


def buildings(position: Position, companies: Mapping[str, Company]) -> dict[str, Any]:
    """Where they stand; whoever is not the first stands to the right."""
    first_office = position.first_office
    return {
        "cities/first_station": {city: building_of(position.first_station.get(city)) for city in CITIES},
        "sections/first_office": {f"s{one}": building_of(first_office.get(one)) for one in SECTIONS},
        "cities/later_stations": {
            city: {
                f"building of {seat}": 1
                for seat, company in companies.items()
                if city in company.stations and position.first_station[city] != int(seat) - 1
            }
            for city in CITIES
        },
        "sections/later_offices": {
            f"s{one}": {
                f"building of {seat}": 1
                for seat, company in companies.items()
                if one in company.offices and first_office[one] != int(seat) - 1
            }
            for one in SECTIONS
        },
    }


def holdings(company: Company) -> dict[str, Any]:
    return {
        "money": company.money,
        "shares": company.shares,
        "own": dict(company.own),
        "placed": dict(company.placed),
        "buildings": company.buildings,
        "rails": company.rails,
        "up": trains(company.face_up),
        "down": trains(company.face_down),
        "milestones": in_order(company.milestones, MILESTONES),
        "completed": in_order(company.completed, MILESTONES),
        "progress": {TRACK_NAMES[name]: str(step + 1) for name, step in company.steps.items()},
    }


def set_up(engine: Any, position: Position, player: int, seed: int = 0) -> Any:
    """The engine's state of a position made by hand, before a player's turn; chance is asked for."""
    companies = position.companies
    whites = position.supply[WHITE] + sum(one.own[WHITE] + one.placed[WHITE] for one in companies)
    whites += sum(there[WHITE] for one in companies for there in one.managers.values())
    held = {tile for one in companies for tile in (*one.milestones, *one.completed)}
    edits = {path.replace("/", "."): value for path, value in figures(position).items()}
    for seat in range(len(companies)):
        edits[f"players.spare_building.{seat + 1}"] = edits[f"players.spare_rail.{seat + 1}"] = {}
    edits["box.workers"] = {WHITE: WORKERS[WHITE] - whites}
    edits["pile.middle.a1"] = edits["pile.middle.a2"] = []
    boxed = {tile for tile in MILESTONES if tile.startswith("a") and tile not in held}
    edits["box.milestones"] = {tile: int(tile in boxed) for tile in MILESTONES}
    return engine.State.setup(
        **options_of(position.configuration),
        seed=seed,
        chance="explicit",
        edits=edits,
        at=f"turn of {player + 1}",
    )
