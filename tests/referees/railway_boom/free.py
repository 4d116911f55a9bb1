"""What may be done at any time: a conversion, a round card [RB-068 to RB-072, A18]."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.referees.railway_boom.asking import GO_ON, Answer, Flow, ask
from tests.referees.railway_boom.cards import DEVELOPMENTS, ROUND
from tests.referees.railway_boom.components import LEVELS
from tests.referees.railway_boom.effects import free_railway, grow
from tests.referees.railway_boom.position import Position
from tests.referees.railway_boom.resources import CONVERT, can_pay_any, conversions, convert, pay_any

USE_CARD, LOAD = "use_card", "load_tiles"
RAILWAY_DECISION, START_TRAIN, BETWEEN_CARDS = "railway", "start_train", "between_cards"
OPERATING = (START_TRAIN, BETWEEN_CARDS)


def easable(position: Position, seat: int) -> list[str]:
    """[A43]"""
    return [one for one in position.tycoons[seat].carriages() if one not in position.operated]


def usable(position: Position, seat: int, at: str) -> list[str]:
    """Round cards that lie upright and can be carried out at this decision."""
    return [
        name
        for name, card in DEVELOPMENTS.items()
        if name in position.tycoons[seat].cards
        and card.timing == ROUND
        and name not in position.used
        and can_use(position, seat, name, at)
    ]


def can_use(position: Position, seat: int, name: str, at: str) -> bool:
    tycoon, card = position.tycoons[seat], DEVELOPMENTS[name]
    if card.kind == "skilled_labor":
        return at == RAILWAY_DECISION  # [A30]
    if card.kind == "efficiency":
        return at == START_TRAIN and bool(easable(position, seat))
    if card.kind == "major_investment":
        return can_pay_any(tycoon.stock, card.pay_any, lambda after: position.may_hold(seat, after))
    if any(tycoon.stock[kind] < number for kind, number in card.pay.items()):
        return False  # [A45]
    after = tycoon.stock.copy()
    after.subtract(card.pay)
    if not position.may_hold(seat, after):
        return False
    if card.kind == "tactical_expansion":
        return bool(position.free_sites(seat))  # [A15]
    return tycoon.levels[card.track] < LEVELS  # [A11]


def use_card(position: Position, seat: int, at: str) -> Flow:
    """[RB-155, RB-159 to RB-161, RB-163, RB-170]"""
    name = yield from ask(seat, "round_card", usable(position, seat, at))
    tycoon, card = position.tycoons[seat], DEVELOPMENTS[name]
    position.used.add(name)
    tycoon.stock.subtract(card.pay)
    if card.kind == "skilled_labor":
        tycoon.power += card.amount
    elif card.kind == "efficiency":
        position.eased.add((yield from ask(seat, "efficiency", easable(position, seat))))
    elif card.kind == "major_investment":
        yield from pay_any(position, seat, card.pay_any, bid=False)
        tycoon.stock["vp"] += card.amount
    elif card.kind == "tactical_expansion":
        yield from free_railway(position, seat)
    else:
        yield from grow(position, seat, card.track)


def loadable(position: Position, seat: int) -> list[str]:
    """Own cards with room for a tile [RB-198, A20]."""
    tycoon = position.tycoons[seat]
    return [one for one in (*tycoon.locomotives(), *tycoon.carriages()) if position.room(one)]


def load_tile(position: Position, seat: int) -> Flow:
    """[RB-196, RB-199]"""
    tycoon = position.tycoons[seat]
    kind = yield from ask(seat, "load_tile", list(+tycoon.tiles))
    card = yield from ask(seat, "load_card", loadable(position, seat))
    tycoon.tiles[kind] -= 1
    position.loaded[card][kind] += 1


def free_actions(position: Position, seat: int, at: str) -> list[str]:
    found = []
    if conversions(position, seat):
        found.append(CONVERT)
    if usable(position, seat, at):
        found.append(USE_CARD)
    if at in OPERATING and position.tycoons[seat].tiles.total() and loadable(position, seat):
        found.append(LOAD)
    return found


def decide(position: Position, seat: int, name: str, options: Callable[[], Sequence[str]]) -> Answer:
    """With as many free actions before it as the player likes."""
    while True:
        own = options()
        answer = yield from ask(seat, name, (*own, *free_actions(position, seat, name)))
        if answer in own:
            return answer
        yield from do_free(position, seat, name, answer)


def do_free(position: Position, seat: int, at: str, action: str) -> Flow:
    if action == CONVERT:
        yield from convert(position, seat)
    elif action == USE_CARD:
        yield from use_card(position, seat, at)
    elif action == LOAD:
        yield from load_tile(position, seat)


def go_on(position: Position, seat: int, at: str) -> Flow:
    """By itself when there is nothing else to do [D26]."""
    while free := free_actions(position, seat, at):
        answer = yield from ask(seat, at, (GO_ON, *free))
        if answer == GO_ON:
            return
        yield from do_free(position, seat, at, answer)
