"""Examples with every name resolved, and where the rules come from."""

from __future__ import annotations

from rulec.base.example_labels import Offered, Over, Play
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import Sentence
from rulec.semantics.typed.expressions import ZoneValue
from rulec.semantics.typed.values import Expr
from rulec.semantics.types import Rule


@dataclass(frozen=True)
class At:
    """The checkpoint of a turn or phase: who acts, and what the rule is given."""

    rule: Rule
    player: Expr | None
    arguments: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Contents:
    """What lies in a zone: so many of each kind, or one of each kind of a set."""

    zone: ZoneValue
    counts: tuple[tuple[Expr, Expr], ...]  # kind, number
    kinds: Expr | None
    span: Span


@dataclass(frozen=True)
class Given:
    """What changes the position, one after the other."""

    parts: tuple[tuple[Sentence, ...] | Contents, ...]
    span: Span


@dataclass(frozen=True)
class Condition:
    """What must hold; `value` is shown beside it if it does not."""

    test: Expr
    value: Expr | None
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
