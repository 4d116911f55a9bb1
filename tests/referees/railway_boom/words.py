"""The referee's decisions and figures in the words of `games/railway_boom.rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.referees.course import CourseWords, liked, state_of
from tests.referees.railway_boom.asking import Chance
from tests.referees.railway_boom.cards import DEVELOPMENTS, OBJECTIVES, ROUTES
from tests.referees.railway_boom.components import (
    CARRIAGES,
    CITIES,
    DECK_OF_LOCOMOTIVES,
    OPEN_SLOTS,
    SIGHTS,
    STATION_CARDS,
    TRAIN_CARDS,
    YIELDS,
    Configuration,
)
from tests.referees.railway_boom.country import SPACES, label
from tests.referees.railway_boom.game import Game
from tests.referees.railway_boom.position import Position

SETS = ("set_1", "set_2", "set_3", "set_4")
SLOTS = ("slot_1", "slot_2", "slot_3", "slot_4")
BATCHES = 32  # that the rules file has room for


class BoomWords(CourseWords[Position]):
    """What is pending in the words of the rules file."""

    def __init__(self, game: Game, tastes: Mapping[str, float]) -> None:
        super().__init__(game)
        self.tastes = tastes  # how gladly an option is taken

    def likes(self, label: str) -> float:
        return liked(label, self.tastes)

    def settled(self) -> bool:
        """Not while cards are drawn: they come to the table in an order of no importance."""
        return not isinstance(self.game.pending, Chance)

    def figures(self) -> dict[str, Any]:
        return figures(self.game.position)


def options_of(configuration: Configuration) -> dict[str, Any]:
    """How the engine is asked for this configuration."""
    return {"players": configuration.players, "location_variety": configuration.location_variety}


def figures(position: Position) -> dict[str, Any]:
    """Path in the engine's dictionary -> what the referee holds; whatever is empty there may be left out."""
    seats = range(position.players)
    batches = position.development_deck + [[]] * (1 + BATCHES - len(position.development_deck))
    found: dict[str, Any] = {
        "round_number": position.round,
        "locomotive_row": [one for one in DECK_OF_LOCOMOTIVES if one in position.locomotive_row],
        "carriage_row": [one for one in CARRIAGES if one in position.carriage_row],
        "station_row": [one for one in STATION_CARDS if one in position.station_row],
        "route_row": [one for one in ROUTES if one in position.routes],
        "objective_row": position.objectives,
        "locomotive_deck": [one for one in DECK_OF_LOCOMOTIVES if one in position.locomotive_deck],
        "carriage_deck": [one for one in CARRIAGES if one in position.carriage_deck],
        "station_deck": [one for one in STATION_CARDS if one in position.station_deck],
        "objective_deck": position.objective_deck,
        "route_deck": position.route_deck,
        "box/train_cards": dict.fromkeys(position.boxed, 1),
        "box/objectives": {one: 1 for one in OBJECTIVES if one not in position.objectives},
        "box/route_cards": {one: 1 for one in ROUTES if one not in position.routes},
        "card_sets/cards": {one: position.sets.get(one, []) for one in SETS},
        "card_sets/chosen": {one: one in {seat.chose for seat in position.tycoons} for one in SETS},
        "cities/chosen": {
            one: one in {seat.chose for seat in position.tycoons} for one in (*CITIES, *SIGHTS)
        },
        "cities/tile": {one: position.faces.get(one) for one in (*CITIES, *SIGHTS)},
        "route_cards/claims": {
            one: [str(seat + 1) for seat in seats if seat in position.claims[one]] for one in ROUTES
        },
        "tile_supply": {kind: position.tiles_left(kind) for kind in YIELDS},
        "train_cards/operated": {one: one in position.operated for one in TRAIN_CARDS},
        "train_cards/eased": {one: one in position.eased for one in TRAIN_CARDS},
        "train_cards/tiles": {one: dict(position.loaded[one]) for one in TRAIN_CARDS},
        "development_cards/used": {one: one in position.used for one in DEVELOPMENTS},
        "development_deck/middle": in_order(batches[0]),
        "development_deck/under": {
            str(number): in_order(batch) for number, batch in enumerate(batches[1:], start=1)
        },
        "spaces/tokens/railway_tokens": {
            label(space): {
                f"railway_token of {seat + 1}": 1
                for seat in seats
                if space in position.tycoons[seat].railways
            }
            for space in SPACES
        },
        "spaces/tokens/station_tokens": {
            label(space): {
                f"station_token of {seat + 1}": 1
                for seat in seats
                if space in position.tycoons[seat].stations
            }
            for space in SPACES
        },
        "cubes": cubes_left(position),
        "objectives/cube": {one: cube_words(position, one) for one in OBJECTIVES},
    }
    gone = set(STATION_CARDS) - set(position.station_deck) - set(position.station_row)
    found["station_cards"] = dict.fromkeys(gone, 1)
    for seat, tycoon in enumerate(position.tycoons):
        name = str(seat + 1)
        holdings: dict[str, Any] = {
            "stock": dict(tycoon.stock),
            "power": tycoon.power,
            "spot": tycoon.spot,
            "confirmed": tycoon.confirmed,
            "fleet": [one for one in TRAIN_CARDS if one in tycoon.fleet],
            "cards": [one for one in DEVELOPMENTS if one in tycoon.cards],
            "supply": {f"railway_token of {name}": tycoon.tokens_left},
            "top_row": {f"station_token of {name}": tycoon.stations_left},
            "tiles": dict(tycoon.tiles),
            "income": {track: str(level) for track, level in tycoon.levels.items()},
        }
        found |= {f"players/{path}/{name}": value for path, value in holdings.items()}
    return found


def cubes_left(position: Position) -> dict[str, int]:
    """Neutral ones lie on what nobody needs [RB-033, RB-034]; those of others stay where they are."""
    placed = [seat for slots in position.cubes.values() for seat in slots.values()]
    closed = (4 - len(OPEN_SLOTS[position.players])) * len(position.objectives)
    return {f"cube of {seat + 1}": 4 - placed.count(seat) for seat in range(4)} | {"neutral cube": 8 - closed}


def in_order(cards: list[str]) -> list[str]:
    return [one for one in DEVELOPMENTS if one in cards]


def cube_words(position: Position, objective: str) -> dict[str, str | None]:
    """Spaces that nobody needs are covered by neutral cubes [RB-033, RB-034]."""
    words: dict[str, str | None] = dict.fromkeys(SLOTS)
    if objective in position.cubes:
        closed = [slot for slot in range(1, 5) if slot not in OPEN_SLOTS[position.players]]
        words |= {SLOTS[slot - 1]: "neutral cube" for slot in closed}
        words |= {SLOTS[slot - 1]: f"cube of {seat + 1}" for slot, seat in position.cubes[objective].items()}
    return words


def set_up(engine: Any, position: Position, begin: str, seed: int = 0) -> Any:
    """The engine's state of a position made by hand; chance is asked for."""
    options = options_of(position.configuration)
    return state_of(engine, options, figures(position), begin, seed)
