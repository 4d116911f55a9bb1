"""Writes the result as a variant: patches with the numbers, evidence in comments."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.lab.tuning.figures import Figure
from rulec.lab.tuning.goals import Goal
from rulec.lab.tuning.search import Found, Tuning

_COLUMN = 60


def variant_text(tuning: Tuning, base: str, title: str, command: str, rules: str) -> str:
    """Text of a valid rules file; `base` is the stem of the game's file."""
    assert tuning.base is not None
    assert tuning.found is not None
    lines = [
        f"# {title}: numbers found by a search; comments give those of {base}.rules.",
        "#",
        f"#   {command}",
        f"#   {len(tuning.trials):,} trials of {tuning.plan.games:,} games; seed {tuning.plan.seed}",
        f"#   rules {rules}; figures are of {tuning.found.games:,} other games, with 95 % intervals",
        "#",
        *(f"#   {line}" for line in evidence(tuning)),
        "",
        f'variant "{title}" of {base}:',
    ]
    patches = [
        f"  {patch}".ljust(_COLUMN) + f" # {printed}"
        for one in tuning.plan.numbers
        for patch, printed in one.patches(tuning.found.values[one.name])
    ]
    return "\n".join([*lines, *patches]) + "\n"


def evidence(tuning: Tuning) -> Iterator[str]:
    """Yield each goal with its statistics before and after, or the closest approach."""
    assert tuning.base is not None
    assert tuning.found is not None
    for place, goal in enumerate(tuning.plan.goals):
        before = shown(goal, tuning.base.figures[place])
        after = shown(goal, tuning.found.figures[place])
        yield f"{goal.text}: {before} -> {after}, {verdict(tuning, tuning.found, place)}"


def verdict(tuning: Tuning, found: Found, place: int) -> str:
    goal = tuning.plan.goals[place]
    if found.met(goal, place):
        sure = all(goal.lo <= one.value - one.margin for one in found.figures[place]) and all(
            one.value + one.margin <= goal.hi for one in found.figures[place]
        )
        return "met" if sure else "met as far as these games tell"
    missing = goal.distance(one.value for one in found.figures[place]) * goal.scale
    unit = " %" if goal.percent else ""
    nearest = tuning.nearest(place) * goal.scale
    if nearest < missing and nearest != float("inf"):
        alone = "meets it" if nearest == 0 else f"is {_short(nearest)}{unit} away"
        return f"not met by {_short(missing)}{unit}; a trial that gives up other goals {alone}"
    return f"not met by {_short(missing)}{unit}, the nearest that was found"


def _short(value: float) -> str:
    """Format a distance with two digits, from 100 on as a whole number."""
    return f"{value:,.0f}" if value >= 99.5 else f"{value:.2g}"


def shown(goal: Goal, figures: tuple[Figure, ...]) -> str:
    """Format a statistic with its interval; of several options the lowest and the highest."""
    if len(figures) == 1:
        return _one(goal, figures[0])
    low, high = min(figures), max(figures)
    return f"{_one(goal, low)} ({low.of}) to {_one(goal, high)} ({high.of})"


def _one(goal: Goal, figure: Figure) -> str:
    unit = " %" if goal.percent else ""
    digits = 2 if goal.subject == "worth" else 1
    return f"{figure.value:.{digits}f}{unit} ± {figure.margin:.{digits}f}"
