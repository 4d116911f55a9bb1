"""Larger constructs for random rules files: routes, payments, abilities, events, accounts, plans, purses.

Each adds its declarations, and a sentence that uses them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.fuzz.formulas import Place
from tests.fuzz.worlds import PLAYERS, SQUARES, Kind, Word

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.fuzz.sayings import Sayings

Lines = list[str]


def below(lines: Lines) -> Lines:
    return [f"  {one}" for one in lines]


def route(made: Sayings) -> Lines:
    """Over a board or a graph."""
    world, rnd = made.world, made.rnd
    spaces = world.kind(SQUARES) or world.graph
    if spaces is None:
        return []
    name, it = world.fresh("route_"), Place(it=spaces, depth=1)
    lines = [
        f"route {name} from here over {spaces.plural}"
        + rnd.choice(["", f", no {spaces.singular} twice"])
        + ":"
    ]
    if world.goods and rnd.random() < 0.6:
        lines.append(f"  over {made.flag(it)} | uses 1 coins / uses 1 step as {world.fresh('pays')}")
    lines += [f"  over {made.flag(it)} | {rnd.choice(['free', 'closed', 'uses 1 step', 'passed through'])}"]
    lines += [f"  over {spaces.plural} | {rnd.choice(['uses 1 step', 'uses 1 step, ends the route'])}"]
    lines.append(f"  at most {rnd.randint(1, 3)} steps")
    if rnd.random() < 0.4:
        lines.append(f"  may end where {made.flag(it)}")
    if rnd.random() < 0.5:
        inner = Place(names=[("entered_one", spaces)], depth=1, level=0)
        lines += ["  on entering entered_one:", *below(below(made.sentences(inner, 1)))]
    world.more.append(lambda at: _followed(made, name, spaces, at))
    world.once.append(lambda at: _followed(made, name, spaces, at))
    return lines


def _followed(made: Sayings, name: str, spaces: Kind, at: Place) -> Lines | None:
    start = made.one(spaces, at)
    if start is None or not at.me:
        return None
    asked = made.world.fresh("steps_of")
    return [f"if some ends of {name}({start}):", f"  follow {name} from {start} as {asked}"]


def payment(made: Sayings) -> Lines:
    world, rnd = made.world, made.rnd
    if not world.goods:
        return []
    name = world.fresh("price_")
    lines = [f"payment {name} with n:", "  source | from | worth | only_for | goes_to"]
    lines.append(f"  coins | my coins | {rnd.randint(1, 2)} | - | -")
    for pieces in world.pieces:
        zones = [
            one for one in pieces.zones if one.type == "zone" and one.owner is world.players and not one.keys
        ]
        if zones and pieces.kind.named and not pieces.owned:
            zone = rnd.choice(zones).name
            goal = rnd.choice(
                ["-", *(one.name for one in pieces.zones if one.owner is None and not one.keys)]
            )
            lines.append(f"  {rnd.choice(pieces.kind.named)} | my {zone} | {rnd.randint(1, 3)} | - | {goal}")
    lines.append(f"  covers {rnd.choice(['n', 'n + 1', made.small(Place(depth=0))])}")
    if rnd.random() < 0.4:
        lines.append("  nothing superfluous")
    world.more.append(lambda at: [f"if can pay by {name} with 2: pay by {name} with 2"] if at.me else None)
    world.once.append(lambda at: [f"if can pay by {name} with 1: pay by {name} with 1"])
    return lines


def events(made: Sayings) -> Lines:
    world, rnd = made.world, made.rnd
    kind = rnd.choice([one for one in world.kinds if not one.pieces])
    name, value = world.fresh("happened"), world.fresh("what")
    lines: Lines = []
    for _ in range(rnd.randint(1, 2)):
        it = Place(names=[(value, kind)], depth=1, level=0)
        where = f" where {made.flag(replace(it, level=0))}" if rnd.random() < 0.5 else ""
        lines += [f"whenever {name} with {value}{where}:", *below(made.sentences(it, 2))]
    world.more.append(lambda at: made.known(f"emit {name} with {{}}", made.one(kind, at), at))
    return lines


def abilities(made: Sayings) -> Lines:
    world, rnd = made.world, made.rnd
    simple = Place(depth=1, level=0)
    cells = [
        f"at once: {made.plain(simple)}",
        f"once a turn: {made.plain(simple)}",
        f"whenever rung where {made.flag(Place(depth=1))}: {made.plain(simple)}",
        "-",
    ]
    lines = ["table skills of skill, as pieces, home school:", "  skill | price | power ability"]
    lines += [f"  skill_{n} | {n} | {cell}" for n, cell in enumerate(cells)]
    lines += [
        "the game has:",
        "  school: zone of skill",
        "each player has:",
        "  learned: zone of skill, abilities live",
    ]
    lines += [
        "free action use_skill:",
        "  open at every choice written in turn",
        "  consumes my learned where not used",
    ]
    lines += [
        "  choose skill_x from my learned where power is once a turn as used_skill",
        "  do skill_x's power",
    ]

    def learn(at: Place) -> Lines | None:
        if not at.me:
            return None
        name = world.fresh("skill")
        lines = [
            f"choose {name} from school where price <= {rnd.randint(0, 4)} as {world.fresh('learn')}, if any:"
        ]
        lines += [f"  move {name} to my learned", f"  if {name}'s power is at once: do {name}'s power"]
        return [*lines, "emit rung"]

    world.more.append(learn)
    return lines


def formulas_in_table(made: Sayings) -> Lines:
    world = made.world
    it = Place(depth=1, me=True)
    lines = ["table goals of goal:", "  goal | worth_of formula | met formula"]
    for n in range(3):
        lines.append(f"  goal_{n} | {made.number(it)} | {made.flag(it)}")
    goals = Kind("goals", "goal", ["goal_0", "goal_1", "goal_2"])
    world.kinds.append(goals)
    world.more.append(
        lambda at: made.known("let " + world.fresh("x") + " = {}'s worth_of", made.one(goals, at), at)
    )
    return lines


def account(made: Sayings) -> Lines:
    world, rnd = made.world, made.rnd
    kind = world.kinds[1]
    it = Place(names=[("colour", kind)], depth=0)
    lines = ["account trip along colours:", f"  starts with {made.small(Place(depth=0))}"]
    lines.append(f"  each colour: pays {made.small(it)}, then earns {rnd.randint(0, 3)}")

    def holds(at: Place) -> Lines | None:
        whole = made.set(kind, at)
        return None if whole is None or not at.me else [f"if trip holds along ({whole}): {made.plain(at)}"]

    world.more.append(holds)
    return lines


def plan(made: Sayings) -> Lines:
    world, rnd = made.world, made.rnd
    sorts = [one for one in world.pieces if not one.owned and one.kind.named]
    zones = [(one, zone) for one in sorts for zone in one.zones if zone.owner is world.players]
    zones = [(one, zone) for one, zone in zones if zone.type == "zone" and not zone.keys]
    if not zones:
        return []
    pieces, zone = rnd.choice(zones)
    lines = ["best plan:", f"  each {pieces.kind.singular} in my {zone.name}: filled or failed"]
    lines += ["  plan_points means (sum of worth over filled) - (number of failed)"]
    lines += ["  most plan_points, then least number of filled"]
    world.words.append(Word("plan's plan_points", "number", world.players, None, changes=False))
    return lines


def giving(made: Sayings) -> Lines:
    world = made.world
    name, number = world.fresh("income"), world.fresh("total")
    lines = [f"rule {name} with n:", f"  {made.plain(Place(numbers=['n'], depth=1))}"]
    lines += [f"  let {number} = n + {made.small(Place(depth=0))}"]

    def call(at: Place) -> Lines | None:
        given = made.small(at)
        at.numbers.append(number)
        return [f"{name} with {given} giving {number}"]

    world.once.append(call)
    return lines


def mixed(made: Sayings) -> Lines:
    world, rnd = made.world, made.rnd
    owner = rnd.choice([one for one in world.kinds if not one.pieces and one.plural != PLAYERS])
    lines = ["pieces huts of hut: 5 for each player", "pieces forts of fort: 2 for each player"]
    limit = rnd.choice(["", ", at most 2", ", at most 1 for each player"])
    lines += [f"each {owner.singular} has:", f"  mixed_camp: zone of hut and fort{limit}"]

    def use(at: Place) -> Lines | None:
        one = made.one(owner, at)
        if one is None or not at.me:
            return None
        forms = [
            [f"place my hut on {one}'s mixed_camp"],
            [f"if no {one}'s mixed_camp where owner is not me: place my fort on {one}'s mixed_camp"],
            [f"if some {one}'s mixed_camp where (it is fort): {made.plain(at)}"],
            [f"each hut in {one}'s mixed_camp: remove hut"],
        ]
        return rnd.choice(forms)

    world.once.append(use)
    return lines


def purse(made: Sayings) -> Lines:
    world, rnd = made.world, made.rnd
    lines = [
        "table items of item, as pieces, count copies, home supply:",
        "  item | copies | made maybe item",
    ]
    lines += ["  coin | 9 | wood", "  wood | 4 | -", "the game has:", "  supply: zone of item"]
    lines += ["each player has:", "  cargo: zone of item, purse"]

    def use(at: Place) -> Lines | None:
        if not at.me:
            return None
        given = world.fresh("bundle")
        forms = [
            ["gain 2 coin + 1 wood"],
            ["if my cargo(coin) >= 1 and supply(wood) >= 1: pay 1 coin, gain 1 of coin's made"],
            [
                f"choose a set of up to 2: item from supply as {world.fresh('taking')} giving {given}",
                f"gain {given}",
            ],
            ["if can pay 1 wood: lose 1 wood"],
        ]
        return rnd.choice(forms)

    world.more.append(use)
    return lines


def lasting(made: Sayings) -> Lines:
    """A variable that falls back."""
    made.world.words.append(Word("tired", "number", made.world.players, None, [], 0, 9))
    return ["each player has:", "  tired: 0 to 9, until end of turn"]


def window(made: Sayings) -> Lines:
    rnd = made.rnd
    limit = rnd.choice(["once a turn", "at most 2 times a turn"])
    which = rnd.choice(["every choice of mine written in turn", "every choice in turn", "closing"])
    lines = [f"window calm: {which}", "free action chat:", "  open at calm", f"  {limit}"]
    return [*lines, *below(made.sentences(Place(depth=1, level=0), 1))]


MODULES: tuple[Callable[[Sayings], Lines], ...] = (
    *(route, payment, events, abilities, formulas_in_table, account),
    *(plan, giving, mixed, purse, lasting, window),
)
