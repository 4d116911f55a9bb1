"""Checkpoint file of a self-test, to resume an interrupted run."""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rulec.errors import RulecError
from rulec.sim.selftest.plan import Report, SelftestPlan
from rulec.sim.tasks import Outcome, Searched, Task

_EVERY = 5.0  # seconds
_FIGURES = ("games", "decisions", "thorough", "copies", "longest")


class Progress:
    """Completed games and their figures; games with findings are replayed."""

    def __init__(
        self, path: Path, rules: str, plan: SelftestPlan, configurations: int, plain: bool = False
    ) -> None:
        """Read the file if it exists; `plain`: the interpreter enumerates options by exhaustive search."""
        self.path = path
        self.run = {"rules": rules, "seed": plan.seed, "configurations": list(plan.configurations)}
        self.run |= {"oracle": "plain"} if plain else {}
        self.figures = dict.fromkeys(_FIGURES, 0)
        self.searched = Searched()
        self._numbers: set[int] = set()  # numbers of completed random games
        self._swift: set[int] = set()  # those of them compared cheaply
        self._others: set[str] = set()
        self._written = time.monotonic()
        self._read()
        if any(number < plan.thorough(configurations) for number in self._swift):
            raise RulecError(
                f"{path} has games beyond its --games, which were played swiftly",
                "give the same --games, or another name",
            )

    def is_done(self, task: Task) -> bool:
        return task.number in self._numbers if task.way == "random" else _name(task) in self._others

    def begin(self, report: Report) -> None:
        """Initialize the report with the stored figures."""
        for name, value in self.figures.items():
            setattr(report, name, value)
        report.searched = self.searched

    def add(self, outcome: Outcome) -> None:
        if outcome.finding is not None or outcome.cut:
            return
        if outcome.task.way == "random":
            self._numbers.add(outcome.task.number)
            if outcome.task.swift:
                self._swift.add(outcome.task.number)
        else:
            self._others.add(_name(outcome.task))
        self.figures["games"] += 1
        self.figures["decisions"] += outcome.decisions
        self.figures["thorough"] += outcome.thorough
        self.figures["copies"] += outcome.copies
        self.searched += outcome.searched
        self.figures["longest"] = max(self.figures["longest"], outcome.decisions)
        if time.monotonic() - self._written > _EVERY:
            self.write()

    def write(self) -> None:
        self._written = time.monotonic()
        about = {"run": self.run, **self.figures, "oracle": asdict(self.searched)}
        done = {
            "random": _ranges(self._numbers),
            "swift": _ranges(self._swift),
            "others": sorted(self._others),
        }
        draft = self.path.with_name(self.path.name + ".draft")
        try:
            draft.write_text(json.dumps(about | done, indent=1) + "\n", encoding="utf-8")
            os.replace(draft, self.path)
        except OSError as problem:
            raise RulecError(f"{self.path} can't be written: {problem.strerror}") from None

    def _read(self) -> None:
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError):
            raise RulecError(f"{self.path} can't be read") from None
        try:
            kept: dict[str, Any] = json.loads(text)
            run = kept["run"]
            self.figures = {name: int(kept[name]) for name in _FIGURES}
            self.searched = Searched(**{name: int(value) for name, value in kept.get("oracle", {}).items()})
            self._numbers, self._swift = _unranged(kept["random"]), _unranged(kept["swift"])
            self._others = set(map(str, kept["others"]))
        except (ValueError, KeyError, TypeError):
            raise RulecError(f"{self.path} is not what a self-test keeps", "choose another name") from None
        if run != self.run:
            raise RulecError(
                f"{self.path} belongs to a run with other rules, seed, configurations or oracle",
                "delete it or choose another name",
            )


def _name(task: Task) -> str:
    return f"{task.way} {json.dumps(task.configuration, sort_keys=True)}"


def _ranges(numbers: set[int]) -> list[list[int]]:
    """Compress a set of numbers to inclusive ranges."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found


def _unranged(ranges: list[list[int]]) -> set[int]:
    return {number for first, last in ranges for number in range(first, last + 1)}
