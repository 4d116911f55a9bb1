"""Expressions: pure and typed. They are mutually recursive, so all stand in one module.

`Count`, `Some`, `Pick`, `Exists`, `Fold`, `Best`, `UnionOf` and the statement `ForEach` go over the entries
of a list as they go over a set, and `Filter` of a list is a list.
"""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.ir.nodes.atoms import Const, Depth, Move, Occupied, Ray, ReadLocal, RunDirection
from rulec.ir.storage import Field, Table
from rulec.ir.types import BOOL, BoolType, Domain, ElemType, IntType, ListType, SetType, Type


@dataclass(frozen=True)
class ReadField:
    field: Field
    index: tuple[Expr, ...]

    @property
    def type(self) -> Type:
        return self.field.type


@dataclass(frozen=True)
class Column:
    """One set of a variable stored as sets (`Field.axis`): the members whose cell has the greater value.

    `index` are the other indexes, in their order.
    """

    field: Field
    index: tuple[Expr, ...]

    @property
    def type(self) -> SetType:
        assert self.field.axis is not None
        return SetType(self.field.dims[self.field.axis])


@dataclass(frozen=True)
class Lookup:
    table: Table
    index: tuple[Expr, ...]

    @property
    def type(self) -> Type:
        return self.table.type


ArithmeticOp = Literal["+", "-", "*", "//", "%", "min", "max"]


@dataclass(frozen=True)
class Arithmetic:
    """Integer arithmetic. Division and remainder round down and trap on a divisor of 0."""

    op: ArithmeticOp
    left: Expr
    right: Expr
    type: IntType


CompareOp = Literal["==", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True)
class Compare:
    """Compares two numbers, two members, or (`==` and `!=`) two sets."""

    op: CompareOp
    left: Expr
    right: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Logic:
    """Short-circuit `and` or `or`."""

    op: Literal["and", "or"]
    left: Expr
    right: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Not:
    value: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class IfElse:
    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type


@dataclass(frozen=True)
class Single:
    """The singleton of a member (empty for none)."""

    member: Expr
    type: SetType


@dataclass(frozen=True)
class SetOp:
    """Union, intersection, difference."""

    op: Literal["|", "&", "-"]
    left: Expr
    right: Expr
    type: SetType


"""Members moved: what is added to their indexes, and those with which that is done; others are dropped."""


@dataclass(frozen=True)
class Shift:
    """Shifts every member one step."""

    value: Expr
    moves: Move
    type: SetType


@dataclass(frozen=True)
class Gather:
    """The union of the table's sets over a set: neighbours of a set on any graph."""

    table: Table
    value: Expr
    type: SetType


@dataclass(frozen=True)
class Flood:
    """Flood fill from `seeds` within `within`, along the table's neighbours."""

    table: Table
    seeds: Expr
    within: Expr
    type: SetType


@dataclass(frozen=True)
class RunBetween:
    """The spaces between `start` and `to` if they form a straight line within `over`, else none."""

    start: Expr
    over: Expr
    to: Expr
    rays: tuple[Ray, ...]
    type: SetType


@dataclass(frozen=True)
class RunStarts:
    """The spaces from which a run over `over` leads to a member of `to`."""

    over: Expr
    to: Expr
    rays: tuple[Ray, ...]
    type: SetType


@dataclass(frozen=True)
class Steps:
    """Steps by their start: one set of spaces for each direction.

    The steps of a direction follow those of the one before it, in the order of the spaces in `keeps`, which
    are all from which that direction leads on; what is in a set and not there counts for nothing.
    """

    starts: tuple[Expr, ...]
    keeps: tuple[int, ...]
    type: SetType


@dataclass(frozen=True)
class ColumnsOf:
    """The columns that contain members of a set of squares; squares are numbered along each row."""

    value: Expr
    width: int
    height: int
    type: SetType


@dataclass(frozen=True)
class Contains:
    value: Expr
    member: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Count:
    value: Expr
    type: IntType


@dataclass(frozen=True)
class Some:
    """Whether a set is non-empty."""

    value: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Pick:
    """The first or the last member of a set in the order of declaration, none if it is empty."""

    which: Literal["first", "last"]
    value: Expr
    type: ElemType


@dataclass(frozen=True)
class Filter:
    """The members of a set for which a condition holds."""

    var: str
    value: Expr
    condition: Expr
    type: SetType


@dataclass(frozen=True)
class Exists:
    """Whether some member of a set satisfies a condition."""

    var: str
    value: Expr
    condition: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Fold:
    """The sum, minimum or maximum of a formula over a set; `empty` for the empty set."""

    op: Literal["sum", "min", "max"]
    var: str
    value: Expr
    formula: Expr
    empty: int
    type: IntType


@dataclass(frozen=True)
class Best:
    """The first member with the least or greatest key (arg min, arg max), none if the set is empty."""

    op: Literal["min", "max"]
    var: str
    value: Expr
    key: Expr
    type: ElemType


@dataclass(frozen=True)
class BestOf:
    """All members with the least or greatest key."""

    op: Literal["min", "max"]
    var: str
    value: Expr
    key: Expr
    type: SetType


@dataclass(frozen=True)
class UnionOf:
    """The union of a set-valued formula over a set."""

    var: str
    value: Expr
    formula: Expr
    type: SetType


@dataclass(frozen=True)
class HasRun:
    """Whether a set contains a straight line of the given length, in any of the directions."""

    value: Expr
    length: int
    directions: tuple[RunDirection, ...]

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class CallFunction:
    function: str
    arguments: tuple[Expr, ...]
    type: Type


@dataclass(frozen=True)
class Can:
    """Whether a probe is feasible now, including the decisions of `who` on the way.

    Tried on a copy of the state: the probe's parameters are given these values, its blocks are run, and
    it has succeeded where they reach the probe's `ProbeSuccess` or something that nobody can look behind.
    """

    probe: int  # index into Program.probes
    who: Expr
    arguments: tuple[Expr, ...]

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Entry:
    """The entry at an index counted from 1; none beyond the end."""

    number: Expr
    value: Expr
    type: ElemType


@dataclass(frozen=True)
class PositionOf:
    """The index of the first entry equal to a member; 0 if absent."""

    member: Expr
    value: Expr
    type: IntType


@dataclass(frozen=True)
class HoldsAlong:
    """Prefix-sum feasibility: `start` covers the cost of each member in turn, with earlier gains added."""

    var: str
    value: Expr
    start: Expr
    pays: Expr
    earns: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Joined:
    """Concatenation of two lists, truncated to their capacity."""

    left: Expr
    right: Expr
    type: ListType


@dataclass(frozen=True)
class Listed:
    """The members of a set as a list, in the order of declaration."""

    value: Expr
    type: ListType


@dataclass(frozen=True)
class InOrder:
    """Stable sort of a set's members or a list's entries by a key."""

    op: Literal["min", "max"]  # which comes first
    var: str
    value: Expr
    key: Expr
    type: ListType


@dataclass(frozen=True)
class Part:
    """The first or the last n entries of a list, at most."""

    which: Literal["first", "last"]
    number: Expr
    value: Expr
    type: ListType


@dataclass(frozen=True)
class BestPlan:
    """Optimal assignment: each piece of some kinds gets one of its group's fates, to maximize the goals.

    Fates are numbers. Use n: each piece of fate `using[n]` takes `needs[n]`, for every member of
    `stocks[n]`, from what `have[n]` gives. Term n is the sum of `weights[n]` over the pieces of fate
    `weighed[n]`; goals and result are formulas of the terms alone, and goals are compared in order.
    Among equal plans the first counts, pieces in the order of kinds and groups, fates in the order given.
    """

    var: str  # the kind of a piece, in `copies`, `needs` and `weights`
    domain: Domain
    copies: tuple[Expr, ...]  # of each group: how many pieces of the kind there are
    fates: tuple[tuple[int, ...], ...]  # of each group
    using: tuple[int, ...]
    stocks: tuple[tuple[str, Domain], ...]  # for each use the name of the member, and all of them
    needs: tuple[Expr, ...]
    have: tuple[Expr, ...]
    weighed: tuple[int, ...]
    weights: tuple[Expr, ...]
    terms: tuple[str, ...]
    goals: tuple[Expr, ...]
    grows: tuple[
        tuple[bool, ...], ...
    ]  # for each goal and term: does the goal never fall when the term grows?
    result: Expr
    most: int  # as many pieces at most
    type: IntType

    @property
    def bound(self) -> set[str]:
        """The names bound inside the node."""
        return {self.var, *(name for name, _ in self.stocks), *self.terms}


@dataclass(frozen=True)
class FoldParts:
    """The sum, minimum or maximum of a formula over the connected components that satisfy a condition.

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
    """The first component with the least or greatest key that satisfies the condition; empty without one."""

    op: Literal["min", "max"]
    var: str
    value: Expr
    table: Table
    condition: Expr
    formula: Expr
    type: SetType


@dataclass(frozen=True)
class LongestLine:
    """The size of the longest line of members along one of the moves."""

    value: Expr
    moves: tuple[Move, ...]
    type: IntType


@dataclass(frozen=True)
class StepCount:
    """The length of a shortest path; inner spaces are in `over`.

    Without a way it is the number of all spaces, which is more than any way has.
    """

    table: Table
    start: Expr
    goal: Expr
    over: Expr
    type: IntType


@dataclass(frozen=True)
class ShortestWay:
    """The spaces of a shortest path: lexicographically fewest in each of `fewest`, then altogether.

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
    """The end spaces of walks from space to space under budgets.

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
        """The largest useful budget: the cost of entering each space once at its highest price."""
        return self.type.domain.size * max(one[budget] for one in self.prices)


WALK_STATES = 1024


Expr = (
    Const
    | ReadField
    | Column
    | Occupied
    | ReadLocal
    | Lookup
    | Arithmetic
    | Compare
    | Logic
    | Not
    | IfElse
    | Single
    | SetOp
    | Shift
    | Gather
    | Flood
    | RunBetween
    | RunStarts
    | Steps
    | ColumnsOf
    | Contains
    | Count
    | Some
    | Pick
    | Filter
    | Exists
    | Fold
    | Best
    | BestOf
    | UnionOf
    | FoldParts
    | BestPlan
    | BestPart
    | LongestLine
    | StepCount
    | ShortestWay
    | WalkEnds
    | HasRun
    | Entry
    | HoldsAlong
    | PositionOf
    | Joined
    | Listed
    | InOrder
    | Part
    | CallFunction
    | Can
    | Depth
)
