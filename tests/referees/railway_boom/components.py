"""What lies in the box of Railway Boom: the map, the cities, the boards, the trains."""

from __future__ import annotations

from dataclasses import dataclass

RESOURCES = ("money", "materials", "technology", "coal")  # that can be spent [RB-006]
YIELDS = (*RESOURCES, "vp")  # of income tracks and tiles [RB-131]
ANY = "any_resource"


@dataclass(frozen=True)
class Configuration:
    players: int
    location_variety: bool = False  # city tiles at random [RB-043, A01]


CONFIGURATIONS = tuple(Configuration(players, variety) for players in (2, 3, 4) for variety in (False, True))

ROUNDS = 4
OBJECTIVES_IN_PLAY = ROUTES_IN_PLAY = 4
FIRST_STOCK = 8
RAILWAY_TOKENS = 30
STATION_TOKENS = 4
TILES_OF_A_TYPE = 20
SET_SIZE = 3
CARRIAGES_PER_TURN = 2
MORE_CARRIAGES = 2  # than players in the row [RB-096]

# --- the Auction Track --------------------------------------------------------------------------------------

WHITES = ("white_1", "white_2", "white_3", "white_4")  # from left to right
NUMBERED = tuple(f"bid_{number}" for number in range(1, 21))
TRACK = (*WHITES, *NUMBERED)
BID_OF = dict.fromkeys(WHITES, 0) | {f"bid_{number}": number for number in range(1, 21)}
BID_CHART = {  # from the rightmost disc to the left
    2: ("full", "half"),
    3: ("full", "half", "none"),
    4: ("full", "full", "half", "none"),
}
OPEN_SLOTS = {2: (1, 4), 3: (1, 2, 4), 4: (1, 2, 3, 4)}  # of an objective, the best first

# --- the Income Tracks --------------------------------------------------------------------------------------

LEVELS = 8
INCOME = {
    "money": (4, 5, 6, 7, 8, 10, 12, 14),
    "materials": (3, 4, 5, 6, 7, 8, 10, 12),
    "technology": (3, 4, 5, 6, 7, 8, 10, 12),
    "coal": (3, 4, 5, 6, 7, 8, 9, 10),
    "vp": (0, 1, 2, 3, 4, 5, 8, 10),
}
# What an icon does: a number is VP; the others are below.
DRAW_TWO, RAILWAY, LEVEL, TWO_RESOURCES = "draw two", "railway", "level", "two resources"
Icon = int | str
INCOME_ICONS: dict[str, dict[int, Icon]] = {
    "money": {3: TWO_RESOURCES, 5: 3, 6: DRAW_TWO, 8: 6},
    "materials": {3: RAILWAY, 5: LEVEL, 7: 5},
    "technology": {2: DRAW_TWO, 4: 2, 6: TWO_RESOURCES, 8: 6},
    "coal": {3: TWO_RESOURCES, 5: RAILWAY, 7: 5},
    "vp": {3: 2, 5: LEVEL, 7: RAILWAY, 8: 6},
}

# --- the map ------------------------------------------------------------------------------------------------

KINDS = {
    "PP": "plains",
    "RR": "river",
    "II": "inlet",
    "FF": "forest",
    "MM": "mountain",
}
REGULAR, TOURIST = "regular city", "tourist city"
POWER = {"plains": 1, "river": 2, "inlet": 2, "forest": 3, "mountain": 4}
# A row a line from the first on; odd rows lie half a space further right. A number is a regular city, a
# letter behind a t a tourist city, dots are the ocean. Before the bar stands the column of the first one.
PICTURE = """
30| FF PP II PP
30| PP RR 01 PP
 2| II PP .. .. 30 PP MM RR tK FF .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. 04 RR MM 02
 2| 35 II 33 PP II PP tL 28 FF MM MM FF .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. PP FF MM FF
 2| PP 34 RR PP II II II PP FF FF MM 29 PP .. .. .. .. FF II .. .. .. .. .. .. PP FF FF 03 FF PP
 3| RR MM tN II .. tM .. II II 27 RR FF tJ II 21 RR 20 19 .. .. .. PP 08 II PP RR MM tA RR FF
 1| PP MM MM FF PP II PP MM FF 31 II .. 25 RR PP PP FF MM tG MM 16 RR RR RR MM MM 06 II RR PP PP
 1| 36 FF FF FF .. .. PP PP 32 MM RR II II 24 23 RR PP FF MM MM FF tE MM MM FF tC 07 05 tB PP
 0| PP II PP .. .. .. .. .. .. PP PP .. 26 FF tI 22 PP 18 RR MM MM FF 11 tD FF MM FF RR
13| RR MM PP II PP PP FF MM FF PP PP 10 FF PP
12| PP PP .. tH .. PP RR II 15 PP RR PP 09 FF
18| RR 17 tF 14 12 PP RR
21| II II 13 FF
"""


@dataclass(frozen=True)
class City:
    """What is printed on a regular city, or on its tile."""

    resources: tuple[str, ...]
    station_power: int
    cost: int  # of a Railway Token


@dataclass(frozen=True)
class Sight:
    """What is printed on a tourist city, or on its tile."""

    icon: Icon
    cost: int = 2


# One after the other in the order of their numbers: name, resources, power of a station, cost of a token.
_CITIES = """
aomori materials,vp 5 3 | hachinohe coal 9 2 | morioka materials 9 2 | akita materials,coal 6 3
sendai money,coal 6 3 | yamagata vp 7 2 | fukushima coal 8 2 | niigata money,materials 6 3
mito money,coal 6 3 | utsunomiya technology 8 2 | takasaki materials 8 2 | tokyo money,technology 5 3
chiba money 8 2 | yokohama money,vp 5 3 | kofu vp 7 2 | nagano technology 8 2
shizuoka money 8 2 | nagoya materials,technology 5 3 | toyama technology 8 2 | kanazawa technology,vp 5 3
fukui money 8 2 | tsu coal 8 2 | kyoto money,technology 6 3 | osaka money,materials 5 3
kobe money 8 2 | wakayama materials 8 2 | okayama coal 8 2 | hiroshima materials,technology 6 3
tottori materials 9 2 | shimonoseki materials,coal 6 3 | takamatsu money 8 2 | kochi materials 9 2
fukuoka technology,coal 5 3 | kumamoto technology 9 2 | nagasaki technology,coal 6 3 | kagoshima coal,vp 5 3
"""
CITIES: dict[str, City] = {}
for _one in _CITIES.strip().replace("\n", "|").split("|"):
    _name, _resources, _power, _cost = _one.split()
    CITIES[_name] = City(tuple(_resources.split(",")), int(_power), int(_cost))

SIGHTS: dict[str, Sight] = {  # lettered in this order
    "hiraizumi": Sight(4),
    "matsushima": Sight(3),
    "aizu": Sight(LEVEL),
    "nikko": Sight(DRAW_TWO),
    "kusatsu": Sight(TWO_RESOURCES),
    "hakone": Sight(3),
    "takayama": Sight(DRAW_TWO),
    "ise": Sight(4),
    "nara": Sight(LEVEL),
    "amanohashidate": Sight(TWO_RESOURCES),
    "izumo": Sight(5),
    "miyajima": Sight(DRAW_TWO),
    "dogo": Sight(TWO_RESOURCES),
    "beppu": Sight(LEVEL),
}

# --- location variety ---------------------------------------------------------------------------------------


def _tiles() -> dict[str, tuple[City, int]]:
    """Name -> tile, and how many there are. They happen to be the printed ones in another order."""
    rows = """
    money,materials 6 3 1 | money,materials 5 3 1 | money,technology 6 3 1 | money,technology 5 3 1
    money,coal 6 3 2 | money,vp 5 3 1 | money 8 2 5 | materials,technology 6 3 1 | materials,technology 5 3 1
    materials,coal 6 3 2 | materials,vp 5 3 1 | materials 9 2 3 | materials 8 2 2 | technology,coal 6 3 1
    technology,coal 5 3 1 | technology,vp 5 3 1 | technology 9 2 1 | technology 8 2 3 | coal,vp 5 3 1
    coal 9 2 1 | coal 8 2 3 | vp 7 2 2
    """
    found = {}
    for row in rows.strip().replace("\n", "|").split("|"):
        resources, power, cost, count = row.split()
        kinds = resources.split(",")
        found["_".join((*kinds, power))] = City(tuple(kinds), int(power), int(cost)), int(count)
    return found


CITY_TILES = _tiles()
SIGHT_TILES: dict[str, tuple[Sight, int]] = {
    "draw_two_cards": (Sight(DRAW_TWO), 3),
    "two_resources": (Sight(TWO_RESOURCES), 3),
    "income_level": (Sight(LEVEL), 3),
    "three_vp": (Sight(3), 2),
    "four_vp": (Sight(4), 2),
    "five_vp": (Sight(5), 1),
}

# --- trains -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Locomotive:
    coal: int
    slots: int


@dataclass(frozen=True)
class Carriage:
    price: int  # in Materials
    coal: int
    vp: int
    slots: int = 0
    pattern: str = ""  # each, pair: of a kind; three: tiles of different kinds
    kind: str = ""
    reward: str = ""  # a resource, VP, or income levels


STARTING = tuple(f"starting_{seat}" for seat in range(1, 5))
LOCOMOTIVES = {name: Locomotive(0, 1) for name in STARTING}
DECK_OF_LOCOMOTIVES: list[str] = []
for _number, _locomotive in (
    (4, Locomotive(0, 2)),
    (2, Locomotive(0, 3)),
    (6, Locomotive(1, 3)),
    (2, Locomotive(1, 4)),
    (5, Locomotive(2, 4)),
    (1, Locomotive(2, 5)),
    (2, Locomotive(3, 5)),
):
    for _ in range(_number):
        DECK_OF_LOCOMOTIVES.append(f"locomotive_{len(DECK_OF_LOCOMOTIVES) + 1}")
        LOCOMOTIVES[DECK_OF_LOCOMOTIVES[-1]] = _locomotive

GROWTH, GROWTH_OF_CHOICE = "growth", "growth of choice"
CARRIAGES = {
    f"carriage_{_number}": _carriage
    for _number, _carriage in enumerate(
        (
            Carriage(2, 1, 2),
            Carriage(3, 1, 3),
            Carriage(4, 1, 4),
            Carriage(2, 0, 1),
            Carriage(5, 0, 3),
            Carriage(5, 2, 6),
            Carriage(2, 1, 0, 2),
            Carriage(1, 0, 0, 1),
            Carriage(2, 0, 1, 1),
            Carriage(3, 1, 1, 2),
            Carriage(3, 0, 0, 2),
            Carriage(4, 1, 0, 3),
            Carriage(5, 1, 1, 3),
            Carriage(4, 0, 1, 2),
            Carriage(2, 1, 1, 0, "each", "money", "vp"),
            Carriage(2, 1, 1, 0, "each", "materials", "vp"),
            Carriage(2, 1, 1, 0, "each", "technology", "vp"),
            Carriage(3, 0, 1, 0, "each", "coal", "vp"),
            Carriage(3, 1, 1, 0, "each", "vp", "vp"),
            Carriage(2, 0, 0, 0, "each", "money", "materials"),
            Carriage(2, 0, 0, 0, "each", "materials", "technology"),
            Carriage(2, 0, 0, 0, "each", "technology", "money"),
            Carriage(2, 0, 0, 0, "each", "coal", "money"),
            Carriage(2, 1, 1, 0, "each", "money", "coal"),
            Carriage(4, 1, 1, 0, "pair", "money", GROWTH),
            Carriage(4, 1, 1, 0, "pair", "materials", GROWTH),
            Carriage(4, 1, 1, 0, "pair", "technology", GROWTH),
            Carriage(4, 1, 1, 0, "pair", "coal", GROWTH),
            Carriage(5, 2, 1, 0, "pair", "vp", GROWTH),
            Carriage(5, 2, 0, 0, "three", "", GROWTH_OF_CHOICE),
        ),
        start=1,
    )
}
TRAIN_CARDS: dict[str, Locomotive | Carriage] = {**LOCOMOTIVES, **CARRIAGES}
STATION_CARDS = {f"station_{number}": city for number, city in enumerate(CITIES, start=1)}
