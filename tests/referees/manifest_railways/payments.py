"""How a cost can be paid: every handful of tiles is tried, and tried again without each of its tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.referees.manifest_railways.components import Square

Tile = str | tuple[Square, str]  # from the hand, or a resource on the board
Payment = Counter[Any]


@dataclass(frozen=True)
class Bill:
    """What the squares of one Build Track action cost together [A13]."""

    cost: int = 0
    squares: int = 0
    mountains: int = 0

    def is_met_by(self, payment: Payment) -> bool:
        """Enough money [MR-067, MR-085], enough Double Capital [A13], a pass for mountains only [A18].

        A pass covers $2 of a mountain square whichever it is, so it need not be said which.
        """
        passes, doubles = payment["mountain_pass"], payment["double_capital"]
        if passes > self.mountains or doubles < self.squares - 1:
            return False
        ones = payment.total() - passes - doubles
        return ones + 2 * doubles + 2 * passes >= self.cost

    def is_met_exactly_by(self, payment: Payment) -> bool:
        """No tile of it can be left out [A16]."""
        return self.is_met_by(payment) and not any(
            self.is_met_by(payment - Counter([tile])) for tile in payment
        )


def handfuls(available: Payment, most: int) -> Iterator[Payment]:
    """Every choice of at most so many of these tiles."""
    if not available:
        yield Counter()
        return
    tile = next(iter(available))
    others = Counter({one: n for one, n in available.items() if one != tile})
    for number in range(min(available[tile], most) + 1):
        for rest in handfuls(others, most - number):
            yield rest + Counter({tile: number})


def means(hand: Counter[str], exclusive: Counter[tuple[Square, str]]) -> Payment:
    """What can pay for track: Capital and passes of the hand, resources held alone [MR-068, A17, A18]."""
    usable = ("capital", "double_capital", "mountain_pass")
    return Counter({kind: hand[kind] for kind in usable if hand[kind]}) + Counter(exclusive)


def can_be_paid(bill: Bill, available: Payment) -> bool:
    """With all there is, but no more passes than mountains."""
    passes = min(available["mountain_pass"], bill.mountains)
    return bill.is_met_by(Counter({**available, "mountain_pass": passes}))


def payments(bill: Bill, available: Payment) -> list[Payment]:
    """All that meet the bill exactly; each tile of one is worth at least a dollar or lets one square more."""
    most = bill.cost + bill.squares
    return [one for one in handfuls(+available, most) if bill.is_met_exactly_by(one)]
