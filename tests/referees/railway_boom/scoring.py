"""The end: objectives, what is left, the best railway, and who is before whom [RB-210 to RB-240]."""

from __future__ import annotations

from tests.referees.railway_boom.cards import OBJECTIVES
from tests.referees.railway_boom.components import CITIES, LOCOMOTIVES, TRACK, YIELDS
from tests.referees.railway_boom.country import CITY_AT, KIND, NEIGHBOURS, Space, connected, longest_line
from tests.referees.railway_boom.position import Position, total

RESOURCES_PER_VP = 2
VP_PER_TOKEN = 2
LARGE = 4  # slots of a locomotive that Cargo Mogul looks for
COUNTED_KINDS = {
    "residential_tycoon": ("plains",),
    "forest_tycoon": ("forest",),
    "mountain_tycoon": ("mountain",),
    "water_tycoon": ("river", "inlet"),
    "tourism_tycoon": ("tourist city",),
}
COUNTED_TRACKS = {
    "material_investor": "materials",
    "money_investor": "money",
    "tech_investor": "technology",
    "coal_investor": "coal",
    "stock_investor": "vp",
}


def times_met(position: Position, seat: int, objective: str) -> int:
    """[RB-211 to RB-232]"""
    tycoon = position.tycoons[seat]
    if objective in COUNTED_KINDS:
        return sum(KIND[space] in COUNTED_KINDS[objective] for space in tycoon.railways)
    if objective in COUNTED_TRACKS:
        return tycoon.levels[COUNTED_TRACKS[objective]]
    match objective:
        case "terrain_tycoon":
            return len({KIND[space] for space in tycoon.railways})
        case "humble_investor":
            return min(tycoon.levels[track] for track in YIELDS)
        case "express_tycoon":
            return longest_line(tycoon.railways)
        case "cargo_mogul":
            return sum(LOCOMOTIVES[one].slots >= LARGE for one in tycoon.locomotives())
        case "city_tycoon":
            return best_city(position, seat)
        case "development_mogul":
            return len(tycoon.cards)
        case "fleet_mogul":
            return len(tycoon.fleet)
        case "partnership_tycoon":
            return sum(position.foreign(seat, space) > 0 for space in tycoon.own)
    raise ValueError(objective)


def best_city(position: Position, seat: int) -> int:
    """[RB-222, RB-223, A35]"""

    def tokens_around(space: Space) -> int:
        return sum(one in tycoon.own for one in NEIGHBOURS[space] for tycoon in position.tycoons)

    own = position.tycoons[seat].own
    return max((tokens_around(space) for space in own if CITY_AT.get(space) in CITIES), default=0)


def best_railway(position: Position, seat: int) -> int:
    """Railway Tokens in it [RB-236, RB-237, A37]."""
    tycoon = position.tycoons[seat]
    return max((len(connected(space, tycoon.own) & tycoon.railways) for space in tycoon.own), default=0)


def points(position: Position, seat: int) -> dict[str, int]:
    """Line of the sheet -> VP."""
    stock = position.tycoons[seat].stock
    found = {"During the game": stock["vp"]}
    for number, objective in enumerate(position.objectives, start=1):
        slots = [slot for slot, owner in position.cubes[objective].items() if owner == seat]
        multiplier = OBJECTIVES[objective].multipliers[slots[0] - 1] if slots else 0
        found[f"Objective {number}"] = multiplier * times_met(position, seat, objective)
    found["Resources"] = total(stock) // RESOURCES_PER_VP
    found["Best railway"] = VP_PER_TOKEN * best_railway(position, seat)
    return found


def tiles_owned(position: Position, seat: int) -> int:
    """[RB-239, A55]"""
    tycoon = position.tycoons[seat]
    return tycoon.tiles.total() + sum(position.loaded[card].total() for card in tycoon.fleet)


def ranking(position: Position) -> list[list[int]]:
    """[RB-238 to RB-240]; no two discs share a space [A56]."""

    def standing(seat: int) -> tuple[int, int, int, int]:
        tycoon = position.tycoons[seat]
        return (
            sum(points(position, seat).values()),
            len(tycoon.railways),
            tiles_owned(position, seat),
            TRACK.index(tycoon.spot),
        )

    return [[seat] for seat in sorted(range(position.players), key=standing, reverse=True)]
