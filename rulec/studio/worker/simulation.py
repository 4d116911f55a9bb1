"""Batch simulations in a worker process, with progress reports."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.errors import RulecError
from rulec.studio.worker.opening import open_engine, open_game

if TYPE_CHECKING:
    from rulec.face import Game
    from rulec.sim.counters import Tally
    from rulec.sim.simulate import SimulationPlan

Tell = Callable[[dict[str, Any]], None]
_OFTEN = 0.5  # seconds between two reports
_CONTRAST = 5.0  # seconds between two comparisons of what has been played so far
_LOOK = 5.0  # seconds between two looks for an engine
_BINS = 24
_USES = 200


class Simulation:
    """Simulation of one run; `tell` sends interim results to the server."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell

    def do_simulate(
        self, path: str, games: int, players: int, options: dict[str, Any], ways: list[str], seed: int
    ) -> dict[str, Any]:
        from rulec.sim.counters import Tally
        from rulec.sim.policies import read_ways
        from rulec.sim.simulate import SimulationPlan, play_batch
        from rulec.studio.worker.lab_reports import run_command, simulation_report

        opened = _Opened(Path(path), self.tell)
        chosen = read_ways(",".join(ways), "seats")
        plan = SimulationPlan(games, _configuration(opened.game, players, options), chosen, seed)
        tally, lengths = Tally(), []
        self.tell({"progress": {"games": games, "done": 0, "back_end": opened.back_end}})
        started = told = time.monotonic()
        for number in range(games):
            one = play_batch(opened.newest(), plan, number, number + 1)
            tally.merge(one)
            if one.games:
                lengths.append(one.decisions.total)
            now = time.monotonic()
            if now - told >= _OFTEN:
                told = now
                self.tell(
                    {
                        "progress": self._report(
                            opened.game, opened.back_end, plan, tally, lengths, now - started
                        )
                    }
                )
        seconds = time.monotonic() - started
        found = self._report(opened.game, opened.back_end, plan, tally, lengths, seconds)
        command = run_command("sim", [path], players, games, ways, seed)
        self.tell({"progress": {**found, "writing": True}})
        return {**found, **simulation_report(opened.game, plan, tally, command)}

    def _report(
        self,
        game: Game,
        back_end: str,
        plan: SimulationPlan,
        tally: Tally,
        lengths: list[int],
        seconds: float,
    ) -> dict[str, Any]:
        table = game.action_table()
        done = tally.games + sum(tally.stopped.values())
        uses = sorted(tally.uses.items(), key=lambda pair: -pair[1])[:_USES]
        return {
            "games": plan.games,
            "done": done,
            "seconds": seconds,
            "back_end": back_end,
            "rules": game.RULES_HASH,
            "title": game.TITLE,
            "configuration": {name: str(value) for name, value in plan.configuration.items()},
            "ways": list(plan.playing),
            "seed": plan.seed,
            **tally.figures(),
            "lengths": histogram(lengths),
            "uses": [
                {"label": table[action].label, "times": times, "games": tally.used_in[action]}
                for action, times in uses
            ],
            "never": sum(1 for row in table if row.id not in tally.uses),
            "stopped": dict(list(tally.stopped.items())[:20]),
            "too_long": tally.too_long,
        }

    def do_compare(
        self,
        path: str,
        other: str,
        games: int,
        players: int,
        options: dict[str, Any],
        ways: list[str],
        seed: int,
    ) -> dict[str, Any]:
        """Play equally many games of two rules files, alternating, and compare their figures."""
        from rulec.sim.counters import Tally
        from rulec.sim.play_diff import Side, contrast
        from rulec.sim.policies import read_ways
        from rulec.sim.simulate import SimulationPlan, play_batch
        from rulec.studio.worker.contrast import contrast_record
        from rulec.studio.worker.lab_reports import comparison_report, run_command

        chosen = read_ways(",".join(ways), "seats")
        opened = [_Opened(Path(one), self.tell) for one in (other, path)]
        plans = [
            SimulationPlan(games, _configuration(one.game, players, options), chosen, seed) for one in opened
        ]
        sides = [Side(one.game, Tally()) for one in opened]
        titles = [one.game.TITLE for one in opened]
        self.tell({"progress": {"games": games, "done": 0, "back_end": _back_ends(opened), "titles": titles}})
        found: dict[str, Any] = {"titles": titles}
        started = told = contrasted = time.monotonic()
        for number in range(games):
            for one, side, plan in zip(opened, sides, plans, strict=True):
                side.tally.merge(play_batch(one.newest(), plan, number, number + 1))
            now = time.monotonic()
            if now - told >= _OFTEN:
                told = now
                if now - contrasted >= _CONTRAST and number:
                    contrasted = now
                    found = contrast_record(contrast(sides[0], sides[1]), sides[0], sides[1], chosen)
                about = {"games": games, "done": number + 1, "seconds": now - started}
                self.tell({"progress": {**found, **about, "back_end": _back_ends(opened)}})
        seconds = time.monotonic() - started
        command = run_command("diff", [other, path], players, games, ways, seed)
        compared = contrast(sides[0], sides[1])
        found = {
            "games": games,
            "done": games,
            "seconds": seconds,
            "back_end": _back_ends(opened),
            "ways": list(plans[0].playing),
            "seed": seed,
            "rules": sides[1].game.RULES_HASH,
            **contrast_record(compared, sides[0], sides[1], chosen),
        }
        self.tell({"progress": {**found, "writing": True}})
        return {
            **found,
            **comparison_report([Path(other), Path(path)], sides, plans, compared, found["words"], command),
        }

    def do_balance(
        self, path: str, players: int, options: dict[str, Any], seconds: float, seed: int
    ) -> dict[str, Any]:
        """Run `rulec balance` for so many seconds; return its report as a page."""
        from rulec.lab.balance import BalancePlan, Run, balance
        from rulec.lab.findings import findings
        from rulec.lab.report.balance_page import page
        from rulec.lab.requirements import library
        from rulec.sim.workers import Workers

        library("scipy.stats")
        game, back_end, _ = open_game(Path(path), self.tell)
        configuration = _configuration(game, players, options)
        found = balance(game, BalancePlan((configuration,), seed=seed, seconds=seconds))

        def tell(phase: str, share: float, what: str) -> None:
            self.tell({"progress": {"phase": phase, "share": share, "what": what, "back_end": back_end}})

        Run(found, Workers(game, None), tell).run()
        command = f"rulec balance {Path(path).name} --players {players} --seconds {seconds:g} --seed {seed}"
        return {
            "title": game.TITLE,
            "rules": game.RULES_HASH,
            "back_end": back_end,
            "findings": [{"text": one.text, "stands_out": one.stands_out} for one in findings(found)],
            "report": page(found, command).decode("utf-8"),
        }


class _Opened:
    """Game of a run: switches from the interpreter to its engine once built."""

    def __init__(self, path: Path, tell: Tell | None = None) -> None:
        self.path = path
        self.game, self.back_end, _ = open_game(path, tell)
        self._looked = time.monotonic()

    def newest(self) -> Game:
        now = time.monotonic()
        if self.back_end != "engine" and now - self._looked >= _LOOK:
            self._looked = now
            engine = open_engine(self.path)
            if engine is not None and engine.RULES_HASH == self.game.RULES_HASH:
                self.game, self.back_end = engine, "engine"
        return self.game


def _back_ends(opened: Sequence[_Opened]) -> str:
    return " / ".join(dict.fromkeys(one.back_end for one in opened))


def _configuration(game: Game, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the configuration of the game with these options, and the defaults for others."""
    fitting = [
        one
        for one in game.CONFIGURATIONS
        if one["players"] == players and all(one.get(name) == value for name, value in options.items())
    ]
    if not fitting:
        raise RulecError("these options do not go with this number of players")
    defaults = {name: one.default for name, one in game.OPTIONS.items()}
    return max(fitting, key=lambda one: sum(one.get(name) == value for name, value in defaults.items()))


def histogram(values: list[int]) -> dict[str, Any]:
    """Count values in at most `_BINS` bins of equal integer width."""
    if not values:
        return {"first": 0, "width": 1, "counts": []}
    least, most = min(values), max(values)
    width = max(1, -(-(most - least + 1) // _BINS))
    counts = [0] * ((most - least) // width + 1)
    for value in values:
        counts[(value - least) // width] += 1
    return {"first": least, "width": width, "counts": counts}
