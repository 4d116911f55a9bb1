"""What lies in the box of Railway Boom: Development, Objective and Route Cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

INSTANT, ROUND, AUTOMATIC = "instant", "round", "automatic"
NOTHING: Mapping[str, int] = MappingProxyType({})

# What the kinds of Development Cards are, and when they act [A21].
TIMING = {
    "subsidy": INSTANT,
    "specialty_product": INSTANT,
    "locomotive_lease": INSTANT,
    "planned_expansion": INSTANT,
    "industrial_growth": INSTANT,
    "skilled_labor": ROUND,
    "investment": ROUND,
    "investment_strategy": ROUND,
    "major_investment": ROUND,
    "tactical_expansion": ROUND,
    "efficiency": ROUND,
}
AUTOMATIC_VP = {  # each time [RB-165 to RB-169, RB-171 to RB-175]
    "coastal_line": 1,
    "inlet_line": 2,
    "crossing_line": 1,
    "aggressive_spending": 2,
    "economical_spending": 1,
    "tourist_line": 2,
    "forest_line": 3,
    "river_line": 1,
    "plains_line": 1,
    "mountain_line": 4,
}
AGGRESSIVE = 5  # resources paid


@dataclass(frozen=True)
class Development:
    number: int
    kind: str
    cost: int
    gain: Mapping[str, int] = field(default_factory=lambda: NOTHING)  # resources, tiles or levels
    pay: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    amount: int = 0  # of VP, tokens, power
    pay_any: int = 0
    track: str = ""

    @property
    def timing(self) -> str:
        return TIMING.get(self.kind, AUTOMATIC)


DEVELOPMENTS: dict[str, Development] = {}


def _add(kind: str, number: int, *cards: Development) -> None:
    """In the order of their numbers from this one on."""
    for place, card in enumerate(cards, start=1):
        name = kind if len(cards) == 1 else f"{kind}_{place}"
        DEVELOPMENTS[name] = Development(
            number + place - 1,
            kind,
            card.cost,
            card.gain,
            card.pay,
            card.amount,
            card.pay_any,
            card.track,
        )


def _yields(cost: int, **gain: int) -> Development:
    return Development(0, "", cost, gain=gain)


def _plain(cost: int, amount: int = 0) -> Development:
    return Development(0, "", cost, amount=amount)


def _strategy(cost: int, track: str, **pay: int) -> Development:
    return Development(0, "", cost, pay=pay, track=track)


_add(
    "subsidy",
    1,
    _yields(1, money=4),
    _yields(1, materials=4),
    _yields(2, technology=4),
    _yields(1, coal=4),
    _yields(3, money=4, materials=3),
    _yields(3, money=3, coal=4),
    _yields(4, money=2, materials=2, technology=2, coal=2),
    _yields(3, money=3, vp=3),
)
_add(
    "specialty_product",
    9,
    _yields(1, money=1, materials=1),
    _yields(1, materials=1, technology=1),
    _yields(1, technology=1, coal=1),
    _yields(1, money=1, coal=1),
    _yields(2, vp=2),
    _yields(2, money=1, technology=1, vp=1),
    _yields(2, materials=1, coal=1, vp=1),
    _yields(3, money=1, materials=1, technology=1, coal=1),
)
_add("locomotive_lease", 17, _plain(1, 4), _plain(1, 5), _plain(2, 7))
_add(
    "planned_expansion",
    20,
    _plain(2, 1),
    _plain(2, 1),
    _plain(3, 2),
    _plain(3, 2),
    _plain(5, 3),
    _plain(5, 3),
)
_add(
    "industrial_growth",
    26,
    _yields(2, money=1),
    _yields(2, materials=1),
    _yields(2, technology=1),
    _yields(2, coal=1),
    _yields(3, vp=1),
    _yields(4, money=1, coal=1),
    _yields(4, materials=1, technology=1),
    _yields(5, vp=2),
)
_add("skilled_labor", 34, _plain(1, 1), _plain(2, 2), _plain(2, 2), _plain(4, 3), _plain(5, 4))
_add(
    "investment",
    39,
    *(_strategy(2, track, vp=1) for track in ("money", "materials", "technology", "coal")),
)
_add(
    "investment_strategy",
    43,
    _strategy(3, "materials", money=2),
    _strategy(3, "technology", materials=2),
    _strategy(3, "coal", technology=2),
    _strategy(3, "vp", coal=3),
)
_add(
    "major_investment",
    47,
    *(
        Development(0, "", cost, amount=vp, pay_any=pay)
        for cost, pay, vp in ((2, 2, 2), (3, 3, 3), (3, 3, 4), (4, 4, 6))
    ),
)
_add(
    "tactical_expansion",
    51,
    _strategy(3, "", money=2),
    _strategy(3, "", materials=2),
    _strategy(3, "", technology=2),
    _strategy(3, "", coal=2),
)
_add("efficiency", 55, _plain(1), _plain(1), _plain(2), _plain(2))
_add("coastal_line", 59, _plain(4), _plain(4))
_add("inlet_line", 61, _plain(3))
_add("crossing_line", 62, _plain(3), _plain(3))
_add("aggressive_spending", 64, _plain(3), _plain(3))
_add("economical_spending", 66, _plain(2), _plain(2))
_add("tourist_line", 68, _plain(4))
_add("forest_line", 69, _plain(4))
_add("river_line", 70, _plain(3), _plain(3))
_add("plains_line", 72, _plain(4), _plain(4))
_add("mountain_line", 74, _plain(4))


@dataclass(frozen=True)
class Objective:
    bid: str
    multipliers: tuple[int, int, int, int]


OBJECTIVES = {
    "residential_tycoon": Objective("money", (3, 2, 2, 1)),
    "terrain_tycoon": Objective("any_resource", (4, 3, 2, 1)),
    "humble_investor": Objective("any_resource", (7, 5, 4, 3)),
    "express_tycoon": Objective("materials", (4, 3, 2, 1)),
    "forest_tycoon": Objective("materials", (5, 4, 3, 2)),
    "material_investor": Objective("materials", (4, 3, 2, 1)),
    "mountain_tycoon": Objective("coal", (6, 5, 4, 2)),
    "cargo_mogul": Objective("coal", (6, 5, 4, 3)),
    "money_investor": Objective("money", (4, 3, 2, 1)),
    "city_tycoon": Objective("money", (3, 2, 2, 1)),
    "water_tycoon": Objective("technology", (4, 3, 2, 1)),
    "development_mogul": Objective("technology", (3, 2, 2, 1)),
    "tech_investor": Objective("technology", (4, 3, 2, 1)),
    "tourism_tycoon": Objective("any_resource", (5, 4, 3, 2)),
    "fleet_mogul": Objective("materials", (3, 2, 2, 1)),
    "coal_investor": Objective("coal", (4, 3, 2, 1)),
    "partnership_tycoon": Objective("money", (3, 2, 2, 1)),
    "stock_investor": Objective("any_resource", (4, 3, 2, 1)),
}


@dataclass(frozen=True)
class Route:
    cities: tuple[str, str]
    first: int
    later: int


ROUTES = {
    "route_1": Route(("aomori", "sendai"), 10, 5),
    "route_2": Route(("sendai", "tokyo"), 11, 6),
    "route_3": Route(("tokyo", "niigata"), 9, 5),
    "route_4": Route(("yokohama", "nagoya"), 7, 4),
    "route_5": Route(("nagoya", "kanazawa"), 5, 2),
    "route_6": Route(("osaka", "hiroshima"), 10, 5),
    "route_7": Route(("fukuoka", "kagoshima"), 7, 4),
}
