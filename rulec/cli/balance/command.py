"""Command `rulec balance`: seats, skill, value of parts, drama and flow."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output, restricted_play
from rulec.cli.shared.configurations import in_words, least_with_opponent
from rulec.cli.shared.exit_status import FINE, INTERRUPTED
from rulec.cli.shared.files import require_file
from rulec.cli.shared.kept_files import kept_file
from rulec.cli.shared.machines import machines, open_for, told_machines
from rulec.cli.shared.parameters import (
    AllJobs,
    Config,
    Forbid,
    Format,
    OnInterpreter,
    OutputFormat,
    Players,
    Prefer,
    Ray,
    Report,
    Resume,
    RulesFile,
    Seed,
    finite,
)
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.face import Game
    from rulec.lab.balance import Balance, BalancePlan
    from rulec.policies.restrictions import Restricted
    from rulec.sim.kept_results import KeptResults
    from rulec.sim.workers import Jobs, OpenGame

HELP = (
    "Test the balance of a game: seats, skill, worth of every part, drama and flow.\n\n"
    "Games of equal players measure the worth of seats; a ladder from random to mcts:500 shows whether "
    "better "
    "play wins; players who never or always take an action, a row or a kind measure its worth: must take, "
    "trap, never worth it, makes no difference. Intervals are 95 % ones; all findings together are wrong in "
    "at most 5 % of runs. With --games the results depend on the seed, not on --jobs or --ray; with "
    "--seconds "
    "they depend on the time. Ctrl-C prints the results so far; with --resume the same command goes "
    "on from there.",
    "rulec balance games/classics/breakthrough.rules",
    "rulec balance my.rules --seconds 60 --report balance.html",
    "rulec balance my.rules --games 200 --seed 7 --format json",
    "rulec balance my.rules --seconds 3600 --resume balance.kept",
    "rulec balance my.rules --games 100 --ladder random,greedy,mcts:50 --player mcts:20 --interpreter",
)
SECONDS = 300


def run(
    file: RulesFile,
    players: Players = None,
    config: Config = "",
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            min=0,
            help="Time budget.",
            show_default=f"{SECONDS} without --games",
            callback=finite,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", min=1, help="Games of restricted play, and of each pair of the ladder."
        ),
    ] = None,
    ladder: Annotated[
        str, typer.Option("--ladder", metavar="KIND,...", help="Players, the weakest first.")
    ] = "random,greedy,mcts:20,mcts:100,mcts:500",
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar="KIND",
            help="Player with restrictions; by default mcts:50, or weaker if --seconds are few.",
            show_default=False,
        ),
    ] = "",
    forbid: Forbid = None,
    prefer: Prefer = None,
    jobs: AllJobs = None,
    ray: Ray = None,
    everything: Annotated[bool, typer.Option("--all", help="List every part.")] = False,
    interpreter: OnInterpreter = False,
    report: Report = None,
    resume: Resume = None,
    seed: Seed = 0,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec.lab.balance import balance
    from rulec.lab.requirements import library
    from rulec.lab.restricted_play import require_searching
    from rulec.sim.policies import read_ways

    library("scipy.stats")
    ways = read_ways(ladder, "--ladder")
    if player:
        require_searching(player)
    if len({*ways}) < len(ways) or len(ways) < 2:
        raise RulecError("--ladder names two players at least, and none twice", "as random,greedy,mcts:50")
    save = _writer(report)
    path = require_file(file)
    with kept_file(resume) as session, machines(ray, jobs, len(os.sched_getaffinity(0))) as hands:
        game, opener, back_end = open_for(path, interpreter, hands)
        seconds = float(SECONDS) if seconds is None and games is None else seconds
        plan = _plan(game, players, config, ways, player, (seed, games, seconds))
        plan = replace(plan, restricted=_limits(game, plan, forbid, prefer))
        found = balance(game, plan)
        where = f"{back_end.value}{told_machines(hands)}"
        kept = session.open(
            "balance", game.RULES_HASH, configurations=plan.configurations, ladder=ways, player=player,
            games=games, seconds=seconds, seed=seed, forbid=forbid or [], prefer=prefer or [],
        )  # fmt: skip
        _play(found, hands, opener, kept)
    if save is not None:
        save(found)
    _tell(found, everything, format_, where, session.facts)
    if found.interrupted:
        output.error("interrupted; these are the results so far", session.how_to_go_on)
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(FINE)


def _writer(report: str | None) -> Any:
    """Prepare the report file before anything is played; return its writer."""
    if report is None:
        return None
    from rulec.cli.shared.report_files import prepare

    write = prepare(report)

    def save(found: Balance) -> None:
        from rulec.lab.report.balance_page import page

        write(page(found, output.command_line()))

    return save


def _plan(
    game: Game, players: int | None, config: str, ways: tuple[str, ...], player: str,
    budget: tuple[int, int | None, float | None],
) -> BalancePlan:  # fmt: skip
    from rulec.cli.sim.command import chosen
    from rulec.lab.balance import BalancePlan

    first = chosen(game, players if config or players is not None else least_with_opponent(game), config)
    configurations = [first]
    if players is None and not config:
        options = {name: value for name, value in first.items() if name != "players"}
        others = [one for one in game.PLAYERS if one > 1 and one != first["players"]]
        wanted = [{"players": one, **options} for one in others]
        configurations += [one for one in wanted if one in game.CONFIGURATIONS]
    seed, games, seconds = budget
    return BalancePlan(tuple(configurations), ways, player, seed, games, seconds)


def _limits(game: Game, plan: BalancePlan, forbid: list[str] | None, prefer: list[str] | None) -> Restricted:
    """Restrictions that apply to all players in all games."""
    found, limits = restricted_play.read(game, plan.configuration, forbid, prefer)
    named = next((one for one in found if one.players), None)
    if named is not None:
        raise RulecError(
            f"`{named.text}` names a player; restrictions of `rulec balance` are of everybody",
            "`rulec ladder` has players with restrictions of their own",
        )
    return limits[0] if limits else plan.restricted


def _play(found: Balance, jobs: Jobs, opener: OpenGame, kept: KeptResults | None) -> None:
    from rulec.cli.shared.progress import bar
    from rulec.lab.balance import Run
    from rulec.sim.workers import workers

    title = f"{found.game.TITLE}, {in_words(found.plan.configuration)}"
    with bar(title, 1000, sys.stderr) as shown:
        done = 0

        def tell(phase: str, share: float, what: str) -> None:
            nonlocal done
            shown.advance(round(1000 * share) - done)
            done = max(done, round(1000 * share))
            shown.say(f"{phase}: {what}")

        try:
            with workers(found.game, jobs, opener, kept=kept) as hands:
                Run(found, hands, tell).run()
                if found.interrupted:
                    raise KeyboardInterrupt  # kill the workers instead of waiting
        except KeyboardInterrupt:
            found.interrupted = True


def _tell(
    found: Balance, everything: bool, format_: Format, where: str, resumed: list[tuple[str, str]]
) -> None:
    from rulec.cli.balance import tables

    if format_ is Format.json:
        from rulec.lab.balance_json import as_json

        output.print_json(as_json(found))
        return
    plan = found.plan
    print(output.paint(f"{found.game.TITLE}, {in_words(plan.configuration)}", "bold"))
    if plan.games is None:
        budget = f"{plan.seconds:g} s; how many games that is differs from run to run"
    else:
        budget = output.count(plan.games, "game") + (f" or {plan.seconds:g} s" if plan.seconds else "")
    facts = [("budget", budget), ("played", f"{found.seconds:.0f} s on the {where}; seed {plan.seed}")]
    facts += resumed
    if found.player:  # chosen before an interrupt
        games = f"{found.values.games:,} games, {found.replayed:,} again"
        facts.append(("player", f"{found.player} in restricted play: {games}"))
    output.rows(facts)
    tables.print_balance(found, everything)
