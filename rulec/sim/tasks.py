"""Tasks and outcomes of a self-test, exchanged between processes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from rulec.runtime.errors import RulesError


@dataclass(frozen=True)
class Task:
    """Complete parameters of one game."""

    configuration: dict[str, Any]
    number: int
    seed: int
    way: str
    chance: str = "sampled"  # or `explicit`
    until: float = math.inf  # deadline by the monotonic clock; the game is abandoned then
    swift: bool = False  # full comparison only occasionally


@dataclass(frozen=True)
class Searched:
    """Positions searched exhaustively by an oracle, skipped, and given up."""

    searched: int = 0
    skipped: int = 0
    given_up: int = 0

    @classmethod
    def of(cls, counts: Any) -> Searched:
        """Copy an oracle's counters; zeros without an oracle."""
        return cls() if counts is None else cls(counts.searched, counts.skipped, counts.given_up)

    def __add__(self, other: Searched) -> Searched:
        return Searched(
            self.searched + other.searched, self.skipped + other.skipped, self.given_up + other.given_up
        )


@dataclass(frozen=True)
class Finding:
    """Detected fault: message, game and decision."""

    task: Task
    what: str
    sides: tuple[tuple[str, str], ...]
    decision: int
    played: tuple[str, ...]
    in_the_rules: bool = False  # error of the rules, identical on both sides
    fault: RulesError | None = None  # that error


@dataclass
class Outcome:
    """Result of one game."""

    task: Task
    decisions: int = 0
    thorough: int = 0  # fully compared decisions
    copies: int = 0
    searched: Searched = field(default_factory=Searched)
    finding: Finding | None = None
    cut: bool = False  # abandoned at the deadline
    played: list[str] = field(default_factory=list)
