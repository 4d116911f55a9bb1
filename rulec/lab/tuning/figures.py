"""Statistics of sampled games that goals refer to, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulec.face import Game
from rulec.lab.tuning.goals import Goal
from rulec.lab.tuning.samples import Sample
from rulec.sim.counters import Z95

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SMALL = 1e-9  # of the diagonal, for options that are never taken apart


class Figure(NamedTuple):
    """Statistic and half-width of its interval; `of` names the option if a goal covers several."""

    value: float
    margin: float
    of: str = ""


class Options:
    """Options that goals refer to, as columns of `Sample.uses`."""

    def __init__(self, game: Game, goals: Sequence[Goal]) -> None:
        wanted = list(dict.fromkeys(goal.decision for goal in goals if goal.decision))
        rows = [row for row in game.action_table() if row.decision in wanted]
        self.categories = tuple(dict.fromkeys(goal.category for goal in goals if goal.category))
        self.labels = [row.label for row in rows]
        self.ids = tuple(frozenset([row.id]) for row in rows)
        self._of = {name: [n for n, row in enumerate(rows) if row.decision == name] for name in wanted}
        self._place = {label: n for n, label in enumerate(self.labels)}

    def figures(self, goal: Goal, sample: Sample) -> list[Figure]:
        """Statistics of a goal, one per option."""
        if not sample.games:
            return [Figure(float("nan"), 0.0)]
        if goal.subject == "category":
            return [_mean(sample.lines[:, :, self.categories.index(goal.category)].mean(axis=1))]
        if goal.subject in ("worth", "use", "times"):
            beside = self._of[goal.decision]
            found = dict(zip(beside, _by_option(goal, sample, beside), strict=True))
            return [found[self._place[label]]._replace(of=label) for label in goal.options]
        return [_of_games(goal, sample)]


def _of_games(goal: Goal, sample: Sample) -> Figure:
    match goal.subject:
        case "seat spread":
            return _spread(sample)
        case "ties":
            return _mean(100.0 * (sample.wins.max(axis=1) < 1))
        case "points":
            return _mean(sample.points.mean(axis=1))
        case "margin":
            ordered = sample.points.copy()
            ordered.sort(axis=1)
            return _mean(ordered[:, -1] - ordered[:, -2])
        case "choices":
            return _mean(sample.choices)
        case _:
            return _mean(sample.decisions)


def _mean(values: NDArray[Any]) -> Figure:
    count = len(values)
    spread = float(values.std(ddof=1)) if count > 1 else 0.0
    return Figure(float(values.mean()), Z95 * spread / count**0.5)


def _spread(sample: Sample) -> Figure:
    """Range of win shares between seats; the interval is that of the extreme pair's difference."""
    shares = 100.0 * sample.wins.mean(axis=0)
    best, worst = int(shares.argmax()), int(shares.argmin())
    paired = _mean(100.0 * (sample.wins[:, best] - sample.wins[:, worst]))
    return Figure(float(shares[best] - shares[worst]), paired.margin)


def _by_option(goal: Goal, sample: Sample, beside: Sequence[int]) -> list[Figure]:
    uses = sample.uses[:, :, list(beside)]
    if goal.subject == "use":
        return _shares(uses)
    if goal.subject == "times":
        return [_mean(uses[:, :, place].sum(axis=1)) for place in range(uses.shape[2])]
    return _worth(sample.points, uses)


def _shares(uses: NDArray[Any]) -> list[Figure]:
    """Share of each option in all choices, in percent; ratio estimator over games."""
    each, total = uses.sum(axis=1), uses.sum(axis=(1, 2))
    mean = float(total.mean()) or 1.0
    found = []
    for place in range(each.shape[1]):
        share = float(each[:, place].mean()) / mean
        rest = _mean(each[:, place] - share * total)
        found.append(Figure(100.0 * share, 100.0 * rest.margin / mean))
    return found


def _worth(points: NDArray[Any], uses: NDArray[Any]) -> list[Figure]:
    """Points per choice of an option, relative to the mean over all choices.

    Least-squares regression of a seat's points on its option counts, without intercept: all points are
    credited to these options. Intervals are cluster-robust by game (sandwich estimator), since seats of a
    game are dependent.
    """
    import numpy

    games, seats, options = uses.shape
    taken = uses.sum(axis=(0, 1))
    rows = uses.reshape(games * seats, options)
    squares = rows.T @ rows + _SMALL * max(float(taken.max()), 1.0) * numpy.eye(options)
    inverse = numpy.linalg.inv(squares)
    each = inverse @ (rows.T @ points.reshape(games * seats))
    mean = float(each @ taken) / max(float(taken.sum()), 1.0)
    rest = (points.reshape(games * seats) - rows @ each)[:, None] * rows
    by_game = rest.reshape(games, seats, options).sum(axis=1)
    spread = numpy.sqrt(numpy.clip(numpy.diag(inverse @ (by_game.T @ by_game) @ inverse), 0.0, None))
    scale = abs(mean) if abs(mean) > _SMALL else _SMALL
    return [
        Figure(float(each[n]) / scale, Z95 * float(spread[n]) / scale) if taken[n] else Figure(0.0, 0.0)
        for n in range(options)
    ]
