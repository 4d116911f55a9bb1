"""Lines of examples that need no lowering: played and offered labels, and the game's end."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span


@dataclass(frozen=True)
class Label:
    text: str
    span: Span


@dataclass(frozen=True)
class Play:
    labels: tuple[Label, ...]
    span: Span


@dataclass(frozen=True)
class Offered:
    labels: tuple[Label, ...]
    negated: bool
    span: Span


@dataclass(frozen=True)
class Over:
    """A test of whether the game has ended."""

    negated: bool
    span: Span
