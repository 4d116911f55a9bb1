"""Typed expressions about boards and graphs."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import ExprNode
from rulec.semantics.typed.values import Expr
from rulec.semantics.types import FLAG, FlagType, Local, NumberType, PartsType, SetType, Sort, Type


@dataclass(frozen=True)
class Coordinate(ExprNode):
    """Column or row of a square, squares of a column or row, end of a step, neighbour in a direction."""

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
class BoardPath(ExprNode):
    """Shortest path (number of steps, or set of spaces), or the spaces of a straight line."""

    sort: Literal["steps", "shortest", "line"]
    start: Expr
    goal: Expr
    over: Expr | None
    fewest: tuple[Expr, ...]  # sets to visit as little as possible, in lexicographic order
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
    """Connected components of a set."""

    value: Expr
    board: Sort
    type: PartsType
    span: Span


@dataclass(frozen=True)
class BestPart(ExprNode):
    """First component with the least or greatest key; empty if none exists."""

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
    """Spaces where a walk from `start` can end within its budgets; lowered to the IR node of this name."""

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
