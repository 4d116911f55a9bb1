"""Command `rulec ladder`: ratings of players that play each other."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output, restricted_play
from rulec.cli.shared.configurations import in_words, least_with_opponent
from rulec.cli.shared.exit_status import FINE, INTERRUPTED, PROBLEMS
from rulec.cli.shared.files import require_file
from rulec.cli.shared.kept_files import kept_file
from rulec.cli.shared.machines import machines, open_for, told_machines
from rulec.cli.shared.parameters import (
    Forbid,
    Format,
    JobsHere,
    OnInterpreter,
    OutputFormat,
    Prefer,
    Ray,
    Report,
    Resume,
    RulesFile,
    Seed,
)
from rulec.cli.shared.report_files import prepare
from rulec.errors import RulecError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulec.face import Game
    from rulec.policies.restrictions import Restriction
    from rulec.sim.kept_results import KeptResults
    from rulec.sim.ladder import LadderPlan, Standing
    from rulec.sim.ratings import Rating
    from rulec.sim.workers import Jobs, OpenGame

HELP = (
    "Rate players by their games against each other.\n\n"
    "Every player meets every other on every seat. Ratings have the mean 0; 400 points more mean odds of ten "
    "to one. Intervals are 95 % ones. The results depend on the seed, not on --jobs or --ray. Ctrl-C prints "
    "the results so far; with --resume the same command goes on from there.",
    "rulec ladder connect_four --players random,mcts:50,mcts:500",
    "rulec ladder my.rules --players random,flat:100,mcts:100 --config players=3 -n 300 --jobs 2",
    "rulec ladder my.rules --players random,mcts:20 -n 50 --interpreter --json",
    "rulec ladder my.rules --players mcts:50,mcts:50 --forbid 'p2: main: telegraph' -n 200",
    "rulec ladder my.rules --players random,mcts:500 -n 1000 --jobs 2 --resume ladder.kept",
)


class Model(StrEnum):
    """Rating model."""

    likelihood = "likelihood"
    openskill = "openskill"


def run(
    file: RulesFile,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="KIND,...",
            help="Who plays: random, first, last, greedy, mcts:100 or flat:100 (simulations for each "
            "decision).",
        ),
    ],
    games: Annotated[int, typer.Option("-n", "--games", metavar="N", min=1, help="Number of games.")] = 100,
    config: Annotated[
        str, typer.Option("--config", metavar="C", help="Seats and options, as players=2,map=western.")
    ] = "",
    model: Annotated[
        Model,
        typer.Option("--model", help="likelihood: of all games; openskill: its mu and sigma, game by game."),
    ] = Model.likelihood,
    forbid: Forbid = None,
    prefer: Prefer = None,
    jobs: JobsHere = None,
    ray: Ray = None,
    interpreter: OnInterpreter = False,
    report: Report = None,
    resume: Resume = None,
    seed: Seed = 0,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec.cli.sim.command import chosen
    from rulec.sim.ladder import LadderPlan
    from rulec.sim.policies import read_ways

    ways = read_ways(players, "--players")
    _demand_rivals(ways, bool(forbid or prefer))
    if model is Model.openskill:
        _demand_openskill()
    save = None if report is None else prepare(report)
    path = require_file(file)
    with kept_file(resume) as session, machines(ray, jobs, 1) as hands:
        game, opener, back_end = open_for(path, interpreter, hands)
        configuration = chosen(game, None if config else least_with_opponent(game), config)
        if configuration["players"] < 2:
            raise RulecError("a ladder needs at least two seats", "as --config players=2")
        asked, limits = restricted_play.read(game, configuration, forbid, prefer, len(ways))
        plan = LadderPlan(games, ways, configuration, seed, limits)
        names, where = _names(plan), f"{back_end.value}{told_machines(hands)}"
        started = time.perf_counter()
        kept = session.open(
            "ladder", game.RULES_HASH, configuration=configuration, players=ways, seed=seed,
            forbid=forbid or [], prefer=prefer or [],
        )  # fmt: skip
        standing, interrupted = _played(game, plan, hands, opener, kept)
        if not standing.games:  # interrupted before
            output.error("interrupted before a game was played", session.how_to_go_on)
            raise typer.Exit(INTERRUPTED)
    ratings = _rated(standing, plan, model)
    if save is not None:
        from rulec.lab.report.ladder_page import page

        save(page(game, plan, standing, ratings, names, model.value, output.command_line()))
    if format_ is Format.json:
        output.print_json(_as_json(game, plan, standing, ratings, model, interrupted, names, asked))
    else:
        seconds = time.perf_counter() - started
        _print(game, plan, standing, ratings, model, seconds, where, names, asked, session.facts)
    if interrupted:
        told_games = f"interrupted after {output.count(standing.games, 'game')} of {games:,}"
        output.error(told_games, session.how_to_go_on)
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(PROBLEMS if standing.stopped else FINE)


def _demand_rivals(ways: tuple[str, ...], restricted: bool) -> None:
    """Require at least two players, distinct unless restrictions tell them apart."""
    again = next((way for way in ways if ways.count(way) > 1), None)
    if again is not None and not restricted:
        raise RulecError(
            f"--players names `{again}` twice", "with --forbid or --prefer it may be named twice"
        )
    if len(ways) < 2:
        raise RulecError("--players names one player, a ladder needs two", "as --players random,mcts:50")


def _demand_openskill() -> None:
    try:
        import openskill  # noqa: F401
    except ModuleNotFoundError:
        raise RulecError("openskill is not installed", "run `pip install 'rulec[ladder]'`") from None


def _names(plan: LadderPlan) -> list[str]:
    """Player names, numbered if a policy occurs twice."""
    if len({*plan.ways}) == len(plan.ways):
        return list(plan.ways)
    return [f"p{number + 1} {way}" for number, way in enumerate(plan.ways)]


def _played(
    game: Game, plan: LadderPlan, jobs: Jobs, opener: OpenGame, kept: KeptResults | None
) -> tuple[Standing, bool]:
    """Play the games with a progress bar; return the standing and whether it was interrupted."""
    from rulec.cli.shared.progress import bar
    from rulec.sim.ladder import Standing, climb

    standing = Standing()
    try:
        with (
            bar(game.TITLE, plan.games, sys.stderr) as shown,
            closing(climb(game, plan, jobs, opener, kept)) as outcomes,
        ):
            for outcome in outcomes:
                standing.enter(outcome)
                shown.advance(1)
    except KeyboardInterrupt:
        return standing, True
    return standing, False


def _rated(standing: Standing, plan: LadderPlan, model: Model) -> list[Rating]:
    from rulec.sim.ratings import rate, rate_with_openskill

    if model is Model.openskill:
        return rate_with_openskill(standing.rankings, len(plan.ways))
    return rate(standing.results, len(plan.ways))


def _print(
    game: Game, plan: LadderPlan, standing: Standing, ratings: list[Rating], model: Model, seconds: float,
    where: str, names: list[str], asked: Sequence[Restriction], resumed: list[tuple[str, str]],
) -> None:  # fmt: skip
    from rulec.cli.sim.tables import print_table
    from rulec.sim.counters import share_interval
    from rulec.sim.ratings import score_of

    print(output.paint(f"{game.TITLE}, {in_words(plan.configuration)}", "bold"))
    speed = f", {standing.games / seconds:,.1f} a second" if seconds > 0 and not resumed else ""
    output.rows(
        [
            ("games", f"{standing.games:,} on the {where}, {seconds:.1f} s{speed}"),
            ("seed", str(plan.seed)),
            *resumed,
        ]
    )
    output.rows(restricted_play.rows(asked, standing.narrowed, standing.forced, names))
    for message, number in sorted(standing.stopped.items()):
        told = f"{output.count(number, 'game')} stopped by the rules: {message}"
        print(output.paint(f"{told} (seed {standing.first_stopped[message]})", "red"))
    results = standing.results
    digits = 0 if model is Model.likelihood else 1
    rows: list[list[str]] = []
    for one in _ranked(ratings):
        rating = ratings[one]
        pairs = [score_of(results, one, other) for other in range(len(ratings)) if other != one]
        won, played = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        figures = [f"{value:,.{digits}f}" for value in rating]
        rows.append([names[one], *figures, f"{won / played:.1%}" if played else "", f"{played:,}"])
    heads = ["rating", "from", "to", "score", "pairings"]
    print_table("player", heads, rows)
    rows = []
    for one, other in combinations(_ranked(ratings), 2):
        won, played = score_of(results, one, other)
        if played:
            low, high = share_interval(won, played)
            shares = [f"{won / played:.1%}", f"{low:.1%}", f"{high:.1%}"]
            rows.append([f"{names[one]} against {names[other]}", *shares, f"{played:,}"])
    if rows:
        print_table("pairing", ["score", "from", "to", "pairings"], rows)


def _ranked(ratings: list[Rating]) -> list[int]:
    return sorted(range(len(ratings)), key=lambda one: -ratings[one].value)


def _as_json(
    game: Game, plan: LadderPlan, standing: Standing, ratings: list[Rating], model: Model, interrupted: bool,
    names: list[str], asked: Sequence[Restriction],
) -> dict[str, Any]:  # fmt: skip
    from rulec.sim.counters import share_interval
    from rulec.sim.ratings import score_of

    results, pairings = standing.results, []
    for one, other in combinations(_ranked(ratings), 2):
        won, played = score_of(results, one, other)
        if played:
            low, high = share_interval(won, played)
            pair = {"players": [names[one], names[other]], "pairings": played}
            pairings.append({**pair, "score": won / played, "low": low, "high": high})
    told = restricted_play.as_json(asked, standing.narrowed, standing.forced, len(names))
    return {
        "game": game.NAME,
        "rules": game.RULES_HASH,
        "configuration": plan.configuration,
        "seed": plan.seed,
        "games": standing.games,
        "interrupted": interrupted,
        "decisions": standing.decisions,
        "stopped": [
            {"message": message, "games": number, "first_seed": standing.first_stopped[message]}
            for message, number in sorted(standing.stopped.items())
        ],
        "model": model.value,
        "players": [
            {
                "player": names[one],
                "rating": ratings[one].value,
                "low": ratings[one].low,
                "high": ratings[one].high,
            }
            for one in _ranked(ratings)
        ],
        "pairings": pairings,
        **({"restricted": told} if asked else {}),
    }
