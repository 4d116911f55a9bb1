"""Syntax nodes of examples, assumed data and citations of the rulebook."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.ast.expressions import Argument, Expr
from rulec.syntax.ast.leaves import Ident, Text
from rulec.syntax.ast.sentences import Sentence

# --- examples -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Players:
    """`players 3`."""

    count: int
    span: Span


@dataclass(frozen=True)
class Option:
    """`option map is western`."""

    name: Ident
    value: Expr
    span: Span


@dataclass(frozen=True)
class At:
    """`at turn of p1`: the checkpoint at which the example starts."""

    name: Ident
    arguments: tuple[Argument, ...]
    span: Span


@dataclass(frozen=True)
class Given:
    """`given p1's money is 600, place p1's rail on r01's track`: sentences that change the position."""

    sentences: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Play:
    """`play "place: orange", "main: railroad"`."""

    labels: tuple[Text, ...]
    span: Span


@dataclass(frozen=True)
class Offered:
    """`offered "effect: payment"`, `not offered "effect: done"`."""

    labels: tuple[Text, ...]
    negated: bool
    span: Span


@dataclass(frozen=True)
class Then:
    """`then p1's money = 200`."""

    conditions: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Over:
    """`then the game is over`, `then the game is not over`."""

    negated: bool
    span: Span


ExampleLine = Players | Option | At | Given | Play | Offered | Then | Over


@dataclass(frozen=True)
class Example:
    title: Text
    lines: tuple[ExampleLine, ...]
    citations: tuple[str, ...]
    span: Span


# --- provenance of the rules ---------------------------------------------------------------------


@dataclass(frozen=True)
class Assumed:
    """`assumed "the picture is lost" for cost`: data that the rulebook does not give."""

    reason: Text
    names: tuple[Ident, ...]  # empty: everything declared in `owner`
    owner: Span | None  # the enclosing declaration, if any
    heading: str  # the first words of that declaration
    span: Span


@dataclass(frozen=True)
class Cited:
    """A citation: the cited statement, and the line that implements it."""

    text: str
    span: Span  # of the citation
    line: Span  # of the logical line
    heading: str  # the first words of the declaration that contains the line
    in_example: bool
