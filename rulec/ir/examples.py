"""Examples of a rules file, compiled: what each line does to a state, or asks of it.

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
    """Go on at this checkpoint; the values of its player and of its parameters."""

    checkpoint: str
    player: Expr | None
    arguments: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Contents:
    """What lies in a zone: so many of each kind, or one of each kind of a set. The rest lies elsewhere."""

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
    """`text` is how it is written, `value_text` the side of it that `value` works out."""

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
