"""HTML report of `rulec diff -n`: two games side by side, and their differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulec.lab.report.charts import Bar, intervals, short
from rulec.lab.report.page import Report, Section, Table, render
from rulec.sim.play_diff import GROUPS, Contrast, Figure
from rulec.sim.statistics import Sample

_NAMED = 12  # sentences
_CHARTED = 30  # figures of a chart; the table has all
_METHOD = (
    "Welch's and Newcombe's intervals; Holm's correction over all figures; the two sides have random "
    "numbers of their own"
)


@dataclass(frozen=True)
class Side:
    """One of the two games, and the plan it was played by."""

    name: str
    title: str
    rules: str  # the digest
    games: int
    about: str  # configuration


def page(
    sides: Sequence[Side],
    found: Contrast,
    words: Sequence[str],
    rules: int | None,
    seed: int,
    command: str,
) -> bytes:
    """Render the report; it begins with `words`, the comparison in plain words.

    `rules` counts the differences of the rules, if somebody counted them.
    """
    left, right = sides
    clear = sorted(
        (one for one in found.figures if one.verdict.startswith("clearly")), key=lambda one: one.adjusted
    )
    out = [*words, *(_sentence(one, right.name) for one in clear[:_NAMED])]
    if len(clear) > _NAMED:
        out.append(f"{len(clear) - _NAMED} more figures differ clearly; the tables have them.")
    unsure = [f"{len(found.figures) - len(clear)} of {len(found.figures)} figures show no clear difference."]
    facts = [("command", command), ("seed", str(seed))]
    for sign, side in zip("AB", sides, strict=True):
        facts += [(sign, f"{side.title} ({side.name}), {side.games:,} games, {side.about}")]
        facts += [("rules", side.rules)]
    facts.append(("method", _METHOD))
    sections = [section for group in GROUPS for section in _sections(group, found.of(group))]
    title = f"{left.name} and {right.name}"
    about = f"{sides[0].games:,} games of each" if rules is None else f"{rules:,} differences in the rules"
    return render(Report(title, about, out, unsure, facts, [*sections, *_alone(found)]))


def _called(one: Figure) -> str:
    seat = "" if one.seat is None else f", player {one.seat + 1}"
    return f"{one.name}{seat}"


def _sentence(one: Figure, variant: str) -> str:
    more = "more" if one.comparison.difference > 0 else "less"
    what = f"{one.group}: {_called(one)}"
    numbers = f"{_value(one.left)} to {_value(one.right)}, a difference of {_ends(one)}"
    return f"{what} is clearly {more} in {variant}: from {numbers}."


def _value(one: Sample) -> str:
    return f"{one.mean:.1%}" if one.is_share else f"{one.mean:,.2f}"


def _ends(one: Figure) -> str:
    difference, low, high = one.comparison.difference, one.comparison.low, one.comparison.high
    if one.left.is_share:
        return f"{100 * difference:+.1f} ({100 * low:+.1f} to {100 * high:+.1f}) percentage points"
    return f"{difference:+,.2f} ({low:+,.2f} to {high:+,.2f})"


def _sections(group: str, figures: list[Figure]) -> Iterator[Section]:
    if not figures:
        return
    if group == "length" or len(figures) <= _CHARTED:
        shown = figures
    else:
        shown = sorted(figures, key=lambda one: one.adjusted)[:_CHARTED]
    rows = [[_called(one), _value(one.left), _value(one.right), _ends(one), one.verdict] for one in figures]
    share = figures[0].left.is_share
    bars = [bar for one in shown for bar in _bars(one)]
    chart = intervals(bars, "share of games" if share else "mean of a game", ".0%" if share else ",.1f")
    how = "Means with 95 % intervals, A beside B."
    if len(figures) > len(shown):
        how += f" The chart has the {len(shown)} that differ most surely."
    yield Section(group.capitalize(), how, Table(["figure", "A", "B", "B less A", "verdict"], rows), chart)


def _bars(one: Figure) -> Iterator[Bar]:
    for series, sample in (("A", one.left), ("B", one.right)):
        low, high = sample.mean - sample.margin, sample.mean + sample.margin
        yield Bar(short(_called(one)), sample.mean, low, high, series)


def _alone(found: Contrast) -> Iterator[Section]:
    rows = [
        [f"{one.group}: {one.name}", "A" if one.in_left else "B", f"{one.games:,} of {one.of:,}"]
        for one in found.alone
    ]
    if rows:
        how = "What one of the two games has alone, and in how many of its games it came."
        yield Section("Only in one of them", how, Table(["figure", "in", "games"], rows))
