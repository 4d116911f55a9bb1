"""Command `rulec selftest --bisect`: names the pass after which a game differs from the plain oracle."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.cli.shared import output
from rulec.cli.shared.configurations import in_words, matching
from rulec.cli.shared.exit_status import FINE, PROBLEMS
from rulec.cli.shared.open_games import open_after_each_pass, open_oracle
from rulec.cli.shared.parameters import Format

if TYPE_CHECKING:
    from rulec.sim.selftest.bisection import Bisection
    from rulec.sim.selftest.plan import SelftestPlan

_LAST = 12  # actions shown


def run_bisection(path: Path, config: str, plan: SelftestPlan, format_: Format) -> int:
    """Play the game `plan.only` on the program after each pass, and print the first difference."""
    from rulec.sim.selftest.bisection import bisect
    from rulec.sim.selftest.configurations import configurations_to_play
    from rulec.sim.selftest.run import random_task

    oracle = open_oracle(path, sampled=False)
    configurations = matching(config, oracle) if config else configurations_to_play(oracle)
    assert plan.only is not None
    found = bisect(oracle, open_after_each_pass(path), random_task(plan, configurations, oracle, plan.only))
    if format_ is Format.json:
        output.print_json(_as_json(oracle.NAME, found))
    else:
        _print(oracle.TITLE, found)
    return FINE if found.wrong is None else PROBLEMS


def _print(title: str, found: Bisection) -> None:
    wrong = found.wrong
    if wrong is None:
        print(output.paint(f"{title}: this game is the same after every pass", "green"))
        print("a difference to the engine comes from code generation, or from an engine built earlier")
    else:
        print(output.paint(f"{title}: differs after the pass {wrong.name}", "red"))
    rows = [("game", f"{found.task.number} of {in_words(found.task.configuration)}")]
    if wrong is not None:
        rows += [("where", f"{wrong.what}, at decision {wrong.decision}")]
        rows += [("as lowered", wrong.plain), (f"after {wrong.name}", wrong.found)]
        left_out = len(wrong.played) - _LAST
        rows += [("played", ("... " if left_out > 0 else "") + "; ".join(wrong.played[-_LAST:]))]
    rows += [("decisions", f"{found.decisions:,}")]
    if found.skipped:
        rows += [("skipped", f"{output.count(found.skipped, 'position')}: the plain search takes too long")]
    if found.unsearchable:
        passes = ", ".join(found.unsearchable)
        rows += [("in part", f"after these passes a look-ahead exceeds its limit: {passes}")]
    output.rows(rows)


def _as_json(name: str, found: Bisection) -> dict[str, Any]:
    return {
        "game": name,
        "number": found.task.number,
        "configuration": found.task.configuration,
        "decisions": found.decisions,
        "skipped": found.skipped,
        "unsearchable": list(found.unsearchable),
        "wrong": None if found.wrong is None else asdict(found.wrong),
    }
