"""What lies in the box. Names are those of the rules file; what a lost picture hid is assumed as there."""

from __future__ import annotations

from dataclasses import dataclass

PLAYERS = (2, 3, 4)
ROUND_LIMITS = range(50, 201)


@dataclass(frozen=True)
class Configuration:
    players: int = 4
    round_limit: int = 100  # [A58]


CONFIGURATIONS = tuple(Configuration(players, limit) for players in PLAYERS for limit in ROUND_LIMITS)

# --- goods --------------------------------------------------------------------------------------------------

RESOURCES = ("gunpowder", "coin", "iron", "wood")
TILES = ("rail", "tunnel", "bridge")
ITEMS = (*RESOURCES, *TILES)
STOCK = {item: 20 if item in RESOURCES else 70 for item in ITEMS}  # [PR-003, PR-004]
HATS = 2  # at most [PR-075]
SLOTS, SLOTS_PER_CARRIAGE = 6, 3  # [PR-052, PR-053]
HOUSES_PER_ROW = 3
TELEGRAPH_POINTS = (1, 2, 3, 4, 5, 6, 7)  # from the bottom spot upwards
WORKERS = {2: 6, 3: 4, 4: 3}  # of 6 [PR-021 to PR-023]
ALL_WORKERS = 6

# --- districts ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class District:
    """`of` is the resource collected or the role of the foreman."""

    kind: str
    of: str = ""


CENTRE = "centre"
DISTRICTS = {
    "collect_gunpowder": District("collect", "gunpowder"),
    "foreman_miner": District("train", "miner"),
    "collect_iron": District("collect", "iron"),
    "foreman_financier": District("train", "financier"),
    CENTRE: District("central"),
    "foreman_crew": District("train", "crew"),
    "collect_coin": District("collect", "coin"),
    "foreman_engineer": District("train", "engineer"),
    "collect_wood": District("collect", "wood"),
}
_GRID = [list(DISTRICTS)[3 * row : 3 * row + 3] for row in range(3)]


def _between(first: str, second: str) -> str:
    """Of two districts side by side, the one nearer to the north-west corner is named first."""
    return "_".join(one.rpartition("_")[2] for one in (first, second))


SPOTS = {
    _between(_GRID[row][column], _GRID[row + down][column + right]): (
        _GRID[row][column],
        _GRID[row + down][column + right],
    )
    for row in range(3)
    for column in range(3)
    for down, right in ((0, 1), (1, 0))
    if row + down < 3 and column + right < 3
}  # [PR-065]
SPOTS_OF = {name: [spot for spot, there in SPOTS.items() if name in there] for name in DISTRICTS}
LOTS = [name for name, one in DISTRICTS.items() if one.kind == "collect"]
HOUSES_PER_DISTRICT = 3  # [PR-101]


@dataclass(frozen=True)
class Special:
    pay: str
    what: str
    points: int = 0


SPECIALS = {
    "wood": Special("gunpowder", "upgrade", 2),
    "gunpowder": Special("wood", "house", 2),
    "iron": Special("coin", "telegraph"),
    "coin": Special("iron", "station"),
}  # by what is collected there [PR-108 to PR-119, A17]

# --- the train ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Specialist:
    """One unit of work [PR-140 to PR-143], and what hiring costs by Carriage."""

    takes: str
    makes: str
    price: tuple[dict[str, int], ...]


SPECIALISTS = {
    "crew": Specialist(
        "iron", "rail", ({"iron": 1, "coin": 1}, {"iron": 2, "coin": 1}, {"iron": 2, "coin": 2})
    ),
    "miner": Specialist(
        "gunpowder",
        "tunnel",
        ({"gunpowder": 1, "coin": 1}, {"gunpowder": 2, "coin": 1}, {"gunpowder": 2, "coin": 2}),
    ),
    "engineer": Specialist(
        "wood", "bridge", ({"wood": 1, "coin": 1}, {"wood": 2, "coin": 1}, {"wood": 2, "coin": 2})
    ),
    "financier": Specialist("coin", "lobby", ({"coin": 2}, {"coin": 3}, {"coin": 4})),
}
TOKENS = {2: 4, 3: 5, 4: 6}  # of each type, by the number of players [PR-031, A50]
ALL_TOKENS = 6
CARRIAGES = ("front", "middle", "rear")
SEATS_PER_CARRIAGE = 2
SEAT_POINTS = (0, 0, 0, 0, 2, 3)  # [PR-130]


@dataclass(frozen=True)
class Upgrade:
    level: int
    gives: str
    count: int


ANY = "any"
UPGRADES = {f"{item}_{level}": Upgrade(level, item, 2) for level in (1, 2) for item in RESOURCES} | {
    "any_3": Upgrade(3, ANY, 4)
}  # a token gives as many resources as its level says [PR-152 to PR-154]


@dataclass(frozen=True)
class Senator:
    cost: int
    gives: str
    points: int = 0


SENATORS = {
    "two_wood": Senator(1, "wood"),
    "two_gunpowder": Senator(1, "gunpowder"),
    "two_iron": Senator(1, "iron"),
    "house_upgrade": Senator(1, "house_upgrade", 1),
    "any_goods": Senator(2, "goods"),
    "any_tiles": Senator(2, "tiles"),
    "map_building": Senator(3, "map"),
    "map_building2": Senator(3, "map"),
}

# --- the Map ------------------------------------------------------------------------------------------------

_MAP = (
    "Srr..C.hCh^h.C.r..S",
    "#hr..hh^h^^hh.rrr.#",
    "SrC.hhChh.Crh.C.CrS",
    "#hr...r^r..^hhr..h#",
    "Srrrrrr.C.hCrrrr.hS",
    "#.C.C..hr..^hhC..h#",
    "S....hhhrC..r...ChS",
    "#hh..hC.rr^.rCr.hh#",
    "Sr.C.hh^.Crrr..C..S",
)
_SIGNS = {".": "rail", "h": "tunnel", "r": "bridge", "C": "city", "S": "start", "^": "mountain"}
ALL_SPACES = {
    f"{letter}{column}": (row, column)
    for row, letter in enumerate("ABCDEFGHI")
    for column in range(19)
    if _MAP[row][column] != "#"
}
GROUND = {name: _SIGNS[_MAP[row][column]] for name, (row, column) in ALL_SPACES.items()}
NODES = frozenset(name for name, ground in GROUND.items() if ground in ("city", "start"))
CITIES = [name for name, ground in GROUND.items() if ground == "city"]
WEST = [name for name in ALL_SPACES if GROUND[name] == "start" and ALL_SPACES[name][1] == 0]
EAST = [name for name in ALL_SPACES if GROUND[name] == "start" and ALL_SPACES[name][1] == 18]
_AT = {place: name for name, place in ALL_SPACES.items()}
NEXT = {
    name: [
        _AT[place]
        for place in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        if place in _AT and GROUND[_AT[place]] != "mountain"
    ]
    for name, (row, column) in ALL_SPACES.items()
}  # orthogonally, where a railroad may run [A32, PR-180]

# --- points -------------------------------------------------------------------------------------------------

ON_SHORTEST, ELSEWHERE, PASSED, COASTS = 2, 1, 3, 15
BUILDINGS_POINTS = (0, 2, 4, 7, 10, 14, 18, 23, 28, 34, 40, 47, 54, 62, 69, 75, 80, 84, 87)  # [PR-218]
GOAL_POINTS = 3
GOALS = (
    "station_goal",
    "telegraph_goal",
    "house_goal",
    "crew_goal",
    "engineer_goal",
    "miner_goal",
    "financier_goal",
    "coin_goal",
    "wood_goal",
    "iron_goal",
    "gunpowder_goal",
    "upgrade_goal",
)
SHOWN = 4
