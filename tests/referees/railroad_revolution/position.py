"""What lies on the table, and what can be told from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.referees.railroad_revolution.components import (
    BEHIND_LOGO,
    BOARD,
    BUILDINGS,
    CITIES,
    COLOURS,
    CONNECTIONS,
    DEAR,
    FIRST_CITIES,
    FIRST_RAIL,
    HIRE_PRICE,
    NEUTRAL_OFFICES,
    NEUTRAL_STATIONS,
    PRINTED,
    RAIL_SPACES,
    RAILS,
    SECTIONS,
    SHARE_PRICE,
    SPECIALIZED,
    STACK_HEIGHT,
    STACKS,
    START_MONEY,
    START_SHARES,
    START_WHITE,
    TRACKS,
    TRAIN_POINTS,
    WHITE,
    WORKERS,
    Configuration,
    Gate,
)
from tests.referees.railroad_revolution.tiles import ANY, MILESTONES, TRAINS, Condition, stack_of

NEUTRAL = -1  # owner of a building that belongs to nobody
Place = tuple[str, str]  # where a Worker lies ("own" supply or "placed"), and its colour


class StuckError(Exception):
    """What has been begun cannot be completed."""


def needs(condition: bool) -> None:
    if not condition:
        raise StuckError


def counted_again(counter: Counter[str]) -> Counter[str]:
    """A copy, without counting once more."""
    copied: Counter[str] = Counter()
    dict.update(copied, counter)
    return copied


@dataclass
class Company:
    """A player, with what lies on and beside the player board."""

    money: int = START_MONEY
    shares: int = START_SHARES
    own: Counter[str] = field(default_factory=lambda: Counter({WHITE: START_WHITE}))
    placed: Counter[str] = field(default_factory=Counter)
    buildings: int = BUILDINGS
    rails: int = RAILS
    setup_building: int = 1  # [RR-017]
    setup_rail: int = 1
    face_up: Counter[str] = field(default_factory=lambda: Counter(promote=1))  # [RR-023]
    face_down: Counter[str] = field(default_factory=Counter)
    steps: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TRACKS, 0))  # [RR-030]
    track: set[str] = field(default_factory=lambda: {FIRST_RAIL})  # [RR-016]
    stations: set[str] = field(default_factory=set)
    offices: set[int] = field(default_factory=set)
    milestones: list[str] = field(default_factory=list)
    managers: dict[str, Counter[str]] = field(default_factory=dict)  # by Milestone
    completed: list[str] = field(default_factory=list)

    def copy(self) -> Company:
        copied = Company(**vars(self))
        for name, value in vars(self).items():
            if isinstance(value, Counter):
                setattr(copied, name, counted_again(value))
            elif not isinstance(value, int):
                setattr(copied, name, value.copy())
        copied.managers = {tile: counted_again(managers) for tile, managers in self.managers.items()}
        return copied

    # --- money and Workers ----------------------------------------------------------------------------------

    @property
    def means(self) -> int:
        """Money, with all Shares sold [RR-059]."""
        return self.money + SHARE_PRICE * self.shares

    def pay(self, price: int) -> None:
        """Money first, then the fewest Shares that do; the rest stays money [A12]."""
        needs(price <= self.means)
        sold = max(0, -((self.money - price) // SHARE_PRICE))
        self.shares -= sold
        self.money += SHARE_PRICE * sold - price

    def give_shares(self, number: int) -> None:
        needs(number <= self.shares)
        self.shares -= number

    @property
    def available(self) -> int:
        """Workers, Managers not among them [RR-064, RR-067]."""
        return self.own.total() + self.placed.total()

    def workers(self) -> list[Place]:
        own = [("own", colour) for colour in COLOURS if self.own[colour]]
        return own + [("placed", colour) for colour in COLOURS if self.placed[colour]]

    def remove_worker(self, place: Place) -> str:
        where, colour = place
        (self.own if where == "own" else self.placed)[colour] -= 1
        return colour

    # --- the network ----------------------------------------------------------------------------------------

    def reached(self) -> set[str]:
        """Cities and junctions that own rails touch, and those of the beginning [RR-088, RR-114]."""
        ends = {end for name in self.track for end in (RAIL_SPACES[name].a, RAIL_SPACES[name].b)}
        return ends | set(FIRST_CITIES)

    def rail_spaces(self) -> list[str]:
        """Available ones [RR-113, RR-115]."""
        reached = self.reached()
        return [
            name
            for name, space in RAIL_SPACES.items()
            if name not in self.track and (space.a in reached or space.b in reached)
        ]

    def cities(self) -> list[str]:
        """Available ones [RR-088, RR-092]."""
        reached = self.reached()
        return [city for city in CITIES if city in reached and city not in self.stations]

    def sections(self) -> list[int]:
        """Of the telegraph line, available ones [RR-130, RR-131]."""
        return [section for section in SECTIONS if section not in self.offices]

    # --- the player board -----------------------------------------------------------------------------------

    def leftmost(self) -> tuple[int, bool, bool]:
        """Price of the leftmost section with a piece; is there a building, is there a rail? [RR-153, A05]."""
        buildings, rails = BUILDINGS, RAILS
        for section in BOARD:
            buildings -= section.buildings
            rails -= section.rails
            if self.buildings > buildings or self.rails > rails:
                return section.price, self.buildings > buildings, self.rails > rails
        raise StuckError

    def is_sold_out(self) -> bool:
        return self.buildings == self.rails == 0

    def is_clear(self) -> bool:
        """Nothing is left of the logo [RR-220, RR-224]."""
        return self.buildings <= BEHIND_LOGO[0] and self.rails <= BEHIND_LOGO[1]

    # --- Milestones -----------------------------------------------------------------------------------------

    def counted(self, condition: Condition) -> int:
        """How much of it there is [RR-205 to RR-208, A20]."""
        laid = [RAIL_SPACES[name] for name in self.track if name != FIRST_RAIL]
        if condition.kind == "connected":
            return self.connected(condition.level)
        if condition.kind == "stations":
            return sum(CITIES[city][0] == condition.level for city in self.stations)
        if condition.kind == "deal rails":
            return sum(space.deal for space in laid)
        return sum(space.triangles == condition.level for space in laid)

    def connected(self, level: int) -> int:
        return sum(city in CITIES and CITIES[city][0] == level for city in self.reached())

    def takes(self, milestone: str, colour: str) -> bool:
        """Has it an open place for a Manager of this colour? [RR-191, A16]"""
        wanted, there = MILESTONES[milestone].managers, self.managers[milestone]
        if ANY in wanted:
            return there.total() < len(wanted)
        return there[colour] < wanted.count(colour)

    def is_complete(self, milestone: str) -> bool:
        """[RR-197]"""
        tile = MILESTONES[milestone]
        manned = self.managers[milestone].total() == len(tile.managers)
        return manned and all(self.counted(one) >= one.number for one in tile.conditions)

    # --- points ---------------------------------------------------------------------------------------------

    def points(self) -> dict[str, int]:
        """[RR-225 to RR-232]"""
        slot = {name: TRACKS[name].points[step] for name, step in self.steps.items()}
        return {
            "trains": TRAIN_POINTS * self.face_up.total(),
            "milestones": sum(MILESTONES[tile].points for tile in self.completed),
            "network": self.connected(5) * slot["network"],
            "stations": len(self.stations) * slot["stations"],
            "telegraph": len(self.offices) * slot["telegraph"],
            "connections": sum(
                points
                for section, points in enumerate(CONNECTIONS, start=1)
                if {section, section + 1} <= self.offices
            ),
        }


@dataclass
class Action:
    """The main action that is being carried out."""

    name: str
    worker: str
    site: str | int | None = None
    cost: int = 0  # still to be paid
    used: bool = False  # the ability of the Worker, or the promotion [RR-079]
    primary: bool = False  # a primary reward that may be taken
    bonus: bool = False  # a First bonus that may be taken
    tile: bool = False  # of the telegraph section
    flip: bool = True  # of Trade
    deal: bool = False  # is there to be a Deal?
    rails: int = 2  # to be laid
    triangles: int = 0  # beside them
    taken: int = 0  # Shares, by the Office


@dataclass
class Position:
    configuration: Configuration
    companies: list[Company] = field(default_factory=list)
    supply: Counter[str] = field(default_factory=Counter)
    trains: Counter[str] = field(default_factory=Counter)  # four stacks [RR-025]
    tile_at: dict[str | int, str] = field(default_factory=dict)  # City and Telegraph tiles
    first_station: dict[str, int] = field(default_factory=dict)  # whose
    first_office: dict[int, int] = field(default_factory=dict)
    stacks: dict[str, list[str]] = field(default_factory=dict)  # Milestones in unknown order
    under: dict[str, list[str]] = field(default_factory=dict)  # put back under them, in order [A19]
    deal: str = ""
    deals: set[str] = field(default_factory=set)  # face down
    discarded_deals: set[str] = field(default_factory=set)
    starter: int = 0
    draft: dict[str, tuple[int, str]] = field(default_factory=dict)  # Setup tile -> side, Worker
    started: bool = False  # the set-up is over
    rounds_left: int = 0  # with the present one, once the end is triggered
    action: Action | None = None

    @classmethod
    def laid_out(cls, configuration: Configuration) -> Position:
        """Before chance has its say [RR-014 to RR-039]."""
        players = configuration.players
        position = cls(configuration, [Company() for _ in range(players)])
        position.supply = Counter({colour: WORKERS[colour] for colour in SPECIALIZED})  # [RR-020]
        position.trains = Counter({kind: STACK_HEIGHT[players] for kind in TRAINS if kind != "promote"})
        position.tile_at |= PRINTED
        position.first_station = dict.fromkeys(NEUTRAL_STATIONS[players], NEUTRAL)
        position.first_office = dict.fromkeys(NEUTRAL_OFFICES[players], NEUTRAL)
        position.stacks = {name: [tile for tile in MILESTONES if stack_of(tile) == name] for name in STACKS}
        position.under = {name: [] for name in STACKS}
        return position

    def copy(self) -> Position:
        copied = Position(**vars(self))
        for name, value in vars(self).items():
            if isinstance(value, Counter):
                setattr(copied, name, counted_again(value))
            elif isinstance(value, dict | set):
                setattr(copied, name, value.copy())
        copied.companies = [company.copy() for company in self.companies]
        copied.stacks = {name: tiles.copy() for name, tiles in self.stacks.items()}
        copied.under = {name: tiles.copy() for name, tiles in self.under.items()}
        copied.action = None if self.action is None else Action(**vars(self.action))
        return copied

    # --- Workers of the supply ------------------------------------------------------------------------------

    def colours(self) -> list[str]:
        return [colour for colour in COLOURS if self.supply[colour]]

    def gain_worker(self, seat: int, colour: str) -> None:
        """[RR-058]"""
        self.supply[colour] -= 1
        self.companies[seat].own[colour] += 1

    def discard_worker(self, seat: int, place: Place) -> None:
        """[RR-057]"""
        self.supply[self.companies[seat].remove_worker(place)] += 1

    def can_hire(self, seat: int) -> bool:
        """[RR-061]"""
        rich = self.companies[seat].means >= HIRE_PRICE
        return self.started and rich and self.supply.total() > 0

    def gate(self, track: str, step: int) -> Gate:
        """What lies above this slot [A04]."""
        gate = TRACKS[track].gates[step]
        return Gate(gate.money * DEAR, gate.shares, gate.workers) if self.configuration.dear_gates else gate

    # --- who is where ---------------------------------------------------------------------------------------

    def clockwise_after(self, seat: int) -> Iterator[int]:
        players = self.configuration.players
        return ((seat + further) % players for further in range(1, players))

    def build_station(self, seat: int, city: str) -> bool:
        """Is it the first one? [RR-090, RR-093]"""
        self.companies[seat].stations.add(city)
        return self.first_station.setdefault(city, seat) == seat

    def build_office(self, seat: int, section: int) -> bool:
        """Is it the first one? [RR-132, RR-134]"""
        self.companies[seat].offices.add(section)
        return self.first_office.setdefault(section, seat) == seat

    # --- the end --------------------------------------------------------------------------------------------

    def ranking(self) -> list[list[int]]:
        """Points, then money with Shares counted [RR-233 to RR-235, A50]."""
        strength = [(sum(company.points().values()), company.means) for company in self.companies]
        seats = range(len(strength))
        return [
            [seat for seat in seats if strength[seat] == one] for one in sorted(set(strength), reverse=True)
        ]
