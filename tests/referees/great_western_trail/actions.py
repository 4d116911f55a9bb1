"""What is printed on buildings, cards and boards as something to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effect:
    """One thing to do; what it means is said in `effects`."""

    kind: str
    n: int = 0
    of: str = ""  # what is counted, or which cattle
    cost: int = 0
    then: tuple[Effect, ...] = ()


def money(n: int) -> Effect:
    return Effect("money", n)


def certificates(n: int) -> Effect:
    return Effect("certificates", n)


def discard(breed: str, *then: Effect) -> Effect:
    return Effect("discard", of=breed, then=then)


def pair(n: int) -> Effect:
    return Effect("pair", then=(money(n),))


def engine(n: int, cost: int = 0) -> Effect:
    return Effect("engine", n, cost=cost)


def hire(extra: int) -> Effect:
    return Effect("hire", extra)


def build(rate: int) -> Effect:
    return Effect("build", rate)


def hazard(cost: int) -> Effect:
    return Effect("hazard", cost=cost)


def move(n: int) -> Effect:
    return Effect("move", n)


def either(*ways: Effect) -> Effect:
    return Effect("either", then=ways)


AUXILIARY_ACTION = Effect("auxiliary")
TRADE_ACTION = Effect("trade")
OBJECTIVE = Effect("objective")
ENGINEERS = Effect("engine", of="engineers")
DRAW_THREE = Effect("draw", 3)

LOCAL = {
    "guernsey_a": discard("guernsey", money(2)),
    "hire_a": hire(0),
    "hire_a_dearer": hire(2),
    "dutch_b": discard("dutch_belt", money(2)),
    "build_b": build(2),
    "either_c": either(certificates(1), OBJECTIVE),
    "engine_c": ENGINEERS,
    "either_d": either(TRADE_ACTION, engine(2, cost=2)),
    "auxiliary_d": AUXILIARY_ACTION,
    "angus_e": discard("black_angus", money(2)),
    "cattle_e": Effect("cattle"),
    "pair_f": pair(4),
    "hazard_f": hazard(7),
    "engine_g": ENGINEERS,
    "auxiliary_g": AUXILIARY_ACTION,
    "woods_1a": Effect("money of", 2, "woods"),
    "guernsey_2a": discard("guernsey", money(4)),
    "cattle_2a": Effect("cattle"),
    "pair_3a": pair(3),
    "move_3a": move(1),
    "hazard_4a": hazard(5),
    "move_4a": move(2),
    "hire_5a": hire(-1),
    "engine_5a": ENGINEERS,
    "holstein_6a": discard("holstein", money(10)),
    "auxiliary_6a": AUXILIARY_ACTION,
    "pairs_7a": Effect("teepee pairs"),
    "either_8a": either(TRADE_ACTION, AUXILIARY_ACTION),
    "engine_8a": engine(2),
    "engine_9a": engine(3),
    "delivery_9a": Effect("extraordinary delivery"),
    "limit_10a": certificates(5),  # as many steps as the whole track has
    "move_10a": move(5),
    "objective_1b": Effect("discard objective", then=(certificates(2),)),
    "engine_1b": Effect("engine back", 1, then=(money(3),)),
    "jersey_2b": discard("jersey", engine(1)),
    "dutch_2b": discard("dutch_belt", money(3)),
    "auxiliary_3b": AUXILIARY_ACTION,
    "move_3b": move(1),
    "draw_4b": Effect("draw", of="cowboys"),
    "move_4b": move(3),
    "angus_5b": discard("black_angus", certificates(2)),
    "engineers_5b": Effect("money of", 1, "engineers"),
    "any_6b": discard("any", money(3), Effect("objective to hand")),
    "engine_7b": Effect("engine", of="woods"),
    "copy_8b": Effect("copy"),
    "upgrade_9b": Effect("upgrade behind"),
    "money_10b": money(4),
    "engine_10b": engine(4),
    "move_10b": move(4),
    "risk_any": discard("any", certificates(1)),
    "risk_jersey": discard("jersey", certificates(1), money(2)),
}

# What a single and a double auxiliary action do [GW-234 to GW-238].
AUXILIARY = {
    "aux_dollar": (money(1), money(2)),
    "aux_draw": (Effect("draw exactly", 1), Effect("draw exactly", 2)),
    "aux_cert": (
        Effect("engine back", 1, cost=1, then=(certificates(1),)),
        Effect("engine back", 2, cost=2, then=(certificates(2),)),
    ),
    "aux_engine": (engine(1, cost=1), engine(2, cost=2)),
    "aux_thin": (
        Effect("engine back", 1, then=(Effect("thin", 1),)),
        Effect("engine back", 2, then=(Effect("thin", 2),)),
    ),
}

# Immediate actions of the spaces in the rows of workers, by the number of the space.
CREW_SPACES = {
    ("cowboy", 4): hazard(0),
    ("cowboy", 6): TRADE_ACTION,
    ("craftsman", 4): build(1),
    ("craftsman", 6): build(1),
    ("engineer", 2): discard("jersey", certificates(1)),
    ("engineer", 3): discard("jersey", money(2)),
    ("engineer", 4): hire(-2),
    ("engineer", 5): discard("jersey", certificates(2)),
    ("engineer", 6): discard("jersey", money(4)),
}
MASTER_ACTIONS = {"for_workers": money(2), "for_objectives": either(hazard(0), TRADE_ACTION)}


# --- buildings ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Building:
    actions: tuple[str, ...]
    craftsmen: int = 0
    points: int = 0
    hands: tuple[str, ...] = ()


BUILDINGS = {
    "neutral_a": Building(("guernsey_a", "hire_a", "hire_a_dearer")),
    "neutral_b": Building(("dutch_b", "build_b")),
    "neutral_c": Building(("either_c", "engine_c")),
    "neutral_d": Building(("either_d", "auxiliary_d")),
    "neutral_e": Building(("angus_e", "cattle_e")),
    "neutral_f": Building(("pair_f", "hazard_f")),
    "neutral_g": Building(("engine_g", "auxiliary_g")),
    "p1a": Building(("woods_1a",), 1, 1, ("green",)),
    "p2a": Building(("guernsey_2a", "cattle_2a"), 1, 1),
    "p3a": Building(("pair_3a", "move_3a"), 1, 1),
    "p4a": Building(("hazard_4a", "move_4a"), 2, 3, ("black",)),
    "p5a": Building(("hire_5a", "engine_5a"), 3, 4),
    "p6a": Building(("holstein_6a", "auxiliary_6a"), 4, 5),
    "p7a": Building(("pairs_7a",), 5, 6, ("green", "black")),
    "p8a": Building(("either_8a", "engine_8a"), 5, 6, ("green",)),
    "p9a": Building(("engine_9a", "delivery_9a"), 7, 9),
    "p10a": Building(("limit_10a", "move_10a"), 9, 13, ("black",)),
    "p1b": Building(("objective_1b", "engine_1b"), 1, 1, ("green",)),
    "p2b": Building(("jersey_2b", "dutch_2b"), 1, 1),
    "p3b": Building(("auxiliary_3b", "move_3b"), 2, 3),
    "p4b": Building(("draw_4b", "move_4b"), 2, 3, ("black",)),
    "p5b": Building(("angus_5b", "engineers_5b"), 3, 4),
    "p6b": Building(("any_6b",), 4, 5),
    "p7b": Building(("engine_7b",), 5, 6, ("green", "black")),
    "p8b": Building(("copy_8b",), 6, 8),
    "p9b": Building(("upgrade_9b",), 6, 8),
    "p10b": Building(("money_10b", "engine_10b", "move_10b"), 8, 11, ("black",)),
}


# --- objective cards ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Objective:
    """Tasks: b building, g and u teepees, h hazard, s station, f San Francisco; 3, 4, 5 value of cattle."""

    tasks: str
    points: int
    penalty: int = 0
    now: Effect | None = None
    count: int = 1


_GAIN, _MOVE = money(2), Effect("scout", 3)
OBJECTIVES = {
    "o1": Objective("buu", 3, 2, _GAIN),
    "o2": Objective("bgu", 3, 2, _GAIN),
    "o3": Objective("4hh", 3, 2, _GAIN),
    "o4": Objective("ssh", 3, 2, _GAIN),
    "o5": Objective("333b", 4, 2, _GAIN),
    "o6": Objective("f", 5, 3, AUXILIARY_ACTION, 4),
    "o7": Objective("bbh", 3, 2, DRAW_THREE),
    "o8": Objective("sgu", 3, 2, DRAW_THREE),
    "o9": Objective("5h", 3, 2, DRAW_THREE),
    "o10": Objective("sgg", 3, 2, DRAW_THREE),
    "o11": Objective("333s", 4, 2, DRAW_THREE),
    "o12": Objective("44sg", 5, 3, engine(2)),
    "o13": Objective("345", 5, 3, engine(2)),
    "o14": Objective("bbgg", 5, 3, engine(2)),
    "o15": Objective("buhh", 5, 3, engine(3)),
    "o16": Objective("sshh", 5, 3, engine(3)),
    "o17": Objective("bbhh", 5, 2, _MOVE),
    "o18": Objective("ssuu", 5, 2, _MOVE),
    "o19": Objective("345", 5, 2, _MOVE),
    "o20": Objective("34hh", 5, 2, _MOVE),
    "o21": Objective("ssbb", 5, 2, _MOVE),
}
FIRST_OBJECTIVES = {
    "s1": Objective("34b", 3),
    "s2": Objective("ssg", 3),
    "s3": Objective("bbh", 3),
    "s4": Objective("uhh", 3),
}
ALL_OBJECTIVES = OBJECTIVES | FIRST_OBJECTIVES
