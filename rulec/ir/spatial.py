"""Expressions about connected parts, lines and ways of a board or graph, and unions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rulec.ir.types import IntType, SetType

if TYPE_CHECKING:
    from rulec.ir.nodes import Expr, Move, Table


@dataclass(frozen=True)
class FoldParts:
    """The sum, least or greatest value of a formula over the connected parts for which a condition holds.

    `var` is the part, a set; parts come in the order of their first members.
    """

    op: Literal["sum", "min", "max"]
    var: str
    value: Expr
    table: Table  # neighbours
    condition: Expr
    formula: Expr
    empty: int
    type: IntType


@dataclass(frozen=True)
class BestPart:
    """The first part for which the condition holds with the least or greatest key; empty if there is none."""

    op: Literal["min", "max"]
    var: str
    value: Expr
    table: Table
    condition: Expr
    formula: Expr
    type: SetType


@dataclass(frozen=True)
class LongestLine:
    """The greatest number of members of a set that follow each other by one of the moves."""

    value: Expr
    moves: tuple[Move, ...]
    type: IntType


@dataclass(frozen=True)
class StepCount:
    """The number of steps of a shortest way; what lies between its ends is in `over`.

    Without a way it is the number of all spaces, which is more than any way has.
    """

    table: Table
    start: Expr
    goal: Expr
    over: Expr
    type: IntType


@dataclass(frozen=True)
class ShortestWay:
    """The spaces of the best way: fewest in the first of `fewest`, then in the next, then altogether.

    Of ways that are equal in all that, the one whose spaces come first, step by step from its start.
    """

    table: Table
    start: Expr
    goal: Expr
    over: Expr
    fewest: tuple[Expr, ...]
    type: SetType
