"""Deals, and the pile they come from."""

from __future__ import annotations

from tests.referees.railroad_revolution.asking import STOP, Chance, Flow, ask, hire_enough
from tests.referees.railroad_revolution.position import Position
from tests.referees.railroad_revolution.rewards import resolve
from tests.referees.railroad_revolution.tiles import DEALS, Deal


def accept(position: Position, seat: int, deal: Deal) -> Flow:
    """[RR-173]"""
    position.companies[seat].give_shares(deal.shares)
    yield from resolve(position, seat, deal.reward)


def affordable(position: Position, seat: int) -> list[int]:
    deals = DEALS[position.deal]
    return [one for one, deal in enumerate(deals) if deal.shares <= position.companies[seat].shares]


def resolve_deal(position: Position, seat: int) -> Flow:
    """The player of the turn takes any of the two, any other at most one [RR-174 to RR-178, A28, A32]."""
    left = [0, 1]

    def mine() -> list[int]:
        return [one for one in affordable(position, seat) if one in left]

    while left:
        number = yield from ask(position, seat, "deal", mine, STOP)
        if number == STOP:
            break
        left.remove(number)
        yield from accept(position, seat, DEALS[position.deal][number])
    yield from hire_enough(position, seat)
    for guest in position.clockwise_after(seat):
        yield from guest_deal(position, guest)
    yield from next_deal(position)


def guest_deal(position: Position, guest: int) -> Flow:
    """[RR-175 to RR-177, A09]"""

    def one_of_both() -> list[int]:
        return affordable(position, guest)

    number = yield from ask(position, guest, "guest deal", one_of_both, STOP, always=True)
    if number != STOP:
        yield from accept(position, guest, DEALS[position.deal][number])
        yield from hire_enough(position, guest)


def next_deal(position: Position) -> Flow:
    """The pile is made anew when a tile is wanted and there is none [RR-178, RR-179, A49, A57]."""
    position.discarded_deals.add(position.deal)
    if not position.deals:
        position.deals, position.discarded_deals = position.discarded_deals, set()
    yield from turn_up_deal(position)


def turn_up_deal(position: Position) -> Flow:
    position.deal = yield Chance("deal", tuple(sorted(position.deals)))
    position.deals.remove(position.deal)
