"""Piles of pieces, and how pieces are drawn from them, put back and seen."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.ast.expressions import Expr, Members
from rulec.syntax.ast.leaves import Ident


@dataclass(frozen=True)
class Deck:
    """`deck pile of tile: from tiles, top shown 1, discard pile, reshuffle when empty`."""

    name: Ident
    parameters: tuple[Ident, ...]
    pieces: Ident
    filled: Members | None  # with these from the start
    shown: int  # places on top that all see
    clauses: tuple[str, ...]  # the others: stack, bag, discard, reshuffle
    span: Span


@dataclass(frozen=True)
class Facing:
    """How a piece is seen that is moved: `face up`, `face down`, `shown to PLAYERS`."""

    sort: Literal["up", "down", "shown"]
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class Draw:
    """`draw 3 from pile to my hand giving drawn`: one after the other, by chance."""

    number: Expr
    up_to: bool
    deck: Expr
    target: Expr | None  # none: they are kept aside
    facing: Facing | None
    giving: Ident | None
    span: Span


@dataclass(frozen=True)
class PutUnder:
    """`put drawn under pile in random order`."""

    pieces: Expr
    deck: Expr
    random: bool
    span: Span


@dataclass(frozen=True)
class Discard:
    pieces: Expr
    span: Span


@dataclass(frozen=True)
class Shuffle:
    deck: Expr
    span: Span


@dataclass(frozen=True)
class Show:
    """`show my hand`: all know what lies there."""

    pieces: Expr
    to: Expr | None
    span: Span
