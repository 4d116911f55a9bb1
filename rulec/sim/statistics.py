"""Significance tests and confidence intervals for differences between samples.

Means are compared by Welch's t-test, proportions by the two-proportion test; intervals of differences are
Welch's and Newcombe's (from Wilson intervals). The Holm-Bonferroni method bounds the family-wise error rate
by 5 %.

Student's t and the incomplete beta function are implemented here, since `rulec diff -n` must work without the
extra `lab`, and importing scipy.stats takes 1.5 s of processor time, several times that of the command. Tests
compare both; `rulec.lab`, which needs the extra anyway, uses scipy.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, log1p, sqrt

from rulec.base.fast_dataclass import dataclass
from rulec.sim.counters import RunningMoments, share_interval

RISK = 0.05
NORMAL = 1.96  # standard errors of a 95 % interval
_EXACT = 1e-15


@dataclass(frozen=True)
class Sample:
    """Summary of independent games: count, mean, variance."""

    count: int
    mean: float
    variance: float
    is_share: bool = False

    @property
    def spread(self) -> float:
        return sqrt(self.variance)

    @property
    def margin(self) -> float:
        """Half of the normal 95 % interval of the mean."""
        return NORMAL * sqrt(self.variance / max(self.count, 1))


@dataclass(frozen=True)
class Comparison:
    """Difference (second minus first), its interval, and the p-value as `chance`."""

    difference: float
    low: float
    high: float
    chance: float


def sample_of(moments: RunningMoments) -> Sample:
    return counted(moments.count, moments.total, moments.squares)


def counted(count: int, total: float, squares: float) -> Sample:
    """Sample from count, sum and sum of squares."""
    if count < 2:
        return Sample(count, total / max(count, 1), 0.0)
    return Sample(count, total / count, max(squares - total * total / count, 0.0) / (count - 1))


def share(hits: float, count: int) -> Sample:
    """Sample of a proportion; games may count fractionally (shared victories)."""
    part = hits / count if count else 0.0
    return Sample(count, part, part * (1 - part), is_share=True)


def compare(one: Sample, other: Sample) -> Comparison:
    if min(one.count, other.count) < 2:
        return Comparison(other.mean - one.mean, -float("inf"), float("inf"), 1.0)
    return _shares(one, other) if one.is_share else _means(one, other)


def _shares(one: Sample, other: Sample) -> Comparison:
    difference = other.mean - one.mean
    (low1, high1), (low2, high2) = (share_interval(s.mean * s.count, s.count) for s in (one, other))
    low = difference - sqrt((other.mean - low2) ** 2 + (high1 - one.mean) ** 2)
    high = difference + sqrt((high2 - other.mean) ** 2 + (one.mean - low1) ** 2)
    pooled = (one.mean * one.count + other.mean * other.count) / (one.count + other.count)
    error = sqrt(pooled * (1 - pooled) * (1 / one.count + 1 / other.count))
    chance = erfc(abs(difference) / error / sqrt(2)) if error > 0 else 1.0
    return Comparison(difference, low, high, chance)


def _means(one: Sample, other: Sample) -> Comparison:
    difference = other.mean - one.mean
    parts = [s.variance / s.count for s in (one, other)]
    error = sqrt(sum(parts))
    if error <= _EXACT:
        # Constant on each side: exact probability of complete separation under a random order.
        chance = 1.0 if abs(difference) <= _EXACT else _orders(one.count, other.count)
        return Comparison(difference, difference, difference, chance)
    below = sum(part * part / (s.count - 1) for part, s in zip(parts, (one, other), strict=True))
    freedom = sum(parts) ** 2 / below
    margin = _quantile(freedom) * error
    chance = two_sided(difference / error, freedom)
    return Comparison(difference, difference - margin, difference + margin, chance)


def _orders(one: int, other: int) -> float:
    """Probability that a random order separates the samples completely."""
    return min(1.0, 2 * exp(lgamma(one + 1) + lgamma(other + 1) - lgamma(one + other + 1)))


def holm(chances: Sequence[float]) -> list[float]:
    """Holm-Bonferroni adjusted p-values."""
    order = sorted(range(len(chances)), key=lambda n: chances[n])
    found, worst = [0.0] * len(chances), 0.0
    for place, number in enumerate(order):
        worst = max(worst, min(1.0, chances[number] * (len(chances) - place)))
        found[number] = worst
    return found


# --- Student's t ----------------------------------------------------------------------------------------


def two_sided(t: float, freedom: float) -> float:
    """Two-sided p-value of Student's t."""
    return _beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def _quantile(freedom: float) -> float:
    """Two-sided 5 % critical value of Student's t, by bisection."""
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided(middle, freedom) > RISK else (low, middle)
    return high


def _beta(x: float, a: float, b: float) -> float:
    """Regularized incomplete beta function, by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1.0 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    value, c, d = 1.0, 1.0, 0.0
    for step in range(400):
        m = step // 2
        if step == 0:
            term = 1.0
        elif step % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1.0 / _apart(1.0 + term * d)
        c = _apart(1.0 + term / c)
        value *= c * d
        if abs(1.0 - c * d) < 1e-13:
            break
    return front * (value - 1.0)


def _apart(value: float) -> float:
    return value if abs(value) > 1e-300 else 1e-300
