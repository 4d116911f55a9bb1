"""What can be done, one effect at a time: whether it can be, and how it goes [GW-102, GW-103]."""

from __future__ import annotations

from functools import partial

from tests.referees.great_western_trail import stations
from tests.referees.great_western_trail.actions import (
    AUXILIARY,
    BUILDINGS,
    CREW_SPACES,
    Effect,
    certificates,
)
from tests.referees.great_western_trail.asking import STOP, Flow, ask, perhaps
from tests.referees.great_western_trail.cards import (
    draw_then_discard,
    gain_objective,
    pick,
    reveal_market,
)
from tests.referees.great_western_trail.components import (
    BREEDS,
    CATTLE,
    JOB_ROWS,
    KANSAS_CITY,
    PURCHASES,
    REVEALED,
    TILES,
    TRADE,
    Purchase,
)
from tests.referees.great_western_trail.position import House, Position
from tests.referees.great_western_trail.railroad import FIRST, back_exactly, forward_within


def amount(position: Position, seat: int, effect: Effect) -> int:
    """How much or how many [A36]."""
    rancher = position.ranchers[seat]
    counted = {
        "": 1,
        "engineers": rancher.workers("engineer"),
        "cowboys": rancher.workers("cowboy"),
        "woods": position.in_woods(seat),
    }[effect.of if effect.kind != "discard" else ""]
    return counted * (effect.n or 1)


def possible(position: Position, seat: int, effect: Effect) -> bool:
    """Can its requirement be met [GW-088, GW-095]?"""
    rancher = position.ranchers[seat]
    if rancher.money < effect.cost:
        return False
    match effect.kind:
        case "discard":
            return bool(discardable(position, seat, effect.of))
        case "discard objective":
            return bool(rancher.objectives_in_hand())
        case "pair":
            return bool(pairs(position, seat))
        case "objective":
            return position.display.total() > 0
        case "engine back":
            taken = position.taken(seat)
            return rancher.engine != FIRST and bool(back_exactly(rancher.engine, effect.n, taken))
        case "extraordinary delivery":
            return rancher.engine != FIRST
        case "hire":
            return bool(position.hireable(seat, effect.n))
        case "build":
            return bool(buildable(position, seat, effect.n))
        case "trade":
            return bool(position.trades(seat))
        case "hazard":
            return bool(position.hazard_spaces())
        case "cattle":  # a cowboy buys, or reveals
            cowboys = rancher.workers("cowboy")
            return bool(purchases(position, seat, cowboys)) or position.stack.total() > 0
        case "either":
            return any(possible(position, seat, one) for one in effect.then)
        case "auxiliary":
            return bool(auxiliaries(position, seat, double=True))
        case "upgrade behind":
            return bool(stations.upgradable_behind(position, seat))
        case "scout":
            assert rancher.cattleman
            return position.ahead(rancher.cattleman) != [KANSAS_CITY]
    return True


def perform(position: Position, seat: int, effect: Effect) -> Flow:
    rancher = position.ranchers[seat]
    rancher.money -= effect.cost
    assert rancher.money >= 0
    n = amount(position, seat, effect)
    match effect.kind:
        case "money":
            rancher.money += effect.n
        case "money of":
            rancher.money += n
        case "certificates":
            yield from advance_marker(position, seat, effect.n)
        case "teepee pairs":
            number = min(rancher.teepees("green"), rancher.teepees("blue"))  # [GW-265]
            yield from advance_marker(position, seat, 2 * number)
            if number and (yield from perhaps(seat, "dollars")):
                rancher.money += 2 * number
        case "discard":
            card = discardable(position, seat, effect.of)[0]
            if effect.of == "any":
                card = yield from ask(seat, "discard", rancher.cattle_in_hand())
            rancher.discard(card)
            yield from perform_all(position, seat, effect)
        case "discard objective":
            rancher.discard((yield from ask(seat, "discard", rancher.objectives_in_hand())))
            yield from perform_all(position, seat, effect)
        case "pair":
            yield from discard_pair(position, seat)
            yield from perform_all(position, seat, effect)
        case "objective":
            yield from gain_objective(position, seat, rancher.discarded)
        case "objective to hand":
            if position.display.total() and (yield from perhaps(seat, "wanted")):  # [GW-104]
                yield from gain_objective(position, seat, rancher.hand)
        case "engine":
            ahead = forward_within(rancher.engine, n, position.taken(seat))
            node = (yield from ask(seat, "engine_space", (*ahead, "stay"))) if ahead else "stay"
            if node != "stay":
                rancher.engine = node
                yield from stations.engine_stops(position, seat)
        case "engine back":  # [A25, A26]
            nodes = back_exactly(rancher.engine, effect.n, position.taken(seat))
            rancher.engine = yield from ask(seat, "engine_space", nodes)
            yield from stations.engine_stops(position, seat)
            yield from perform_all(position, seat, effect)
        case "extraordinary delivery":
            yield from stations.extraordinary_delivery(position, seat)
        case "upgrade behind":
            station = yield from ask(seat, "station", stations.upgradable_behind(position, seat))
            yield from stations.upgrade(position, seat, station)
        case "hire":
            yield from hire(position, seat, effect.n)
        case "build":
            yield from build(position, seat, effect.n)
        case "trade":
            space = yield from ask(seat, "teepee", position.trades(seat))
            rancher.money += TRADE[space]
            rancher.tiles[position.tile.pop(space)] += 1
        case "hazard":
            space = yield from ask(seat, "hazard", position.hazard_spaces())
            rancher.tiles[position.tile.pop(space)] += 1
        case "either":
            yield from choose_way(position, seat, effect)
        case "auxiliary":
            yield from auxiliary(position, seat, double=True)
        case "draw":
            wanted = yield from ask(seat, "draw", [str(one) for one in range(1, n + 1)])
            yield from draw_then_discard(position, seat, int(wanted))
        case "draw exactly":
            yield from draw_then_discard(position, seat, effect.n)
        case "thin":
            yield from pick(seat, "thin", rancher.hand, effect.n, rancher.remove, fewer=True)
        case "cattle":
            yield from buy_cattle(position, seat)
        case "scout":
            yield from scout(position, seat, effect.n)
        case _:
            raise AssertionError(f"{effect.kind} is not known here")


def perform_all(position: Position, seat: int, effect: Effect) -> Flow:
    """The rewards, once the requirement is met; dollars are taken in full or not at all [GW-104, GW-105]."""
    for reward in effect.then:
        if reward.kind != "money" or (yield from perhaps(seat, "dollars")):
            yield from perform(position, seat, reward)


def advance_marker(position: Position, seat: int, steps: int) -> Flow:
    """Fewer steps are allowed [GW-109]."""
    results = position.ranchers[seat].certificate_steps(steps)
    if len(results) > 1:
        answer = yield from ask(seat, "certificates", [str(one) for one in results])
        position.ranchers[seat].certificates = int(answer)


# --- cards --------------------------------------------------------------------------------------------------


def discardable(position: Position, seat: int, breed: str) -> list[str]:
    rancher = position.ranchers[seat]
    return rancher.cattle_in_hand() if breed == "any" else rancher.of_breed(breed)


def pairs(position: Position, seat: int) -> list[str]:
    rancher = position.ranchers[seat]
    return [breed for breed in BREEDS if sum(rancher.hand[card] for card in rancher.of_breed(breed)) >= 2]


def discard_pair(position: Position, seat: int) -> Flow:
    """Two of one breed, whatever points are on them."""
    rancher = position.ranchers[seat]
    breed = yield from ask(seat, "pair", pairs(position, seat))
    cards = +rancher.hand
    for card in list(cards):
        if card not in rancher.of_breed(breed):
            del cards[card]
    yield from pick(seat, "discard", cards, 2, rancher.discard)


def on_offer(position: Position, value: int) -> list[str]:
    return [card for card in CATTLE if position.market[card] and CATTLE[card].value == value]


def purchases(position: Position, seat: int, idle: int) -> list[str]:
    """[GW-239 to GW-248]"""
    money = position.ranchers[seat].money

    def fits(one: Purchase) -> bool:
        there = sum(position.market[card] for card in on_offer(position, one.value))
        return one.cowboys <= idle and one.dollars <= money and one.cards <= there

    return [name for name, one in PURCHASES.items() if fits(one)]


def acquire(position: Position, seat: int, card: str) -> None:
    position.market[card] -= 1
    position.ranchers[seat].discarded[card] += 1


def buy_cattle(position: Position, seat: int) -> Flow:
    """Until there is no cowboy left, or she stops [GW-240, GW-249, A50]."""
    rancher = position.ranchers[seat]
    idle = rancher.workers("cowboy")
    while idle:
        options = ["buy"] if purchases(position, seat, idle) else []
        options += ["reveal"] if position.stack.total() else []
        if not options:
            break
        answer = yield from ask(seat, "cowboys", (*options, STOP))
        if answer == STOP:
            break
        if answer == "reveal":
            idle -= 1
            yield from reveal_market(position, REVEALED)
            continue
        bought = PURCHASES[(yield from ask(seat, "purchase", purchases(position, seat, idle)))]
        idle -= bought.cowboys
        rancher.money -= bought.dollars
        there = +position.market
        for card in list(there):
            if CATTLE[card].value != bought.value:
                del there[card]
        yield from pick(seat, "cattle_card", there, bought.cards, partial(acquire, position, seat))


# --- workers and buildings ----------------------------------------------------------------------------------


def hire(position: Position, seat: int, extra: int) -> Flow:
    """[GW-169 to GW-174]"""
    rancher = position.ranchers[seat]
    there = position.hireable(seat, extra)
    row = yield from ask(seat, "hire_row", list(there))
    job = yield from ask(seat, "hire", there[row])
    tile = next(one for one in TILES if TILES[one].type == job and position.waiting[row][one])
    rancher.money -= JOB_ROWS[row] + extra
    position.waiting[row][tile] -= 1
    rancher.crew[job].append(tile)
    bonus = CREW_SPACES.get((job, rancher.workers(job)))
    if bonus and possible(position, seat, bonus) and (yield from perhaps(seat, "crew_bonus")):
        yield from perform(position, seat, bonus)


def buildable(position: Position, seat: int, rate: int) -> dict[str, list[str]]:
    found = {name: position.sites(seat, name, rate) for name in position.ranchers[seat].houses}
    return {name: sites for name, sites in found.items() if sites}


def build(position: Position, seat: int, rate: int) -> Flow:
    """What is replaced leaves the game [GW-179 to GW-189]."""
    rancher = position.ranchers[seat]
    there = buildable(position, seat, rate)
    name = yield from ask(seat, "build", list(there))
    site = yield from ask(seat, "site", there[name])
    old = position.house.get(site)
    rancher.money -= rate * (BUILDINGS[name].craftsmen - (old.printed.craftsmen if old else 0))
    rancher.houses.remove(name)
    position.house[site] = House(name, seat)


# --- alternatives, auxiliary actions ------------------------------------------------------------------------

WAYS = {"trade": "trade", "objective": "take_objective", "hazard": "clear_hazard", "auxiliary": "auxiliary 2"}


def way(effect: Effect) -> str:
    if effect == certificates(1):
        return "certificates 1"
    return "pay 2 money, engine_forward 2" if effect.kind == "engine" else WAYS[effect.kind]


def choose_way(position: Position, seat: int, effect: Effect) -> Flow:
    """[GW-096]"""
    ways = {way(one): one for one in effect.then if possible(position, seat, one)}
    answer = yield from ask(seat, "alternative", list(ways))
    yield from perform(position, seat, ways[answer])


def sizes(position: Position, seat: int, name: str, double: bool) -> dict[str, Effect]:
    """[GW-100, GW-101, GW-231 to GW-233]"""
    clear = position.ranchers[seat].clear(name)
    ways = dict(zip(("single", "double"), AUXILIARY[name], strict=True))
    if not double or clear < 2:
        del ways["double"]
    if not clear:
        del ways["single"]
    return {size: one for size, one in ways.items() if possible(position, seat, one)}


def auxiliaries(position: Position, seat: int, double: bool) -> list[str]:
    return [name for name in AUXILIARY if sizes(position, seat, name, double)]


def auxiliary(position: Position, seat: int, double: bool) -> Flow:
    name = yield from ask(seat, "auxiliary", auxiliaries(position, seat, double))
    ways = sizes(position, seat, name, double)
    size = "single"
    if double and position.ranchers[seat].clear(name) == 2:
        size = yield from ask(seat, "size", list(ways))
    yield from perform(position, seat, ways[size])


def scout(position: Position, seat: int, steps: int) -> Flow:
    """No fees, not to Kansas City [GW-295 to GW-299]."""
    rancher = position.ranchers[seat]
    for step in range(steps):
        assert rancher.cattleman
        ahead = [one for one in position.ahead(rancher.cattleman) if one != KANSAS_CITY]
        answer = yield from ask(seat, "scout_step", (*ahead, STOP) if step else ahead)
        if answer == STOP:
            break
        rancher.cattleman = answer
