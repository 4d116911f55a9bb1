"""Plackett-Luce ratings by maximum likelihood, with profile-likelihood intervals.

For two players this is the Bradley-Terry model: 400 points mean odds of ten to one. A ranking of several
players is a sequence of choices of the best remaining one; ties are averaged over their orders. Ratings have
mean 0, and a weak prior keeps those of undefeated or winless players finite. Profile-likelihood intervals are
wider on the side with less evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import factorial, log
from typing import Any, Final, NamedTuple

# Players of a game grouped by rank, best first.
Ranking = tuple[tuple[int, ...], ...]
POINTS: Final = 400 / log(10)  # rating points for odds of e to 1
_PRIOR: Final = 800 / POINTS  # standard deviation of the prior: twice ten-to-one odds
_DEVIANCE: Final = 3.841458820694124 / 2  # half the 95 % quantile of chi squared with one degree of freedom
_ORDERED: Final = 4  # ties up to this size use all orders; larger ones rotations
_STEPS: Final = 60


class Rating(NamedTuple):
    value: float
    low: float
    high: float


def rate(results: Mapping[Ranking, int], players: int) -> list[Rating]:
    """Rating of each player with a 95 % interval; `results` counts rankings."""
    model = _Likelihood(results, players)
    best, top = model.highest()
    found = []
    for player in range(players):
        low, high = (_edge(model, player, best, top, side) for side in (-1, 1))
        found.append(Rating(*(POINTS * one for one in (float(best[player]), low, high))))
    return found


def _edge(model: _Likelihood, player: int, best: Any, top: float, side: int) -> float:
    """Bound of a player's rating interval on one side, by bisection of the profile likelihood."""

    def refuted(value: float) -> bool:
        return model.highest(player, value, best)[1] < top - _DEVIANCE

    near = float(best[player])
    step, far = 0.25, near
    for _ in range(_STEPS):
        far = near + side * step
        if refuted(far):
            break
        near, step = far, 2 * step
    while abs(far - near) > 0.1 / POINTS:
        middle = (near + far) / 2
        near, far = (near, middle) if refuted(middle) else (middle, far)
    return far


class _Likelihood:
    """Concave log-posterior density of ratings with mean 0."""

    def __init__(self, results: Mapping[Ranking, int], players: int) -> None:
        import numpy

        rows: dict[tuple[int, ...], float] = {}
        for ranking, count in results.items():
            for order, part in _orders(ranking):
                rows[order] = rows.get(order, 0.0) + part * count
        self.players = players
        self.orders = numpy.array(list(rows) or [(0,)], dtype=numpy.int64)
        self.weights = numpy.array(list(rows.values()) or [0.0])

    def highest(self, player: int = -1, value: float = 0.0, near: Any = None) -> tuple[Any, float]:
        """Maximize the log-posterior, optionally with one rating fixed; return ratings and value."""
        import numpy

        count = self.players
        ratings = numpy.zeros(count) if near is None else near.copy()
        free = [one for one in range(count) if one != player]
        if player >= 0:
            ratings[player] = value
            if free:
                ratings[free] -= ratings.sum() / len(free)
        basis = numpy.zeros((count, max(len(free) - 1, 0)))  # basis of mean-preserving directions
        for place, one in enumerate(free[1:]):
            basis[free[0], place], basis[one, place] = -1.0, 1.0
        likelihood = self._value(ratings)
        for _ in range(_STEPS if basis.size else 0):
            slope, bend = self._derivatives(ratings)
            step = basis @ numpy.linalg.solve(basis.T @ bend @ basis, basis.T @ slope)
            while (found := self._value(ratings + step)) < likelihood and abs(step).max() > 1e-9:
                step /= 2
            ratings, likelihood = ratings + step, max(found, likelihood)
            if abs(step).max() < 1e-7:
                break
        return ratings, likelihood

    def _value(self, ratings: Any) -> float:
        import numpy

        chosen = ratings[self.orders]
        among = numpy.logaddexp.accumulate(chosen[:, ::-1], axis=1)[:, ::-1]
        prior = float((ratings**2).sum()) / (2 * _PRIOR**2)
        return float(self.weights @ (chosen - among).sum(axis=1)) - prior

    def _derivatives(self, ratings: Any) -> tuple[Any, Any]:
        """Gradient and negative Hessian."""
        import numpy

        chosen = ratings[self.orders]
        among = numpy.logaddexp.accumulate(chosen[:, ::-1], axis=1)[:, ::-1]
        slope = -ratings / _PRIOR**2
        bend = numpy.eye(self.players) / _PRIOR**2
        lines = numpy.arange(len(self.orders))[:, None]
        for place in range(self.orders.shape[1] - 1):
            chances = numpy.zeros((len(self.orders), self.players))
            left = self.orders[:, place:]
            numpy.add.at(chances, (lines, left), numpy.exp(chosen[:, place:] - among[:, place : place + 1]))
            numpy.add.at(slope, self.orders[:, place], self.weights)
            weighted = self.weights[:, None] * chances
            slope -= weighted.sum(axis=0)
            bend += numpy.diag(weighted.sum(axis=0)) - chances.T @ weighted
        return slope, bend


def _orders(ranking: Ranking) -> list[tuple[tuple[int, ...], float]]:
    """Strict orders that a ranking with ties represents, with their weights."""
    found: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for group in ranking:
        size = len(group)
        if size <= _ORDERED:
            ways, part = list(permutations(group)), 1 / factorial(size)
        else:
            ways, part = [group[turn:] + group[:turn] for turn in range(size)], 1 / size
        found = [(order + way, weight * part) for order, weight in found for way in ways]
    return found


# --- openskill --------------------------------------------------------------------------------------------


def rate_with_openskill(rankings: Iterable[Ranking], players: int) -> list[Rating]:
    """Sequential Plackett-Luce ratings by openskill: mu with a two-sigma interval."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now: list[Any] = [model.rating() for _ in range(players)]
    for ranking in rankings:
        places: dict[int, float] = {}  # better rank of a player with two seats
        for place, group in enumerate(ranking):
            for one in group:
                places.setdefault(one, float(place))
        rated = model.rate([[now[one]] for one in places], ranks=list(places.values()))
        for one, team in zip(places, rated, strict=True):
            now[one] = team[0]
    return [Rating(one.mu, one.mu - 2 * one.sigma, one.mu + 2 * one.sigma) for one in now]


def score_of(results: Mapping[Ranking, int], one: int, other: int) -> tuple[float, int]:
    """Points of one player against another (1 better, 1/2 equal) and the number of comparisons."""
    won, played = 0.0, 0
    for ranking, count in results.items():
        mine, others = _places(ranking, one), _places(ranking, other)
        for place in mine:
            for against in others:
                won += count * ((place < against) + (place == against) / 2)
                played += count
    return won, played


def _places(ranking: Ranking, player: int) -> Sequence[int]:
    return [place for place, group in enumerate(ranking) for one in group if one == player]
