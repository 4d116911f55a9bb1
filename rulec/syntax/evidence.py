"""What a rules file says about itself: examples, assumed data, citations of the rulebook."""

from __future__ import annotations

from rulec.records import dataclass
from rulec.source import Span
from rulec.syntax import ast

# --- examples -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Players:
    """`players 3`."""

    count: int
    span: Span


@dataclass(frozen=True)
class Option:
    """`option map is western`."""

    name: ast.Ident
    value: ast.Expr
    span: Span


@dataclass(frozen=True)
class At:
    """`at turn of p1`: the checkpoint at which the game goes on."""

    name: ast.Ident
    arguments: tuple[ast.Argument, ...]
    span: Span


@dataclass(frozen=True)
class Given:
    """`given p1's money is 600, place p1's rail on r01's track`: sentences that change the position."""

    deeds: tuple[ast.Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Play:
    """`play "place: orange", "main: railroad"`."""

    labels: tuple[ast.Text, ...]
    span: Span


@dataclass(frozen=True)
class Offered:
    """`offered "effect: payment"`, `not offered "effect: done"`."""

    labels: tuple[ast.Text, ...]
    negated: bool
    span: Span


@dataclass(frozen=True)
class Then:
    """`then p1's money = 200`."""

    conditions: tuple[ast.Expr, ...]
    span: Span


ExampleLine = Players | Option | At | Given | Play | Offered | Then


@dataclass(frozen=True)
class Example:
    title: ast.Text
    lines: tuple[ExampleLine, ...]
    citations: tuple[str, ...]
    span: Span


# --- where the rules come from ------------------------------------------------------------------


@dataclass(frozen=True)
class Assumed:
    """`assumed "the picture is lost" for cost`: data that the rulebook does not give."""

    reason: ast.Text
    names: tuple[ast.Ident, ...]  # none: all that is declared in `owner`
    owner: Span | None  # the declaration that it stands below, if any
    heading: str  # the first words of that declaration
    span: Span


@dataclass(frozen=True)
class Cited:
    """One citation: what is cited, and the line that carries it out."""

    text: str
    span: Span  # of the citation
    line: Span  # of the logical line
    heading: str  # the first words of the declaration that the line is part of
    in_example: bool
