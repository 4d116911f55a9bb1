"""HTML report of `rulec sim`."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.face import Game
from rulec.lab.confidence import RISK, Share, share
from rulec.lab.findings import percent
from rulec.lab.report.charts import Bar, intervals, short
from rulec.lab.report.page import Report, Section, Table, configuration_text, render
from rulec.sim.counters import WHOLE, RunningMoments, Tally
from rulec.sim.simulate import SimulationPlan
from rulec.sim.statistics import holm

_CHARTED = 25  # options of a chart; the table has all


def page(game: Game, plan: SimulationPlan, tally: Tally, command: str) -> bytes:
    names = _names(plan, tally)
    shares = [] if game.COOPERATIVE else _shares(tally)
    options = configuration_text(plan.configuration)
    facts = [
        ("command", command),
        ("seed", str(plan.seed)),
        ("rules", game.RULES_HASH),
        ("games", f"{tally.games:,}, {options}"),
        ("players", ", ".join(plan.playing)),
    ]
    sections = [
        *_victories(names, shares, plan),
        *_scores(names, tally),
        _lengths(tally),
        _options(game, tally),
    ]
    out, unsure = _told(game, tally, names, shares)
    return render(Report(f"Games of {game.TITLE}", f"{tally.games:,} games", out, unsure, facts, sections))


def _names(plan: SimulationPlan, tally: Tally) -> list[str]:
    if plan.alternate:
        return [f"{number + 1}. {way}" for number, way in enumerate(plan.playing)]
    return [f"seat {seat + 1}" for seat in range(tally.seats)]


def _shares(tally: Tally) -> list[Share]:
    if tally.seats < 2 or not any(tally.wins):
        return []
    return [share(won / WHOLE, tally.games, 1 / tally.seats) for won in tally.wins]


def _told(game: Game, tally: Tally, names: list[str], shares: list[Share]) -> tuple[list[str], list[str]]:
    """Sentences on significant and on insignificant results."""
    out, unsure = list[str](), list[str]()
    for message, number in sorted(tally.stopped.items()):
        out.append(f"The rules stopped {number:,} games: {message} (seed {tally.first_stopped[message]}).")
    if tally.too_long:
        out.append(f"{tally.too_long:,} games took all decisions that the rules allow.")
    if game.COOPERATIVE and tally.seats > 1:
        won = sum(tally.wins) / WHOLE / max(tally.games, 1)
        out.append(f"All players together won {won:.1%} of the games." if won else "Nobody won any game.")
    equal = f"{100 / max(tally.seats, 1):.0f} %"
    for name, one, chance in zip(names, shares, holm([one.chance for one in shares]), strict=False):
        if chance < RISK:
            more = "more" if one.mean > 1 / tally.seats else "less"
            out.append(f"{name.capitalize()} wins {percent(one)}: {more} than an equal share of {equal}.")
    if shares and not any(chance < RISK for chance in holm([one.chance for one in shares])):
        unsure.append(f"Nobody was seen to win more or less than an equal share of {equal}.")
    asked = dict.fromkeys(kind.name for kind in game.DECISIONS if kind.name not in tally.asked)
    if asked:
        out.append(f"Never asked: {', '.join(asked)}.")
    never = [
        row.label for row in game.action_table() if row.id not in tally.uses and row.decision in tally.asked
    ]
    if never:
        shown = ", ".join(never[:8]) + (f" and {len(never) - 8} more" if len(never) > 8 else "")
        out.append(f"Never taken: {shown}.")
    return out, unsure


def _victories(names: list[str], shares: list[Share], plan: SimulationPlan) -> Iterator[Section]:
    if shares:
        bars = [Bar(name, one.mean, one.low, one.high) for name, one in zip(names, shares, strict=True)]
        rows = [[bar.name, f"{bar.mean:.1%}", f"{bar.low:.1%}", f"{bar.high:.1%}"] for bar in bars]
        how = "Shares of victories with Wilson's 95 % intervals; the broken line is the equal share."
        chart = intervals(bars, "share of victories", ".0%", zero=1 / plan.configuration["players"])
        yield Section("Victories", how, Table(["player", "share", "from", "to"], rows), chart)


def _scores(names: list[str], tally: Tally) -> Iterator[Section]:
    if not tally.scores:
        return
    rows = [[name or "all", *map(_mean, points)] for name, points in tally.scores.items()]
    bars = [
        Bar(short(name or "all"), one.mean, one.mean - one.margin, one.mean + one.margin, names[seat])
        for name, points in tally.scores.items()
        for seat, one in enumerate(points)
    ]
    how = "Mean points by line of the score, with 95 % intervals of the mean."
    yield Section("Points", how, Table(["line", *names], rows), intervals(bars, "points", zero=0))


def _lengths(tally: Tally) -> Section:
    names = {"choices": "choices of two or more"}
    rows = [
        [names.get(name, name), _mean(one), f"{one.least:,}", f"{one.most:,}"] for name, one in tally.lengths
    ]
    return Section("Length", "Decisions of a game.", Table(["", "mean", "least", "most"], rows))


def _options(game: Game, tally: Tally) -> Section:
    """Section on the frequency of options."""
    table, games = game.action_table(), max(1, tally.games + sum(tally.stopped.values()))
    uses = sorted(tally.uses, key=lambda one: (-tally.uses[one], one))
    rows = [
        [table[one].label, f"{tally.used_in[one] / games:.1%}", f"{tally.uses[one] / games:.2f}"]
        for one in uses
    ]
    bars = [_use(table[one].label, tally, one, games) for one in uses[:_CHARTED]]
    how = f"Times a game that an option was taken; the chart has the {_CHARTED} most frequent."
    return Section(
        "Options taken",
        how,
        Table(["option", "of games", "a game"], rows),
        intervals(bars, "times a game", zero=0),
    )


def _use(label: str, tally: Tally, action: int, games: int) -> Bar:
    one = RunningMoments(games, tally.uses[action], tally.uses_squared[action])
    return Bar(short(label), one.mean, one.mean - one.margin, one.mean + one.margin)


def _mean(one: RunningMoments) -> str:
    return f"{one.mean:,.2f} ± {one.margin:,.2f}"
