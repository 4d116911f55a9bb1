"""What the tiles of Railroad Revolution show."""

from __future__ import annotations

from dataclasses import dataclass

Colours = tuple[str, ...]
ANY = "any"  # a Manager of any colour [RR-191]


@dataclass(frozen=True)
class Reward:
    """An effect that a tile shows: how much of what, for how much money in all, or for each."""

    kind: str
    amount: int = 0
    cost: int = 0
    each: int = 0
    colours: Colours = ()


@dataclass(frozen=True)
class CityTile:
    level: int
    primary: Reward
    first: Reward


@dataclass(frozen=True)
class Deal:
    shares: int
    reward: Reward


@dataclass(frozen=True)
class Condition:
    kind: str
    level: int  # of cities, or how many triangles
    number: int


@dataclass(frozen=True)
class Milestone:
    points: int
    managers: Colours
    conditions: tuple[Condition, ...]


def milestone(points: int, managers: str, conditions: str) -> Milestone:
    """Conditions in words: how many, what, and of which level or with how many triangles."""
    found = []
    for condition in conditions.split(", "):
        what, _, level = condition.partition(" of ")
        number, _, kind = what.partition(" ")
        found.append(Condition(kind, int(level or 0), int(number)))
    return Milestone(points, tuple(managers.split()), tuple(found))


CITY_TILES = {  # level, primary reward, First Station bonus
    "washington_printed": CityTile(1, Reward("steps", 2), Reward("shares", 2)),
    "charlotte_printed": CityTile(1, Reward("one of", colours=("orange", "grey")), Reward("swap")),
    "c2_1": CityTile(2, Reward("one of", colours=("purple", "turquoise")), Reward("flips", 1)),
    "c2_2": CityTile(2, Reward("one of", colours=("orange", "grey")), Reward("shares", 2)),
    "c2_3": CityTile(2, Reward("steps", 2), Reward("swap")),
    "c3_1": CityTile(3, Reward("workers", colours=("purple", "white")), Reward("share and promotion")),
    "c3_2": CityTile(3, Reward("steps", 3), Reward("any worker", cost=200)),
    "c3_3": CityTile(3, Reward("one of", colours=("grey", "turquoise")), Reward("flips", 1, cost=100)),
    "c4_1": CityTile(4, Reward("steps", 4), Reward("promotions", 2, cost=200)),
    "c4_2": CityTile(4, Reward("workers", colours=("grey", "turquoise")), Reward("steps", 2)),
    "c4_3": CityTile(4, Reward("steps", 3), Reward("train", cost=300)),
    "c4_4": CityTile(4, Reward("workers", colours=("orange", "purple")), Reward("step and promotion")),
    "c5_1": CityTile(5, Reward("steps", 5), Reward("train", cost=200)),
    "c5_2": CityTile(5, Reward("steps", 4), Reward("steps", 3)),
    "c5_3": CityTile(
        5, Reward("workers", colours=("orange", "turquoise")), Reward("promotions", 2, cost=200)
    ),
}
TELEGRAPH_TILES = {
    "tt_rail": Reward("rail"),
    "tt_flip": Reward("flips", 2),
    "tt_train": Reward("train"),
    "tt_promote": Reward("promotions", 2),
    "tt_money": Reward("money", 600),
    "tt_advance": Reward("steps", 4),
}
TRAINS = {
    "promote": Reward("promotions", 2),
    "advance": Reward("steps", 3),
    "rail": Reward("rail", cost=100),
    "money": Reward("money", 600),
    "shares": Reward("shares", 3),
}
DEALS = {  # Shares and reward, twice
    "deal_1": (Deal(1, Reward("swap")), Deal(4, Reward("station"))),
    "deal_2": (Deal(2, Reward("rail")), Deal(2, Reward("steps", 2))),
    "deal_3": (Deal(2, Reward("flips", 2)), Deal(3, Reward("workers", colours=("orange",)))),
    "deal_4": (Deal(1, Reward("flips", 1)), Deal(2, Reward("office"))),
    "deal_5": (Deal(1, Reward("promotions", 2, each=100)), Deal(3, Reward("train"))),
    "deal_6": (Deal(2, Reward("train", cost=200)), Deal(3, Reward("steps", 3))),
    "deal_7": (Deal(3, Reward("workers", colours=("turquoise",))), Deal(2, Reward("rail"))),
    "deal_8": (Deal(2, Reward("workers", cost=200, colours=("purple",))), Deal(1, Reward("flips", 1))),
    "deal_9": (Deal(4, Reward("workers", colours=("grey", "white"))), Deal(1, Reward("swap"))),
}
SETUP_TILES = {  # its two sides
    "setup_1": (Reward("steps", 3), Reward("shares", 3)),
    "setup_2": (Reward("setup office"), Reward("setup rail")),
    "setup_3": (Reward("setup station"), Reward("train")),
    "setup_4": (Reward("swap"), Reward("setup rail")),
}
MILESTONES = {
    "a1_1": milestone(18, "orange", "2 connected of 2, 1 stations of 2"),
    "a1_2": milestone(18, "purple", "1 connected of 3, 1 stations of 2"),
    "a1_3": milestone(18, "grey", "2 stations of 2"),
    "a1_4": milestone(18, "turquoise", "2 connected of 2, 1 connected of 3"),
    "a2_1": milestone(16, "purple", "1 deal rails, 2 terrain of 1"),
    "a2_2": milestone(16, "orange", "1 terrain of 2, 2 terrain of 0"),
    "a2_3": milestone(16, "grey", "1 terrain of 3"),
    "a2_4": milestone(16, "turquoise", "1 deal rails, 3 terrain of 0"),
    "b_01": milestone(22, "purple", "2 connected of 3, 1 stations of 3"),
    "b_02": milestone(22, "orange", "2 connected of 3, 2 stations of 2"),
    "b_03": milestone(22, "grey", "1 stations of 3, 2 deal rails"),
    "b_04": milestone(20, "turquoise", "2 connected of 3, 1 terrain of 2"),
    "b_05": milestone(20, "orange", "3 terrain of 1, 1 deal rails"),
    "b_06": milestone(24, "purple grey", "2 stations of 2, 1 stations of 3"),
    "b_07": milestone(24, "orange turquoise", "1 connected of 4, 4 terrain of 0"),
    "b_08": milestone(24, "purple turquoise", "2 connected of 3, 2 deal rails"),
    "b_09": milestone(24, "orange grey", "1 stations of 3, 2 terrain of 2"),
    "b_10": milestone(24, "grey turquoise", "2 connected of 2, 1 connected of 3, 1 terrain of 3"),
    "c_01": milestone(28, "purple orange", "2 connected of 4, 1 stations of 4"),
    "c_02": milestone(28, "grey turquoise", "2 connected of 4, 2 stations of 3"),
    "c_03": milestone(28, "orange grey", "1 stations of 4, 3 deal rails"),
    "c_04": milestone(28, "purple turquoise", "2 connected of 4, 3 terrain of 2"),
    "c_05": milestone(30, "purple grey", "2 connected of 3, 1 stations of 3, 1 stations of 4"),
    "c_06": milestone(26, "orange turquoise", "5 terrain of 1, 1 connected of 4"),
    "c_07": milestone(28, "purple purple", "2 terrain of 3, 2 deal rails"),
    "c_08": milestone(28, "orange orange", "2 stations of 4"),
    "c_09": milestone(28, "grey grey", "3 connected of 4"),
    "c_10": milestone(28, "turquoise turquoise", "1 connected of 5, 2 terrain of 2"),
    "d_01": milestone(34, "any any", "2 connected of 5"),
    "d_02": milestone(34, "any any", "1 stations of 4, 1 stations of 5"),
    "d_03": milestone(32, "any any", "1 connected of 5, 4 deal rails"),
    "d_04": milestone(34, "any any", "1 connected of 5, 2 stations of 4"),
    "d_05": milestone(32, "any any", "1 connected of 5, 2 terrain of 3"),
    "d_06": milestone(32, "any any", "4 terrain of 2, 3 deal rails"),
    "d_07": milestone(36, "any any", "2 stations of 2, 2 stations of 3, 1 stations of 4"),
    "d_08": milestone(36, "any any", "3 connected of 4, 1 stations of 5"),
    "d_09": milestone(32, "any any", "1 connected of 5, 6 terrain of 1"),
    "d_10": milestone(36, "any any", "2 connected of 5, 1 stations of 5"),
}


def stack_of(milestone: str) -> str:
    """A1, A2, B, C or D."""
    return milestone.partition("_")[0].upper()
