"""The course of play.

`play` is written as a generator: it stops with a `Choice`, a `Draw` or a `Dice`, and goes on with what was
chosen, drawn or rolled. `Game` is the handle on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tests.referees.manifest_railways.components import (
    CAPITAL_BACK,
    FULL_HAND,
    PLACEABLE,
    POINTS,
    RESOURCES,
    STARTING_CAPITAL,
    TURNS_PER_AGE,
    VALUE,
    WESTERN_PACIFIC,
    Configuration,
    Square,
)
from tests.referees.manifest_railways.payments import Bill, can_be_paid, means, payments
from tests.referees.manifest_railways.position import Company, Position


@dataclass(frozen=True)
class Choice:
    """A player decides, for one of the seats."""

    seat: int
    name: str
    options: tuple[Any, ...]


@dataclass(frozen=True)
class Draw:
    """A tile comes from the face-down pool."""

    seat: int
    outcomes: tuple[str, ...]


@dataclass(frozen=True)
class Dice:
    """A die is rolled."""

    name: str
    outcomes: tuple[int, ...]


Pending = Choice | Draw | Dice
Flow = Generator[Pending, Any, None]
STOP = "stop"
FACE_DOWN = "face_down"


class Game:
    """A game at its next decision, or at what chance is to bring; `pending` is None when it is over."""

    def __init__(self, configuration: Configuration) -> None:
        position = Position(configuration)
        self._begin(position, play(position))

    @classmethod
    def at(cls, position: Position) -> Game:
        """From a position made by hand, at the beginning of a round."""
        game = cls.__new__(cls)
        game._begin(position, play_on(position))
        return game

    def _begin(self, position: Position, flow: Flow) -> None:
        self.position = position
        self._flow = flow
        self.pending: Pending | None = next(flow)

    def go_on(self, answer: Any) -> None:
        """With one of the options, or what chance has brought."""
        assert self.pending is not None, "the game is over"
        options = self.pending.options if isinstance(self.pending, Choice) else self.pending.outcomes
        assert answer in options, f"{answer!r} is none of {options}"
        self.pending = next_stop(self._flow, answer)


def next_stop(flow: Flow, answer: Any) -> Pending | None:
    try:
        return flow.send(answer)
    except StopIteration:
        return None


def play(position: Position) -> Flow:
    """A whole game."""
    yield from set_up(position)
    yield from play_on(position)


def play_on(position: Position) -> Flow:
    """Three ages of six turns each [MR-042 to MR-046]; from the present one."""
    ages = position.configuration.ages
    while True:
        yield from play_round(position)
        if position.turn < TURNS_PER_AGE:
            position.turn += 1
            continue
        score_age(position)
        number = ages.index(position.age)
        if position.age == ages[-1]:  # [A48, MR-169]
            return
        clear_up(position, CAPITAL_BACK[number])
        position.age, position.turn = ages[number + 1], 1  # [MR-168]


def set_up(position: Position) -> Flow:
    """Companies are chosen in seat order [A08]; seven Capital for each that has an owner [MR-023, A09]."""
    configuration, board = position.configuration, position.board
    free = list(configuration.companies)
    for seat in range(configuration.owned):
        player = seat % configuration.players  # two companies each: seats A, B, A, B [A53]
        name = yield Choice(seat, "company", tuple(free))
        free.remove(name)
        position.companies.append(Company(name, board.hubs[name], player))
    for company in position.companies:
        company.hand["capital"] = STARTING_CAPITAL
        position.face_down["capital"] -= STARTING_CAPITAL
    for name in free:  # the next seats [A49]
        position.companies.append(Company(name, board.hubs[name], None))


def play_round(position: Position) -> Flow:
    """Clockwise from the seat of the first company [MR-036, MR-037, A10, A49]."""
    names = [one.name for one in position.companies]
    start = names.index(position.board.first)
    for company in position.companies[start:] + position.companies[:start]:
        if company.owner is None:
            yield from unowned_turn(position, company)
        else:
            yield from take_action(position, company)
            yield from refill(position, company)
    for company in position.companies:
        if position.pays_for_loose_ends(company) and company.points > 0:  # [A55]
            company.score["loose ends"] -= 1


# --- a turn -----------------------------------------------------------------------------------------------


def seat_of(position: Position, company: Company) -> int:
    return position.companies.index(company)


def must_build_east(position: Position, company: Company) -> bool:
    """The Western Pacific in the first turn of a game of five [MR-190, A60]."""
    configuration = position.configuration
    first_turn = position.age == configuration.ages[0] and position.turn == 1
    return configuration.players == 5 and company.name == WESTERN_PACIFIC and first_turn


def take_action(position: Position, company: Company) -> Flow:
    """One of five actions that can be completed, or none [MR-038, MR-039, A11]."""
    options = []
    if first_squares(position, company):
        options.append("build")
    if not must_build_east(position, company):
        if upgrade_payments(company) and position.can_be_upgraded(company):
            options.append("upgrade")
        if route_kinds(position, company):
            options.append("route")
        if board_kinds(company):
            options.append("board")
        if exchange_sets(position, company):
            options.append("exchange")
        options.append("pass")
    actions = {
        "build": build_track,
        "upgrade": upgrade_city,
        "route": resource_to_route,
        "board": resource_to_board,
        "exchange": exchange,
    }
    action = yield Choice(seat_of(position, company), "action", tuple(options))
    if action != "pass":
        yield from actions[action](position, company)


def spend(position: Position, company: Company, kind: str) -> None:
    """A tile of the hand goes to its discard pile [MR-072, MR-129, MR-130, A19]."""
    company.hand[kind] -= 1
    company.hand = +company.hand
    discard(position, kind)


def discard(position: Position, kind: str) -> None:
    pile = position.capital_discard if kind in VALUE else position.resource_discard
    pile[kind] += 1


# --- track ------------------------------------------------------------------------------------------------


def enlarged(position: Position, company: Company, bill: Bill, square: Square) -> Bill:
    """The bill with one square more, at its price of now [A65]."""
    mountain = position.board.terrain[square] == "mountain"
    return Bill(bill.cost + position.track_cost(company, square), bill.squares + 1, bill.mountains + mountain)


def next_squares(position: Position, company: Company, bill: Bill, available: Counter[Any]) -> list[Square]:
    """Squares that can be built and, together with those before, be paid for."""
    if company.cubes == 0:  # [MR-011]
        return []
    squares = position.can_extend_to(company, company.network)
    return [one for one in squares if can_be_paid(enlarged(position, company, bill, one), available)]


def first_squares(position: Position, company: Company) -> list[Square]:
    squares = next_squares(position, company, Bill(), means(company.hand, position.exclusive(company)))
    if must_build_east(position, company):
        column, row = company.hub
        squares = [one for one in squares if one == (column + 1, row)]
    return squares


def build_track(position: Position, company: Company) -> Flow:
    """Squares one after the other, then all is paid together [MR-071, A12, A13]."""
    seat = seat_of(position, company)
    available = means(company.hand, position.exclusive(company))  # before anything is built [A17]
    square = yield Choice(seat, "square", tuple(first_squares(position, company)))
    bill = Bill()
    while square != STOP:
        bill = enlarged(position, company, bill, square)
        position.lay_track(company, square)
        further = next_squares(position, company, bill, available)
        square = (yield Choice(seat, "further", (*further, STOP))) if further else STOP
    possible = [tuple(one.elements()) for one in payments(bill, available)]
    paid = yield Choice(seat, "pay", tuple(possible))
    for tile in paid:
        if isinstance(tile, str):
            spend(position, company, tile)
        else:
            place, kind = tile
            position.take_off(kind, place)  # [MR-069]
            discard(position, kind)


# --- upgrades and tiles -------------------------------------------------------------------------------------


def upgrade_payments(company: Company) -> list[str]:
    """One Capital tile, single or double [MR-086, A14, A15]."""
    return [kind for kind in VALUE if company.hand[kind]]


def upgrade_city(position: Position, company: Company) -> Flow:
    """A black cube [MR-087]; with a Double Capital perhaps a second one in another city [A14]."""
    seat = seat_of(position, company)
    city = yield Choice(seat, "city", tuple(position.can_be_upgraded(company)))
    position.upgraded.add(city)
    kind = yield Choice(seat, "upgrade_pay", tuple(upgrade_payments(company)))
    spend(position, company, kind)
    second = position.can_be_upgraded(company)
    if kind == "double_capital" and second:
        city = yield Choice(seat, "second_city", (*second, STOP))
        if city != STOP:
            position.upgraded.add(city)


def route_kinds(position: Position, company: Company) -> list[str]:
    """[MR-094, MR-106]"""
    if not upgrade_payments(company):
        return []
    return [kind for kind in board_kinds(company) if position.route_squares(company, kind)]


def resource_to_route(position: Position, company: Company) -> Flow:
    """A tile and a Capital tile [MR-094, MR-095, MR-096, A15]."""
    seat = seat_of(position, company)
    kind = yield Choice(seat, "route_tile", tuple(route_kinds(position, company)))
    square = yield Choice(seat, "route_square", tuple(position.route_squares(company, kind)))
    company.hand[kind] -= 1
    position.put(kind, square)
    spend(position, company, (yield Choice(seat, "route_pay", tuple(upgrade_payments(company)))))


def board_kinds(company: Company) -> list[str]:
    """[A32, A39]"""
    return [kind for kind in PLACEABLE if company.hand[kind]]


def resource_to_board(position: Position, company: Company) -> Flow:
    """The tile, then the dice, then a square or none [MR-107 to MR-119, A30]."""
    seat = seat_of(position, company)
    kind = yield Choice(seat, "board_tile", tuple(board_kinds(company)))
    company.hand[kind] -= 1
    six = yield Dice("d6", (1, 2, 3, 4, 5, 6))
    ten = yield Dice("d10", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0))
    squares = [] if ten in (9, 0) else position.region_squares({six, ten}, kind)
    square = (yield Choice(seat, "board_square", (*squares, STOP))) if squares else STOP
    if square == STOP:
        discard(position, kind)
    else:
        position.put(kind, square)


# --- drawing ------------------------------------------------------------------------------------------------


def draw(position: Position, company: Company) -> Generator[Pending, Any, str]:
    """A face-down tile; each is as likely as any other."""
    kinds = tuple(kind for kind, n in position.face_down.items() if n)
    kind: str = yield Draw(seat_of(position, company), kinds)
    position.face_down[kind] -= 1
    return kind


def exchange_sets(position: Position, company: Company) -> list[tuple[str, ...]]:
    """Three alike or three different, each worth something now [MR-120 to MR-128, A34, A35]."""
    if position.face_down.total() < 3:
        return []
    kinds = [kind for kind in RESOURCES if company.hand[kind] and POINTS[kind][position.age] > 0]
    alike = [(kind,) * 3 for kind in kinds if company.hand[kind] >= 3]
    return alike + list(combinations(kinds, 3))


def exchange(position: Position, company: Company) -> Flow:
    """Theirs come to lie face up in the pool, three come face down from it [MR-122, MR-123, A33]."""
    given = yield Choice(seat_of(position, company), "exchange", tuple(exchange_sets(position, company)))
    company.hand -= Counter(given)
    position.face_up += Counter(given)
    for _ in range(3):
        company.hand[(yield from draw(position, company))] += 1


def refill(position: Position, company: Company) -> Flow:
    """Up to five, one at a time, face up or face down [MR-132 to MR-135, A33, A36, A37]."""
    while company.hand.total() < FULL_HAND and (position.face_up or position.face_down.total()):
        options = [kind for kind in RESOURCES if position.face_up[kind]]
        if position.face_down.total():
            options.append(FACE_DOWN)
        choice = (
            (yield Choice(seat_of(position, company), "refill", tuple(options)))
            if position.face_up
            else FACE_DOWN
        )
        if choice == FACE_DOWN:
            company.hand[(yield from draw(position, company))] += 1
        else:
            company.hand[choice] += 1
            position.face_up -= Counter([choice])


def unowned_turn(position: Position, company: Company) -> Flow:
    """One tile is drawn; Capital, double too, builds a square for nothing [MR-030 to MR-032, A51]."""
    if position.face_down.total() == 0:
        return
    kind = yield from draw(position, company)
    squares = position.can_extend_to(company, company.network) if company.cubes else []
    if kind in VALUE and squares:
        position.lay_track(company, min(squares, key=lambda square: westward(position, square)))
    discard(position, kind)


def westward(position: Position, square: Square) -> tuple[int, int, int]:
    """The smallest is built first [A50]."""
    column, row = square
    return column, min(abs(row - goal) for _, goal in position.board.goals), row


# --- the end of an age --------------------------------------------------------------------------------------


def score_age(position: Position) -> None:
    """Companies without owner score nothing [MR-033, MR-137, MR-151, MR-156]."""
    for company in position.companies:
        if company.owner is not None:
            company.score.update(position.age_points(company))


def clear_up(position: Position, back_per_city: int) -> None:
    """Some Capital comes back, all else that was discarded leaves [MR-158 to MR-167, A45, A46, A47]."""
    owed = back_per_city * position.cities_with_railroad()
    back = min(owed, position.capital_discard["capital"])
    position.face_down["capital"] += back
    position.capital_discard["capital"] -= back
    position.removed += position.resource_discard + position.capital_discard
    position.resource_discard.clear()
    position.capital_discard.clear()
