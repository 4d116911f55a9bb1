"""Anytime-valid confidence sequences and tests, and tests of proportions by scipy.

Means of paired differences are judged by asymptotic confidence sequences, the time-uniform counterpart of the
central limit theorem (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas 2024), with Robbins' normal mixture as
boundary: the interval covers the mean at all sample sizes together with the stated confidence, so that games
may be added, or stopped, by what was seen so far. The p-value is its inverse and valid at any stopping time.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt
from typing import NamedTuple

from rulec.lab.requirements import library

RISK = 0.05
_TUNED = 60  # pairs at which the interval is as narrow as it can be
_PAIRS, _DIFFERENT = 16, 8  # no p-value below 1 before so many pairs, so many of them not alike
_RHO = (-2 * log(RISK) + log(-2 * log(RISK) + 1)) / _TUNED  # squared


class Interval(NamedTuple):
    """Mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        return (self.high - self.low) / 2


@dataclass
class Evidence:
    """Independent observations of one quantity, in order of arrival.

    `spread` stands for one more observation, about as large as usual: a figure that was always the same
    so far is not taken for certain.
    """

    spread: float = 0.0
    count: int = 0
    different: int = 0  # observations that were not 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.different += value != 0
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        within = max(0.0, self.squares - self.total * self.mean)
        return (within + self.spread**2) / max(self.count, 1)

    def interval(self) -> Interval:
        """Current interval of the confidence sequence."""
        if not self.count:
            return Interval(0.0, -float("inf"), float("inf"))
        n = self.count
        half = sqrt(self.variance * 2 * (n * _RHO + 1) / (n * n * _RHO) * log(sqrt(n * _RHO + 1) / RISK))
        return Interval(self.mean, self.mean - half, self.mean + half)

    def chance(self, null: float = 0.0) -> float:
        """Anytime-valid p-value of the hypothesis that the mean is `null`."""
        if self.count < _PAIRS or self.different < _DIFFERENT or self.variance <= 0:
            return 1.0
        apart = self.total - self.count * null
        grown = _RHO / (2 * self.variance * (self.count * _RHO + 1)) * apart * apart
        return min(1.0, sqrt(self.count * _RHO + 1) * exp(-min(grown, 700.0)))


class Share(NamedTuple):
    """Share of games with Wilson's 95 % interval and the p-value against equal shares."""

    mean: float
    low: float
    high: float
    chance: float


def share(hits: float, games: int, equal: float) -> Share:
    """Exact binomial test against the equal share; fractional victories are rounded for the test."""
    if not games:
        return Share(0.0, 0.0, 1.0, 1.0)
    tested = library("scipy.stats").binomtest(min(round(hits), games), games, equal)
    interval = tested.proportion_ci(RISK_LEVEL, method="wilson")
    return Share(hits / games, float(interval.low), float(interval.high), float(tested.pvalue))


RISK_LEVEL = 1 - RISK


def mean_interval(values: list[float]) -> Interval:
    """Student's t interval of a mean over a fixed number of games."""
    count = len(values)
    if not count:
        return Interval(0.0, 0.0, 0.0)
    mean = sum(values) / count
    if count < 2 or all(value == mean for value in values):
        return Interval(mean, mean, mean)
    stats = library("scipy.stats")
    half = float(stats.sem(values) * stats.t.ppf(1 - RISK / 2, count - 1))
    return Interval(mean, mean - half, mean + half)
