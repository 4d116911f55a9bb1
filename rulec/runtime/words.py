"""Definitions of the rules, such as `square's price`, as values of a state.

An engine has no function for most of them: the compiler writes them out where they are used. So they are
worked out on the bytes of a state, by whatever can read the rules file (`rulec.facade` registers it here).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Reader(Protocol):
    """The definitions of one game."""

    def paths(self) -> list[str]:
        """Their names as paths: `squares.price`, `leader`."""

    def singular(self, name: str) -> str:
        """The kind of which this is a member: `squares` for `square`; nothing if there is none."""

    def value(self, cells: list[int], path: str, members: list[str], actor: str) -> Any:
        """What a definition is for these members, in the eyes of `actor` if nobody else is named."""


# The rules file of an engine, and the digest of what its rules mean -> its definitions.
Opener = Callable[[str, str], Reader]

_openers: list[Opener] = []


def register(opener: Opener) -> None:
    """Make definitions known to all engines of this process."""
    _openers[:] = [opener]


def open_words(source: str, rules_hash: str) -> Reader:
    """The definitions of an engine that was built from this rules file."""
    if not _openers or not source:
        raise LookupError("the rules file is not at hand")
    return _openers[0](source, rules_hash)
