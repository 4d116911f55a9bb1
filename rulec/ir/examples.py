"""Compiled examples of a rules file: the effect or the query of each line.

They are no part of the program: it means the same with other examples or none. `Examples.program` is the
game's program with the functions, procedures and faults of the examples behind its own; it has the same
state, so an evaluator made from it works on the states of either back end.
"""

from __future__ import annotations

from rulec.base.example_labels import Offered, Over, Play
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.ir.nodes import Expr, Field, Stmt
from rulec.ir.program import Program


@dataclass(frozen=True)
class At:
    """Continue at this checkpoint, with values for its player and parameters."""

    checkpoint: str
    player: Expr | None
    arguments: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Contents:
    """The contents of a zone: a number of each kind, or one of each in a set. The rest lies elsewhere."""

    field: Field
    index: tuple[Expr, ...]
    counts: tuple[tuple[Expr, Expr], ...]
    kinds: Expr | None
    span: Span


@dataclass(frozen=True)
class Given:
    parts: tuple[tuple[Stmt, ...] | Contents, ...]
    span: Span


@dataclass(frozen=True)
class Condition:
    """A condition: `text` is its source, `value_text` the source of the side that `value` computes."""

    test: Expr
    value: Expr | None
    text: str
    value_text: str
    span: Span


@dataclass(frozen=True)
class Then:
    conditions: tuple[Condition, ...]
    span: Span


Line = At | Given | Play | Offered | Then | Over


@dataclass(frozen=True)
class Example:
    title: str
    players: int
    options: tuple[tuple[str, str | int | bool], ...]
    lines: tuple[Line, ...]
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Examples:
    program: Program
    examples: tuple[Example, ...]
