"""HTML report of `rulec balance`."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.lab.balance import Balance
from rulec.lab.findings import findings, percent, score
from rulec.lab.flow import lengths, shares
from rulec.lab.part_values import PartValue, Value, Verdict, listed
from rulec.lab.parts import shown
from rulec.lab.report.charts import Bar, intervals, short
from rulec.lab.report.page import Report, Section, Table, render

_CHARTED = 30  # parts of a chart; the table has all
_HOW: dict[Verdict, str] = {
    "must take": "Players who never take it lose by it, or players who always take it gain.",
    "trap": "Good play takes it, and would do better without it.",
    "never worth it": "Taking it whenever it is offered costs; never taking it costs little or nothing.",
    "makes no difference": "Never taking it and always taking it change little or nothing.",
    "too few games to say": "The games do not tell.",
}  # fmt: skip


def page(found: Balance, command: str) -> bytes:
    plan, told = found.plan, findings(found)
    seats = plan.configuration["players"]
    budget = f"{plan.games:,} games" if plan.games is not None else f"{plan.seconds:g} seconds"
    facts = [
        ("command", command),
        ("seed", str(plan.seed)),
        ("rules", found.game.RULES_HASH),
        ("budget", budget + (", interrupted" if found.interrupted else "")),
        ("played", f"{found.values.games:,} games of {found.player} players, {found.replayed:,} again"),
        ("parts", shown(found.values.parts) or "none"),
    ]  # fmt: skip
    report = Report(
        f"Balance of {found.game.TITLE}",
        f"{seats} player{'s' if seats > 1 else ''}; intervals are 95 % ones",
        [one.text for one in told if one.stands_out],
        [one.text for one in told if not one.stands_out],
        facts,
        [*_seats(found), *_skill(found), *_parts(found), *_flow(found)],
    )
    return render(report)


def _seats(found: Balance) -> Iterator[Section]:
    for players in dict.fromkeys(one.players for one in found.seats):
        bars, rows = [], []
        for one in found.seats:
            shares = one.shares() if one.players == players else []
            for seat, share in enumerate(shares):
                bars.append(Bar(f"seat {seat + 1}", share.mean, share.low, share.high, one.way))
            if shares:
                rows.append([one.way, f"{one.games:,}", *map(percent, shares)])
        if bars:
            heads = ["players", "games", *(f"seat {seat + 1}" for seat in range(players))]
            how = f"Victories by seat among {players} equal players; the broken line is the equal share."
            chart = intervals(bars, "share of victories", ".0%", zero=1 / players)
            yield Section(f"Seats, {players} players", how, Table(heads, rows), chart)


def _skill(found: Balance) -> Iterator[Section]:
    ladder = found.ladder
    if not any(pair.games for pair in ladder.pairs):
        return
    bars, rows = [], []
    for pair in ladder.pairs:
        if pair.games:
            one = score(pair.score.interval())
            name = f"{pair.ways[1]} against {pair.ways[0]}"
            bars.append(Bar(name, one.mean, one.low, one.high))
            think = f"{1000 * ladder.seconds_of(pair.ways[1]):,.1f}"
            rows.append([name, f"{pair.games:,}", percent(one), think])
    how = "The score of each player against the next weaker one; a victory counts 1, a shared place one half."
    heads = ["pair", "games", "score", "ms a choice of the first"]
    yield Section("Skill ladder", how, Table(heads, rows), intervals(bars, "score", ".0%", 0.5, (0, 1)))


def _parts(found: Balance) -> Iterator[Section]:
    parts, _ = found.judged()
    for verdict, how in _HOW.items():
        mine = listed(parts, verdict)
        if mine:
            yield _section(found, verdict, how, mine)


def _section(found: Balance, verdict: Verdict, how: str, mine: list[PartValue]) -> Section:
    scored = found.values.scored
    several = found.plan.configuration["players"] > 1
    bars, rows = list[Bar](), list[list[str]]()
    for one in mine:
        cells = []
        for value, series in ((one.forbidden, "never taken"), (one.preferred, "always taken")):
            judged = value.lead if scored else value.wins
            if judged.count and len(bars) < 2 * _CHARTED:
                bars.append(Bar(short(one.part.name), *judged.interval(), series))
            cells += _cells(value, scored, several)
        rows.append([one.part.name, f"{one.taken:,} of {found.values.games:,}", *cells])
    what = (["points"] if scored else []) + (["wins"] if several else [])
    heads = ["part", "taken in games", *(f"{one} {what_}" for one in ("never:", "always:") for what_ in what)]
    axis = "points beside the others" if scored else "share of victories"
    chart = intervals(bars, axis, ",.1f" if scored else ".0%", zero=0)
    return Section(verdict.capitalize(), how, Table(heads, rows), chart)


def _cells(value: Value, scored: bool, several: bool) -> list[str]:
    lead, cells = value.lead.interval(), []
    if scored:
        cells.append(f"{lead.mean:+.1f} ± {lead.margin:.1f}" if value.lead.count else "")
    if several:
        cells.append(percent(value.wins.interval(), sign=True) if value.wins.count else "")
    return cells


def _flow(found: Balance) -> Iterator[Section]:
    if not found.courses:
        return
    flow = found.flow()
    rows = [[name, f"{one.mean:,.2f}", f"{one.low:,.2f}", f"{one.high:,.2f}"] for name, one in lengths(flow)]
    rows += [[name, f"{one.mean:.0%}", f"{one.low:.0%}", f"{one.high:.0%}"] for name, one in shares(flow)]
    bars = [Bar(name, one.mean, one.low, one.high) for name, one in shares(flow)]
    how = f"Of {flow.games:,} games of equal {found.player} players."
    chart = intervals(bars, "share", ".0%", ends=(0, 1))
    yield Section("Drama and flow", how, Table(["figure", "mean", "from", "to"], rows), chart)
