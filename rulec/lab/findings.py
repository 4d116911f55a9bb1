"""Sentences about significant findings, no stronger than their intervals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rulec.lab.balance import Balance
from rulec.lab.confidence import RISK, Interval, Share
from rulec.lab.flow import Flow
from rulec.lab.part_values import PartValue, Verdict, listed

Topic = Literal["seats", "skill", "parts", "flow", "limits"]
NAMED = 4  # parts of a verdict that get a sentence each
_EARLY, _OPEN = 0.75, 0.6  # shares of victories of whoever leads at half time
_FORMALITY = 0.5  # share of choices


@dataclass(frozen=True)
class Finding:
    topic: Topic
    text: str
    stands_out: bool = True  # else it says what was looked for and not found


def percent(one: Share | Interval, sign: bool = False) -> str:
    """Format a percentage: `54 % ± 2`, or with both ends if the interval is asymmetric."""
    mean, low, high = (100 * value for value in (one.mean, one.low, one.high))
    shown = f"{mean:+.0f} %" if sign else f"{mean:.0f} %"
    if abs((high - mean) - (mean - low)) <= 1.5:
        return f"{shown} ± {max(1.0, (high - low) / 2):.0f}"
    return f"{shown} ({low:.0f} to {high:.0f})"


def amount(one: Interval) -> str:
    return f"{abs(one.mean):.1f} ± {one.margin:.1f}"


def findings(found: Balance) -> list[Finding]:
    parts, chances = found.judged()
    told = [*_seats(found, chances), *_skill(found, chances), *_parts(found, parts), *_limits(found)]
    if found.courses:
        told += _flow(found.flow(), found.player)
    return sorted(told, key=lambda one: not one.stands_out)


# --- seats and skill --------------------------------------------------------------------------------------


def _seats(found: Balance, chances: list[float]) -> Iterator[Finding]:
    place = 0
    none: list[str] = []
    for seats in found.seats:
        shares, uneven = seats.shares(), False
        for seat, one in enumerate(shares):
            if chances[place] < RISK:
                uneven = True
                more = "more" if one.mean > 1 / seats.players else "less"
                if seats.players == 2 and more == "less":
                    place += 1
                    continue  # the other seat says it
                yield Finding(
                    "seats",
                    f"Seat {seat + 1} wins {percent(one)} of games of {seats.players} {players(seats.way)}: "
                    f"{more} than its share of {100 / seats.players:.0f} %.",
                )
            place += 1
        if shares and not uneven:
            none.append(f"{seats.players} {players(seats.way)} ({seats.games:,} games)")
    if none:
        yield Finding(
            "seats", f"No seat was seen to win more or less than its share: {', '.join(none)}.", False
        )


def players(way: str) -> str:
    return f"{way} players"


def score(one: Interval) -> Interval:
    """Shift the evidence of a ladder pair, which is relative to one half, to a score."""
    return Interval(one.mean + 0.5, max(0.0, one.low + 0.5), min(1.0, one.high + 0.5))


def _skill(found: Balance, chances: list[float]) -> Iterator[Finding]:
    first = len(chances) - len(found.ladder.pairs)
    for place, pair in enumerate(found.ladder.pairs):
        if not pair.games:
            continue
        interval = score(pair.score.interval())
        weak, strong = pair.ways
        if chances[first + place] < RISK:
            better, worse = (strong, weak) if interval.mean > 0.5 else (weak, strong)
            shown = interval if interval.mean > 0.5 else Interval(*(1 - one for one in _turned(interval)))
            yield Finding("skill", f"{better} plays better than {worse}: it scores {percent(shown)}.")
        elif max(0.5 - interval.low, interval.high - 0.5) <= 0.05:
            yield Finding(
                "skill",
                f"{strong} plays no better than {weak} ({percent(interval)}): foresight makes no difference.",
            )
        else:
            text = f"{pair.games:,} games are too few to say whether {strong} plays better than {weak}"
            yield Finding("skill", f"{text} ({percent(interval)}).", False)


def _turned(one: Interval) -> tuple[float, float, float]:
    return one.mean, one.high, one.low


# --- parts ------------------------------------------------------------------------------------------------

_MEANS: dict[Verdict, str] = {
    "must take": "Must take",
    "trap": "Trap",
    "never worth it": "Never worth it",
    "makes no difference": "Makes no difference",
}


def _parts(found: Balance, parts: list[PartValue]) -> Iterator[Finding]:
    for verdict, title in _MEANS.items():
        mine = listed(parts, verdict)
        if verdict == "makes no difference":
            names = ", ".join(one.part.name for one in mine[: 2 * NAMED])
            if mine:
                more = f" and {len(mine) - 2 * NAMED} more" if len(mine) > 2 * NAMED else ""
                yield Finding("parts", f"{title}, within {_small(found)}: {names}{more}.")
            continue
        for one in mine[:NAMED]:
            yield Finding("parts", f"{title}: {one.part.name}. {_told(found, one)}")
        if len(mine) > NAMED:
            yield Finding("parts", f"{title}: {len(mine) - NAMED} more, in the table.")
    left = listed(parts, "too few games to say")
    if left:
        number = f"{len(left)} of {len(parts)} parts"
        yield Finding("parts", f"Too few games to say what {number} are worth.", False)


def _small(found: Balance) -> str:
    small = found.values.small
    return f"{small:.1f} points" if found.values.scored else f"{100 * small:.0f} % of victories"


def _told(found: Balance, one: PartValue) -> str:
    """Sentence on a part's verdict, with the interval that supports it."""
    without = one.chances[0] < RISK and one.verdict != "never worth it"
    value = one.forbidden if without else one.preferred
    interval = (value.lead if found.values.scored else value.wins).interval()
    who = "Whoever never takes it" if without else "Whoever takes it whenever it is offered"
    better = interval.mean > 0
    if not found.values.scored:
        return f"{who} wins {_points(interval)} percentage points {'more' if better else 'less'} often."
    alone = found.plan.configuration["players"] == 1
    what = "more" if better else "fewer"
    text = f"{who} ends with {amount(interval)} points {what}"
    if alone:
        return f"{text}."
    wins = value.wins.interval()
    if wins.low <= 0 <= wins.high:
        return f"{text} beside the others."
    often = "more" if wins.mean > 0 else "less"
    return f"{text} beside the others and wins {_points(wins)} percentage points {often} often."


def _points(one: Interval) -> str:
    return f"{100 * abs(one.mean):.0f} ± {100 * one.margin:.0f}"


# --- flow and limits --------------------------------------------------------------------------------------


def _flow(flow: Flow, player: str) -> Iterator[Finding]:
    half = flow.decided_at_half
    if half is not None and half.low > _EARLY:
        yield Finding("flow", f"Decided early: whoever leads at half time wins {percent(half)} of games.")
    elif half is not None and half.high < _OPEN:
        yield Finding("flow", f"Open for long: whoever leads at half time wins {percent(half)} of games.")
    if flow.near is not None and flow.near.low > _FORMALITY:
        yield Finding("flow", f"The two best options are worth the same at {percent(flow.near)} of choices.")
    if flow.too_long:
        yield Finding("flow", f"{flow.too_long:,} of {flow.games:,} games took as long as the rules allow.")
    if flow.never_asked and flow.games:
        names, most = ", ".join(flow.never_asked), min(100.0, 300 / max(flow.games, 1))
        yield Finding(
            "flow",
            f"Never reached in {flow.games:,} games of {player} (less than {most:.0f} % of games): {names}.",
        )


def _limits(found: Balance) -> Iterator[Finding]:
    if found.stops:
        under = " under the restrictions of everybody" if found.plan.restricted else ""
        message, games = found.stops.most_common(1)[0]
        whole = found.stops.total()
        most = message if games == whole else f"{message}, in {games:,} of them"
        yield Finding("limits", f"The rules stopped {whole:,} games{under} ({most}); these are left out.")
        if not any(one.games for one in found.seats):
            yield Finding(
                "limits", "No game came to its end: nothing can be said about seats, skill and parts."
            )
    ends = {
        found.values.parts[arm.part].name: sum(value.stopped.values())
        for arm, value in found.values.values.items()
        if value.stopped
    }
    for name, number in ends.items():
        yield Finding(
            "limits", f"A restriction about {name} led the rules to a dead end in {number:,} games."
        )
    if found.left_out:
        yield Finding("limits", f"Too slow for this budget: {', '.join(found.left_out)}.", False)
