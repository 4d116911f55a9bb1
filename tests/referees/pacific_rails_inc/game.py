"""The course of play: set-up, a turn, the end."""

from __future__ import annotations

from tests.referees.course import Course
from tests.referees.pacific_rails_inc.asking import GO_ON, STOP, Chance, Flow, ask
from tests.referees.pacific_rails_inc.building import (
    fit_upgrade,
    gain,
    hire,
    pay,
    place_house,
    station_on_map,
    telegraph_on_map,
)
from tests.referees.pacific_rails_inc.components import (
    CARRIAGES,
    CENTRE,
    DISTRICTS,
    EAST,
    HATS,
    HOUSES_PER_ROW,
    RESOURCES,
    SHOWN,
    SPECIALS,
    SPOTS,
    SPOTS_OF,
    WEST,
    Configuration,
)
from tests.referees.pacific_rails_inc.laying import lay_track
from tests.referees.pacific_rails_inc.position import Position
from tests.referees.pacific_rails_inc.railroad import usable_engines
from tests.referees.pacific_rails_inc.train import activate

HIRE, LAY = "hire", "lay_track"
PUT, ENTER, TAKE, LEAVE = "put ", "enter ", "take ", "leave "

# --- set-up -------------------------------------------------------------------------------------------------


def set_up(position: Position) -> Flow:
    """[PR-015 to PR-041]"""
    for seat, company in enumerate(position.companies):
        company.rows[(yield from ask(seat, "empty_spot", RESOURCES))] -= 1
    for _ in range(SHOWN):
        goal = yield Chance("goal_deck", dict.fromkeys(position.hidden_goals, 1))
        position.hidden_goals.remove(goal)
        position.goals.append(goal)
    free = [*WEST, *EAST]
    for seat in reversed(range(position.players)):
        start = yield from ask(seat, "first_engine", free)
        free.remove(start)
        position.companies[seat].engines.append(start)
    for seat in range(position.players):
        opposite = EAST if position.companies[seat].engines[0] in WEST else WEST
        start = yield from ask(seat, "second_engine", [one for one in free if one in opposite])
        free.remove(start)
        position.companies[seat].engines.append(start)


# --- a turn -------------------------------------------------------------------------------------------------


def moves(position: Position, seat: int) -> list[str]:
    """Of a worker [PR-063, PR-066, PR-071, PR-079, PR-080, A06, A10]."""
    found = []
    if position.companies[seat].workers:
        found += [PUT + spot for spot in SPOTS if spot not in position.occupant]
        found += [
            ENTER + name
            for name in DISTRICTS
            if position.can_enter(seat, name) and (name != CENTRE or central_actions(position, seat))
        ]
    if seat in position.guest.values():
        found += [LEAVE + name for name in DISTRICTS if position.guest.get(name) == seat]
    else:
        found += [TAKE + spot for spot in SPOTS if position.occupant.get(spot) == seat]
    return found


def central_actions(position: Position, seat: int) -> list[str]:
    """[A06]"""
    found = [HIRE] if position.hireable(seat) else []
    if usable_engines(position, seat):
        found.append(LAY)
    return found


def take_turn(position: Position, seat: int) -> Flow:
    company = position.companies[seat]
    answer = yield from ask(seat, "worker", moves(position, seat))
    move, _, place = answer.partition(" ")
    if move + " " == PUT:
        company.workers -= 1
        position.occupant[place] = seat
    elif move + " " == ENTER:
        company.workers -= 1
        yield from enter(position, seat, place)
    elif move + " " == TAKE:
        company.workers += 1
        del position.occupant[place]
    else:
        company.workers += 1
        del position.guest[place]
    district = place
    if place in SPOTS:
        possible = [one for one in SPOTS[place] if one != CENTRE or central_actions(position, seat)]
        district = yield from ask(seat, "district", possible)
    own_move = move + " " in (PUT, ENTER)  # that worker is no extra one [A11]
    yield from act(position, seat, district, position.workers_at(seat, district) - own_move)


def enter(position: Position, seat: int, district: str) -> Flow:
    """All others go home, and are compensated at once [PR-073 to PR-076, A13]."""
    position.seen["a district is entered"] += 1
    for spot in SPOTS_OF[district]:
        send_home(position, position.occupant.pop(spot))
    if district in position.guest:
        position.seen["a guest is sent home"] += 1
        send_home(position, position.guest.pop(district))
    position.guest[district] = seat
    for owner in position.others(seat):
        yield from compensate(position, owner)


def send_home(position: Position, owner: int) -> None:
    position.companies[owner].workers += 1
    position.owed[owner] += 1


def compensate(position: Position, owner: int) -> Flow:
    company = position.companies[owner]
    while position.owed[owner]:
        position.owed[owner] -= 1
        if company.hats < HATS:
            company.hats += 1
        elif position.in_stock(RESOURCES):
            position.seen["a resource instead of a hat"] += 1
            item = yield from ask(owner, "compensation", position.in_stock(RESOURCES))
            before = position.seen["overflow"]
            yield from gain(position, owner, {item: 1})
            position.seen["overflow out of turn"] += position.seen["overflow"] - before


def act(position: Position, seat: int, district: str, helpers: int) -> Flow:
    """[PR-067, PR-083 to PR-085, A12, A57]"""
    company, there = position.companies[seat], DISTRICTS[district]
    action = there.kind
    if action == "central":
        possible = central_actions(position, seat)
        if not possible:
            position.seen["the centre is left without an action"] += 1
            return
        action = yield from ask(seat, "central", possible)
    hats = 0
    if company.hats:
        hats = int((yield from ask(seat, "hats", [str(one) for one in range(company.hats + 1)])))
        company.hats -= hats
    position.size = 1 + helpers + hats
    if action == HIRE:
        yield from hire_specialists(position, seat)
    elif action == LAY:
        yield from lay_track(position, seat)
    elif action == "train":
        yield from activate(position, seat, there.of)
    else:
        yield from collect(position, seat, district)


def hire_specialists(position: Position, seat: int) -> Flow:
    """[PR-091, PR-092]"""
    for number in range(position.size):
        options = position.hireable(seat)
        if not options:
            return
        answer = yield from ask(seat, "hire", (*options, STOP) if number else options)
        if answer == STOP:
            return
        hire(position, seat, answer)


def collect(position: Position, seat: int, district: str) -> Flow:
    """Then perhaps the special action, as often as the action is large [PR-086, PR-087, PR-097 to PR-119]."""
    resource, company = DISTRICTS[district].of, position.companies[seat]
    number = 1 + HOUSES_PER_ROW - company.rows[resource]  # [A05]
    number += position.houses_in(district, seat) + position.size - 1
    yield from gain(position, seat, {resource: number})
    special = SPECIALS[resource]
    for _ in range(position.size):
        if not company.cargo[special.pay] or not can_do(position, seat, special.what):
            return
        if (yield from ask(seat, "special", (GO_ON, STOP))) == STOP:
            return
        pay(position, seat, {special.pay: 1})
        yield from do_special(position, seat, special.what)
        company.points += special.points


def can_do(position: Position, seat: int, what: str) -> bool:
    if what == "upgrade":
        return bool(position.changeable(seat))
    if what == "house":
        return position.can_place_house(seat)
    if what == "telegraph":
        return bool(position.telegraph_cities(seat))
    return bool(position.station_cities(seat))


def do_special(position: Position, seat: int, what: str) -> Flow:
    if what == "upgrade":
        carriage = yield from ask(seat, "carriage", position.changeable(seat))
        assert carriage in CARRIAGES
        yield from fit_upgrade(position, seat, carriage)
    elif what == "house":
        yield from place_house(position, seat)
    elif what == "telegraph":
        yield from telegraph_on_map(position, seat)
    else:
        yield from station_on_map(position, seat)


# --- from the first turn to the last ------------------------------------------------------------------------


def whole_game(position: Position) -> Flow:
    yield from set_up(position)
    yield from turns(position, 0)


def turns(position: Position, seat: int) -> Flow:
    """All have as many turns [PR-217, A44, A58]."""
    position.started = True
    while True:
        yield from take_turn(position, seat)
        seat = (seat + 1) % position.players
        if seat == 0:
            if position.in_last_round:
                return
            position.round += 1


class Game(Course[Position]):
    def __init__(self, configuration: Configuration) -> None:
        position = Position.laid_out(configuration)
        self.begin(position, whole_game(position))
