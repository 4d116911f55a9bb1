"""Can a train be paid, card by card [RB-184, A40]?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations

from tests.referees.railway_boom.components import CARRIAGES, TRAIN_CARDS, Carriage

Loads = Mapping[str, Counter[str]]


def tiles_on(cards: Iterable[str], loaded: Loads) -> Counter[str]:
    """All tiles of a train [RB-200, A41]."""
    return sum((loaded[card] for card in cards), Counter[str]())


def times(carriage: Carriage, tiles: Counter[str]) -> int:
    """How often the condition is met [RB-201]."""
    if carriage.pattern == "each":
        return tiles[carriage.kind]
    if carriage.pattern == "pair":
        return tiles[carriage.kind] // 2
    if carriage.pattern == "three":
        threes = 0
        while sum(min(number, threes + 1) for number in tiles.values()) >= 3 * (threes + 1):
            threes += 1
        return threes
    return 0


def pays_coal(card: str) -> bool:
    return card in CARRIAGES and CARRIAGES[card].reward == "coal"


def cost(card: str, eased: Collection[str]) -> int:
    return 0 if card in eased else TRAIN_CARDS[card].coal


def coal_gained(card: str, tiles: Counter[str], loaded: Loads) -> int:
    return loaded[card]["coal"] + (times(CARRIAGES[card], tiles) if pays_coal(card) else 0)


def payable(
    coal: int, cards: Sequence[str], tiles: Counter[str], loaded: Loads, eased: Collection[str]
) -> bool:
    """These cards, one after the other, in a train with these tiles."""
    for card in cards:
        coal -= cost(card, eased)
        if coal < 0:
            return False
        coal += coal_gained(card, tiles, loaded)
    return True


def can_be_payable(
    coal: int, begun: Sequence[str], more: Sequence[str], loaded: Loads, eased: Collection[str]
) -> bool:
    """With some of the others attached in some order [RB-184]."""
    if payable(coal, begun, tiles_on(begun, loaded), loaded, eased):
        return True
    if not any(pays_coal(card) for card in begun):
        return False  # whatever comes behind, the first cards bring no more
    return any(
        _in_some_order(coal, begun, others, loaded, eased)
        for number in range(1, len(more) + 1)
        for others in combinations(more, number)
    )


def _in_some_order(
    coal: int, begun: Sequence[str], others: tuple[str, ...], loaded: Loads, eased: Collection[str]
) -> bool:
    tiles = tiles_on((*begun, *others), loaded)
    if not payable(coal, begun, tiles, loaded, eased):
        return False

    def worth(cards: Iterable[str]) -> int:
        return sum(coal_gained(card, tiles, loaded) - cost(card, eased) for card in cards)

    @cache
    def goes_on(left: frozenset[str]) -> bool:
        run = [card for card in others if card not in left]
        held = coal + worth(begun) + worth(run)
        return not left or any(cost(card, eased) <= held and goes_on(left - {card}) for card in left)

    return goes_on(frozenset(others))
