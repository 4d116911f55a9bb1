"""Routes and payments as they are written."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.ast.expressions import Expr
from rulec.syntax.ast.leaves import Ident, Parameter
from rulec.syntax.ast.sentences import Sentence


@dataclass(frozen=True)
class RouteRule:
    """What a space asks for: `free`, `closed`, `uses 2 coin`, `lays 1 rail of my cargo on track`."""

    sort: Literal["free", "closed", "passed", "steps", "goods", "lays", "ends"]
    number: Expr | None
    goods: Ident | None
    zone: Expr | None  # where pieces come from
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
    once: Ident | None  # no space twice
    rows: tuple[RouteRow, ...]
    least: Expr | None
    most: Expr | None
    may_end: Expr | None
    entering: Ident | None
    entered: tuple[Sentence, ...]
    span: Span
    asked: bool = False  # does anything ask for its ends?


@dataclass(frozen=True)
class Shortage:
    """What is missing of some goods is paid with others."""

    name: Ident
    goods: Ident
    instead: Ident
    worth: int
    span: Span


@dataclass(frozen=True)
class PaymentRow:
    """Where something comes from with which is paid, what one is worth, and where it goes."""

    source: Ident
    origin: Expr
    worth: int
    only: Expr | None  # one for each member of this set at most
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class Payment:
    """Something is paid with what the player chooses, one by one."""

    name: Ident
    parameters: tuple[Parameter, ...]
    rows: tuple[PaymentRow, ...]
    covers: Expr | None
    needs: tuple[Expr, ...]
    minimal: bool
    citations: tuple[str, ...]
    span: Span
