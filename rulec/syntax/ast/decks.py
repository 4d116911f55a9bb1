"""Syntax nodes of decks: their declarations, drawing, returning and showing pieces."""

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
    filled: Members | None  # the initial pieces
    shown: int  # number of top pieces visible to all players
    clauses: tuple[str, ...]  # further clauses: stack, bag, discard, reshuffle
    span: Span


@dataclass(frozen=True)
class Facing:
    """Visibility of a moved piece: `face up`, `face down`, `shown to PLAYERS`."""

    sort: Literal["up", "down", "shown"]
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class Draw:
    """`draw 3 from pile to my hand giving drawn`: draws at random, piece by piece."""

    number: Expr
    up_to: bool
    deck: Expr
    target: Expr | None  # None: the pieces are kept aside
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
    """`show my hand`: reveals its pieces."""

    pieces: Expr
    to: Expr | None
    span: Span
