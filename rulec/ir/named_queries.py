"""Definitions of the rules as functions, for queries by name.

The program itself contains none of them: lowering writes them out where they are used. `NamedQueries.program`
is the game's program with these functions added; its state is the same.
"""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.ir.program import Program
from rulec.ir.types import Type


@dataclass(frozen=True)
class NamedQuery:
    """A definition that a path names; its function takes `me` if `uses_me`, then the parameters."""

    path: str  # `squares.price`, or the name alone
    function: str
    uses_me: bool
    parameters: tuple[Type, ...]


@dataclass(frozen=True)
class NamedQueries:
    """All queries of a game, and the program that contains their functions."""

    program: Program
    queries: tuple[NamedQuery, ...]
    singulars: tuple[tuple[str, str], ...]  # `square`, `squares`
    actors: Type  # of `me`
