"""Evidence and verdicts for every part of a game, and allocation of further games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Literal

from rulec.lab.confidence import RISK, Evidence, Interval
from rulec.lab.parts import Part
from rulec.lab.restricted_play import FORBID, PREFER, Arm, Observation, RestrictedGames
from rulec.sim.play_diff import SMALL_SHARE, SMALL_SPREAD
from rulec.sim.statistics import holm

Verdict = Literal[
    "must take",
    "trap",
    "never worth it",
    "makes no difference",
    "never changes a game",
    "too few games to say",
]
_LOOKED = 16  # observations of an arm before it is asked whether more of them would decide anything
_ALIKE = 2.5  # stands for the spread where all games end alike: half a point is small then
_FAR = 3.0  # times as many observations as there will be: such an arm is put off
_TO_TELL, _TO_BOUND = 15.0, 10.0  # about what the confidence sequence asks for, in variances


@dataclass
class Value:
    """Accumulated differences of one arm."""

    arm: Arm
    points: Evidence = field(default_factory=Evidence)
    lead: Evidence = field(default_factory=Evidence)
    wins: Evidence = field(default_factory=Evidence)
    changed: int = 0  # games in which the restriction changed a choice
    stopped: Counter[str] = field(default_factory=Counter)  # games that the rules stopped under it

    def enter(self, one: Observation) -> None:
        self.changed += one.changed
        if one.stopped:
            self.stopped[one.stopped] += 1
            return
        self.points.add(one.points)
        self.lead.add(one.lead)
        self.wins.add(one.wins)


@dataclass(frozen=True)
class PartValue:
    """Value of a part; intervals are of the restricted player's result minus an equal player's."""

    part: Part
    verdict: Verdict
    forbidden: Value
    preferred: Value
    chances: tuple[float, float]  # by Holm's method over all findings: of forbidding and of preferring
    offered: int  # games
    taken: int


class PartValues:
    """Evidence on all parts; `scored` games are judged by points, others by victories."""

    def __init__(self, parts: tuple[Part, ...], scored: bool) -> None:
        self.parts, self.scored = parts, scored
        self.values = {
            Arm(number, prefers): Value(Arm(number, prefers))
            for number in range(len(parts))
            for prefers in (FORBID, PREFER)
        }
        self.offered: Counter[int] = Counter()
        self.taken: Counter[int] = Counter()
        self.games = self.stopped = 0
        self._results = Evidence()

    # --- evidence -------------------------------------------------------------------------------------

    def enter(self, played: RestrictedGames) -> None:
        if played.course.stopped:
            self.stopped += 1
            return
        self.games += 1
        self.offered.update(played.offered)
        self.taken.update(played.taken)
        mine = played.course.standings[played.seat]
        self._results.add(mine.lead if self.scored else mine.wins)
        for one in played.observations:
            self.values[one.arm].enter(one)

    @property
    def spread(self) -> float:
        """Standard deviation of the results of equal players."""
        return sqrt(self._results.variance)

    @property
    def small(self) -> float:
        """Largest difference regarded as negligible."""
        return SMALL_SPREAD * (self.spread or _ALIKE) if self.scored else SMALL_SHARE

    def judged(self, arm: Arm) -> Evidence:
        """Evidence by which an arm is judged."""
        value = self.values[arm]
        found = value.lead if self.scored else value.wins
        found.spread = self.spread or SMALL_SPREAD * _ALIKE
        value.wins.spread = value.wins.spread or 0.5
        value.points.spread = found.spread
        return found

    def is_small(self, interval: Interval) -> bool:
        return -self.small <= interval.low and interval.high <= self.small

    def chances(self) -> list[float]:
        """P-values of the arms in order of the parts, forbidding first."""
        return [self.judged(arm).chance() for arm in self.values]

    # --- where further games decide -------------------------------------------------------------------

    def open(self, progress: float) -> list[Arm]:
        """Undecided arms, the closest to a decision first; `progress` is from 0 to 1."""
        rated = [(self._wanted(arm), arm.part, arm.prefers, arm) for arm in self.values]
        left = sorted((*one[:3], one[3]) for one in rated if one[0] < float("inf"))
        if not left:
            return []
        near = [one[-1] for one in left if one[0] <= _FAR / max(progress, 0.01)]
        return near or [one[-1] for one in left[: len(left) // 2 + 1]]

    def _wanted(self, arm: Arm) -> float:
        """Required multiple of the observations so far; infinite for decided arms."""
        found = self.judged(arm)
        if found.count < _LOOKED:
            return 0.0
        interval = found.interval()
        if self.is_small(interval) or found.chance() * len(self.values) < RISK:
            return float("inf")
        apart, variance = abs(found.mean), found.variance
        told = _TO_TELL * variance / apart**2 if apart else float("inf")
        room = self.small - apart
        bounded = _TO_BOUND * variance / room**2 if room > 0 else float("inf")
        return min(told, bounded, 1e9) / found.count

    # --- verdicts -------------------------------------------------------------------------------------

    def judge(self, others: Sequence[float] = ()) -> tuple[list[PartValue], list[float]]:
        """Verdicts of all parts, and the p-values of `others`, jointly adjusted by Holm's method."""
        adjusted = holm([*self.chances(), *others])
        chances = dict(zip(self.values, adjusted, strict=False))
        found = [self._judged(number, part, chances) for number, part in enumerate(self.parts)]
        return found, adjusted[len(self.values) :]

    def _judged(self, number: int, part: Part, chances: dict[Arm, float]) -> PartValue:
        arms = Arm(number, FORBID), Arm(number, PREFER)
        values = self.values[arms[0]], self.values[arms[1]]
        verdict = self._verdict(arms, chances)
        mine = chances[arms[0]], chances[arms[1]]
        return PartValue(part, verdict, *values, mine, self.offered[number], self.taken[number])

    def _verdict(self, arms: tuple[Arm, Arm], chances: dict[Arm, float]) -> Verdict:
        without, always = (self.judged(arm) for arm in arms)
        told = [chances[arm] < RISK for arm in arms]
        interval = without.interval()
        costs = told[1] and always.mean < 0
        if not any(self.values[arm].changed for arm in arms):
            return "never changes a game" if without.count >= _LOOKED else "too few games to say"
        if told[0] and without.mean < 0:
            return "must take"
        if costs and interval.low >= -self.small and (not told[0] or without.mean < self.small):
            return "never worth it"
        if told[0]:
            return "trap"
        if told[1] and always.mean > 0:
            return "must take"
        if self.is_small(interval) and self.is_small(always.interval()):
            return "makes no difference"
        return "too few games to say"


def listed(found: Iterable[PartValue], verdict: Verdict) -> list[PartValue]:
    """Parts with this verdict, largest effect first."""

    def much(one: PartValue) -> float:
        return -max(abs(one.forbidden.lead.mean), abs(one.forbidden.wins.mean), abs(one.preferred.wins.mean))

    return sorted((one for one in found if one.verdict == verdict), key=much)
