"""The Operation Phase [RB-181 to RB-201]."""

from __future__ import annotations

from tests.referees.railway_boom.asking import Flow, ask
from tests.referees.railway_boom.components import CARRIAGES, GROWTH, GROWTH_OF_CHOICE, LOCOMOTIVES, YIELDS
from tests.referees.railway_boom.effects import grow, grow_any
from tests.referees.railway_boom.free import BETWEEN_CARDS, START_TRAIN, decide, go_on
from tests.referees.railway_boom.position import Position, Train
from tests.referees.railway_boom.walk import can_be_payable, cost, tiles_on, times

FINISH, START = "finish", "start"


def operation_turn(position: Position, seat: int) -> Flow:
    """[RB-182, RB-188, RB-193]"""
    tycoon = position.tycoons[seat]

    def engines() -> list[str]:
        return [
            one
            for one in tycoon.locomotives()
            if one not in position.operated and LOCOMOTIVES[one].coal <= tycoon.stock["coal"]
        ]

    while True:
        answer = yield from decide(position, seat, START_TRAIN, lambda: (*engines(), FINISH))
        if answer == FINISH:
            return
        cards = [answer]
        yield from compose(position, seat, cards)
        yield from run(position, Train(seat, cards))


def compose(position: Position, seat: int, cards: list[str]) -> Flow:
    """[RB-183, RB-184, RB-189, A40, A42, D20]"""
    tycoon = position.tycoons[seat]
    while True:
        coal = tycoon.stock["coal"]
        left = [one for one in tycoon.carriages() if one not in position.operated and one not in cards]
        options = [
            one
            for one in left
            if can_be_payable(
                coal,
                (*cards, one),
                [other for other in left if other != one],
                position.loaded,
                position.eased,
            )
        ]
        if position.walks(coal, cards):
            options.append(START)
        answer = yield from ask(seat, "attach", options)
        if answer == START:
            return
        cards.append(answer)


def run(position: Position, train: Train) -> Flow:
    """[RB-185 to RB-187, A40]"""
    position.train = train
    for place, card in enumerate(train.cards):
        if place:
            yield from go_on(position, train.seat, BETWEEN_CARDS)
        train.done = place + 1
        yield from operate(position, train, card)
    position.train = None


def operate(position: Position, train: Train, card: str) -> Flow:
    """Pay, gain VP, then the effect [RB-187, RB-195, RB-200, RB-201]."""
    seat = train.seat
    stock = position.tycoons[seat].stock
    stock["coal"] -= cost(card, position.eased)
    assert stock["coal"] >= 0
    position.operated.add(card)
    for kind in YIELDS:
        stock[kind] += position.loaded[card][kind]
    if card not in CARRIAGES:
        return
    carriage = CARRIAGES[card]
    stock["vp"] += carriage.vp
    for _ in range(times(carriage, tiles_on(train.cards, position.loaded))):
        if carriage.reward == GROWTH:
            yield from grow(position, seat, carriage.kind)
        elif carriage.reward == GROWTH_OF_CHOICE:
            yield from grow_any(position, seat)
        else:
            stock[carriage.reward] += 1
