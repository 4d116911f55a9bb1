"""Log of a search, one trial per line, to resume it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulec.errors import RulecError
from rulec.lab.tuning.search import Trial, TunePlan

_STATES = ("complete", "pruned", "stopped")


class History:
    """Log file with the search's parameters in its first line; other searches are rejected."""

    def __init__(self, path: Path, plan: TunePlan, rules: str, warn: Callable[[str], None]) -> None:
        """Read the file, or create it; `warn` receives the reason when nothing more can be kept."""
        self.path, self._heading = path, _heading(plan, rules)
        self._warn, self._failed = warn, False
        self.trials: list[Trial] = self._read(plan) if path.exists() else []
        try:
            if not path.exists():
                path.write_text(json.dumps(self._heading) + "\n", encoding="utf-8")
            elif not path.read_bytes().endswith(b"\n"):  # the last line was cut off
                self._append("")
        except OSError as problem:
            raise RulecError(f"{path} can't be written: {problem.strerror}") from None

    def add(self, trial: Trial) -> None:
        """Append a trial; on a full disk, warn once and keep no more."""
        if self._failed:
            return
        try:
            self._append(json.dumps(trial._asdict()))
        except OSError as problem:
            self._failed = True
            self._warn(f"{self.path} can't be written: {problem.strerror}; further trials are not kept")

    def _append(self, line: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def _read(self, plan: TunePlan) -> list[Trial]:
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
            heading = json.loads(lines[0]) if lines else None
        except (OSError, UnicodeDecodeError, ValueError):
            heading = None
        if not isinstance(heading, dict) or heading.keys() != self._heading.keys():
            raise RulecError(f"{self.path} holds no search of `rulec tune`", "name another file")
        differing = [name for name, value in self._heading.items() if heading[name] != value]
        if differing:
            raise RulecError(
                f"{self.path} is of another search: {', '.join(differing)} differ",
                "give the same command, or name another file",
            )
        found = [_trial(line, plan) for line in lines[1:]]
        return [one for one in found if one is not None]


def _heading(plan: TunePlan, rules: str) -> dict[str, Any]:
    return {
        "rules": rules,
        "numbers": [[one.name, one.printed, one.lo, one.hi, one.step] for one in plan.numbers],
        "goals": [goal.text for goal in plan.goals],
        "configuration": dict(plan.configuration),
        "players": list(plan.ways),
        "games": plan.games,
        "seed": plan.seed,
    }


def _trial(line: str, plan: TunePlan) -> Trial | None:
    """Parse a logged trial; None if truncated or incompatible."""
    try:
        read = json.loads(line)
        values = {one.name: int(read["values"][one.name]) for one in plan.numbers}
        trial = Trial(values, tuple(map(float, read["distances"])), int(read["games"]), str(read["state"]))
    except (ValueError, KeyError, TypeError):
        return None
    within = all(
        one.least <= values[one.name] <= one.greatest and (values[one.name] - one.least) % one.step == 0
        for one in plan.numbers
    )
    return trial if within and len(trial.distances) == len(plan.goals) and trial.state in _STATES else None
