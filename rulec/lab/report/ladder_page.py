"""HTML report of `rulec ladder`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rulec.face import Game
from rulec.lab.confidence import RISK, share
from rulec.lab.findings import percent
from rulec.lab.report.charts import Bar, intervals, short
from rulec.lab.report.page import Report, Section, Table, configuration_text, render
from rulec.sim.ladder import LadderPlan, Standing
from rulec.sim.ratings import Rating, score_of
from rulec.sim.statistics import holm


def page(
    game: Game, plan: LadderPlan, standing: Standing, ratings: Sequence[Rating], names: Sequence[str],
    model: str, command: str,
) -> bytes:  # fmt: skip
    order = sorted(range(len(ratings)), key=lambda one: -ratings[one].value)
    options = configuration_text(plan.configuration)
    facts = [
        ("command", command),
        ("seed", str(plan.seed)),
        ("rules", game.RULES_HASH),
        ("games", f"{standing.games:,}, {options}"),
        ("model", model),
    ]
    pairs, out, unsure = _pairs(standing, order, names)
    for message, number in sorted(standing.stopped.items()):
        out.append(f"The rules stopped {number:,} games: {message}.")
    bars = [Bar(short(names[one]), *ratings[one]) for one in order]
    rows = [[names[one], *(f"{value:,.1f}" for value in ratings[one])] for one in order]
    how = (
        "400 points more are odds of ten to one."
        if model == "likelihood"
        else "mu, and two sigmas to each side."
    )
    rated = Section(
        "Ratings", how, Table(["player", "rating", "from", "to"], rows), intervals(bars, "rating", ",.0f")
    )
    title = f"Ladder of {game.TITLE}"
    return render(Report(title, f"{standing.games:,} games", out, unsure, facts, [rated, pairs]))


def _pairs(
    standing: Standing, order: Sequence[int], names: Sequence[str]
) -> tuple[Section, list[str], list[str]]:
    """Section on pairings, with sentences on significant and insignificant ones."""
    results = standing.results
    found = [(one, other, *score_of(results, one, other)) for one, other in combinations(order, 2)]
    shares = [(one, other, share(won, played, 0.5)) for one, other, won, played in found if played]
    chances = holm([each.chance for *_, each in shares])
    out, unsure, bars, rows = list[str](), list[str](), list[Bar](), list[list[str]]()
    for (one, other, each), chance in zip(shares, chances, strict=True):
        name = f"{names[one]} against {names[other]}"
        if chance < RISK:
            better, worse = (one, other) if each.mean > 0.5 else (other, one)
            out.append(f"{names[better]} plays better than {names[worse]} ({name}: {percent(each)}).")
        else:
            unsure.append(f"{name}: {percent(each)}, which does not tell who is better.")
        bars.append(Bar(short(name), each.mean, each.low, each.high))
        rows.append([name, f"{each.mean:.1%}", f"{each.low:.1%}", f"{each.high:.1%}"])
    how = "The score of the first against the second; a victory counts 1, a shared place one half."
    table = Table(["pairing", "score", "from", "to"], rows)
    return Section("Pairings", how, table, intervals(bars, "score", ".0%", 0.5, (0, 1))), out, unsure
