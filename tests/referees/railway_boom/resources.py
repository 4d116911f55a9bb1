"""Conversion, and payments in a mix of resources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement

from tests.referees.railway_boom.asking import Flow, ask
from tests.referees.railway_boom.components import RESOURCES
from tests.referees.railway_boom.position import Position

CONVERT = "convert"
GIVEN = 2  # for one


def conversions(position: Position, seat: int) -> list[tuple[tuple[str, ...], str]]:
    """What may be given, and for what [RB-069, RB-070, A46, A06, A40]."""
    stock = position.tycoons[seat].stock
    found = []
    for given in combinations_with_replacement(RESOURCES, GIVEN):
        left = stock.copy()
        left.subtract(given)
        if min(left[one] for one in given) < 0:
            continue
        for received in RESOURCES:
            if received not in given:
                left[received] += 1
                if position.may_hold(seat, left):
                    found.append((given, received))
                left[received] -= 1
    return found


def convert(position: Position, seat: int) -> Flow:
    """The two that are given in the order of the resources."""
    stock = position.tycoons[seat].stock
    possible = conversions(position, seat)
    first = yield from ask(seat, "give", [given[0] for given, _ in possible])
    possible = [one for one in possible if one[0][0] == first]
    second = yield from ask(seat, "give", [given[1] for given, _ in possible])
    received = yield from ask(seat, "receive", [got for given, got in possible if given[1] == second])
    stock[first] -= 1
    stock[second] -= 1
    stock[received] += 1


def can_pay_any(stock: Counter[str], due: int, holds: Callable[[Counter[str]], bool], first: int = 0) -> bool:
    """In resources from this one on, so that what is left will do."""
    if not due:
        return holds(stock)
    if first == len(RESOURCES) or sum(stock[one] for one in RESOURCES[first:]) < due:
        return False
    kind = RESOURCES[first]
    for units in range(min(stock[kind], due), -1, -1):
        after = Counter(stock)
        after[kind] -= units
        if can_pay_any(after, due - units, holds, first + 1):
            return True
    return False


def pay_any(position: Position, seat: int, due: int, bid: bool) -> Flow:
    """One after the other, in the order of the resources [A07, A59]; for a bid, or for something else."""
    stock = position.tycoons[seat].stock

    def holds(after: Counter[str]) -> bool:
        return bid or position.may_hold(seat, after)

    first = 0
    while due:
        fitting = []
        for place in range(first, len(RESOURCES)):
            after = Counter(stock)
            after[RESOURCES[place]] -= 1
            if after[RESOURCES[place]] >= 0 and can_pay_any(after, due - 1, holds, place):
                fitting.append(RESOURCES[place])
        kind = yield from ask(seat, "any_resources", fitting)
        first = RESOURCES.index(kind)
        stock[kind] -= 1
        due -= 1
