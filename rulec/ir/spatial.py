"""Expressions about connected parts, lines and ways of a board or graph, and unions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulec.ir.types import IntType, SetType
from rulec.records import dataclass

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


@dataclass(frozen=True)
class WalkEnds:
    """The spaces that a walk enters last, if it goes on and on from space to space and pays as it goes.

    `rows` are the spaces that can be entered at each of `prices`, one number for each budget; of no budget
    more is spent than there is, of the first at least `least`. Where a row stops, the walk does not go on.
    `near` are the spaces next to the set `var`. With more than `WALK_STATES` combinations of what can be
    spent, these are all spaces of the rows: more than there are, never less.
    """

    var: str
    near: Expr
    start: Expr
    rows: tuple[Expr, ...]
    prices: tuple[tuple[int, ...], ...]
    stops: tuple[bool, ...]
    budgets: tuple[Expr, ...]
    least: Expr
    type: SetType

    def most(self, budget: int) -> int:
        """More of a budget no walk can spend that enters each space once at its highest price."""
        return self.type.domain.size * max(one[budget] for one in self.prices)


WALK_STATES = 1024
