"""Command `rulec selftest`: interpreter against engine at every decision, with all invariants."""

from __future__ import annotations

import math
import sys
import time
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output
from rulec.cli.shared.configurations import in_words, matching
from rulec.cli.shared.dead_end_hints import hint_for
from rulec.cli.shared.exit_status import FINE, INTERRUPTED, PROBLEMS
from rulec.cli.shared.files import require_file
from rulec.cli.shared.open_games import Oracle, open_pair
from rulec.cli.shared.parameters import Format, Jobs, OutputFormat, RulesFile, Seed, finite
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.sim.selftest.plan import Report, SelftestPlan
    from rulec.sim.tasks import Finding

_SECONDS = 120.0

HELP = (
    "Compare interpreter and engine at every decision of random games.\n\n"
    "Also: saved, loaded and cloned states play on alike, illegal actions change nothing, scores add up, "
    "games end, with players who always take the first, the last or the same option too.\n\n"
    "In the random games of --games everything is compared at every decision. In those that --decisions "
    "adds, "
    "options, bytes, acting players and errors are compared at every decision, points at every fourth, "
    "and the rest at every 256th. There are at least 20 random games of each configuration. An option "
    "with a long range of "
    "numbers is played at its ends and its default; --config plays any other.\n\n"
    "With --oracle plain the interpreter runs the program as lowered, before any pass of the compiler, and "
    "finds legal options by plain search, so that it shares no fault of a pass with the engine. A search has "
    "a limit of trials. Where searches take too long, a sample of the positions is searched; at the others "
    "the interpreter answers as with --oracle marked. With --only every position is searched.\n\n"
    "It stops after --seconds, or at Ctrl-C, and reports the comparisons so far; with --state the same call "
    "resumes.\n\n"
    "With --only and --bisect, no engine plays. The interpreter plays the program after each pass of the "
    "compiler, and the first pass after which it differs from the plain oracle is named.\n\n"
    "With --engine-only --debug the engine plays --games games natively, by itself; after every action every "
    "bound, the list of options and the place of every limited piece are checked.",
    "rulec selftest games/classics/connect_four.rules",
    "rulec selftest games/classics/connect_four.rules --decisions 100000 --jobs 2 --seed 1",
    "rulec selftest games/classics/connect_four.rules --decisions 1000000 --state done.json",
    "rulec selftest games/classics/connect_four.rules --config players=2 --only 17",
    "rulec selftest games/classics/connect_four.rules --only 17 --bisect",
    "rulec selftest games/classics/connect_four.rules --oracle marked --decisions 1000000 --jobs 2",
    "rulec selftest games/classics/connect_four.rules --engine-only --debug --games 20000",
)


def run(
    file: RulesFile,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Number of random games with all comparisons.")
    ] = 50,
    decisions: Annotated[
        int,
        typer.Option(
            "--decisions",
            metavar="N",
            min=0,
            help="Continue with fewer comparisons until so many decisions were compared.",
        ),
    ] = 0,
    config: Annotated[
        str, typer.Option("--config", metavar="C", help="Only configurations with players=2,map=western.")
    ] = "",
    only: Annotated[
        int | None, typer.Option("--only", metavar="N", min=0, help="Repeat one game, by number.")
    ] = None,
    bisect: Annotated[
        bool, typer.Option("--bisect", help="With --only: name the first pass after which this game differs.")
    ] = False,
    jobs: Jobs = 1,
    state: Annotated[
        str, typer.Option("--state", metavar="FILE", help="Keep progress there; the same call resumes.")
    ] = "",
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            min=0,
            callback=finite,
            help="Stop after so long and report the comparisons so far; 0: no limit.",
            show_default="120; with --decisions, --only or --engine-only 0",
        ),
    ] = None,
    oracle: Annotated[
        Oracle,
        typer.Option("--oracle", help="Legality in the interpreter: by plain search, or by marks of passes."),
    ] = Oracle.plain,
    engine_only: Annotated[
        bool, typer.Option("--engine-only", help="Play on the engine alone, without comparison.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Use the engine with all checks.")] = False,
    seed: Seed = 0,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec.cli.shared.progress import progress
    from rulec.sim.selftest.plan import SelftestPlan
    from rulec.sim.selftest.run import selftest

    path = require_file(file)
    if engine_only:
        from rulec.cli.selftest.engine_only import run_engine_only
        from rulec.sim.selftest import engine_only as alone

        alone_plan = alone.EngineOnlyPlan(seed, games, jobs, seconds=seconds or math.inf)
        status = run_engine_only(path, debug, config, alone_plan, Path(state) if state else None, format_)
        raise typer.Exit(status)
    if bisect:
        from rulec.cli.selftest.bisection import run_bisection

        if only is None:
            raise RulecError(
                "--bisect needs the number of a game", "add --only N, as the self-test prints it"
            )
        raise typer.Exit(run_bisection(path, config, SelftestPlan(seed=seed, only=only), format_))
    opener = partial(open_pair, path, debug, oracle, only is None)
    pair = opener()
    chosen = matching(config, pair[0]) if config else ()
    if seconds is None and not decisions and only is None:
        seconds = _SECONDS
    plan = SelftestPlan(
        seed=seed,
        games=games,
        decisions=decisions,
        only=only,
        jobs=jobs,
        configurations=chosen,
        seconds=seconds or math.inf,
    )
    started = time.perf_counter()
    with progress(pair[0].TITLE, sys.stderr) as tell:
        report = selftest(pair, plan, opener, tell, Path(state) if state else None, announce=tell)
    if format_ is Format.json:
        output.print_json(_as_json(pair[0].NAME, report, oracle))
    else:
        _print(file, pair[0].TITLE, config, report, oracle, time.perf_counter() - started)
        _print_stop(file, config, oracle, state, report)
    if report.stopped == "interrupted":
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(FINE if report.ok else PROBLEMS)


def _print_stop(file: str, config: str, oracle: Oracle, state: str, report: Report) -> None:
    """Print how to continue an interrupted self-test."""
    if not report.stopped:
        return
    why = "time was up" if report.stopped == "time" else "interrupted"
    print(output.paint(f"{why} before all that is planned was compared", "yellow"))
    call = f"rulec selftest {file} {_same_games(config, oracle)}--seed {report.plan.seed}"
    if state:
        print(f"{output.paint('go on:', 'cyan')} {call} --state {state}")
    else:
        print(f"{output.paint('for more:', 'cyan')} {call} --seconds 0 --state done.json")


def _print(file: str, title: str, config: str, report: Report, oracle: Oracle, seconds: float) -> None:
    if report.ok:
        print(output.paint(f"{title}: interpreter and engine agree", "green"))
    elif report.agree:
        print(output.paint(f"{title}: interpreter and engine agree, but the rules stop a game", "yellow"))
    else:
        print(output.paint(f"{title}: {output.count(len(report.findings), 'finding')}", "red"))
    output.rows(
        [
            ("games", f"{report.games:,} in {output.count(report.configurations, 'configuration')}"),
            ("decisions", f"{report.decisions:,} compared; the longest game has {report.longest:,}"),
            *_ways(report),
            ("oracle", _compared(report, oracle)),
            *_alone(report),
            ("copies", f"{report.copies:,} saved, loaded or cloned, and played on"),
            ("elsewhere", f"{output.count(report.repeated, 'game')} with the same bytes in another process"),
            ("seed", f"{report.plan.seed}"),
            ("time", f"{seconds:.1f} s"),
        ]
    )
    for finding in report.findings:
        print()
        _print_finding(file, config, report.plan, oracle, finding)


def _compared(report: Report, oracle: Oracle) -> str:
    """Describe the oracle and the number of searched positions."""
    if oracle is Oracle.marked:
        return "marked: the interpreter reads the marks of the same passes as the engine"
    found = report.searched
    told = f"plain: all options searched, without marks, at {output.count(found.searched, 'position')}"
    rest = [(found.skipped, "left out to save time"), (found.given_up, "given up as too long")]
    others = ", ".join(f"{number:,} {why}" for number, why in rest if number)
    return f"{told}; {others}: by marks there" if others else told


def _alone(report: Report) -> list[tuple[str, str]]:
    """Row on whole playouts, unless a single game was requested."""
    if report.plan.only is not None:
        return []
    of = f"{report.alone:,} of {output.count(report.configurations, 'configuration')}"
    return [("by itself", f"each side has played whole games, natively too, in {of}")]


def _ways(report: Report) -> list[tuple[str, str]]:
    """Row on thorough and cheap comparisons, if both occurred."""
    swift = report.decisions - report.thorough
    return [("of these", f"{report.thorough:,} thoroughly, {swift:,} swiftly")] if swift else []


def _same_games(config: str, oracle: Oracle) -> str:
    """Command options that repeat the comparison."""
    chosen = f"--config {config} " if config else ""
    return chosen if oracle is Oracle.plain else f"{chosen}--oracle {oracle.value} "


def _print_finding(file: str, config: str, plan: SelftestPlan, oracle: Oracle, finding: Finding) -> None:
    task = finding.task
    who = "the rules stop the game" if finding.in_the_rules else "not as it must be"
    print(output.paint(f"{who}: {finding.what}", "red"))
    if finding.fault is not None and finding.fault.hint:
        print(f"  {output.paint('hint:', 'cyan')} {hint_for(require_file(file), finding.fault)}")
    facts = [
        (
            "where",
            f"{in_words(task.configuration)}, game {task.number} ({task.way}), decision {finding.decision}",
        )
    ]
    facts += list(finding.sides)
    if finding.played:
        left_out = len(finding.played) - 12
        facts.append(("played", ("... " if left_out > 0 else "") + "; ".join(finding.played[-12:])))
    output.rows(facts)
    if task.way == "random":
        # Game numbers depend on the selected configurations.
        again = f"{_same_games(config, oracle)}--seed {plan.seed} --only {task.number}"
        print(f"{output.paint('again:', 'cyan')} rulec selftest {file} {again}")
        if not finding.in_the_rules and oracle is Oracle.plain:
            print(f"{output.paint('which pass:', 'cyan')} rulec selftest {file} {again} --bisect")


def _as_json(name: str, report: Report, oracle: Oracle) -> dict[str, Any]:
    return {
        "game": name,
        "ok": report.ok,
        "agree": report.agree,
        "stopped": report.stopped,
        "alone": report.alone,
        "seed": report.plan.seed,
        "configurations": report.configurations,
        "games": report.games,
        "decisions": report.decisions,
        "thorough": report.thorough,
        "copies": report.copies,
        "oracle": {"kind": oracle.value, **asdict(report.searched)},
        "longest": report.longest,
        "repeated": report.repeated,
        "findings": [
            {
                "what": one.what,
                "in_the_rules": one.in_the_rules,
                "configuration": one.task.configuration,
                "game": one.task.number,
                "way": one.task.way,
                "decision": one.decision,
                "sides": dict(one.sides),
                "played": list(one.played),
            }
            for one in report.findings
        ],
    }
