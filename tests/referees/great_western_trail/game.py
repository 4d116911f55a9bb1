"""The course of play: set-up, the three phases of a turn, Kansas City, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from tests.referees.course import Course
from tests.referees.great_western_trail.actions import (
    ALL_OBJECTIVES,
    FIRST_OBJECTIVES,
    LOCAL,
)
from tests.referees.great_western_trail.asking import (
    STOP,
    Chance,
    Flow,
    Pending,
    ask,
    draw,
    perhaps,
)
from tests.referees.great_western_trail.cards import (
    draw_to_hand,
    draw_to_limit,
    refill_display,
    refill_market,
    reveal_market,
)
from tests.referees.great_western_trail.components import (
    CERTIFICATES,
    DISPLAY,
    FIRST_MONEY,
    HAND,
    KANSAS_CITY,
    MARKET_SIZE,
    MASTERS,
    NEUTRAL_SPACES,
    RISKS,
    ROWS,
    SPOTS,
    START,
    STATIONS,
    TILES,
    TILES_AT_SETUP,
    YELLOW_ARROWS,
    Configuration,
)
from tests.referees.great_western_trail.effects import auxiliaries, auxiliary, perform, possible
from tests.referees.great_western_trail.position import NEUTRAL, House, Position
from tests.referees.great_western_trail.stations import deliver

GO_ON, PLAY, DONE, INSTEAD = "go_on", "play_objective", "done", "auxiliary_action"
Played = Generator[Pending, Any, bool]

# --- set-up -------------------------------------------------------------------------------------------------


def set_up(position: Position) -> Flow:
    """[GW-023 to GW-052]"""
    configuration = position.configuration
    position.starter = (
        int((yield Chance("starter", {str(seat + 1): 1 for seat in range(position.players)}))) - 1
    )
    neutral = [f"neutral_{letter}" for letter in "abcdefg"]
    left = Counter(neutral)
    for space, own in zip(NEUTRAL_SPACES, neutral, strict=True):
        name = own if configuration.by_letter else (yield from draw("house", left))
        position.house[space] = House(name, NEUTRAL)
    masters = Counter(MASTERS)
    for station in (name for name, one in STATIONS.items() if one.master):
        position.masters[station] = yield from draw("master_stack", masters)
    yield from lay_tiles(position)
    yield from reveal_market(position, MARKET_SIZE[position.players])
    for _ in range(DISPLAY):
        yield from refill_display(position)
    sides = []
    for _ in range(10):
        coin = {"all_a": {"side_a": 1}, "all_b": {"side_b": 1}, "tossed": {"side_a": 1, "side_b": 1}}
        sides.append((yield Chance("side_up", coin[configuration.sides])).removeprefix("side_"))
    for rancher in position.ranchers:
        rancher.houses = [f"p{number}{side}" for number, side in enumerate(sides, start=1)]
    position.first_objectives = Counter(list(FIRST_OBJECTIVES))
    for place, seat in enumerate(position.clockwise_from(position.starter)):
        rancher = position.ranchers[seat]
        for _ in range(HAND):
            yield from draw_to_hand(rancher)
        rancher.area[(yield from draw("first_cards", position.first_objectives))] += 1
        rancher.money = FIRST_MONEY[place]


def lay_tiles(position: Position) -> Flow:
    """[GW-028 to GW-035, A28]"""
    first, second, _ = (position.piles[spot] for spot in SPOTS)
    aside: Counter[str] = Counter()
    while len(position.tile) < TILES_AT_SETUP:
        tile = yield from draw("supply", first)
        space = position.place_for(tile)
        if space:
            position.tile[space] = tile
        else:
            aside[tile] += 1
    first += aside
    for row, number in ((ROWS[0], position.players), (ROWS[1], position.players - 1)):
        for _ in range(number):
            position.waiting[row][(yield from draw("supply", second))] += 1
    for spot in SPOTS:
        yield from fill_offer(position, spot)


def fill_offer(position: Position, spot: str) -> Flow:
    """[GW-163, A29]"""
    while position.offer[spot].total() < 2 and position.piles[spot].total():
        position.offer[spot][(yield from draw("supply", position.piles[spot]))] += 1


# --- a turn -------------------------------------------------------------------------------------------------


TURN = "turn"


def take_turn(position: Position, seat: int, begin: str = TURN) -> Flow:
    """[GW-062]; a position made by hand may lie after phase A."""
    if begin == TURN:
        yield from phase_a(position, seat)
    if position.ranchers[seat].cattleman == KANSAS_CITY:
        yield from kansas_city(position, seat)
    else:
        yield from phase_b(position, seat)
    yield from draw_to_limit(position, seat)


def phase_a(position: Position, seat: int) -> Flow:
    """[GW-064 to GW-076]"""
    rancher = position.ranchers[seat]
    if rancher.cattleman is None:
        rancher.cattleman = yield from ask(seat, "first_building", NEUTRAL_SPACES)
        return
    while rancher.objectives_in_hand():
        if (yield from ask(seat, "setting_out", (GO_ON, PLAY))) == GO_ON:
            break
        yield from play_objective(position, seat)
    yield from ride(position, seat, position.step_limit(seat))


def ride(position: Position, seat: int, steps: int) -> Flow:
    """Fees are paid on the way [GW-077 to GW-087, GW-290]."""
    rancher = position.ranchers[seat]
    for step in range(steps):
        assert rancher.cattleman
        ahead = position.ahead(rancher.cattleman)
        if not ahead:  # in Kansas City
            break
        answer = yield from ask(seat, "step", (*ahead, STOP) if step else ahead)
        if answer == STOP:
            break
        rancher.cattleman = answer
        due, owner = position.fee(seat, answer)
        paid = min(due, rancher.money)
        rancher.money -= paid
        if owner != NEUTRAL:
            position.ranchers[owner].money += paid


def phase_b(position: Position, seat: int) -> Flow:
    """[GW-089 to GW-101, A05 to A08]"""
    rancher = position.ranchers[seat]
    space = rancher.cattleman
    assert space
    unused: list[str] = []
    house = position.house.get(space)
    if house and house.owner in (seat, NEUTRAL):
        unused = local_actions(position, space)
    chain, begun = [space], False
    while True:
        options = [one for one in dict.fromkeys(unused) if doable(position, seat, one, chain)]
        if not begun and auxiliaries(position, seat, double=False):
            options.append(INSTEAD)
        cards = [PLAY] if rancher.objectives_in_hand() else []
        if begun and not unused:
            yield from cards_at_last(position, seat)
            return
        # A card may make possible what can't be done as yet [GW-093, GW-291].
        if not (options or cards):
            return
        answer = yield from ask(seat, "use", (*options, DONE, *cards))
        if answer == DONE:
            return
        if answer == PLAY:
            if (yield from play_objective(position, seat)):
                return  # [GW-298, A40]
        elif answer == INSTEAD:
            yield from auxiliary(position, seat, double=False)
            yield from cards_at_last(position, seat)
            return
        elif LOCAL[answer].kind == "move":
            yield from move_on(position, seat, LOCAL[answer].n)
            return
        else:
            begun = True
            unused.remove(answer)
            if LOCAL[answer].kind == "copy":
                chain.append((yield from ask(seat, "copy", copyable(position, chain))))
                unused += local_actions(position, chain[-1])
            else:
                yield from perform(position, seat, LOCAL[answer])


def cards_at_last(position: Position, seat: int) -> Flow:
    """Nothing else is left to be done here, but cards can still be played [GW-291]."""
    while position.ranchers[seat].objectives_in_hand():
        if (yield from ask(seat, "after_actions", (GO_ON, PLAY))) == GO_ON:
            return
        if (yield from play_objective(position, seat)):
            return


def move_on(position: Position, seat: int, steps: int) -> Flow:
    """What is left at the old place is lost [GW-287 to GW-290, A06, A07, A09]."""
    yield from ride(position, seat, steps)
    if position.ranchers[seat].cattleman == KANSAS_CITY:
        yield from kansas_city(position, seat)
    else:
        yield from phase_b(position, seat)


def local_actions(position: Position, space: str) -> list[str]:
    """The risk action of its space included [GW-097, A34]."""
    house = position.house[space]
    risk = [RISKS[space]] if space in RISKS else []
    return [*house.printed.actions, *risk]


def copyable(position: Position, chain: list[str]) -> list[str]:
    """[GW-276, GW-277, A35]"""
    return [one for one in position.neighbours(chain[-1]) if one not in chain]


def doable(position: Position, seat: int, action: str, chain: list[str]) -> bool:
    if LOCAL[action].kind == "copy":
        return bool(copyable(position, chain))
    return possible(position, seat, LOCAL[action])


def play_objective(position: Position, seat: int) -> Played:
    """Has the cattleman been moved [GW-291 to GW-299]?"""
    rancher = position.ranchers[seat]
    card = yield from ask(seat, "objective_card", rancher.objectives_in_hand())
    rancher.hand[card] -= 1
    rancher.area[card] += 1
    now = ALL_OBJECTIVES[card].now
    assert now
    if possible(position, seat, now) and (yield from perhaps(seat, "card_bonus")):
        yield from perform(position, seat, now)
        return now.kind == "scout"
    return False


# --- Kansas City --------------------------------------------------------------------------------------------


def kansas_city(position: Position, seat: int) -> Flow:
    """[GW-111 to GW-163]"""
    rancher = position.ranchers[seat]
    for spot in SPOTS:
        yield from foresight(position, seat, spot)
    kept = [str(one) for one in CERTIFICATES if one <= rancher.certificates]
    spent = 0
    if len(kept) > 1:
        left = int((yield from ask(seat, "keep_certificates", kept)))
        spent, rancher.certificates = rancher.certificates - left, left
    total = rancher.breeding_value() + spent
    rancher.money += total
    rancher.discarded += rancher.hand
    rancher.hand = Counter()
    yield from deliver(position, seat, total, costs=True)
    rancher.cattleman = START
    for spot in SPOTS:
        yield from fill_offer(position, spot)


def foresight(position: Position, seat: int, spot: str) -> Flow:
    """Without a token no worker can be chosen [GW-112 to GW-122, GW-307, GW-308, GW-311]."""
    offered = [
        tile
        for tile in TILES
        if position.offer[spot][tile] and (position.token or TILES[tile].kind != "worker")
    ]
    if not offered:
        return
    tile = yield from ask(seat, "foresight", offered)
    position.offer[spot][tile] -= 1
    if TILES[tile].kind == "worker":
        yield from place_worker(position, seat, tile)
        return
    space = position.place_for(tile)
    if space:
        position.tile[space] = tile


def place_worker(position: Position, seat: int, tile: str) -> Flow:
    """[GW-118 to GW-126, GW-306]"""
    row = position.token
    assert row
    position.waiting[row][tile] += 1
    if position.waiting[row].total() < position.players:
        return
    if row == ROWS[-1]:
        position.token = None
        position.ranchers[seat].has_token = True
        position.turns_left = position.players
        return
    position.token = ROWS[ROWS.index(row) + 1]
    if row in YELLOW_ARROWS:
        yield from refill_market(position)


# --- from the first turn to the last ------------------------------------------------------------------------


def whole_game(position: Position) -> Flow:
    yield from set_up(position)
    yield from turns(position, position.starter)


def turns(position: Position, seat: int, begin: str = TURN) -> Flow:
    """[GW-305 to GW-313]"""
    position.started = True
    while position.turns_left != 0:
        yield from take_turn(position, seat, begin)
        begin = TURN
        if position.turns_left is not None:
            position.turns_left -= 1
        seat = (seat + 1) % position.players


class Game(Course[Position]):
    def __init__(self, configuration: Configuration) -> None:
        position = Position.laid_out(configuration)
        self.begin(position, whole_game(position))
