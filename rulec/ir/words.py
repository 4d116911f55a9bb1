"""Definitions of the rules as functions, for queries by name.

They are no part of the program, which has them written out where they are used. `Words.program` is the
game's program with these functions behind its own; it has the same state.
"""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.ir.program import Program
from rulec.ir.types import Type


@dataclass(frozen=True)
class Word:
    """A definition. Its function takes `me` if `uses_me`, then a value for each of `parameters`."""

    path: str  # `squares.price`, or the name alone
    function: str
    uses_me: bool
    parameters: tuple[Type, ...]


@dataclass(frozen=True)
class Words:
    program: Program
    words: tuple[Word, ...]
    singulars: tuple[tuple[str, str], ...]  # `square`, `squares`
    actors: Type  # of `me`
