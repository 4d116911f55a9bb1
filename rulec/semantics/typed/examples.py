"""Examples with every name resolved, and where the rules come from."""

from __future__ import annotations

from rulec.base.example_labels import Offered, Play
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics import typed


@dataclass(frozen=True)
class At:
    """The checkpoint of a turn or phase: who acts, and what the rule is given."""

    rule: typed.Rule
    player: typed.Expr | None
    arguments: tuple[typed.Expr, ...]
    span: Span


@dataclass(frozen=True)
class Contents:
    """What lies in a zone: so many of each kind, or one of each kind of a set."""

    zone: typed.ZoneValue
    counts: tuple[tuple[typed.Expr, typed.Expr], ...]  # kind, number
    kinds: typed.Expr | None
    span: Span


@dataclass(frozen=True)
class Given:
    """What changes the position, one after the other."""

    parts: tuple[tuple[typed.Sentence, ...] | Contents, ...]
    span: Span


@dataclass(frozen=True)
class Condition:
    """What must hold; `value` is shown beside it if it does not."""

    test: typed.Expr
    value: typed.Expr | None
    span: Span


@dataclass(frozen=True)
class Then:
    conditions: tuple[Condition, ...]
    span: Span


Line = At | Given | Play | Offered | Then


@dataclass(frozen=True)
class Example:
    title: str
    players: int
    options: tuple[tuple[str, str | int | bool], ...]
    lines: tuple[Line, ...]
    citations: tuple[str, ...]
    span: Span
