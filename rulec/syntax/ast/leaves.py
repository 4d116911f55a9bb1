"""Names, numbers and words: expressions that hold no others."""

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
    """A number that an engine keeps in its state, so that games can be played with other values of it."""

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
    """Words in quotes."""

    value: str
    span: Span


@dataclass(frozen=True)
class During:
    """`during auction`: does this rule run now?"""

    rule: Ident
    span: Span


@dataclass(frozen=True)
class Parameter:
    """A name for what a rule is given, and the word that it is given with (none: right behind the name)."""

    word: str
    name: Ident
