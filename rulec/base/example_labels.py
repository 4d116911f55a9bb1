"""What examples say of decisions and of the end, which means the same before lowering and after it."""

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
    """Whether the game has ended."""

    negated: bool
    span: Span
