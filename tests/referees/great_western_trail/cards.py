"""Drawing, discarding and gaining cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tests.referees.great_western_trail.actions import ALL_OBJECTIVES
from tests.referees.great_western_trail.asking import STOP, Flow, ask, draw
from tests.referees.great_western_trail.components import CATTLE, MARKET_SIZE
from tests.referees.great_western_trail.position import Position, Rancher

CARDS = (*CATTLE, *ALL_OBJECTIVES)
TOP = "top_of_stack"


def in_order(cards: Counter[str]) -> list[str]:
    return [card for card in CARDS if cards[card]]


def draw_to_hand(rancher: Rancher) -> Flow:
    """Only an empty stack is made anew, and only now [GW-055, GW-059]."""
    if not rancher.stack.total():
        rancher.stack, rancher.discarded = +rancher.discarded, Counter()
    if rancher.stack.total():
        card = yield from draw("herd", rancher.stack)
        rancher.hand[card] += 1


def draw_then_discard(position: Position, seat: int, number: int) -> Flow:
    """As many are discarded as could be drawn [GW-235, A27]."""
    rancher = position.ranchers[seat]
    before = rancher.hand.total()
    for _ in range(number):
        yield from draw_to_hand(rancher)
    drawn = rancher.hand.total() - before
    yield from pick(seat, "discard", rancher.hand, drawn, rancher.discard)


def pick(
    seat: int,
    name: str,
    cards: Counter[str],
    number: int,
    take: Callable[[str], None],
    fewer: bool = False,
) -> Flow:
    """So many of these, kind by kind in the order of the box, so that no set is offered twice."""
    left = +cards
    for missing in range(number, 0, -1):
        options = []
        for card in in_order(left):
            later = sum(left[one] for one in CARDS[CARDS.index(card) :])
            if fewer or later >= missing:
                options.append(card)
        if not options:
            return
        answer = yield from ask(seat, name, (*options, STOP) if fewer else options)
        if answer == STOP:
            return
        take(answer)
        left[answer] -= 1
        for card in CARDS[: CARDS.index(answer)]:
            left[card] = 0


def gain_objective(position: Position, seat: int, pile: Counter[str]) -> Flow:
    """From the display or the top of the stack [GW-191 to GW-195, A18]."""
    if not position.display.total():
        return
    blind = [TOP] if position.objectives.total() else []
    card = yield from ask(seat, "objective_gain", [*in_order(position.display), *blind])
    if card == TOP:
        card = yield from draw("objectives", position.objectives)
        pile[card] += 1
        return
    position.display[card] -= 1
    pile[card] += 1
    yield from refill_display(position)


def refill_display(position: Position) -> Flow:
    if position.objectives.total():
        card = yield from draw("objectives", position.objectives)
        position.display[card] += 1


def reveal_market(position: Position, number: int) -> Flow:
    """[GW-125, GW-247]"""
    for _ in range(number):
        if position.stack.total():
            card = yield from draw("cattle_stack", position.stack)
            position.market[card] += 1


def refill_market(position: Position) -> Flow:
    """[GW-123, GW-124]"""
    yield from reveal_market(position, MARKET_SIZE[position.players] - position.market.total())


def draw_to_limit(position: Position, seat: int) -> Flow:
    """[GW-164 to GW-167, A42]"""
    rancher = position.ranchers[seat]
    for _ in range(rancher.hand_limit - rancher.hand.total()):
        yield from draw_to_hand(rancher)
