"""Command `rulec selftest --engine-only`: invariant run of the engine alone."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulec.cli.shared import output
from rulec.cli.shared.exit_status import FINE, INTERRUPTED, PROBLEMS
from rulec.cli.shared.open_games import open_engine
from rulec.cli.shared.parameters import Format
from rulec.cli.shared.progress import progress
from rulec.sim.selftest.engine_only import EngineOnlyPlan, Report, play_engine_only


def run_engine_only(
    file: Path, debug: bool, config: str, plan: EngineOnlyPlan, state: Path | None, format_: Format
) -> int:
    """Play and print; return the exit status."""
    from rulec.cli.shared.configurations import matching

    game = open_engine(file, debug)
    if config:
        plan = replace(plan, configurations=matching(config, game))
    started = time.perf_counter()
    with progress(game.TITLE, sys.stderr) as tell:
        report = play_engine_only(game, plan, tell, state)
    if format_ is Format.json:
        output.print_json(_as_json(game.NAME, debug, report))
    else:
        _print(game.TITLE, debug, report, time.perf_counter() - started)
    if report.stopped == "interrupted":
        return INTERRUPTED
    return FINE if report.ok else PROBLEMS


def _print(title: str, debug: bool, report: Report, seconds: float) -> None:
    if not report.ok:
        print(output.paint(f"{title}: {output.count(len(report.findings), 'finding')}", "red"))
    else:
        what = "every state is as it must be" if debug else "games end, within their length"
        print(output.paint(f"{title}: {what}", "green"))
    checked = "bounds, options and pieces looked at" if debug else "without checks: only --debug has them"
    output.rows(
        [
            ("games", f"{report.games:,} in {output.count(report.configurations, 'configuration')}"),
            ("decisions", f"{report.decisions:,}, {checked}; the longest game has {report.longest:,}"),
            ("loaded", f"{report.loaded:,} states, from their bytes"),
            ("seed", f"{report.plan.seed}"),
            ("time", f"{seconds:.1f} s"),
        ]
    )
    if report.stopped:
        why = "time was up" if report.stopped == "time" else "interrupted"
        print(
            output.paint(f"{why} before all games were played; with --state the same call resumes", "yellow")
        )
    for finding in report.findings:
        print(output.paint(f"not as it must be: {finding}", "red"))


def _as_json(name: str, debug: bool, report: Report) -> dict[str, Any]:
    figures = {
        one: getattr(report, one) for one in ("configurations", "games", "decisions", "longest", "loaded")
    }
    return {
        "game": name,
        "ok": report.ok,
        "debug": debug,
        "stopped": report.stopped,
        "seed": report.plan.seed,
        **figures,
        "findings": report.findings,
    }
