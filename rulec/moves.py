"""What examples say about decisions: labels, which mean the same before lowering and after it."""

from __future__ import annotations

from rulec.records import dataclass
from rulec.source import Span


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
