"""Confidence sequences hold at all times, p-values at any stopping time; shares by the exact test."""

from __future__ import annotations

from random import Random

import pytest

from rulec.lab.confidence import Evidence, mean_interval, share


def test_whoever_looks_after_every_game_is_wrong_at_most_once_in_twenty() -> None:
    """Skewed differences, most of them 0, as of restricted play; 200 series, looked at 300 times each."""
    missed = found = 0
    for seed in range(200):
        dice, evidence, outside, told = Random(seed), Evidence(1.0), False, False
        for _ in range(300):
            evidence.add(0.0 if dice.random() < 0.6 else dice.gauss(0, 1.5) + dice.expovariate(1) - 1)
            interval = evidence.interval()
            outside |= not interval.low <= 0 <= interval.high and evidence.count >= 16
            told |= evidence.chance() < 0.05
        missed += outside
        found += told
    assert missed <= 20  # 5 % of 200 are 10; more than 20 come with a chance of 0.2 %
    assert found <= 20


def test_a_difference_is_found_and_its_interval_covers_it() -> None:
    dice, evidence = Random(5), Evidence(1.0)
    for _ in range(200):
        evidence.add(dice.gauss(0.5, 1.0))
    assert evidence.chance() < 1e-4
    assert evidence.interval().low <= 0.5 <= evidence.interval().high


def test_interval_and_test_agree() -> None:
    """The sequence leaves 0 out just when its p-value is below 5 %."""
    for seed in range(40):
        dice, evidence = Random(seed), Evidence(1.0)
        for _ in range(80):
            evidence.add(dice.gauss(0.2, 1.0))
            interval = evidence.interval()
            if evidence.count >= 16:
                assert (not interval.low <= 0 <= interval.high) == (evidence.chance() < 0.05)


def test_few_games_tell_nothing() -> None:
    evidence = Evidence(1.0)
    for _ in range(15):
        evidence.add(9.0)
    assert evidence.chance() == 1.0
    assert Evidence().interval()[1:] == (-float("inf"), float("inf"))


def test_what_was_always_the_same_is_not_certain() -> None:
    evidence = Evidence(4.0)
    for _ in range(20):
        evidence.add(0.0)
    few = evidence.interval().margin
    for _ in range(180):
        evidence.add(0.0)
    assert 0 < evidence.interval().margin < few / 3


def test_shares() -> None:
    """60 of 100 heads: the two-sided exact p-value is 0.0569 (R: binom.test(60, 100)); Wilson's interval."""
    found = share(60, 100, 0.5)
    assert found.chance == pytest.approx(0.0569, abs=1e-4)
    assert (found.low, found.high) == (pytest.approx(0.5020, abs=1e-4), pytest.approx(0.6906, abs=1e-4))
    assert share(0, 0, 0.5) == (0.0, 0.0, 1.0, 1.0)
    assert share(39.5, 40, 0.5).chance < 1e-9


def test_mean_intervals() -> None:
    """Student's t with 3 degrees of freedom: 2.5 +- 3.182 * 1.2910 / 2."""
    assert mean_interval([1, 2, 3, 4]).low == pytest.approx(2.5 - 3.1824 * 1.29099 / 2, abs=1e-3)
    assert mean_interval([7, 7, 7]) == (7, 7, 7)
    assert mean_interval([]) == (0, 0, 0)
