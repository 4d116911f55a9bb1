"""Plan and report of a self-test."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from rulec.sim.tasks import Finding, Outcome, Searched


@dataclass(frozen=True)
class Plan:
    """Plan of a self-test: random games, plus first, last and same for each configuration."""

    seed: int = 0
    games: int = 50  # thorough ones
    decisions: int = 0  # go on until so many were compared, swiftly
    only: int | None = None  # one game by its number, to see a finding again
    jobs: int = 1
    configurations: tuple[dict[str, Any], ...] = ()  # none: those of `configurations_to_play`
    stubborn: bool = True
    seconds: float = math.inf  # after so many, no more is played than was
    whole: bool = True  # also what each side plays by itself, and plays once more in another process

    def thorough(self, configurations: int) -> int:
        """Number of random games checked in full at every decision."""
        return max(self.games, configurations)


@dataclass
class Report:
    """Figures and findings of a self-test."""

    plan: Plan
    configurations: int = 0
    games: int = 0
    decisions: int = 0
    thorough: int = 0  # decisions at which everything was looked at; at the others what the two work out
    copies: int = 0
    longest: int = 0
    searched: Searched = field(default_factory=Searched)
    repeated: int = 0
    alone: int = 0  # configurations of which each side has played whole games by itself
    stopped: str = ""  # `time` or `interrupted`, if not all was done that is planned
    doing: str = ""  # what goes on at the moment
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
