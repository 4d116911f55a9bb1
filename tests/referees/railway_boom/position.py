"""What lies on the table, and what can be told from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.referees.railway_boom.cards import DEVELOPMENTS, OBJECTIVES, ROUTES
from tests.referees.railway_boom.components import (
    ANY,
    BID_OF,
    CARRIAGES,
    CITIES,
    CITY_TILES,
    DECK_OF_LOCOMOTIVES,
    FIRST_STOCK,
    LEVELS,
    LOCOMOTIVES,
    POWER,
    RAILWAY_TOKENS,
    RESOURCES,
    SIGHT_TILES,
    SIGHTS,
    STARTING,
    STATION_CARDS,
    STATION_TOKENS,
    TILES_OF_A_TYPE,
    TRACK,
    TRAIN_CARDS,
    YIELDS,
    City,
    Configuration,
    Sight,
)
from tests.referees.railway_boom.country import CITY_AT, KIND, SPACE_OF, Space, connected, next_to
from tests.referees.railway_boom.walk import payable, tiles_on


@dataclass
class Tycoon:
    """A player's board and what lies around it."""

    stock: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(RESOURCES, FIRST_STOCK)))
    levels: dict[str, int] = field(default_factory=lambda: dict.fromkeys(YIELDS, 1))
    spot: str = ""  # of the Bidding Disc
    confirmed: bool = False
    stations_left: int = STATION_TOKENS
    railways: set[Space] = field(default_factory=set)
    stations: set[Space] = field(default_factory=set)
    tiles: Counter[str] = field(default_factory=Counter)  # not on a card
    fleet: set[str] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    power: int = 0
    chose: str = ""  # city or set of this phase

    @property
    def tokens_left(self) -> int:
        return RAILWAY_TOKENS - len(self.railways)

    @property
    def own(self) -> set[Space]:
        return self.railways | self.stations

    def growing(self) -> list[str]:
        """Tracks that have a level left [A11]."""
        return [one for one in YIELDS if self.levels[one] < LEVELS]

    def locomotives(self) -> list[str]:
        return [one for one in LOCOMOTIVES if one in self.fleet]

    def carriages(self) -> list[str]:
        return [one for one in CARRIAGES if one in self.fleet]

    def of_kind(self, kind: str) -> int:
        """How many Development Cards."""
        return sum(DEVELOPMENTS[one].kind == kind for one in self.cards)


@dataclass
class Train:
    """While it runs."""

    seat: int
    cards: list[str]
    done: int = 0  # how many have been operated


@dataclass
class Position:
    configuration: Configuration
    tycoons: list[Tycoon]
    started: bool = False
    round: int = 0
    objectives: list[str] = field(default_factory=list)  # one for each round
    cubes: dict[str, dict[int, int]] = field(default_factory=dict)  # objective -> slot -> seat
    routes: set[str] = field(default_factory=set)
    claims: dict[str, set[int]] = field(default_factory=lambda: {route: set() for route in ROUTES})
    first_cards: list[str] = field(default_factory=list)  # by seat
    faces: dict[str, str] = field(default_factory=dict)  # city -> its tile
    locomotive_row: set[str] = field(default_factory=set)
    carriage_row: set[str] = field(default_factory=set)
    station_row: set[str] = field(default_factory=set)
    sets: dict[str, list[str]] = field(default_factory=dict)
    locomotive_deck: list[str] = field(default_factory=lambda: list(DECK_OF_LOCOMOTIVES))
    carriage_deck: list[str] = field(default_factory=lambda: list(CARRIAGES))
    station_deck: list[str] = field(default_factory=lambda: list(STATION_CARDS))
    objective_deck: list[str] = field(default_factory=lambda: list(OBJECTIVES))
    route_deck: list[str] = field(default_factory=lambda: list(ROUTES))
    # What has never been drawn, and below it what has been put under the deck, a batch at a time.
    development_deck: list[list[str]] = field(default_factory=lambda: [list(DEVELOPMENTS)])
    boxed: set[str] = field(default_factory=set)  # train cards
    used: set[str] = field(default_factory=set)  # Development Cards that lie sideways
    operated: set[str] = field(default_factory=set)  # train cards
    eased: set[str] = field(default_factory=set)  # by Efficiency
    loaded: dict[str, Counter[str]] = field(
        default_factory=lambda: {one: Counter[str]() for one in TRAIN_CARDS}
    )
    currency: str = ""  # of the auction that goes on
    unpaid: set[int] = field(default_factory=set)  # seats whose bid stands
    train: Train | None = None

    @classmethod
    def laid_out(cls, configuration: Configuration) -> Position:
        position = cls(configuration, [Tycoon() for _ in range(configuration.players)])
        for tycoon, card in zip(position.tycoons, STARTING, strict=False):
            tycoon.fleet.add(card)
        position.boxed = set(STARTING[configuration.players :])
        return position

    @property
    def players(self) -> int:
        return self.configuration.players

    # --- the Auction Track ----------------------------------------------------------------------------------

    def from_the_right(self) -> list[int]:
        """Seats in turn order [RB-094]."""
        return sorted(range(self.players), key=lambda seat: -TRACK.index(self.tycoons[seat].spot))

    def bid(self, seat: int) -> int:
        return BID_OF[self.tycoons[seat].spot]

    # --- the map --------------------------------------------------------------------------------------------

    def city(self, name: str) -> City:
        """[A04]"""
        return CITY_TILES[self.faces[name]][0] if name in self.faces else CITIES[name]

    def sight(self, name: str) -> Sight:
        return SIGHT_TILES[self.faces[name]][0] if name in self.faces else SIGHTS[name]

    def foreign(self, seat: int, space: Space) -> int:
        """Tokens of other players on it; nobody has two [RB-050]."""
        return sum(space in one.own for other, one in enumerate(self.tycoons) if other != seat)

    def cost(self, seat: int, space: Space) -> int:
        """Power for a Railway Token [RB-121, RB-122]."""
        name = CITY_AT.get(space, "")
        if name in CITIES:
            printed = self.city(name).cost
        elif name:
            printed = self.sight(name).cost
        else:
            printed = POWER[KIND[space]]
        return printed + self.foreign(seat, space)

    def free_sites(self, seat: int) -> list[Space]:
        """For a token that costs no power [RB-065, A14, A17]."""
        tycoon = self.tycoons[seat]
        return sorted(next_to(tycoon.own)) if tycoon.tokens_left else []

    def paid_sites(self, seat: int, city: str) -> list[Space]:
        """[RB-123 to RB-126, RB-129, A28]"""
        tycoon = self.tycoons[seat]
        if not tycoon.tokens_left:
            return []
        network = connected(SPACE_OF[city], tycoon.own)
        most = tycoon.power + tycoon.stock["money"]
        return [one for one in sorted(next_to(network)) if self.cost(seat, one) <= most]

    def joined(self, seat: int, route: str) -> bool:
        """[RB-136, A33]"""
        own = self.tycoons[seat].own
        start, end = (SPACE_OF[city] for city in ROUTES[route].cities)
        return start in own and end in own and end in connected(start, own)

    # --- Resource Tiles -------------------------------------------------------------------------------------

    def tiles_left(self, kind: str) -> int:
        """[RB-015, A13]"""
        held = sum(tycoon.tiles[kind] for tycoon in self.tycoons)
        return TILES_OF_A_TYPE - held - sum(load[kind] for load in self.loaded.values())

    def room(self, card: str) -> int:
        return TRAIN_CARDS[card].slots - self.loaded[card].total()

    def walks(self, coal: int, cards: Sequence[str], done: int = 0) -> bool:
        """Can this train be paid from here on [RB-184, A40]?"""
        return payable(coal, cards[done:], tiles_on(cards, self.loaded), self.loaded, self.eased)

    # --- what must stay -------------------------------------------------------------------------------------

    def may_hold(self, seat: int, stock: Counter[str]) -> bool:
        """With this, can what is still to be paid be paid [A06, A40]?"""
        if seat in self.unpaid:
            held = total(stock) if self.currency == ANY else stock[self.currency]
            if held < self.bid(seat):
                return False
        if self.train and self.train.seat == seat:
            return self.walks(stock["coal"], self.train.cards, self.train.done)
        return True


def total(stock: Counter[str]) -> int:
    return sum(stock[one] for one in RESOURCES)
