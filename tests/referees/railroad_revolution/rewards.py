"""Effects of tiles and Workers, one by one [RR-A34: what can do nothing is not begun]."""

from __future__ import annotations

from tests.referees.railroad_revolution.asking import NO, STOP, YES, Answer, Flow, ask
from tests.referees.railroad_revolution.components import TRACKS
from tests.referees.railroad_revolution.position import Company, Place, Position, needs
from tests.referees.railroad_revolution.tiles import TRAINS, Reward


def resolve(position: Position, seat: int, reward: Reward) -> Flow:
    """After its cost is paid, if it has one [RR-100 to RR-108, RR-146 to RR-151, RR-166 to RR-170]."""
    company = position.companies[seat]
    company.pay(reward.cost)
    if reward.kind == "money":
        company.money += reward.amount
    elif reward.kind in ("shares", "share and promotion"):
        company.shares += max(1, reward.amount)
        if reward.kind != "shares":
            yield from perhaps_promote(position, seat)
    elif reward.kind == "step and promotion":
        yield from perhaps_step(position, seat)
        yield from perhaps_promote(position, seat)
    elif reward.kind == "steps":
        yield from steps(position, seat, reward.amount)
    elif reward.kind == "promotions":
        yield from promotions(position, seat, reward.amount, reward.each)
    elif reward.kind == "flips":
        yield from flips(position, seat, reward.amount)
    elif reward.kind == "train":
        yield from take_train(position, seat)
    elif reward.kind == "rail":
        yield from free_rail(position, seat)
    elif reward.kind == "station":
        yield from free_station(position, seat)
    elif reward.kind == "office":
        yield from free_office(position, seat)
    elif reward.kind == "swap":
        yield from swap(position, seat)
    elif reward.kind == "any worker":
        colour = yield from ask(position, seat, "any worker", position.colours)  # [RR-103, A15]
        position.gain_worker(seat, colour)
    elif reward.kind == "one of":
        colour = yield from ask(position, seat, "one of", lambda: reward.colours)  # [RR-087]
        needs(position.supply.total() > 0)
        yield from gain(position, seat, colour)
    else:
        assert reward.kind == "workers"
        needs(position.supply.total() > 0)
        for colour in reward.colours:
            yield from gain(position, seat, colour)


def gain(position: Position, seat: int, colour: str) -> Flow:
    """Another one if the supply has none of this colour; nothing if it is empty [RR-009, A15]."""
    if not position.supply[colour]:
        if not position.supply.total():
            return
        colour = yield from ask(position, seat, "any worker", position.colours)
    position.gain_worker(seat, colour)


# --- promotion --------------------------------------------------------------------------------------------


def promotable(company: Company) -> list[Place]:
    """Available Workers that fit somewhere [RR-192, A16]."""
    return [
        place
        for place in company.workers()
        if any(company.takes(tile, place[1]) for tile in company.milestones)
    ]


def promotions(position: Position, seat: int, most: int, price: int = 0) -> Flow:
    """At least one [RR-149, RR-184, A45]."""
    company = position.companies[seat]
    for number in range(most):
        last = STOP if number else None
        if number and company.means < price:
            return
        place = yield from ask(position, seat, "promote", lambda: promotable(company), last)
        if place == STOP:
            return
        company.pay(price)
        yield from promote(position, seat, place)


def promote(position: Position, seat: int, place: Place) -> Flow:
    """[RR-192, RR-193]"""
    company = position.companies[seat]

    def tiles() -> list[str]:
        return [tile for tile in company.milestones if company.takes(tile, place[1])]

    tile = yield from ask(position, seat, "onto", tiles)
    company.managers[tile][company.remove_worker(place)] += 1


def perhaps(position: Position, seat: int, name: str) -> Answer:
    answer = yield from ask(position, seat, name, lambda: (YES,), NO)
    return answer == YES


def perhaps_promote(position: Position, seat: int) -> Flow:
    """[RR-105, RR-108]"""
    if (yield from perhaps(position, seat, "also promote")):
        yield from promotions(position, seat, 1)


# --- tracks -----------------------------------------------------------------------------------------------


def passable(position: Position, seat: int) -> list[str]:
    """Tracks on which one step more can be paid for [A04]."""
    company = position.companies[seat]
    found = []
    for track, step in company.steps.items():
        if step + 1 < len(TRACKS[track].points):
            gate = position.gate(track, step)
            enough = gate.money <= company.means and gate.shares <= company.shares
            if enough and gate.workers <= company.available:
                found.append(track)
    return found


def steps(position: Position, seat: int, most: int) -> Flow:
    """At least one, split at will [RR-210, RR-211]."""
    for number in range(most):
        last = STOP if number else None
        track = yield from ask(position, seat, "step", lambda: passable(position, seat), last)
        if track == STOP:
            return
        yield from step(position, seat, track)


def step(position: Position, seat: int, track: str) -> Flow:
    """[RR-212 to RR-214]"""
    company = position.companies[seat]
    gate = position.gate(track, company.steps[track])
    company.pay(gate.money)
    company.give_shares(gate.shares)
    for _ in range(gate.workers):
        place = yield from ask(position, seat, "gate", company.workers)
        position.discard_worker(seat, place)
    company.steps[track] += 1


def perhaps_step(position: Position, seat: int) -> Flow:
    """[RR-108]"""
    if (yield from perhaps(position, seat, "also step")):
        yield from steps(position, seat, 1)


# --- trains -----------------------------------------------------------------------------------------------


def take_train(position: Position, seat: int) -> Flow:
    """The top of any stack, face up [RR-066, RR-010]."""
    kind = yield from ask(position, seat, "train", lambda: +position.trains)
    position.trains[kind] -= 1
    position.companies[seat].face_up[kind] += 1


def flips(position: Position, seat: int, most: int) -> Flow:
    """At least one [RR-147]."""
    company = position.companies[seat]

    def trains() -> list[Place]:
        up = [("up", kind) for kind in TRAINS if company.face_up[kind]]
        return up + [("down", kind) for kind in TRAINS if company.face_down[kind]]

    for number in range(most):
        train = yield from ask(position, seat, "flip", trains, STOP if number else None)
        if train == STOP:
            return
        yield from flip(position, seat, *train)


def flip(position: Position, seat: int, side: str, kind: str) -> Flow:
    """The bonus, which may be declined, and over; or up again without one [RR-158, RR-159, A33]."""
    company = position.companies[seat]
    if side == "up":
        if (yield from perhaps(position, seat, "train bonus")):
            yield from resolve(position, seat, TRAINS[kind])
        company.face_up[kind] -= 1
        company.face_down[kind] += 1
    else:
        company.face_down[kind] -= 1
        company.face_up[kind] += 1


# --- pieces -----------------------------------------------------------------------------------------------


def free_rail(position: Position, seat: int) -> Flow:
    """From the player board; no terrain, no Deal [RR-146, RR-168, RR-183, A46]."""
    company = position.companies[seat]
    needs(company.rails > 0)
    space = yield from ask(position, seat, "rail", company.rail_spaces)
    company.rails -= 1
    company.track.add(space)


def free_station(position: Position, seat: int) -> Flow:
    """No cost and no reward, but the First Station slot if it is free [RR-186, A22]."""
    company = position.companies[seat]
    needs(company.buildings > 0)
    city = yield from ask(position, seat, "city", company.cities)
    company.buildings -= 1
    position.build_station(seat, city)


def free_office(position: Position, seat: int) -> Flow:
    """Nothing but the place [RR-181, A22]."""
    company = position.companies[seat]
    needs(company.buildings > 0)
    section = yield from ask(position, seat, "section", company.sections)
    company.buildings -= 1
    position.build_office(seat, section)


def swap(position: Position, seat: int) -> Flow:
    """The same colour only comes for a Worker from the player board [RR-104, A14]."""
    company = position.companies[seat]
    given = yield from ask(position, seat, "give", company.workers)

    def colours() -> list[str]:
        return [one for one in position.colours() if given != ("own", one)]

    taken = yield from ask(position, seat, "take", colours)
    position.discard_worker(seat, given)
    position.gain_worker(seat, taken)
