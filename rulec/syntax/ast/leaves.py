"""Syntax nodes of atomic expressions: names, numbers, words, texts."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span


@dataclass(frozen=True)
class Ident:
    """A name where it is declared or referred to."""

    text: str
    span: Span


@dataclass(frozen=True)
class Number:
    value: int
    span: Span


@dataclass(frozen=True)
class TunableNumber(Number):
    """A number that an engine stores in its state, so that games can vary it without a new build."""

    name: str
    lo: int
    hi: int


@dataclass(frozen=True)
class Word:
    """`me`, `it`, `none`, `yes`, `no`."""

    word: Literal["me", "it", "none", "yes", "no"]
    span: Span


@dataclass(frozen=True)
class Text:
    """A quoted text."""

    value: str
    span: Span


@dataclass(frozen=True)
class During:
    """`during auction`: whether the rule is active."""

    rule: Ident
    span: Span


@dataclass(frozen=True)
class Parameter:
    """A parameter of a rule: its name, and the word before its argument (empty: right behind the rule)."""

    word: str
    name: Ident
