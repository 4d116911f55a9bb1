"""Expressions about boards and graphs."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import ExprNode
from rulec.semantics.typed.values import Expr
from rulec.semantics.types import FLAG, FlagType, Local, NumberType, PartsType, SetType, Sort, Type


@dataclass(frozen=True)
class Coordinate(ExprNode):
    """A square's column or row; a column's or row's squares; where a step begins and ends."""

    what: Literal[
        "column",
        "row",
        "squares of column",
        "squares of row",
        "position",
        "start",
        "goal",
        "owner",
        "piece",
        "north",
        "east",
        "south",
        "west",
    ]
    value: Expr
    board: Sort
    type: Type
    span: Span


@dataclass(frozen=True)
class InARow(ExprNode):
    length: int
    value: Expr
    board: Sort
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class Neighbours(ExprNode):
    value: Expr
    board: Sort
    type: Type
    span: Span


@dataclass(frozen=True)
class Diagonals(ExprNode):
    value: Expr
    board: Sort
    type: Type
    span: Span


@dataclass(frozen=True)
class RunFrom(ExprNode):
    start: Expr
    over: Expr
    to: Expr
    board: Sort
    type: Type
    span: Span


@dataclass(frozen=True)
class Way(ExprNode):
    """The number of steps (a number) or the spaces (a set) of a shortest way; the spaces of a line."""

    sort: Literal["steps", "shortest", "line"]
    start: Expr
    goal: Expr
    over: Expr | None
    fewest: tuple[Expr, ...]  # sets: as few members of the first as can be, then of the second ...
    board: Sort
    type: Type
    span: Span


@dataclass(frozen=True)
class LongestLine(ExprNode):
    value: Expr
    board: Sort
    type: NumberType
    span: Span


@dataclass(frozen=True)
class Parts(ExprNode):
    """The connected parts of a set."""

    value: Expr
    board: Sort
    type: PartsType
    span: Span


@dataclass(frozen=True)
class BestPart(ExprNode):
    """The first part with the least or greatest value; empty if there is none."""

    rank: Literal["most", "least"]
    var: Local
    value: Expr
    key: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class Reach(ExprNode):
    start: Expr
    within: Expr
    board: Sort
    type: Type
    span: Span


@dataclass(frozen=True)
class WalkEnds(ExprNode):
    """The spaces where a walk from one of `start` can end; see the node of the same name in the IR."""

    var: Local
    near: Expr
    start: Expr
    rows: tuple[Expr, ...]
    prices: tuple[tuple[int, ...], ...]
    stops: tuple[bool, ...]
    budgets: tuple[Expr, ...]
    least: Expr | None
    type: SetType
    span: Span
