"""Bidding, and what it costs [RB-074 to RB-093]."""

from __future__ import annotations

from tests.referees.railway_boom.asking import Flow
from tests.referees.railway_boom.cards import AGGRESSIVE, AUTOMATIC_VP
from tests.referees.railway_boom.components import ANY, BID_CHART, BID_OF, NUMBERED, WHITES
from tests.referees.railway_boom.free import decide
from tests.referees.railway_boom.position import Position, total
from tests.referees.railway_boom.resources import pay_any

CONFIRM = "confirm"


def auction(position: Position, currency: str) -> Flow:
    position.currency = currency
    position.unpaid = set(range(position.players))
    while waiting := [seat for seat in position.from_the_right() if not position.tycoons[seat].confirmed]:
        yield from bid(position, waiting[-1])  # [RB-075, A02]
    order = position.from_the_right()
    for seat, share in zip(order, BID_CHART[position.players], strict=True):
        yield from pay_bid(position, seat, share)
    for seat, space in zip(order, reversed(WHITES), strict=False):
        position.tycoons[seat].spot = space
        position.tycoons[seat].confirmed = False
    position.currency = ""


def raises(position: Position, seat: int) -> list[str]:
    """[RB-077 to RB-082, A05]"""
    stock = position.tycoons[seat].stock
    held = total(stock) if position.currency == ANY else stock[position.currency]
    taken = {one.spot for one in position.tycoons}
    own = position.bid(seat)
    return [str(BID_OF[one]) for one in NUMBERED if one not in taken and own < BID_OF[one] <= held]


def bid(position: Position, seat: int) -> Flow:
    answer = yield from decide(position, seat, "bid", lambda: (*raises(position, seat), CONFIRM))
    if answer == CONFIRM:
        position.tycoons[seat].confirmed = True
    else:
        position.tycoons[seat].spot = f"bid_{answer}"


def due(number: int, share: str) -> int:
    """[RB-088 to RB-090]"""
    return {"full": number, "half": (number + 1) // 2, "none": 0}[share]


def pay_bid(position: Position, seat: int, share: str) -> Flow:
    """[RB-087, RB-168, RB-169, A10, A53]"""
    tycoon = position.tycoons[seat]
    amount = due(position.bid(seat), share)
    if position.currency == ANY:
        yield from pay_any(position, seat, amount, bid=True)
    else:
        tycoon.stock[position.currency] -= amount
    position.unpaid.discard(seat)
    if amount >= AGGRESSIVE:
        kind = "aggressive_spending"
    elif not amount:
        kind = "economical_spending"
    else:
        return
    tycoon.stock["vp"] += AUTOMATIC_VP[kind] * tycoon.of_kind(kind)
