"""Typed examples."""

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
    """Checkpoint where an example starts: a turn or phase, its player and arguments."""

    rule: Rule
    player: Expr | None
    arguments: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Contents:
    """Contents of a zone: an amount of each kind, or a set with one of each."""

    zone: ZoneValue
    counts: tuple[tuple[Expr, Expr], ...]  # kind, number
    kinds: Expr | None
    span: Span


@dataclass(frozen=True)
class Given:
    """Changes to the position, in order."""

    parts: tuple[tuple[Sentence, ...] | Contents, ...]
    span: Span


@dataclass(frozen=True)
class Condition:
    """Expected condition; `value` is reported if it fails."""

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
