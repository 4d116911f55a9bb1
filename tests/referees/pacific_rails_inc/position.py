"""What lies on the table, and what can be told from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.referees.pacific_rails_inc.components import (
    CARRIAGES,
    CITIES,
    GOALS,
    HOUSES_PER_DISTRICT,
    HOUSES_PER_ROW,
    ITEMS,
    LOTS,
    NEXT,
    RESOURCES,
    SEATS_PER_CARRIAGE,
    SLOTS,
    SLOTS_PER_CARRIAGE,
    SPECIALISTS,
    SPOTS_OF,
    STOCK,
    TELEGRAPH_POINTS,
    TOKENS,
    UPGRADES,
    WORKERS,
    Configuration,
)


@dataclass
class Company:
    """A player's board and what lies around it."""

    workers: int  # in the reserve
    points: int = 0
    hats: int = 0
    mast: int = len(TELEGRAPH_POINTS)  # Telegraph Stations still on the board
    rows: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(RESOURCES, HOUSES_PER_ROW)))
    cargo: Counter[str] = field(default_factory=Counter)
    seated: list[str] = field(default_factory=list)  # from the left
    upgrades: dict[str, str] = field(default_factory=dict)  # by carriage
    engines: list[str] = field(default_factory=list)

    def house_rows(self) -> list[str]:
        return [row for row in RESOURCES if self.rows[row]]

    def has_house(self) -> bool:
        return bool(self.house_rows())


@dataclass
class Position:
    configuration: Configuration
    companies: list[Company]
    started: bool = False  # after set-up
    occupant: dict[str, int] = field(default_factory=dict)  # by action spot
    guest: dict[str, int] = field(default_factory=dict)  # by district
    lots: dict[str, Counter[int]] = field(default_factory=lambda: {one: Counter[int]() for one in LOTS})
    track: dict[str, str] = field(default_factory=dict)  # by space
    station: dict[str, int] = field(default_factory=dict)  # by city
    telegraph: dict[str, int] = field(default_factory=dict)
    supply: Counter[str] = field(default_factory=lambda: Counter(STOCK))
    tokens: Counter[str] = field(default_factory=Counter)  # specialists to be hired
    upgrades: Counter[str] = field(
        default_factory=lambda: Counter({name: one.count for name, one in UPGRADES.items()})
    )
    lowered: set[str] = field(default_factory=set)  # senators
    hidden_goals: list[str] = field(default_factory=lambda: list(GOALS))
    goals: list[str] = field(default_factory=list)
    round: int = 1
    joined: bool = False  # the coasts
    size: int = 1  # of the present action
    pool: int = 0
    owed: Counter[int] = field(default_factory=Counter)  # for workers sent home
    seen: Counter[str] = field(default_factory=Counter)  # rare rules that have been reached

    @classmethod
    def laid_out(cls, configuration: Configuration) -> Position:
        """Before anything is chosen [PR-015 to PR-032]."""
        number = configuration.players
        position = cls(configuration, [Company(WORKERS[number]) for _ in range(number)])
        for company in position.companies:
            for item in RESOURCES:
                company.cargo[item] += 1
                position.supply[item] -= 1
        position.tokens = Counter(dict.fromkeys(SPECIALISTS, TOKENS[number]))
        return position

    @property
    def players(self) -> int:
        return self.configuration.players

    def others(self, seat: int) -> list[int]:
        """Clockwise."""
        return [(seat + one) % self.players for one in range(1, self.players)]

    @property
    def in_last_round(self) -> bool:
        """[PR-217, A44, A58]"""
        return self.joined or self.round == self.configuration.round_limit

    # --- workers --------------------------------------------------------------------------------------------

    def workers_at(self, seat: int, district: str) -> int:
        """Next to or on it [PR-069, PR-070, A07]."""
        on_spots = sum(self.occupant.get(spot) == seat for spot in SPOTS_OF[district])
        return on_spots + (self.guest.get(district) == seat)

    def can_enter(self, seat: int, district: str) -> bool:
        """[PR-071, A08, A09]"""
        full = all(spot in self.occupant for spot in SPOTS_OF[district])
        return full and not self.workers_at(seat, district)

    # --- buildings ------------------------------------------------------------------------------------------

    def stations(self, seat: int) -> int:
        return sum(owner == seat for owner in self.station.values())

    def telegraphs(self, seat: int) -> int:
        return sum(owner == seat for owner in self.telegraph.values())

    def houses_in(self, district: str, seat: int) -> int:
        return self.lots[district][seat] if district in self.lots else 0

    def houses(self, seat: int) -> int:
        """In all districts [A46]."""
        return sum(self.houses_in(district, seat) for district in self.lots)

    def vacant_lots(self) -> list[str]:
        return [name for name, there in self.lots.items() if there.total() < HOUSES_PER_DISTRICT]

    def can_place_house(self, seat: int) -> bool:
        return self.companies[seat].has_house() and bool(self.vacant_lots())

    def takes_station(self, seat: int, city: str) -> bool:
        """One of a kind in a city, and of different owners [PR-183, PR-184, PR-186]."""
        free = city not in self.station and self.telegraph.get(city) != seat
        return free and self.companies[seat].has_house()

    def takes_telegraph(self, seat: int, city: str) -> bool:
        """[PR-183, PR-184, PR-187]"""
        free = city not in self.telegraph and self.station.get(city) != seat
        return free and self.companies[seat].mast > 0

    def station_cities(self, seat: int) -> list[str]:
        """Without Lay Track [PR-114, PR-115, PR-171, A21]."""
        return [
            city
            for city in CITIES
            if self.takes_station(seat, city) and any(one in self.track for one in NEXT[city])
        ]

    def telegraph_cities(self, seat: int) -> list[str]:
        """Without Lay Track [PR-117, PR-172, A22]."""
        return [city for city in self.station if self.takes_telegraph(seat, city)]

    # --- the train ------------------------------------------------------------------------------------------

    def carriages(self, seat: int) -> int:
        """[PR-199 to PR-204, A23]"""
        return min(self.stations(seat), len(CARRIAGES))

    def capacity(self, seat: int) -> int:
        return SLOTS + SLOTS_PER_CARRIAGE * self.carriages(seat)

    def hireable(self, seat: int) -> list[str]:
        """[PR-122 to PR-129]"""
        company = self.companies[seat]
        carriage = len(company.seated) // SEATS_PER_CARRIAGE
        if carriage >= self.carriages(seat):
            return []
        return [
            name
            for name, one in SPECIALISTS.items()
            if self.tokens[name] and covers(company.cargo, one.price[carriage])
        ]

    def carriage_to_upgrade(self, seat: int) -> str | None:
        """[PR-150]"""
        company = self.companies[seat]
        used = CARRIAGES[: (len(company.seated) + 1) // SEATS_PER_CARRIAGE]
        return next((one for one in used if one not in company.upgrades), None)

    def upgrades_for(self, carriage: str | None) -> list[str]:
        """[PR-147, PR-148]"""
        if carriage is None:
            return []
        level = CARRIAGES.index(carriage) + 1
        return [name for name, one in UPGRADES.items() if one.level == level and self.upgrades[name]]

    def changeable(self, seat: int) -> list[str]:
        """Carriages for the special action of Collect Wood [A19, A20]."""
        free = self.carriage_to_upgrade(seat)
        there = [one for one in CARRIAGES if one in self.companies[seat].upgrades or one == free]
        return [one for one in there if self.upgrades_for(one)]

    def in_stock(self, items: tuple[str, ...] = ITEMS) -> list[str]:
        return [item for item in items if self.supply[item] > 0]


def covers(held: Mapping[str, int], price: Mapping[str, int]) -> bool:
    return all(held.get(item, 0) >= number for item, number in price.items())
