"""Games with a planted truth: it is found, and nothing else is.

The default tier looks at one seed of each; the long one at 20, of which at least 19 must be right.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.lab.tools import balanced, seats_found, skill_found, verdicts

SEARCHING = ("random", "mcts:10")


def first_mover(seed: int) -> bool:
    """Seat 1 has a point more each round; the fields are alike."""
    found = balanced("first_mover", seed)
    ways = {"random", "greedy"}
    seats = {(way, seat, seat == 0) for way in ways for seat in (0, 1)}
    alike = set(verdicts(found).values()) == {"makes no difference"}
    return {*seats_found(found)} == seats and alike and not skill_found(found)


def dear_card(seed: int) -> bool:
    """The ruby is worth exactly 3 points more than any other card."""
    found = balanced("dear_card", seed)
    told = verdicts(found)
    others = {told[f"card {name}"] for name in ("opal", "agate", "topaz")}
    ruby = next(one for one in found.judged()[0] if one.part.name == "card ruby")
    worth = ruby.forbidden.lead.interval()
    exact = worth.low <= -3 <= worth.high and worth.margin < 0.5
    return (
        told["card ruby"] == "must take" and others == {"never worth it"} and exact and not seats_found(found)
    )


def dominated_action(seed: int) -> bool:
    told = verdicts(balanced("dominated_action", seed, 150))
    alike = {told["deed: sail"], told["deed: trade"]}
    return told["deed: dig"] == "never worth it" and alike == {"makes no difference"}


def useless_tile(seed: int) -> bool:
    told = verdicts(balanced("useless_tile", seed))
    tiles = {told["bonus: take_tile"], told["bonus: leave_tile"]}
    return tiles == {"makes no difference"} and told["deed: sail"] == "must take"


def coin_flip(seed: int) -> bool:
    """No skill: nobody is better, and calls are alike."""
    found = balanced("coin_flip", seed, player="mcts:10", ladder=SEARCHING)
    interval = found.ladder.pairs[0].score.interval()
    level = max(-interval.low, interval.high) <= 0.05
    return level and not seats_found(found) and set(verdicts(found).values()) == {"makes no difference"}


def pure_skill(seed: int) -> bool:
    found = balanced("pure_skill", seed, games=40, player="mcts:10", ladder=("random", "mcts:30"))
    return skill_found(found) == [("mcts:30", "random")]


def symmetric(seed: int) -> bool:
    found = balanced("symmetric", seed)
    told = set(verdicts(found).values())
    return not seats_found(found) and not skill_found(found) and told <= {"makes no difference"}


TRUTHS = (first_mover, dear_card, dominated_action, useless_tile, coin_flip, pure_skill, symmetric)


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda one: one.__name__)
def test_planted_truth_is_found(truth: Callable[[int], bool]) -> None:
    assert truth(1)


@pytest.mark.long
@pytest.mark.parametrize("truth", TRUTHS, ids=lambda one: one.__name__)
def test_planted_truth_is_found_in_19_of_20_seeds(truth: Callable[[int], bool]) -> None:
    wrong = [seed for seed in range(100, 120) if not truth(seed)]
    assert len(wrong) <= 1, f"not found with seeds {wrong}"
