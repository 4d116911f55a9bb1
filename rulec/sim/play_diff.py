"""Statistical comparison of two games by their play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rulec.face import Game
from rulec.sim.counters import WHOLE, DecisionCounts, Occurrences, Tally
from rulec.sim.statistics import RISK, Comparison, Sample, compare, counted, holm, sample_of, share

Verdict = Literal["clearly more", "clearly less", "no difference seen", "too few games to say"]
# Negligible differences: an interval within these bounds shows equivalence.
SMALL_SHARE = 0.05
SMALL_SPREAD = 0.2  # in standard deviations


@dataclass(frozen=True)
class Side:
    game: Game
    tally: Tally
    rules: Mapping[str, Occurrences] = field(default_factory=dict)  # in part of the games


@dataclass(frozen=True)
class Figure:
    group: str
    name: str
    seat: int | None
    left: Sample
    right: Sample
    comparison: Comparison
    adjusted: float  # p-value, adjusted for multiple tests
    verdict: Verdict


@dataclass(frozen=True)
class OnlyInOne:
    """Element that only one game has: a decision, an option, a score category."""

    group: str
    name: str
    in_left: bool
    games: int  # with occurrences
    of: int  # games examined
    times: float | None = None  # per game, if counted


@dataclass(frozen=True)
class Contrast:
    figures: tuple[Figure, ...]
    alone: tuple[OnlyInOne, ...]

    def of(self, group: str) -> list[Figure]:
        return [one for one in self.figures if one.group == group]


GROUPS = (
    "length",
    "scores",
    "victories",
    "decisions asked",
    "options taken",
    "rules carried out",
    "rules that came",
)
_Pair = tuple[str, str, int | None, Sample, Sample]


def contrast(left: Side, right: Side) -> Contrast:
    """Compare all figures that both games have, with Holm-Bonferroni correction."""
    pairs = [*_lengths(left, right), *_scores(left, right), *_wins(left, right)]
    pairs += [*_decisions(left, right), *_options(left, right), *_rules(left, right)]
    compared = [compare(one, other) for *_, one, other in pairs]
    adjusted = holm([one.chance for one in compared])
    figures = [
        Figure(*pair, one, chance, _verdict(pair[3], pair[4], one, chance))
        for pair, one, chance in zip(pairs, compared, adjusted, strict=True)
    ]
    return Contrast(tuple(figures), tuple(_alone(left, right)))


def _verdict(one: Sample, other: Sample, found: Comparison, adjusted: float) -> Verdict:
    if adjusted < RISK:
        return "clearly more" if found.difference > 0 else "clearly less"
    small = SMALL_SHARE if one.is_share else SMALL_SPREAD * ((one.variance + other.variance) / 2) ** 0.5
    if -small <= found.low <= 0 <= found.high <= small:
        return "no difference seen"
    return "too few games to say"


# --- figures --------------------------------------------------------------------------------------------


def _lengths(left: Side, right: Side) -> Iterator[_Pair]:
    for (name, one), (_, other) in zip(left.tally.lengths, right.tally.lengths, strict=True):
        yield "length", name, None, sample_of(one), sample_of(other)


def _scores(left: Side, right: Side) -> Iterator[_Pair]:
    """Score categories and, as `all`, their sum."""
    for name, mine in left.tally.scores.items():
        theirs = right.tally.scores.get(name, [])
        for seat, (one, other) in enumerate(zip(mine, theirs, strict=False)):
            yield "scores", name or "all", seat, sample_of(one), sample_of(other)


def _wins(left: Side, right: Side) -> Iterator[_Pair]:
    for seat, (one, other) in enumerate(zip(left.tally.wins, right.tally.wins, strict=False)):
        shares = share(one / WHOLE, left.tally.games), share(other / WHOLE, right.tally.games)
        yield "victories", "share", seat, *shares


def _decisions(left: Side, right: Side) -> Iterator[_Pair]:
    """Share of games in which a decision occurred."""
    names = _decision_names(right)
    for name in _decision_names(left):
        if name in names:
            asked = [side.tally.asked.get(name, DecisionCounts()) for side in (left, right)]
            one, other = (
                share(found.games, played(side.tally))
                for found, side in zip(asked, (left, right), strict=True)
            )
            if asked[0].games or asked[1].games:
                yield "decisions asked", name, None, one, other


def _options(left: Side, right: Side) -> Iterator[_Pair]:
    """Number of times an option was taken per game."""
    mine, theirs = _labels(left.game), _labels(right.game)
    for label, one in mine.items():
        other = theirs.get(label)
        if other is not None and (one in left.tally.uses or other in right.tally.uses):
            yield "options taken", label, None, _use(left.tally, one), _use(right.tally, other)


def _use(tally: Tally, action: int) -> Sample:
    return counted(played(tally), tally.uses.get(action, 0), tally.uses_squared.get(action, 0))


def _rules(left: Side, right: Side) -> Iterator[_Pair]:
    """Executions of a rule per game, or share of games with any."""
    for name, one in left.rules.items():
        other = right.rules.get(name)
        if other is None or not (one.games or other.games):
            continue
        if one.counted and other.counted:
            yield "rules carried out", name, None, sample_of(one.times), sample_of(other.times)
        else:
            shares = [share(came.games, came.times.count) for came in (one, other)]
            yield "rules that came", name, None, shares[0], shares[1]


def played(tally: Tally) -> int:
    return tally.games + sum(tally.stopped.values())


def _labels(game: Game) -> dict[str, int]:
    return {row.label: row.id for row in game.action_table()}


def _decision_names(side: Side) -> list[str]:
    return list(dict.fromkeys(kind.name for kind in side.game.DECISIONS))


# --- what only one has ----------------------------------------------------------------------------------


def _asked(side: Side, decision: str) -> int:
    return side.tally.asked.get(decision, DecisionCounts()).games


def _alone(left: Side, right: Side) -> Iterator[OnlyInOne]:
    for side, other, in_left in ((left, right, True), (right, left, False)):
        count = played(side.tally)
        for name in side.tally.scores:
            if name not in other.tally.scores:
                yield OnlyInOne("scores", name, in_left, side.tally.games, count)
        for name in _decision_names(side):
            if name not in _decision_names(other):
                yield OnlyInOne("decisions asked", name, in_left, _asked(side, name), count)
        theirs = _labels(other.game)
        for label, action in _labels(side.game).items():
            if label not in theirs:
                times = _use(side.tally, action).mean
                yield OnlyInOne(
                    "options taken", label, in_left, side.tally.used_in.get(action, 0), count, times
                )
        for name, came in side.rules.items():
            if name not in other.rules:
                often = came.times.mean if came.counted else None
                yield OnlyInOne("rules carried out", name, in_left, came.games, came.times.count, often)
