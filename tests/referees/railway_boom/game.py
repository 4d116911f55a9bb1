"""The course of play: set-up, the six phases of a round, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.referees.course import Course
from tests.referees.railway_boom.asking import STOP, Flow, draw
from tests.referees.railway_boom.auction import auction
from tests.referees.railway_boom.cards import DEVELOPMENTS, OBJECTIVES
from tests.referees.railway_boom.components import (
    CARRIAGES,
    CARRIAGES_PER_TURN,
    CITIES,
    CITY_TILES,
    INCOME,
    MORE_CARRIAGES,
    OBJECTIVES_IN_PLAY,
    OPEN_SLOTS,
    ROUNDS,
    ROUTES_IN_PLAY,
    SET_SIZE,
    SIGHT_TILES,
    SIGHTS,
    STATION_CARDS,
    WHITES,
    YIELDS,
    Configuration,
)
from tests.referees.railway_boom.country import AT_LABEL, SPACE_OF, label
from tests.referees.railway_boom.effects import (
    can_buy,
    claim_routes,
    draw_card,
    grow,
    grow_any,
    lay_railway,
    obtain,
    put_under,
)
from tests.referees.railway_boom.free import RAILWAY_DECISION, decide, go_on
from tests.referees.railway_boom.position import Position
from tests.referees.railway_boom.trains import operation_turn

END_OF_TURN = "end_of_turn"

# --- set-up -------------------------------------------------------------------------------------------------


def set_up(position: Position) -> Flow:
    """[RB-023 to RB-043]"""
    for _ in range(OBJECTIVES_IN_PLAY):
        position.objectives.append((yield from draw("objective_deck", position.objective_deck)))
    for _ in range(ROUTES_IN_PLAY):
        position.routes.add((yield from draw("route_deck", position.route_deck)))
    position.objective_deck, position.route_deck = [], []  # the rest leaves the game
    for _ in range(position.players):
        position.first_cards.append((yield from draw("station_deck", position.station_deck)))
    if position.configuration.location_variety:
        tiles = [name for name, (_, number) in CITY_TILES.items() for _ in range(number)]
        for city in CITIES:
            position.faces[city] = yield from draw("regular_tiles", tiles)
        sights = [name for name, (_, number) in SIGHT_TILES.items() for _ in range(number)]
        for city in SIGHTS:
            position.faces[city] = yield from draw("tourist_tiles", sights)
    numbers = list(STATION_CARDS)
    order = sorted(range(position.players), key=lambda seat: -numbers.index(position.first_cards[seat]))
    for seat, space in zip(order, reversed(WHITES), strict=False):
        position.tycoons[seat].spot = space
    position.cubes = {one: {} for one in position.objectives}


# --- I, trains ----------------------------------------------------------------------------------------------


def train_phase(position: Position) -> Flow:
    """[RB-095 to RB-108]"""
    for _ in range(position.players):
        position.locomotive_row.add((yield from draw("locomotive_deck", position.locomotive_deck)))
    for _ in range(position.players + MORE_CARRIAGES):
        position.carriage_row.add((yield from draw("carriage_deck", position.carriage_deck)))
    yield from auction(position, "materials")
    yield from train_turns(position, position.from_the_right())


def train_turns(position: Position, seats: Sequence[int]) -> Flow:
    for seat in seats:
        yield from train_turn(position, seat)
    position.boxed |= position.carriage_row | position.locomotive_row
    position.carriage_row, position.locomotive_row = set(), set()


def train_turn(position: Position, seat: int) -> Flow:
    tycoon = position.tycoons[seat]
    engine = yield from decide(position, seat, "take_locomotive", lambda: sorted(position.locomotive_row))
    position.locomotive_row.remove(engine)
    tycoon.fleet.add(engine)

    def affordable() -> list[str]:
        money = tycoon.stock["materials"]
        return [one for one in sorted(position.carriage_row) if CARRIAGES[one].price <= money]

    for _ in range(CARRIAGES_PER_TURN):
        if not position.carriage_row:
            break
        answer = yield from decide(position, seat, "buy_carriage", lambda: (*affordable(), STOP))
        if answer == STOP:
            return
        tycoon.stock["materials"] -= CARRIAGES[answer].price
        position.carriage_row.remove(answer)
        tycoon.fleet.add(answer)
    yield from go_on(position, seat, END_OF_TURN)


# --- II, stations and railways ------------------------------------------------------------------------------


def expansion_phase(position: Position) -> Flow:
    """[RB-109, RB-134, RB-135]"""
    for _ in range(position.players):
        position.station_row.add((yield from draw("station_deck", position.station_deck)))
    yield from auction(position, "money")
    yield from expansion_turns(position, position.from_the_right())


def expansion_turns(position: Position, seats: Sequence[int]) -> Flow:
    for seat in seats:
        yield from expansion_turn(position, seat)
    position.station_row = set()
    for tycoon in position.tycoons:
        tycoon.chose = ""


def expansion_turn(position: Position, seat: int) -> Flow:
    """[RB-110, RB-241]"""
    taken = {one.chose for one in position.tycoons}
    marked = [city for card, city in STATION_CARDS.items() if card in position.station_row]
    free = [city for city in marked if city not in taken]
    city = yield from decide(position, seat, "station_city", lambda: free)
    position.tycoons[seat].chose = city
    yield from build_station(position, seat, city)
    yield from route_construction(position, seat, city)


def build_station(position: Position, seat: int, city: str) -> Flow:
    """[RB-111 to RB-118, A12, A27]"""
    tycoon, space = position.tycoons[seat], SPACE_OF[city]
    replaced = space in tycoon.railways
    tycoon.railways.discard(space)
    tycoon.stations.add(space)
    tycoon.stations_left -= 1
    claim_routes(position, seat)
    for track in position.city(city).resources:
        yield from grow(position, seat, track)
    if replaced:
        yield from grow_any(position, seat)


def route_construction(position: Position, seat: int, city: str) -> Flow:
    """[RB-119 to RB-129, A29]"""
    tycoon = position.tycoons[seat]
    tycoon.power = position.city(city).station_power
    while True:
        answer = yield from decide(
            position,
            seat,
            RAILWAY_DECISION,
            lambda: (*(label(one) for one in position.paid_sites(seat, city)), STOP),
        )
        if answer == STOP:
            break
        cost = position.cost(seat, AT_LABEL[answer])
        power = min(cost, tycoon.power)
        tycoon.power -= power
        tycoon.stock["money"] -= cost - power
        yield from lay_railway(position, seat, AT_LABEL[answer])
    tycoon.power = 0


# --- III, development ---------------------------------------------------------------------------------------


def development_phase(position: Position) -> Flow:
    """[RB-142 to RB-150, A24]"""
    for number in range(1, position.players + 1):
        cards: list[str] = []
        for _ in range(SET_SIZE):
            yield from draw_card(position, cards)
        cards.sort(key=lambda card: (DEVELOPMENTS[card].cost, DEVELOPMENTS[card].number))
        position.sets[f"set_{number}"] = cards
    yield from auction(position, "technology")
    yield from development_turns(position, position.from_the_right())


def development_turns(position: Position, seats: Sequence[int]) -> Flow:
    for seat in seats:
        yield from development_turn(position, seat)
    put_under(position, [card for cards in position.sets.values() for card in cards])
    position.sets = {}
    for tycoon in position.tycoons:
        tycoon.chose = ""


def development_turn(position: Position, seat: int) -> Flow:
    """[RB-146 to RB-149, A23, A26]"""
    taken = {one.chose for one in position.tycoons}
    tycoon = position.tycoons[seat]
    tycoon.chose = yield from decide(
        position, seat, "card_set", lambda: [one for one in position.sets if one not in taken]
    )
    cards = position.sets[tycoon.chose]
    lowest = [one for one in cards if DEVELOPMENTS[one].cost == DEVELOPMENTS[cards[0]].cost]
    card = lowest[0]
    if len(lowest) > 1:
        card = yield from decide(position, seat, "free_card", lambda: lowest)
    cards.remove(card)
    yield from obtain(position, seat, card)
    while cards:
        answer = yield from decide(
            position,
            seat,
            "buy_card",
            lambda: (*(one for one in cards if can_buy(position, seat, DEVELOPMENTS[one].cost)), STOP),
        )
        if answer == STOP:
            return
        tycoon.stock["technology"] -= DEVELOPMENTS[answer].cost
        cards.remove(answer)
        yield from obtain(position, seat, answer)
    yield from go_on(position, seat, END_OF_TURN)


# --- IV to VI -----------------------------------------------------------------------------------------------


def income_phase(position: Position) -> Flow:
    """[RB-176 to RB-179]"""
    for tycoon in position.tycoons:
        for kind in YIELDS:
            tycoon.stock[kind] += INCOME[kind][tycoon.levels[kind] - 1]
    yield from ()


def operation_phase(position: Position) -> Flow:
    """[RB-181, A19]"""
    yield from operation_turns(position, position.from_the_right())


def operation_turns(position: Position, seats: Sequence[int]) -> Flow:
    for seat in seats:
        yield from operation_turn(position, seat)


def objective_phase(position: Position) -> Flow:
    """[RB-202 to RB-209]"""
    objective = position.objectives[position.round - 1]
    yield from auction(position, OBJECTIVES[objective].bid)
    for seat in position.from_the_right():
        yield from objective_turn(position, seat, objective)
    position.used, position.operated, position.eased = set(), set(), set()  # [RB-073, RB-189]


def objective_turn(position: Position, seat: int, objective: str) -> Flow:
    """[RB-206, RB-207, A49]"""
    yield from decide(position, seat, "objective_cube", lambda: ("place_cube",))
    cubes = position.cubes[objective]
    free = [slot for slot in OPEN_SLOTS[position.players] if slot not in cubes]
    multipliers = OBJECTIVES[objective].multipliers
    cubes[max(free, key=lambda slot: (multipliers[slot - 1], -slot))] = seat


# --- from the first round to the last -----------------------------------------------------------------------

PHASES: dict[str, Callable[[Position], Flow]] = {
    "train_phase": train_phase,
    "expansion_phase": expansion_phase,
    "development_phase": development_phase,
    "income_phase": income_phase,
    "operation_phase": operation_phase,
    "objective_phase": objective_phase,
}


TURNS: dict[str, tuple[str, Callable[[Position, Sequence[int]], Flow]]] = {
    "train_turn": ("train_phase", train_turns),
    "expansion_turn": ("expansion_phase", expansion_turns),
    "development_turn": ("development_phase", development_turns),
    "operation_turn": ("operation_phase", operation_turns),
}


def whole_game(position: Position) -> Flow:
    yield from set_up(position)
    yield from rounds(position)


def rounds(position: Position) -> Flow:
    """[RB-002, RB-003, RB-233]"""
    while position.round < ROUNDS:
        position.round += 1
        for phase in PHASES.values():
            yield from phase(position)


def on_from(position: Position, begin: str, seat: int) -> Flow:
    """In the middle of a round: from this phase on, or from this player's turn in it."""
    phases = list(PHASES)
    if begin in TURNS:
        phase, turns = TURNS[begin]
        order = position.from_the_right()
        yield from turns(position, order[order.index(seat) :])
        phases = phases[phases.index(phase) + 1 :]
    else:
        phases = phases[phases.index(begin) :]
    for phase in phases:
        yield from PHASES[phase](position)
    yield from rounds(position)


class Game(Course[Position]):
    def __init__(self, configuration: Configuration) -> None:
        position = Position.laid_out(configuration)
        self.begin(position, whole_game(position))
