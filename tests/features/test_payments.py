"""Every mix that may be paid comes up once, and no other: against a plain enumeration of all mixes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from tests.engines import SMALL

GAME = next(path for path in SMALL if path.stem == "payments")
Mix = tuple[tuple[str, int], ...]
Row = tuple[str, str, int, int]  # what is paid, the row, how many there are, what one is worth


def mixes(rows: list[Row], cost: int, needs: Callable[[Counter[str]], bool]) -> Iterator[Mix]:
    """All that is worth enough and has nothing superfluous."""

    def full(counts: list[int]) -> bool:
        worth = sum(count * row[3] for count, row in zip(counts, rows, strict=True))
        paid: Counter[str] = Counter()
        for count, row in zip(counts, rows, strict=True):
            paid[row[1]] += count
        return worth >= cost and needs(paid)

    for counts in product(*(range(row[2] + 1) for row in rows)):
        less = [[n - (i == at) for i, n in enumerate(counts)] for at, count in enumerate(counts) if count]
        if full(list(counts)) and not any(map(full, less)):
            yield tuple((row[0], count) for row, count in zip(rows, counts, strict=True) if count)


def hand(position: dict[str, Any], seat: str) -> Counter[str]:
    return Counter(position["players"]["hand"][seat])


def bill(position: dict[str, Any], seat: str, cost: int, built: int) -> list[Mix]:
    have, lying = hand(position, seat), position["squares"]["lying"]
    rows: list[Row] = [("single", "single", have["single"], 1), ("double", "double", have["double"], 2)]
    rows.append(("permit", "permit", min(have["permit"], 1), 2))
    for square in ("a1", "b1", "c1"):
        there = Counter(lying.get(square, {}))
        rows += [(f"{kind} on {square}", "growth", there[kind], 1) for kind in ("lumber", "crop")]
    return list(mixes(rows, cost, lambda paid: paid["double"] >= built - 1))


def trade(position: dict[str, Any], seat: str) -> list[Mix]:
    players = position["players"]
    rows: list[Row] = [(ware, "wares", n, 1) for ware, n in players["stock"][seat].items()]
    rows.append(("gold", "gold", players["gold"][seat], 2))
    return list(mixes(rows, 3, lambda paid: True))


def paid(before: Any, after: Any, seat: str) -> Mix:
    """What has gone in between."""
    found: Counter[str] = Counter()
    for kind, number in (hand(before, seat) - hand(after, seat)).items():
        found[kind] += number
    for square in ("a1", "b1", "c1"):
        old, new = (Counter(one["squares"]["lying"].get(square, {})) for one in (before, after))
        for kind, number in (old - new).items():
            found[f"{kind} on {square}"] += number
    for ware, number in before["players"]["stock"][seat].items():
        found[ware] += number - after["players"]["stock"][seat][ware]
    found["gold"] += before["players"]["gold"][seat] - after["players"]["gold"][seat]
    return tuple(sorted((kind, number) for kind, number in found.items() if number))


def ends(state: Any, names: set[str]) -> Iterator[Any]:
    """All positions in which a payment can end."""
    for action in state.legal_actions():
        label = state.action_to_string(action)
        if label.partition(":")[0] not in names:
            yield state
            return
        later = state.clone()
        later.apply_action(action)
        if later.is_terminal():
            yield later
        else:
            yield from ends(later, names)


@pytest.mark.parametrize("seed", range(2))
def test_every_mix_once(backend: Any, seed: int) -> None:
    rnd = random.Random(seed)
    state = backend(GAME).State(1 + seed % 2, seed=seed)
    compared = 0
    while not state.is_terminal():
        legal = {state.action_to_string(action): action for action in state.legal_actions()}
        if next(iter(legal)).startswith("deed:"):
            position, seat = state.to_dict(), str(state.current_player() + 1)
            wanted = {
                "deed: house": bill(position, seat, 3, 1),
                "deed: houses": bill(position, seat, 4, 2),
                "deed: trade": trade(position, seat),
            }
            for label, all_mixes in wanted.items():
                assert (label in legal) == bool(all_mixes)
                if label in legal and len(all_mixes) < 12:
                    later = state.clone()
                    later.apply_action(legal[label])
                    found = [
                        paid(position, end.to_dict(), seat)
                        for end in ends(later, {"bill", "bill_kind", "mix"})
                    ]
                    assert sorted(found) == sorted(tuple(sorted(mix)) for mix in all_mixes)
                    compared += len(found)
        state.apply_action(rnd.choice(list(legal.values())))
    assert compared > 10
