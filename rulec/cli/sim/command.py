"""Command `rulec sim`: plays many games and prints statistics."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output, restricted_play
from rulec.cli.shared.configurations import check_seats, in_words, matching, most_default
from rulec.cli.shared.exit_status import FINE, INTERRUPTED, PROBLEMS
from rulec.cli.shared.files import require_file
from rulec.cli.shared.kept_files import KeptFile, kept_file
from rulec.cli.shared.machines import machines
from rulec.cli.shared.parameters import (
    Config,
    Forbid,
    Format,
    JobsHere,
    OnInterpreter,
    OutputFormat,
    Players,
    Prefer,
    Ray,
    Report,
    Resume,
    RulesFile,
    Seats,
    Seed,
)
from rulec.cli.shared.raw_files import rows
from rulec.cli.shared.report_files import prepare
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.cli.sim.play_games import Played
    from rulec.face import Game
    from rulec.policies.restrictions import Restriction
    from rulec.sim.simulate import SimulationPlan

HELP = (
    "Play many games and summarise them.\n\n"
    "Length, scores by category and seat, shares of victories, options of each decision, use of each option, "
    "decisions that never came and options that nobody took, with 95 % intervals. The results depend on "
    "the seed, "
    "not on --jobs or --ray. With --rules some games are traced sentence by sentence. Ctrl-C prints what was "
    "played until then; with --resume the same command goes on from there.",
    "rulec sim games/classics/connect_four.rules -n 10000",
    "rulec sim my.rules -n 1000 --players 3 --seats random,first --jobs 2",
    "rulec sim my.rules -n 100 --players 2 --seats mcts:100,random --alternate --jobs 2",
    "rulec sim my.rules -n 200 --interpreter --format json",
    "rulec sim my.rules -n 10000000 --ray auto",
    "rulec sim my.rules -n 200 --players 2 --seats mcts:50 --forbid 'p1: main: telegraph'",
    "rulec sim my.rules -n 1000 --rules",
    "rulec sim my.rules -n 500 --seats mcts:200 --resume games.kept",
)


def run(
    file: RulesFile,
    games: Annotated[int, typer.Option("-n", "--games", metavar="N", min=1, help="Number of games.")] = 1_000,
    players: Players = None,
    config: Config = "",
    seats: Seats = "random",
    alternate: Annotated[
        bool,
        typer.Option(
            "--alternate",
            help="Rotate the players of --seats from game to game; scores and victories are theirs.",
        ),
    ] = False,
    forbid: Forbid = None,
    prefer: Prefer = None,
    jobs: JobsHere = None,
    ray: Ray = None,
    everything: Annotated[bool, typer.Option("--all", help="List every option of every decision.")] = False,
    interpreter: OnInterpreter = False,
    rules: Annotated[
        bool,
        typer.Option("--rules", help="Report rules that the first games never carried out."),
    ] = False,
    report: Report = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="OUT.parquet",
            help="Write a row for each game, and to OUT.decisions.parquet a row for each decision.",
            show_default=False,
        ),
    ] = None,
    resume: Resume = None,
    seed: Seed = 0,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec.cli.sim.play_games import play
    from rulec.cli.sim.rule_counts import count_rules, coverage_json, print_coverage
    from rulec.sim.policies import read_ways
    from rulec.sim.simulate import SimulationPlan

    ways = read_ways(seats)
    save = None if report is None else prepare(report)
    asked: list[Restriction] = []

    def planned(game: Game) -> SimulationPlan:
        explicit = game.MAX_CHANCE_OUTCOMES > 0
        plan = SimulationPlan(games, chosen(game, players, config), ways, seed, explicit, alternate=alternate)
        check_seats(ways, plan.configuration)
        found, limits = restricted_play.read(game, plan.configuration, forbid, prefer)
        asked.extend(found)
        kept.game, kept.configuration = game, plan.configuration
        session.open(
            "sim", game.RULES_HASH, configuration=plan.configuration, seats=ways, alternate=alternate,
            seed=seed, forbid=forbid or [], prefer=prefer or [], out=out is not None,
        )  # fmt: skip
        return replace(plan, restricted=limits, recorded=out is not None)

    try:
        with rows(out) as kept, kept_file(resume) as session, machines(ray, jobs, 1) as hands:
            played = play(require_file(file), planned, hands, interpreter, kept.keep, session)
    except KeyboardInterrupt:
        output.error("interrupted before a game was counted", session.how_to_go_on)
        raise typer.Exit(INTERRUPTED) from None
    game, plan, tally = played.game, played.plan, played.tally
    seen = (
        count_rules(require_file(file), played, until_all=True) if rules and not played.interrupted else None
    )
    if save is not None:
        from rulec.lab.report.sim_page import page

        save(page(game, plan, tally, output.command_line()))
    if format_ is Format.json:
        from rulec.cli.sim.tables import as_json

        told = as_json(game, plan, tally)
        if asked:
            players_here = plan.configuration["players"]
            told["restricted"] = restricted_play.as_json(asked, tally.narrowed, tally.forced, players_here)
        output.print_json(told if seen is None else {**told, "rules_carried_out": coverage_json(seen)})
    else:
        from rulec.cli.sim.tables import print_tables

        print(output.paint(f"{game.TITLE}, {in_words(plan.configuration)}", "bold"))
        output.rows([*_about(played, session), *session.facts])
        names = [f"player {number + 1}" for number in range(len(plan.restricted))]
        output.rows(restricted_play.rows(asked, tally.narrowed, tally.forced, names))
        print_tables(require_file(file), game, plan, tally, everything)
        if seen is not None:
            print_coverage(seen)
    if played.interrupted:
        told_games = f"interrupted after {output.count(plan.games, 'game')} of {games:,}"
        output.error(told_games, session.how_to_go_on)
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(PROBLEMS if tally.stopped else FINE)


def _about(played: Played, session: KeptFile) -> list[tuple[str, str]]:
    plan, seconds = played.plan, played.seconds
    speed = f", {plan.games / seconds:,.0f} a second" if seconds > 0 and not session.earlier else ""
    return [
        ("games", f"{plan.games:,} on the {played.back_end}, {seconds:.1f} s{speed}"),
        ("seats", f"{_who(plan)}; seed {plan.seed}"),
    ]


def _who(plan: SimulationPlan) -> str:
    if plan.alternate:
        return f"{', '.join(plan.playing)}, who change seats from game to game"
    return ", ".join(plan.ways)


def chosen(game: Game, players: int | None, config: str) -> dict[str, Any]:
    if config:
        found = most_default(game, matching(config, game))
        if players is not None and found["players"] != players:
            raise RulecError(f"--config is of {found['players']} players, --players says {players}")
        return found
    fitting = [one for one in game.CONFIGURATIONS if players in (None, one["players"])]
    if not fitting:
        counts = " or ".join(map(str, game.PLAYERS))
        raise RulecError(f"{game.NAME} is played with {counts} players, not {players}")
    return most_default(game, [one for one in fitting if one["players"] == fitting[0]["players"]])
