"""What lies on the table, and what can be told from it: costs, free places, points."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.referees.manifest_railways.components import (
    BLACK_CUBES,
    ONLY_IN_CITIES,
    POINTS,
    RESOURCES,
    SLOT_TILES,
    TERRAIN_OF,
    TILES,
    TRACK_CUBES,
    UNION_PACIFIC,
    Configuration,
    Square,
)


@dataclass
class Company:
    name: str
    hub: Square
    owner: int | None  # the player, None for an unowned one
    track: set[Square] = field(default_factory=set)
    hand: Counter[str] = field(default_factory=Counter)
    score: Counter[str] = field(default_factory=Counter)  # VP so far, by what they were for

    @property
    def points(self) -> int:
        return sum(self.score.values())

    @property
    def network(self) -> set[Square]:
        return self.track | {self.hub}

    @property
    def cubes(self) -> int:
        """Track cubes left [MR-011]."""
        return TRACK_CUBES - len(self.track)

    @property
    def west(self) -> int:
        """How far west it has come, hub included [A43]."""
        return min(column for column, _ in self.network)


class Position:
    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.board = configuration.board
        self.companies: list[Company] = []  # by seat; each one's turn comes in this order [A10]
        self.on_board: dict[Square, Counter[str]] = {}  # tiles
        self.upgraded: set[Square] = set()  # cities with a black cube
        self.face_down: Counter[str] = Counter(TILES) - configuration.taken_out
        self.face_up: Counter[str] = Counter()
        self.capital_discard: Counter[str] = Counter()
        self.resource_discard: Counter[str] = Counter()
        self.removed = configuration.taken_out
        self.age = configuration.ages[0]
        self.turn = 1  # of the age

    # --- squares ------------------------------------------------------------------------------------------

    def tiles(self, square: Square) -> Counter[str]:
        return self.on_board.get(square, Counter())

    def resources(self, square: Square) -> list[str]:
        return [kind for kind in self.tiles(square).elements() if kind in RESOURCES]

    def slots_taken(self, square: Square) -> int:
        """X2 and New City take no place [A26]."""
        return sum(n for kind, n in self.tiles(square).items() if kind in SLOT_TILES)

    def is_city(self, square: Square) -> bool:
        """Printed, or made by a New City tile [MR-063, A27]; a hub is none [A42]."""
        return square in self.board.cities or self.tiles(square)["new_city"] > 0

    def railroads(self, square: Square) -> list[Company]:
        return [one for one in self.companies if square in one.track]

    # --- track --------------------------------------------------------------------------------------------

    def can_extend_to(self, company: Company, network: set[Square]) -> list[Square]:
        """The squares that may come next to this network, money aside."""
        around = {place for square in network for place in self.board.neighbours(square)}  # [MR-075]
        return sorted(
            square
            for square in around
            if square not in network  # [MR-080, A22]
            and self.board.terrain[square] != "water"  # [MR-074]
            and square not in self.board.hubs.values()  # [MR-077, A21, A62]
        )

    def track_cost(self, company: Company, square: Square) -> int:
        """[MR-064, MR-065, MR-066, A20]"""
        competitors = sum(1 for one in self.railroads(square) if one is not company)
        return 1 + competitors + (self.board.terrain[square] == "mountain")

    def lay_track(self, company: Company, square: Square) -> None:
        """[MR-070]; a city's black cube goes back to the supply [MR-082, MR-090]."""
        company.track.add(square)
        self.upgraded.discard(square)

    def exclusive(self, company: Company) -> Counter[tuple[Square, str]]:
        """Resources where no other railroad is: spendable for track [MR-068, A17], a tie-break [A64]."""
        alone = [square for square in company.track if self.railroads(square) == [company]]
        return Counter((square, kind) for square in alone for kind in self.resources(square))

    # --- tiles and upgrades -------------------------------------------------------------------------------

    def can_be_upgraded(self, company: Company) -> list[Square]:
        """[MR-088, MR-089, A24]; none without a black cube in supply [MR-092]."""
        if len(self.upgraded) == BLACK_CUBES:
            return []
        return sorted(
            square
            for square in company.track
            if self.is_city(square) and square not in self.upgraded and not self.board.closed(square)
        )

    def allows(self, kind: str, square: Square) -> bool:
        """May the tile lie here as far as ground and city are concerned? [MR-098, MR-105, A05]"""
        if self.board.closed(square) or self.board.terrain[square] not in TERRAIN_OF[kind]:
            return False
        if kind in ONLY_IN_CITIES:
            return self.is_city(square)
        if kind == "new_city":
            return not self.is_city(square) and self.slots_taken(square) == 0  # [A27]
        return True

    def has_room_on_route(self, kind: str, square: Square) -> bool:
        """[MR-099, MR-100, MR-101, A25]; X2 goes anywhere [A28]."""
        if kind == "x2" or self.slots_taken(square) == 0:
            return True
        room = len(self.railroads(square)) + (square in self.upgraded)
        return self.is_city(square) and self.slots_taken(square) < room

    def route_squares(self, company: Company, kind: str) -> list[Square]:
        """Where Add Resource to Route may put this tile [MR-097, A38]."""
        return sorted(s for s in company.track if self.allows(kind, s) and self.has_room_on_route(kind, s))

    def region_squares(self, regions: set[int], kind: str) -> list[Square]:
        """Where Add Resource to Board may put it [MR-112, MR-113, MR-114, MR-115, MR-116, A28, A31]."""
        return sorted(
            square
            for square in self.board.terrain
            if self.board.region(square) in regions
            and self.allows(kind, square)
            and (kind == "x2" or self.slots_taken(square) == 0)
        )

    def put(self, kind: str, square: Square) -> None:
        self.on_board.setdefault(square, Counter())[kind] += 1

    def take_off(self, kind: str, square: Square) -> None:
        self.on_board[square][kind] -= 1
        self.on_board[square] = +self.on_board[square]

    # --- points -------------------------------------------------------------------------------------------

    def resource_points(self, square: Square) -> int:
        """What each railroad here gets: tile by tile, rounded up [MR-138, MR-140, MR-142, MR-143, A40]."""
        railroads = len(self.railroads(square))
        worth = sorted((POINTS[kind][self.age] for kind in self.resources(square)), reverse=True)
        doubles = self.tiles(square)["x2"]  # the best are doubled, each once, before the division [A28]
        return sum(
            -(-(points * (2 if place < doubles else 1)) // railroads) for place, points in enumerate(worth)
        )

    def age_points(self, company: Company) -> dict[str, int]:
        """What the company scores at the end of this age, item by item."""
        furthest = min(one.west for one in self.companies)
        return {
            "resources": sum(self.resource_points(square) for square in company.track),
            "cities": sum(1 for square in company.track if self.is_city(square)),  # [MR-144, MR-145, A41]
            "goal": self.board.goal_points if company.track & self.board.goals else 0,  # [MR-147, A59]
            "west": 1 if company.west == furthest else 0,  # [MR-149, MR-150, A43, A52]
        }

    def has_loose_end(self, company: Company) -> bool:
        """A square that is no city and touches at most one other of the company's [A61]."""
        return any(
            not self.is_city(square)
            and sum(1 for one in self.board.neighbours(square) if one in company.network) <= 1
            for square in company.track
        )

    def pays_for_loose_ends(self, company: Company) -> bool:
        """The Union Pacific only, and only if it has an owner [MR-194, A61]."""
        return company.name == UNION_PACIFIC and company.owner is not None and self.has_loose_end(company)

    def standing(self, company: Company) -> tuple[int, int, int, int]:
        """What decides: VP, furthest west, resources on the route, those held alone [MR-173 to MR-176]."""
        on_route = sum(len(self.resources(square)) for square in company.track)  # [A63]
        return company.points, -company.west, on_route, self.exclusive(company).total()

    def result(self, player: int) -> tuple[Any, ...]:
        """What a player's place is decided by; of two companies first the weaker one [MR-035, A53]."""
        own = sorted(self.standing(one) for one in self.companies if one.owner == player)
        return own[0] if len(own) == 1 else (own[0], own[1][0])

    def points_of(self, player: int) -> int:
        """A player's VP; with two companies those of the weaker one [MR-035]."""
        return min(one.points for one in self.companies if one.owner == player)

    def ranking(self) -> list[list[int]]:
        """Players from first to last place, those who share one together [MR-177]."""
        results = [self.result(player) for player in range(self.configuration.players)]
        return [
            [player for player, one in enumerate(results) if one == result]
            for result in sorted(set(results), reverse=True)
        ]

    # --- the end of an age ----------------------------------------------------------------------------------

    def cities_with_railroad(self) -> int:
        """Goals and New Cities are among them, and unowned companies count [MR-161, MR-164, A46]."""
        return sum(1 for square in {s for one in self.companies for s in one.track} if self.is_city(square))
