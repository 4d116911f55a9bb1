"""Plan and report of a self-test."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from rulec.sim.tasks import Finding, Outcome, Searched


@dataclass(frozen=True)
class SelftestPlan:
    """Plan of a self-test: random games, plus first, last and same for each configuration."""

    seed: int = 0
    games: int = 50  # fully compared games
    decisions: int = 0  # minimal number of decisions to compare, cheaply beyond `games`
    only: int | None = None  # single game by number, to reproduce a finding
    jobs: int = 1
    configurations: tuple[dict[str, Any], ...] = ()  # default: `configurations_to_play`
    stubborn: bool = True
    seconds: float = math.inf  # time limit
    whole: bool = True  # also playouts of each side, and reproducibility

    def thorough(self, configurations: int) -> int:
        """Number of random games checked in full at every decision."""
        return max(self.games, configurations)


@dataclass
class Report:
    """Figures and findings of a self-test."""

    plan: SelftestPlan
    configurations: int = 0
    games: int = 0
    decisions: int = 0
    thorough: int = 0  # fully compared decisions; the others only by back-end results
    copies: int = 0
    longest: int = 0
    searched: Searched = field(default_factory=Searched)
    repeated: int = 0
    alone: int = 0  # configurations with compared playouts
    stopped: str = ""  # `time` or `interrupted`, if incomplete
    doing: str = ""  # current activity
    findings: list[Finding] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.findings

    @property
    def agree(self) -> bool:
        """Check that the back ends agree, errors of the rules included."""
        return all(finding.in_the_rules for finding in self.findings)

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        self.decisions += outcome.decisions
        self.thorough += outcome.thorough
        self.copies += outcome.copies
        self.searched += outcome.searched
        self.longest = max(self.longest, outcome.decisions)
        if outcome.finding is not None:
            self.findings.append(outcome.finding)
