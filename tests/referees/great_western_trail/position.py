"""What lies on the table, and what can be told from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.referees.great_western_trail.actions import BUILDINGS, OBJECTIVES, Building
from tests.referees.great_western_trail.components import (
    BEFORE,
    BUILDING_SPACES,
    CATTLE,
    CERTIFICATES,
    CERTIFIED,
    CITIES,
    DISC_SPACES,
    FEES,
    FIRST_TOKEN_ROW,
    HAND,
    HAND_SPACE_COST,
    HAZARD_SPACES,
    HERD,
    JOB_ROWS,
    JOBS,
    KANSAS_CITY,
    MARKET,
    NEXT,
    PLACES_FOR_WORKERS,
    ROWS,
    SPOTS,
    STATIONS,
    STEPS,
    STEPS_WITH_DOLLARS,
    STEPS_WITH_POINTS,
    TILES,
    TRADE,
    WOODS,
    Configuration,
)

NEUTRAL = -1  # the owner of a neutral building


@dataclass
class House:
    """A building on the trail."""

    name: str
    owner: int

    @property
    def printed(self) -> Building:
        return BUILDINGS[self.name]


@dataclass
class Rancher:
    """A player's board and what lies around it."""

    money: int = 0
    discs: Counter[str] = field(
        default_factory=lambda: Counter({space: one.discs for space, one in DISC_SPACES.items()})
    )
    crew: dict[str, list[str]] = field(default_factory=lambda: {job: [] for job in JOBS})
    houses: list[str] = field(default_factory=list)  # above her board
    masters: set[str] = field(default_factory=set)
    tiles: Counter[str] = field(default_factory=Counter)  # teepees and hazards
    area: Counter[str] = field(default_factory=Counter)
    stack: Counter[str] = field(
        default_factory=lambda: Counter({card: one.count for card, one in HERD.items()})
    )
    hand: Counter[str] = field(default_factory=Counter)
    discarded: Counter[str] = field(default_factory=Counter)
    cattleman: str | None = None
    engine: str = "r0"
    certificates: int = 0  # the number beside the marker
    has_token: bool = False

    def clear(self, space: str) -> int:
        """How many spaces of this kind hold no disc."""
        return DISC_SPACES[space].spaces - self.discs[space]

    @property
    def hand_limit(self) -> int:
        return HAND + self.clear("hand_cards")

    @property
    def certificate_limit(self) -> int:
        """[GW-110, GW-146, GW-147]"""
        if not self.clear("certs_4"):
            return 3
        return 6 if self.clear("certs_6") else 4

    def certificate_steps(self, steps: int) -> list[int]:
        """Where the marker may come to rest after up to so many steps [GW-109, A11]."""
        at = CERTIFICATES.index(self.certificates)
        return [one for one in CERTIFICATES[at : at + steps + 1] if one <= self.certificate_limit]

    @property
    def permanent(self) -> int:
        return len(self.masters.intersection(CERTIFIED))

    def workers(self, job: str) -> int:
        """The printed one is always there."""
        return 1 + len(self.crew[job])

    def has_room(self, job: str) -> bool:
        return self.workers(job) < PLACES_FOR_WORKERS

    def cattle_in_hand(self) -> list[str]:
        return [card for card in CATTLE if self.hand[card]]

    def objectives_in_hand(self) -> list[str]:
        return [card for card in OBJECTIVES if self.hand[card]]

    def of_breed(self, breed: str) -> list[str]:
        return [card for card in self.cattle_in_hand() if CATTLE[card].breed == breed]

    def breeding_value(self) -> int:
        """Every breed once, and the permanent certificates [GW-128, GW-130]."""
        values = {CATTLE[card].breed: CATTLE[card].value for card in self.cattle_in_hand()}
        return sum(values.values()) + self.permanent

    def deck(self) -> Counter[str]:
        return self.stack + self.hand + self.discarded

    def teepees(self, colour: str) -> int:
        return sum(
            number
            for tile, number in self.tiles.items()
            if TILES[tile].kind == "teepee" and TILES[tile].type == colour
        )

    def hazards(self) -> int:
        return sum(number for tile, number in self.tiles.items() if TILES[tile].kind == "hazard")

    def remove(self, card: str) -> None:
        """From the hand and the game."""
        assert self.hand[card] > 0
        self.hand[card] -= 1

    def discard(self, card: str) -> None:
        self.remove(card)
        self.discarded[card] += 1


@dataclass
class Position:
    configuration: Configuration
    ranchers: list[Rancher]
    starter: int = 0
    started: bool = False  # after set-up
    house: dict[str, House] = field(default_factory=dict)  # by trail space
    tile: dict[str, str] = field(default_factory=dict)  # hazards and teepees, by their space
    waiting: dict[str, Counter[str]] = field(default_factory=lambda: {row: Counter() for row in ROWS})
    token: str | None = FIRST_TOKEN_ROW
    masters: dict[str, str] = field(default_factory=dict)  # by station
    appointed: dict[str, str] = field(default_factory=dict)
    station_discs: dict[str, set[int]] = field(default_factory=lambda: {one: set() for one in STATIONS})
    city_discs: dict[str, Counter[int]] = field(
        default_factory=lambda: {city: Counter[int]() for city in CITIES}
    )
    offer: dict[str, Counter[str]] = field(default_factory=lambda: {spot: Counter() for spot in SPOTS})
    piles: dict[str, Counter[str]] = field(
        default_factory=lambda: {
            spot: Counter({name: tile.count for name, tile in TILES.items() if tile.pile == number})
            for number, spot in enumerate(SPOTS, start=1)
        }
    )
    objectives: Counter[str] = field(
        default_factory=lambda: Counter({card: one.count for card, one in OBJECTIVES.items()})
    )
    display: Counter[str] = field(default_factory=Counter)
    stack: Counter[str] = field(
        default_factory=lambda: Counter({card: one.count for card, one in MARKET.items()})
    )
    market: Counter[str] = field(default_factory=Counter)
    first_objectives: Counter[str] = field(default_factory=Counter)  # not dealt
    turns_left: int | None = None  # once the end has been triggered

    @classmethod
    def laid_out(cls, configuration: Configuration) -> Position:
        return cls(configuration, [Rancher() for _ in range(configuration.players)])

    @property
    def players(self) -> int:
        return self.configuration.players

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + one) % self.players for one in range(self.players)]

    # --- the trail ------------------------------------------------------------------------------------------

    def is_location(self, space: str) -> bool:
        """[GW-065, GW-066]"""
        return space == KANSAS_CITY or space in self.house or space in self.tile

    def ahead(self, space: str) -> list[str]:
        """The locations one step away [GW-067, GW-072, A02]."""
        found: set[str] = set()
        for one in NEXT[space]:
            found |= {one} if self.is_location(one) else set(self.ahead(one))
        return [one for one in NEXT if one in found]

    def fee(self, seat: int, space: str) -> tuple[int, int]:
        """How much is due there, and to whom [GW-077 to GW-084]."""
        fees = FEES[self.players]
        if space in self.house:
            house = self.house[space]
            if house.owner in (seat, NEUTRAL):
                return 0, NEUTRAL
            return sum(fees[hand] for hand in house.printed.hands), house.owner
        hand = TILES[self.tile[space]].hand if space in self.tile else None
        return (fees[hand] if hand else 0), NEUTRAL

    def step_limit(self, seat: int) -> int:
        rancher = self.ranchers[seat]
        more = STEPS_WITH_DOLLARS[self.players] * rancher.clear("step_dollars")
        return STEPS[self.players] + more + STEPS_WITH_POINTS * rancher.clear("step_points")

    def own_houses(self, seat: int) -> list[str]:
        """The spaces where they stand."""
        return [space for space, house in self.house.items() if house.owner == seat]

    def in_woods(self, seat: int) -> int:
        return sum(1 for space in self.own_houses(seat) if space in WOODS)

    def neighbours(self, space: str) -> list[str]:
        """Spaces with a building tile right before or after this one [GW-277]."""
        near = {*BEFORE[space], *NEXT[space]}
        return [one for one in NEXT if one in near and one in self.house]

    def sites(self, seat: int, name: str, rate: int) -> list[str]:
        """Where this tile may be placed [GW-179 to GW-185, GW-189, A31]."""
        rancher, tile = self.ranchers[seat], BUILDINGS[name]
        found = []
        for space in BUILDING_SPACES:
            needed = tile.craftsmen
            if space in self.house:
                if self.house[space].owner != seat:
                    continue
                needed -= self.house[space].printed.craftsmen
                if needed <= 0:
                    continue
            if rancher.workers("craftsman") >= needed and rancher.money >= rate * needed:
                found.append(space)
        return found

    def lowest_free(self, spaces: Iterator[str] | tuple[str, ...]) -> str | None:
        return next((one for one in spaces if one not in self.tile), None)

    def place_for(self, tile: str) -> str | None:
        """Of a teepee or a hazard; None if its section is full [GW-114 to GW-117]."""
        kind = TILES[tile]
        return self.lowest_free(tuple(TRADE) if kind.kind == "teepee" else HAZARD_SPACES[kind.type])

    def hazard_spaces(self) -> list[str]:
        return [one for spaces in HAZARD_SPACES.values() for one in spaces if one in self.tile]

    def trades(self, seat: int) -> list[str]:
        """[GW-227 to GW-229]"""
        money = self.ranchers[seat].money
        return [one for one, gain in TRADE.items() if one in self.tile and money + gain >= 0]

    # --- the job market -------------------------------------------------------------------------------------

    def hireable(self, seat: int, extra: int) -> dict[str, list[str]]:
        """By row, the kinds of workers [GW-170, GW-171, GW-174, GW-346]."""
        rancher = self.ranchers[seat]
        open_rows = ROWS if self.token is None else ROWS[: ROWS.index(self.token)]
        found = {}
        for row in open_rows:
            there = {TILES[tile].type for tile in +self.waiting[row]}
            jobs = [job for job in JOBS if job in there and rancher.has_room(job)]
            if jobs and rancher.money >= JOB_ROWS[row] + extra:
                found[row] = jobs
        return found

    # --- the railroad ---------------------------------------------------------------------------------------

    def taken(self, seat: int) -> set[str]:
        """By other engines."""
        return {one.engine for other, one in enumerate(self.ranchers) if other != seat}

    # --- discs ----------------------------------------------------------------------------------------------

    def discs_for(self, seat: int, dark: bool, money: int) -> list[str]:
        """Disc spaces that may be cleared for a space with such corners [GW-140 to GW-142, GW-152, A52].

        `money` is what may be spent on it.
        """
        rancher = self.ranchers[seat]
        there = [one for one in DISC_SPACES if rancher.discs[one]]
        white = [one for one in there if not DISC_SPACES[one].dark]
        fitting = there if dark or not white else white
        return [one for one in fitting if one != "hand_cards" or money >= HAND_SPACE_COST]

    def disc_stations(self, seat: int, target: str = "") -> list[str]:
        """Stations that a disc may be taken from [GW-143, A16]."""
        return [one for one, seats in self.station_discs.items() if seat in seats and one != target]

    def can_place_disc(self, seat: int, dark: bool, money: int, target: str) -> bool:
        return bool(self.discs_for(seat, dark, money) or self.disc_stations(seat, target))

    def can_upgrade(self, seat: int, station: str) -> bool:
        """[GW-214 to GW-216, A15, A17]"""
        left = self.ranchers[seat].money - STATIONS[station].cost
        if seat in self.station_discs[station] or left < 0:
            return False
        return self.can_place_disc(seat, STATIONS[station].dark, left, station)

    def cities_within(self, seat: int, total: int) -> list[str]:
        """[GW-136 to GW-138, A53]"""
        return [
            name
            for name, city in CITIES.items()
            if city.value <= total and (city.again or not self.city_discs[name][seat])
        ]
