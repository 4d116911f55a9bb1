"""Syntax nodes of routes and payments."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.ast.expressions import Expr
from rulec.syntax.ast.leaves import Ident, Parameter
from rulec.syntax.ast.sentences import Sentence


@dataclass(frozen=True)
class RouteRule:
    """The cost of a space: `free`, `closed`, `uses 2 coin`, `lays 1 rail of my cargo on track`."""

    sort: Literal["free", "closed", "passed", "steps", "goods", "lays", "ends"]
    number: Expr | None
    goods: Ident | None
    zone: Expr | None  # the source of the pieces
    target: Ident | None  # the zone or place of the space on which they are laid
    span: Span


@dataclass(frozen=True)
class RouteRow:
    condition: Expr
    sides: tuple[tuple[RouteRule, ...], ...]
    name: Ident | None
    span: Span


@dataclass(frozen=True)
class Route:
    name: Ident
    marker: Ident | None
    start: Ident | None
    field: Literal["over", "along", "against"]
    over: Expr | None
    relation: Ident | None
    parameters: tuple[Ident, ...]
    once: Ident | None  # present: no space is entered twice
    rows: tuple[RouteRow, ...]
    least: Expr | None
    most: Expr | None
    may_end: Expr | None
    entering: Ident | None
    entered: tuple[Sentence, ...]
    span: Span
    asked: bool = False  # some expression asks for its ends


@dataclass(frozen=True)
class Shortage:
    """A substitution: missing goods are paid with other goods."""

    name: Ident
    goods: Ident
    instead: Ident
    worth: int
    span: Span


@dataclass(frozen=True)
class PaymentRow:
    """A means of payment: its source, the worth of a unit, and its destination."""

    source: Ident
    origin: Expr
    worth: int
    only: Expr | None  # at most one for each member of this set
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class Payment:
    """A payment of which the player chooses the units one by one."""

    name: Ident
    parameters: tuple[Parameter, ...]
    rows: tuple[PaymentRow, ...]
    covers: Expr | None
    needs: tuple[Expr, ...]
    minimal: bool
    citations: tuple[str, ...]
    span: Span
