"""Drama and flow statistics of games between equal, searching players."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from rulec.lab.confidence import Interval, Share, mean_interval, share
from rulec.lab.game_flow import Course, Step

NEAR = 0.02  # of the value of a game, 0 to 1: the two best options are as good as each other
APART = 0.15  # and here the choice is plain


@dataclass(frozen=True)
class Flow:
    """Statistics of many games with 95 % intervals; shares without observations are None."""

    games: int
    decisions: Interval
    choices: Interval  # decisions with more than one option
    turns: Interval  # rows of decisions of one seat
    rounds: Interval  # turns of each player
    options: Interval  # of a decision
    waiting: Interval | None  # decisions of others between two turns of a player
    lead_changes: Interval
    margin: Interval
    decided_at_half: Share | None  # whoever had the most points then won, of games with a leader then
    level_at_half: int  # games without a leader at half time
    near: Share | None  # of choices: the best two options are worth about the same
    plain: Share | None  # one is far better
    gap: float | None  # median of how far they are apart
    never_asked: tuple[str, ...]
    too_long: int


def flow_of(courses: list[Course], decisions: tuple[str, ...]) -> Flow:
    games = [course for course in courses if course.steps and not course.stopped]
    gaps = [step.best - step.second for course in games for step in course.steps if step.second is not None]
    came = Counter(step.decision for course in games for step in course.steps)
    led = [(course, _half(course)) for course in games]
    leading = [(course, lead) for course, lead in led if len(lead) == 1]
    held = sum(lead[0] in course.winners for course, lead in leading)
    waits = [wait for course in games if (wait := _waiting(course)) is not None]
    return Flow(
        len(games),
        mean_interval([len(course.steps) for course in games]),
        mean_interval([sum(step.options > 1 for step in course.steps) for course in games]),
        mean_interval([len(_turns(course)) for course in games]),
        mean_interval([len(_turns(course)) / len(course.standings) for course in games]),
        mean_interval([sum(step.options for step in course.steps) / len(course.steps) for course in games]),
        mean_interval(waits) if waits else None,
        mean_interval([_lead_changes(course.steps) for course in games]),
        mean_interval([course.margin for course in games]),
        share(held, len(leading), 0.5) if leading else None,
        len(games) - len(leading),
        share(sum(gap <= NEAR for gap in gaps), len(gaps), 0.5) if gaps else None,
        share(sum(gap >= APART for gap in gaps), len(gaps), 0.5) if gaps else None,
        median(gaps) if gaps else None,
        tuple(name for name in decisions if not came[name]),
        sum(course.too_long for course in games),
    )


def _half(course: Course) -> tuple[int, ...]:
    return course.steps[len(course.steps) // 2].lead


def _turns(course: Course) -> list[int]:
    """Number of decisions of each turn."""
    lengths: list[int] = []
    last = None
    for step in course.steps:
        if step.seat == last:
            lengths[-1] += 1
        else:
            lengths.append(1)
        last = step.seat
    return lengths


def _waiting(course: Course) -> float | None:
    """Mean number of others' decisions between two turns of a player."""
    since: dict[int, int] = {}
    waits = []
    for number, step in enumerate(course.steps):
        if step.seat in since and number - since[step.seat] > 1:
            waits.append(number - since[step.seat] - 1)
        since[step.seat] = number
    return sum(waits) / len(waits) if waits else None


def _lead_changes(steps: list[Step]) -> int:
    """Number of changes of the sole leader."""
    alone = [step.lead[0] for step in steps if len(step.lead) == 1]
    return sum(one != other for one, other in pairwise(alone))


# --- as they are called ---------------------------------------------------------------------------------


def lengths(flow: Flow) -> list[tuple[str, Interval]]:
    found = (
        ("decisions", flow.decisions),
        ("choices of two or more", flow.choices),
        ("turns", flow.turns),
        ("turns of each player", flow.rounds),
        ("options of a decision", flow.options),
        ("decisions of others meanwhile", flow.waiting),
        ("lead changes", flow.lead_changes),
        ("margin of the winner", flow.margin),
    )
    return [(name, one) for name, one in found if one is not None]


def shares(flow: Flow) -> list[tuple[str, Share]]:
    found = (
        ("leader at half time wins", flow.decided_at_half),
        ("choices whose best two are level", flow.near),
        ("choices that are plain", flow.plain),
    )
    return [(name, one) for name, one in found if one is not None]
