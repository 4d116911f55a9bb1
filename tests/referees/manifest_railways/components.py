"""What lies in the box: tiles, maps, companies, and the ways to combine them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

Square = tuple[int, int]  # column from the west, row from the north

# --- tiles ----------------------------------------------------------------------------------------------

RESOURCES = ("forest", "crop", "passenger", "goods", "coal", "high_tech")  # [A03]
PLACEABLE = (*RESOURCES, "blight", "x2", "new_city")  # [A39]
SLOT_TILES = (*RESOURCES, "blight")  # those that take a place [MR-058, A26]
TILES = {  # how many there are of each kind [MR-005, A02]
    "capital": 42,
    "double_capital": 4,
    "mountain_pass": 4,
    "forest": 7,
    "crop": 7,
    "passenger": 7,
    "goods": 7,
    "coal": 6,
    "high_tech": 4,
    "blight": 4,
    "x2": 4,
    "new_city": 4,
}
VALUE = {"capital": 1, "double_capital": 2}  # dollars [MR-050, MR-053]

POINTS = {  # a resource's VP by age [A04]
    "forest": {"silver": 3, "golden": 2, "rust": 1},
    "crop": {"silver": 3, "golden": 2, "rust": 2},
    "passenger": {"silver": 2, "golden": 3, "rust": 0},
    "goods": {"silver": 1, "golden": 3, "rust": 1},
    "coal": {"silver": 2, "golden": 3, "rust": 2},
    "high_tech": {"silver": 0, "golden": 1, "rust": 4},
}

ANYWHERE = ("plains", "forest", "mountain")
TERRAIN_OF = {  # [A05]
    "forest": ("forest",),
    "crop": ("plains",),
    "coal": ("mountain",),
    **dict.fromkeys(("passenger", "goods", "high_tech", "blight", "x2", "new_city"), ANYWHERE),
}
ONLY_IN_CITIES = ("passenger", "goods", "high_tech")

# --- numbers --------------------------------------------------------------------------------------------

STARTING_CAPITAL = 7  # [MR-023]
FULL_HAND = 5  # [MR-132, A36]
TURNS_PER_AGE = 6  # [MR-044]
TRACK_CUBES = 18  # [A23]
BLACK_CUBES = 9  # [MR-012, A24]
CAPITAL_BACK = (2, 1)  # for each city, after the first and the second age played [MR-162, MR-163, A56]
AGES = ("silver", "golden", "rust")  # [MR-046]

# --- maps -----------------------------------------------------------------------------------------------

_NORTHEAST_GROUND = """
    FFFFFFFFFWWWWWXXXXXXXXXXXXXXXXXXXXXX
    FFFFFFFFWWWWWWWXXXXXXXXXXXXXXXXFFXXX
    FFFFFFFFFFFFFFFXXXXXXXXXXXXXXXFFFFXX
    PPPPFFFFFFFFWWFWWXXXXXXXXXXXXMFFFFXW
    PPPPPPPFFFFFWFFWWXXXXXXXXMMMMFFFPFWW
    PPPPPPFFFFPPWFFPWXXXXXWWMMPMMFFFWWWW
    PPPPPPPPPPPPWPPPWXXWWPPPFFMMFFPWWWWW
    PPPPPPPPPPPPWPPPXWWPPPFFMPFPPPWWWWWW
    PPPPPPPPPPPPPPPPWWPFFMMFMPFPPPPWWWWW
    PPPPPPPPPPPPPPPPPPPFMMPPPPPPPWWWWWWW
    PPPPPPPPPPPPPPPPPFPFMMFPPPWWWWWWWWWW
    PPPPPPPPPPPPPPPPFFFMMPPPPWWWWWWWWWWW
    PPPPPPPPPPPPPPPPFFMMFPPPWWWWWWWWWWWW
    PPPPPPPPPPFFPPPFMMMFPPWPWWWWWWWWWWWW
    PPPPPPPPFFFFPPFFMMPFPPPPWWWWWWWWWWWW
    PPPPPPFFFFFPPPFPMMFFPPPPWWWWWWWWWWWW
    PPPPPFFFFPPPPFFMMFPPPPPFWWWWWWWWWWWW
    PPPPFFFFFPPPFFFMFFPPPPFWWWWWWWWWWWWW
"""

_NORTHEAST_CITIES = """
    Duluth 7,2
    Minneapolis 6,4
    Green Bay 10,5
    Madison 9,6
    Milwaukee 11,6
    Des Moines 6,8
    Davenport 8,8
    Omaha 3,9
    Kansas City 5,11
    Springfield 9,10
    St. Louis 9,12
    Memphis 9,16
    Nashville 12,15
    Knoxville 15,15
    Louisville 13,13
    Cincinnati 14,12
    Indianapolis 12,11
    Fort Wayne 13,9
    Grand Rapids 13,6
    Detroit 15,7
    Toledo 15,9
    Cleveland 17,9
    Columbus 16,10
    Charleston 17,12
    Pittsburgh 18,10
    Erie 18,8
    Buffalo 19,7
    Rochester 21,6
    Syracuse 23,6
    Albany 25,7
    Scranton 23,8
    Harrisburg 22,9
    Roanoke 18,14
    Richmond 21,14
    Norfolk 23,14
    Charlotte 18,16
    Raleigh 20,16
    Burlington 26,5
    Hartford 27,8
    Providence 29,8
    Boston 29,7
    Portland 30,6
    Bangor 32,4
"""

_WESTERN_GROUND = """
    WWWWWWXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
    WWWWWWFFPMMPFMMMMPPPPPPPPFFFWWWWFFXX
    WWWWWWFFMMPPPMMMPPPPPFFFFFFWWWWFFFXX
    WWWWWWFPMMPPFMMMPPPPPPFFFFFFFFFWFFXX
    WWWWWWMMMPPMMMMMPPPPPPPPPPFFFPPWPPWX
    WWWWWWMMMPPMMMMPFPPPPPPPPPPPPPPWPPWX
    WWWWWWMMMPPPPMMPPPPPPPPPPPPPPPPWPPXX
    WWWWWMMMMPPPPMMPPPPPPPPPPPPPPPPPPPPP
    WWWWWMMMPPPPPMPMPPPPPPPPPPPPPPPPPPPP
    WWWWWWPPMPPPMMMMPPPPPPPPPPPPPPPPPPPP
    WWWWWWPPMMPPMMMMPPPPPPPPPPPPPPPPPPPP
    WWWWWWMPMMPPPMMMPPPPPPPPPPPPPPPPPFFF
    WWWWWWWMPMPPMMFMPPPPPPPPPFFFPPPPFFFF
    WWWWWWWWMMPPPFMPMPPPPPPPPFFFPPPFFFFF
    WWWWWWWWWMMPPMMPPPPPPPPPFFFPPPFFFFFF
    WWWWWWWWWWPPPPPMPPPPPPPPFFFPPPFFFFFF
    WWWWWWWWWWWXXPPMPXXPPPPPPPPPPFFFFFFF
    WWWWWWWWWWWWXXXXXXXXXPPWWWWWWWWWWWWW
"""

_WESTERN_CITIES = """
    Portland 7,3
    Spokane 12,2
    Butte 14,3
    Billings 16,3
    Bismarck 18,3
    Fargo 20,2
    Duluth 24,2
    Boise 10,5
    Pocatello 12,6
    Sioux Falls 21,6
    Reno 8,8
    Elko 10,8
    Salt Lake City 12,8
    Green River 14,8
    Cheyenne 16,8
    North Platte 18,8
    Des Moines 23,8
    Davenport 27,8
    Chicago 30,7
    Milwaukee 30,5
    Denver 16,10
    Pueblo 16,12
    Dodge City 18,11
    Wichita 20,12
    Springfield 25,12
    St. Louis 28,11
    Fresno 7,11
    Bakersfield 8,12
    Las Vegas 11,12
    Flagstaff 13,13
    Albuquerque 15,13
    Amarillo 18,13
    Oklahoma City 21,13
    Fort Worth 22,14
    Little Rock 26,14
    Memphis 28,14
    Tucson 13,16
    El Paso 16,16
    San Antonio 21,16
    New Orleans 28,16
"""

_TERRAIN = {"P": "plains", "F": "forest", "M": "mountain", "X": "foreign", "W": "water"}


@dataclass(frozen=True)
class Map:
    name: str
    terrain: dict[Square, str]
    hubs: dict[str, Square]  # of each company, in the order in which companies without owner sit [A49, A57]
    goals: frozenset[Square]
    cities: frozenset[Square]  # the printed ones, goals among them, hubs not [A42]
    names: dict[Square, str]
    goal_points: int

    @property
    def first(self) -> str:
        """The company whose seat begins each round [MR-037, A58]."""
        return next(iter(self.hubs))

    def closed(self, square: Square) -> bool:
        """Hubs and goals take no tiles and no upgrade [MR-103, MR-104, A24, A29, A57, A59]."""
        return square in self.hubs.values() or square in self.goals

    def neighbours(self, square: Square) -> list[Square]:
        """Orthogonally adjacent squares [MR-075, MR-076]."""
        column, row = square
        around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        return [one for one in around if one in self.terrain]

    @staticmethod
    def region(square: Square) -> int:
        """The region of a square: 9 x 9, down first, then to the east [MR-017]."""
        column, row = square
        return 1 + 2 * (column // 9) + row // 9


def _ground(text: str) -> dict[Square, str]:
    rows = text.split()
    return {(x, y): _TERRAIN[letter] for y, row in enumerate(rows) for x, letter in enumerate(row)}


def _places(text: str) -> dict[Square, str]:
    found = {}
    for line in text.strip().splitlines():
        name, _, place = line.strip().rpartition(" ")
        column, row = place.split(",")
        found[int(column), int(row)] = name
    return found


def _map(name: str, ground: str, hubs: dict[str, Square], goals: str, cities: str, goal_points: int) -> Map:
    goal_places, city_places = _places(goals), _places(cities)
    names = {**goal_places, **city_places}
    return Map(name, _ground(ground), hubs, frozenset(goal_places), frozenset(names), names, goal_points)


MAPS = {
    "northeast": _map(
        "northeast",
        _NORTHEAST_GROUND,
        {"bo": (22, 11), "prr": (24, 10), "nyc": (25, 9), "co": (21, 12)},  # [A07]
        "Chicago 11,8",
        _NORTHEAST_CITIES,
        5,  # [MR-147]
    ),
    "western": _map(
        "western",
        _WESTERN_GROUND,
        {"up": (20, 8), "np": (21, 3), "sf": (21, 10), "sp": (24, 16), "wp": (6, 9)},
        "Tacoma 8,1\nLos Angeles 11,15",
        _WESTERN_CITIES,
        10,  # [MR-193, A59]
    ),
}
WESTERN_PACIFIC = "wp"
UNION_PACIFIC = "up"

# --- ways to play ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Configuration:
    map: str = "northeast"
    backwards: bool = False  # the ages from Rust to Silver [MR-184]
    companies_each: int = 1  # or 2, where two players have two each [MR-034, A53]
    players: int = 4

    @property
    def board(self) -> Map:
        return MAPS[self.map]

    @property
    def companies(self) -> tuple[str, ...]:
        """In the order of unowned ones; the fifth of the Western map is for five players [A49, A62]."""
        names = tuple(self.board.hubs)
        return names if self.players == 5 else names[:4]

    @property
    def owned(self) -> int:
        return self.players * self.companies_each

    @property
    def ages(self) -> tuple[str, ...]:
        return AGES[::-1] if self.backwards else AGES

    @property
    def taken_out(self) -> Counter[str]:
        """Backwards there is no High Tech [MR-185]."""
        return Counter({"high_tech": TILES["high_tech"]}) if self.backwards else Counter()


def _configurations() -> tuple[Configuration, ...]:
    """[MR-028, MR-187]; the two-company game is for two on the Northeast map [A53]."""
    found = []
    for backwards in (False, True):
        found += [Configuration("northeast", backwards, 1, players) for players in (1, 2, 3, 4)]
        found.append(Configuration("northeast", backwards, 2, 2))
        found += [Configuration("western", backwards, 1, players) for players in (1, 2, 3, 4, 5)]
    return tuple(found)


CONFIGURATIONS = _configurations()
