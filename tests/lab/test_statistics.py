"""What `rulec diff` reckons without scipy is what scipy says."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from rulec.sim.counters import share_interval
from rulec.sim.statistics import compare, counted, two_sided

scipy_stats = pytest.importorskip("scipy.stats")


@pytest.mark.parametrize("freedom", [1, 2.5, 7, 40, 1e3, 1e6])
@pytest.mark.parametrize("point", [0.01, 0.7, 2.0, 5.0, 30.0])
def test_students_t(point: float, freedom: float) -> None:
    assert two_sided(point, freedom) == pytest.approx(
        2 * scipy_stats.t.sf(point, freedom), rel=1e-6, abs=1e-300
    )


def test_welch_test_and_its_interval() -> None:
    dice = Random(3)
    one, other = (
        [dice.gauss(mean, spread) for _ in range(n)] for mean, spread, n in ((5, 1, 30), (6, 3, 12))
    )
    samples = [counted(len(row), sum(row), sum(value * value for value in row)) for row in (one, other)]
    found = compare(*samples)
    theirs = scipy_stats.ttest_ind(other, one, equal_var=False)
    interval = theirs.confidence_interval(0.95)
    assert found.chance == pytest.approx(theirs.pvalue, rel=1e-6)
    assert (found.low, found.high) == (
        pytest.approx(interval.low, rel=1e-6),
        pytest.approx(interval.high, rel=1e-6),
    )


@pytest.mark.parametrize(("hits", "count"), [(0, 10), (3, 10), (50, 100), (99, 100), (7, 7)])
def test_wilson_interval(hits: int, count: int) -> None:
    theirs = scipy_stats.binomtest(hits, count).proportion_ci(0.95, method="wilson")
    assert share_interval(hits, count) == (
        pytest.approx(theirs.low, abs=1e-6),
        pytest.approx(theirs.high, abs=1e-6),
    )


def test_shares_are_compared_as_by_the_test_of_two_proportions() -> None:
    """The z of pooled shares, squared, is Pearson's chi squared without a correction."""
    from rulec.sim.statistics import share

    table = [[30, 70], [45, 55]]
    theirs = scipy_stats.chi2_contingency(table, correction=False)
    assert compare(share(30, 100), share(45, 100)).chance == pytest.approx(theirs.pvalue, rel=1e-6)
    assert sqrt(theirs.statistic) > 2
