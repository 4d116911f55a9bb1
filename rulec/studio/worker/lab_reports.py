"""Reports of runs of the lab page, the same pages as `--report` of the commands writes."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.face import Game
    from rulec.sim.counters import Tally
    from rulec.sim.play_diff import Contrast, Side
    from rulec.sim.simulate import SimulationPlan


def run_command(
    name: str, paths: Sequence[str], players: int, games: int, ways: Sequence[str], seed: int
) -> str:
    """Return the command that plays the same games."""
    words = ["rulec", name, *(Path(one).name for one in paths), "-n", str(games), "--players", str(players)]
    return shlex.join([*words, *(["--seats", ",".join(ways)] if ways else []), "--seed", str(seed)])


def simulation_report(game: Game, plan: SimulationPlan, tally: Tally, command: str) -> dict[str, Any]:
    def render() -> bytes:
        from rulec.lab.report.sim_page import page

        return page(game, plan, tally, command)

    return _report(render) if tally.games else {}


def comparison_report(
    paths: Sequence[Path],
    sides: Sequence[Side],
    plans: Sequence[SimulationPlan],
    found: Contrast,
    words: Sequence[str],
    command: str,
) -> dict[str, Any]:
    def render() -> bytes:
        from rulec.lab.report.diff_page import Side as Shown
        from rulec.lab.report.diff_page import page
        from rulec.lab.report.page import configuration_text

        shown = [
            Shown(
                path.name,
                side.game.TITLE,
                side.game.RULES_HASH,
                plan.games,
                configuration_text(plan.configuration),
            )
            for path, side, plan in zip(paths, sides, plans, strict=True)
        ]
        return page(shown, found, words, None, plans[0].seed, command)

    return _report(render) if all(one.tally.games for one in sides) else {}


def _report(render: Callable[[], bytes]) -> dict[str, Any]:
    """Render a report, or tell which library it takes."""
    from rulec.lab.report.page import demand_libraries

    try:
        demand_libraries()
    except RulecError as problem:
        return {"no_report": str(problem)}
    return {"report": render().decode("utf-8")}
