"""What lies in the box of Great Western Trail: the trail, the tiles, the cards."""

from __future__ import annotations

from dataclasses import dataclass

BREEDS = (
    "jersey",
    "dutch_belt",
    "black_angus",
    "guernsey",
    "holstein",
    "brown_swiss",
    "ayrshire",
    "west_highland",
    "texas_longhorn",
)
JOBS = ("cowboy", "craftsman", "engineer")
SPOTS = ("spot_1", "spot_2", "spot_3")


@dataclass(frozen=True)
class Configuration:
    players: int
    by_letter: bool = False  # neutral buildings, each on its own letter [GW-023, GW-024]
    sides: str = "tossed"  # of private buildings: all_a, all_b or tossed [GW-042, GW-043]


CONFIGURATIONS = tuple(
    Configuration(players, by_letter, sides)
    for players in (2, 3, 4)
    for by_letter in (True, False)
    for sides in ("all_a", "all_b", "tossed")
)

# --- how many play ------------------------------------------------------------------------------------------

MARKET_SIZE = {2: 7, 3: 10, 4: 13}  # [GW-037, GW-123]
FEES = {
    2: {"green": 2, "black": 2},
    3: {"green": 2, "black": 1},
    4: {"green": 1, "black": 2},
}  # [GW-081 to 083]
STEPS = {2: 3, 3: 3, 4: 4}  # [GW-069]
STEPS_WITH_DOLLARS = {2: 1, 3: 2, 4: 2}  # what the disc space with 3 dollars adds
STEPS_WITH_POINTS = 1  # and the one with points
FIRST_MONEY = (6, 7, 8, 9)  # [GW-051]
HAND = 4
DISPLAY = 4
TILES_AT_SETUP = 7

# --- the trail ----------------------------------------------------------------------------------------------

START, KANSAS_CITY = "horseman", "kc"
_WAYS = """
horseman space_a | space_a a1 flood1 | a1 a2 | a2 a3 | a3 space_b
flood1 flood2 | flood2 flood3 | flood3 flood4 | flood4 fr1 | fr1 fr2 | fr2 space_b
space_b b1 drought1 | b1 b2 | b2 b3 | b3 space_c
drought1 drought2 | drought2 drought3 | drought3 drought4 | drought4 dr1 | dr1 space_c
space_c c1 c3 | c1 c2 | c2 space_e | c3 space_d teepee1 | space_d space_e
teepee1 teepee2 | teepee2 teepee4 | teepee4 teepee6 | teepee6 teepee8 | teepee8 teepee10
teepee10 tr1 | tr1 tr2 | tr2 space_e
space_e e1 rockfall1 | e1 e2 | e2 space_f
rockfall1 rockfall2 | rockfall2 rockfall3 | rockfall3 rockfall4 | rockfall4 rr1 | rr1 rr2 | rr2 space_f
space_f f1 f2 | f1 space_g | f2 space_g | space_g g1 g2 | g1 kc | g2 kc
"""
NEXT: dict[str, tuple[str, ...]] = {KANSAS_CITY: ()}
for _way in _WAYS.replace("\n", "|").split("|"):
    if _way.strip():
        _from, *_to = _way.split()
        NEXT[_from] = tuple(_to)
BEFORE = {space: tuple(one for one, ways in NEXT.items() if space in ways) for space in NEXT}
NEUTRAL_SPACES = tuple(f"space_{letter}" for letter in "abcdefg")
HAZARD_KINDS = ("flood", "drought", "rockfall")
HAZARD_SPACES = {kind: tuple(f"{kind}{number}" for number in range(1, 5)) for kind in HAZARD_KINDS}
TRADE = {  # in the order in which they are filled, with the money above them
    "minus3": -3,
    "minus2": -2,
    "minus1": -1,
    "teepee1": 1,
    "teepee2": 2,
    "teepee4": 4,
    "teepee6": 6,
    "teepee8": 8,
    "teepee10": 10,
}
_NOT_FOR_BUILDINGS = {START, KANSAS_CITY, *NEUTRAL_SPACES, *TRADE, *sum(HAZARD_SPACES.values(), ())}
BUILDING_SPACES = tuple(space for space in NEXT if space not in _NOT_FOR_BUILDINGS)
WOODS = {"fr2", "b1", "c1", "c2", "e1", "e2", "rr2", "f2"}
RISKS = {
    "fr1": "risk_jersey",
    "fr2": "risk_jersey",
    "dr1": "risk_any",
    "tr1": "risk_any",
    "tr2": "risk_jersey",
    "rr1": "risk_any",
    "rr2": "risk_jersey",
}

# --- tiles of the Kansas City supply ------------------------------------------------------------------------


@dataclass(frozen=True)
class Tile:
    kind: str  # worker, hazard or teepee
    type: str  # which worker, which hazard, which colour
    pile: int
    count: int
    points: int = 0
    hand: str | None = None


TILES = {
    "green_1": Tile("teepee", "green", 1, 9, hand="green"),
    "blue_1": Tile("teepee", "blue", 1, 8, hand="black"),
    "green_3": Tile("teepee", "green", 3, 2, hand="green"),
    "blue_3": Tile("teepee", "blue", 3, 3, hand="black"),
}
for _kind in HAZARD_KINDS:
    TILES[f"{_kind}_4"] = Tile("hazard", _kind, 1, 2, 4, "green")
    TILES[f"{_kind}_3"] = Tile("hazard", _kind, 1, 1, 3, "green")
    TILES[f"{_kind}_3b"] = Tile("hazard", _kind, 1, 1, 3, "black")
    TILES[f"{_kind}_2"] = Tile("hazard", _kind, 1, 1, 2, "green")
    TILES[f"{_kind}_2b"] = Tile("hazard", _kind, 1, 1, 2, "black")
for _kind in JOBS:
    TILES[f"{_kind}_2"] = Tile("worker", _kind, 2, 11)
    TILES[f"{_kind}_3"] = Tile("worker", _kind, 3, 7)

# --- job market: what hiring from a row costs; what happens when the token leaves it ------------------------

JOB_ROWS = {f"row_{row}": cost for row, cost in enumerate((6, 6, 7, 5, 7, 9, 6, 8, 10, 6, 5, 4), start=1)}
ROWS = tuple(JOB_ROWS)
YELLOW_ARROWS = ("row_6", "row_9")
FIRST_TOKEN_ROW = "row_2"
PLACES_FOR_WORKERS = 6  # in each row of a player board, the printed one included

# --- cattle -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cattle:
    breed: str
    value: int
    points: int
    count: int  # in a herd, or in the market


HERD = {
    "a_jersey": Cattle("jersey", 1, 0, 5),
    "a_dutch_belt": Cattle("dutch_belt", 2, 0, 3),
    "a_black_angus": Cattle("black_angus", 2, 0, 3),
    "a_guernsey": Cattle("guernsey", 2, 0, 3),
}
MARKET = {
    "a_holstein": Cattle("holstein", 3, 1, 7),
    "a_brown_swiss": Cattle("brown_swiss", 3, 2, 7),
    "a_ayrshire": Cattle("ayrshire", 3, 3, 7),
    "highland_3": Cattle("west_highland", 4, 3, 3),
    "highland_4": Cattle("west_highland", 4, 4, 3),
    "highland_5": Cattle("west_highland", 4, 5, 3),
    "longhorn_5": Cattle("texas_longhorn", 5, 5, 2),
    "longhorn_6": Cattle("texas_longhorn", 5, 6, 2),
    "longhorn_7": Cattle("texas_longhorn", 5, 7, 2),
}
CATTLE = HERD | MARKET


@dataclass(frozen=True)
class Purchase:
    cowboys: int
    dollars: int
    value: int
    cards: int = 1


PURCHASES = {  # [GW-242 to GW-246]
    "three_6": Purchase(1, 6, 3),
    "three_3": Purchase(2, 3, 3),
    "threes_5": Purchase(3, 5, 3, 2),
    "four_12": Purchase(1, 12, 4),
    "four_6": Purchase(3, 6, 4),
    "fours_8": Purchase(5, 8, 4, 2),
    "five_12": Purchase(2, 12, 5),
    "five_6": Purchase(4, 6, 5),
}
REVEALED = 2  # market cards for a cowboy who buys nothing [GW-247]

# --- cities and the railroad --------------------------------------------------------------------------------


@dataclass(frozen=True)
class City:
    value: int
    dark: bool = False
    again: bool = False  # may be delivered to any number of times
    points: int = 0  # for each disc


CITIES = {
    "kansas_city_crest": City(0, again=True, points=-6),
    "topeka": City(1),
    "wichita": City(4),
    "colorado_springs": City(6),
    "santa_fe": City(8),
    "albuquerque": City(10, dark=True),
    "el_paso": City(12, dark=True),
    "san_diego": City(14),
    "sacramento": City(16, dark=True, points=6),
    "san_francisco": City(18, dark=True, again=True, points=9),
}
HOME_TOWN, HOME_TOWN_MONEY = "kansas_city_crest", 6


@dataclass(frozen=True)
class Arrow:
    cities: tuple[str, str]
    points: int
    objective: bool = False


ARROWS = (
    Arrow(("topeka", "wichita"), -3, objective=True),
    Arrow(("wichita", "colorado_springs"), -1),
    Arrow(("colorado_springs", "santa_fe"), 0, objective=True),
    Arrow(("santa_fe", "albuquerque"), 0, objective=True),
    Arrow(("albuquerque", "el_paso"), 6),
    Arrow(("el_paso", "san_diego"), 8),
    Arrow(("san_diego", "sacramento"), 4),
)
CROSSES = (3, 4, 5, 7, 9, 10, 11, 13, 15, 16, 17)  # each lies behind this space and before the next one
_CROSSES_BEFORE = (0, 0, 1, 3, 4, 5, 7, 8, 9, 11)
CROSSES_TO = dict(zip(CITIES, _CROSSES_BEFORE, strict=True))  # from the starting space
LAST_SPACE, LAST_SPACE_MONEY = 39, 3
SIDINGS = (4, 7, 10, 13, 16, 21, 25, 29, 33)  # each leaves the line behind this space


@dataclass(frozen=True)
class Station:
    at: str
    cost: int
    points: int
    dark: bool
    master: bool = False


STATIONS = {
    "station_1": Station("siding_4", 2, 1, False, True),
    "station_2": Station("siding_7", 2, 1, False, True),
    "station_3": Station("siding_10", 4, 2, False, True),
    "station_4": Station("siding_13", 4, 2, False, True),
    "station_5": Station("siding_16", 6, 3, True, True),
    "station_6": Station("siding_21", 8, 5, True),
    "station_7": Station("siding_25", 7, 6, True),
    "station_8": Station("siding_29", 6, 7, True),
    "station_9": Station("siding_33", 5, 8, True),
    "station_10": Station("r39", 3, 9, True),
}
STATION_AT = {station.at: name for name, station in STATIONS.items()}
MASTERS = ("for_workers", "for_objectives", "for_hazards", "for_teepees", "for_certificates")
CERTIFIED = ("for_hazards", "for_teepees", "for_certificates")  # with a permanent certificate

# --- player boards ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DiscSpace:
    spaces: int
    discs: int  # at the start
    dark: bool = False


DISC_SPACES = {
    "aux_dollar": DiscSpace(2, 1),
    "aux_draw": DiscSpace(2, 1),
    "aux_cert": DiscSpace(2, 2),
    "aux_engine": DiscSpace(2, 2),
    "aux_thin": DiscSpace(2, 2),
    "certs_4": DiscSpace(1, 1),
    "certs_6": DiscSpace(1, 1, True),
    "step_dollars": DiscSpace(1, 1, True),
    "step_points": DiscSpace(1, 1, True),
    "hand_cards": DiscSpace(2, 2, True),
}
AUXILIARY = ("aux_dollar", "aux_draw", "aux_cert", "aux_engine", "aux_thin")
HAND_SPACE_COST, STEP_SPACE_MONEY, STEP_SPACE_POINTS = 5, 3, 3
CERTIFICATES = (0, 1, 2, 3, 4, 6)  # the spaces of the track
