"""Evaluation of definitions such as `square's price` on a state.

Engines contain no function for most definitions, which the compiler inlines. They are evaluated on a state's
bytes by a reader of the rules file, which `rulec.facade` registers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class QueryReader(Protocol):
    """Evaluator of one game's definitions."""

    def paths(self) -> list[str]:
        """Paths of all definitions: `squares.price`, `leader`."""

    def singular(self, name: str) -> str:
        """Kind with this singular: `square` -> `squares`; empty if there is none."""

    def value(self, cells: list[int], path: str, members: list[str], actor: str) -> Any:
        """Value of a definition for these members, evaluated for `actor` unless a member names one."""


# (rules file, digest of the rules) -> definitions
Opener = Callable[[str, str], QueryReader]

_openers: list[Opener] = []


def register(opener: Opener) -> None:
    """Register the evaluator factory for all engines of this process."""
    _openers[:] = [opener]


def open_queries(source: str, rules_hash: str) -> QueryReader:
    """Definitions of an engine built from this rules file."""
    if not _openers or not source:
        raise LookupError("the rules file is not at hand")
    return _openers[0](source, rules_hash)
