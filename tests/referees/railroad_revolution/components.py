"""What lies in the box of Railroad Revolution."""

from __future__ import annotations

from dataclasses import dataclass

WHITE = "white"
SPECIALIZED = ("purple", "orange", "grey", "turquoise")
COLOURS = (WHITE, *SPECIALIZED)
WORKERS = {WHITE: 16} | dict.fromkeys(SPECIALIZED, 12)  # [RR-002]
ACTIONS = ("station", "railroad", "telegraph", "trade")  # [RR-070]

START_MONEY = 600  # [RR-018]
START_SHARES = 3  # [RR-022]
START_WHITE = 4  # [RR-019]
SHARE_PRICE = 150  # [RR-059]
HIRE_PRICE = 800  # [RR-061]
FEWEST_WORKERS = 4  # [RR-064]
BUILDINGS, RAILS = 12, 15  # on a player board [RR-015]
RAILROAD_PRICE, TRIANGLE_PRICE = 400, 100  # [RR-110]
TILE_PRICE = 400  # of a Telegraph tile, with turquoise [RR-145]
PRIMARY_PRICE = 300  # of a primary reward once more [RR-099]
FLIP_PRICE = 100  # with purple [RR-095]
TRAIN_PRICE = 300  # with purple [RR-123]
TRAIN_POINTS = 8  # [RR-225]
DRAWN = 3  # Milestones [RR-201]


@dataclass(frozen=True)
class Configuration:
    """A way to play; both variants are official [RR-204, RR-215]."""

    players: int = 4
    whole_stack: bool = False
    dear_gates: bool = False


CONFIGURATIONS = tuple(
    Configuration(players, whole_stack, dear_gates)
    for players in (2, 3, 4)
    for whole_stack in (False, True)
    for dear_gates in (False, True)
)


@dataclass(frozen=True)
class RailSpace:
    a: str
    b: str
    triangles: int
    deal: bool = False


@dataclass(frozen=True)
class Section:
    """A section of the telegraph line."""

    shares: int
    first_shares: int
    deal: bool = False


@dataclass(frozen=True)
class Gate:
    """What a step over it costs [RR-212 to RR-214]."""

    money: int = 0
    shares: int = 0
    workers: int = 0


@dataclass(frozen=True)
class Track:
    points: tuple[int, ...]  # of each slot
    gates: tuple[Gate, ...]  # between a slot and the next one


@dataclass(frozen=True)
class BoardSection:
    """A section of a player board [RR-152]."""

    price: int
    buildings: int
    rails: int


def track(points: tuple[int, ...], money: int) -> Track:
    gates = (Gate(), Gate(money=money), Gate(shares=1), Gate(), Gate(shares=2), Gate(workers=1))
    return Track(points, gates)


TRACKS = {
    "telegraph": track((1, 2, 3, 4, 5, 6, 7), 50),
    "stations": track((1, 2, 3, 4, 5, 6, 7), 50),
    "network": track((2, 4, 6, 9, 12, 16, 20), 100),
}
DEAR = 10  # times the money of a gate [RR-215]

BOARD = (
    BoardSection(400, 1, 2),
    BoardSection(500, 1, 2),
    BoardSection(500, 2, 2),
    BoardSection(600, 1, 2),
    BoardSection(700, 2, 2),
    BoardSection(800, 2, 2),
    BoardSection(900, 1, 2),
    BoardSection(1000, 2, 1),
)
BEHIND_LOGO = (3, 3)  # buildings and rails right of the company logo [RR-220, RR-224]

STACKS = ("A1", "A2", "B", "C", "D")  # [RR-027]
STACK_HEIGHT = {2: 3, 3: 4, 4: 5}  # of trains [RR-026]
NEUTRAL_STATIONS = {  # [RR-034, RR-035]
    2: ("san_diego", "salt_lake_city", "duluth", "little_rock"),
    3: ("san_francisco", "bismarck", "houston"),
    4: (),
}
NEUTRAL_OFFICES = {2: (1, 4, 7), 3: (2, 5), 4: ()}  # [RR-038, RR-039]
FIRST_CITIES = ("washington", "charlotte")  # [RR-051, RR-089]
FIRST_RAIL = "r00"  # between these two; it has no terrain [RR-016, A20]
PRINTED = {city: f"{city}_printed" for city in FIRST_CITIES}  # [RR-033]

CITIES = {  # level, price of a Station [A02, A03]
    "washington": (1, 200),
    "charlotte": (1, 200),
    "miami": (2, 300),
    "little_rock": (2, 300),
    "chicago": (2, 300),
    "duluth": (3, 400),
    "kansas_city": (3, 400),
    "houston": (3, 500),
    "bismarck": (4, 500),
    "denver": (4, 600),
    "el_paso": (4, 600),
    "salt_lake_city": (4, 600),
    "seattle": (5, 800),
    "san_francisco": (5, 800),
    "san_diego": (5, 700),
}
RAIL_SPACES = {  # two ends, triangles, Deal icon [A01]
    "r00": RailSpace("washington", "charlotte", 0),
    "r01": RailSpace("washington", "j01", 2),
    "r02": RailSpace("j01", "chicago", 0),
    "r03": RailSpace("charlotte", "j02", 3),
    "r04": RailSpace("j02", "little_rock", 0),
    "r05": RailSpace("charlotte", "j03", 0),
    "r06": RailSpace("j03", "miami", 1, deal=True),
    "r07": RailSpace("miami", "j04", 0),
    "r08": RailSpace("j04", "houston", 1),
    "r09": RailSpace("little_rock", "houston", 0),
    "r10": RailSpace("little_rock", "kansas_city", 1),
    "r11": RailSpace("chicago", "little_rock", 1),
    "r12": RailSpace("chicago", "duluth", 1, deal=True),
    "r13": RailSpace("chicago", "kansas_city", 0),
    "r14": RailSpace("duluth", "j05", 0),
    "r15": RailSpace("j05", "bismarck", 1),
    "r16": RailSpace("kansas_city", "bismarck", 2),
    "r17": RailSpace("kansas_city", "j06", 0, deal=True),
    "r18": RailSpace("j06", "denver", 1),
    "r19": RailSpace("houston", "j07", 0, deal=True),
    "r20": RailSpace("j07", "el_paso", 2),
    "r21": RailSpace("el_paso", "denver", 2),
    "r22": RailSpace("denver", "salt_lake_city", 3),
    "r23": RailSpace("bismarck", "j08", 1),
    "r24": RailSpace("j08", "salt_lake_city", 3),
    "r25": RailSpace("bismarck", "j09", 2, deal=True),
    "r26": RailSpace("j09", "seattle", 3),
    "r27": RailSpace("salt_lake_city", "j10", 1),
    "r28": RailSpace("j10", "seattle", 2),
    "r29": RailSpace("salt_lake_city", "j11", 0, deal=True),
    "r30": RailSpace("j11", "san_francisco", 3),
    "r31": RailSpace("el_paso", "j12", 1, deal=True),
    "r32": RailSpace("j12", "san_diego", 2),
    "r33": RailSpace("san_diego", "j13", 1),
    "r34": RailSpace("j13", "san_francisco", 1, deal=True),
    "r35": RailSpace("san_francisco", "j14", 2),
    "r36": RailSpace("j14", "seattle", 1),
}
SECTIONS = {  # Shares of everyone, of the first Office; Deal icon
    1: Section(4, 1),
    2: Section(4, 1),
    3: Section(3, 2, deal=True),
    4: Section(3, 1),
    5: Section(3, 1),
    6: Section(2, 2, deal=True),
    7: Section(2, 1),
    8: Section(2, 1),
}
CONNECTIONS = (5, 5, 5, 5, 8, 8, 8)
