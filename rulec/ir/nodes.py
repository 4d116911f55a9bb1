"""The nodes of the intermediate representation: expressions, statements, block ends.

Expressions are pure. Statements run without stopping. Where the rules stop for a decision, call a
rule that can stop, or branch around one, a block ends (`ends`), so that a saved state needs no more
than the number of the block to go on with.
"""

from __future__ import annotations

from typing import Literal

from rulec.ir.blocks import Ask as Ask
from rulec.ir.blocks import Block as Block
from rulec.ir.blocks import Branch as Branch
from rulec.ir.blocks import Call as Call
from rulec.ir.blocks import Chance as Chance
from rulec.ir.blocks import Cut as Cut
from rulec.ir.blocks import End as End
from rulec.ir.blocks import Finish as Finish
from rulec.ir.blocks import Goto as Goto
from rulec.ir.blocks import Mark as Mark
from rulec.ir.blocks import Return as Return
from rulec.ir.blocks import Switch as Switch
from rulec.ir.blocks import Unwind as Unwind
from rulec.ir.lists import Entry as Entry
from rulec.ir.lists import HoldsAlong as HoldsAlong
from rulec.ir.lists import InOrder as InOrder
from rulec.ir.lists import Joined as Joined
from rulec.ir.lists import Listed as Listed
from rulec.ir.lists import Part as Part
from rulec.ir.lists import PositionOf as PositionOf
from rulec.ir.plans import BestPlan as BestPlan
from rulec.ir.spatial import BestPart as BestPart
from rulec.ir.spatial import FoldParts as FoldParts
from rulec.ir.spatial import LongestLine as LongestLine
from rulec.ir.spatial import ShortestWay as ShortestWay
from rulec.ir.spatial import StepCount as StepCount
from rulec.ir.spatial import WalkEnds as WalkEnds
from rulec.ir.statements import Assign as Assign
from rulec.ir.statements import CallProcedure as CallProcedure
from rulec.ir.statements import ForEach as ForEach
from rulec.ir.statements import If as If
from rulec.ir.statements import Require as Require
from rulec.ir.statements import Save as Save
from rulec.ir.statements import SetLocal as SetLocal
from rulec.ir.statements import Stmt as Stmt
from rulec.ir.storage import KEPT_AS_BITS as KEPT_AS_BITS
from rulec.ir.storage import Field as Field
from rulec.ir.storage import Table as Table
from rulec.ir.types import BOOL, BoolType, ElemType, IntType, SetType, Type
from rulec.records import dataclass


@dataclass(frozen=True)
class Const:
    value: int
    type: Type


@dataclass(frozen=True)
class ReadField:
    field: Field
    index: tuple[Expr, ...]

    @property
    def type(self) -> Type:
        return self.field.type


@dataclass(frozen=True)
class Column:
    """Of a variable kept as sets (`Field.axis`), one of them: the members whose cell has the greater value.

    `index` are the other indexes, in their order.
    """

    field: Field
    index: tuple[Expr, ...]

    @property
    def type(self) -> SetType:
        assert self.field.axis is not None
        return SetType(self.field.dims[self.field.axis])


@dataclass(frozen=True)
class Occupied:
    """The members for which a variable keeps anything (by its first index): not 0; or, where a cell may be
    nothing, not that."""

    field: Field

    @property
    def type(self) -> SetType:
        return SetType(self.field.dims[0])


@dataclass(frozen=True)
class ReadLocal:
    """A value that lives within one block only: `let`, a loop's member, a function's argument."""

    name: str
    type: Type


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
    """Whole numbers. Division and remainder round down and trap on a divisor of 0."""

    op: ArithmeticOp
    left: Expr
    right: Expr
    type: IntType


CompareOp = Literal["==", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True)
class Compare:
    """Between two numbers, two members, or (`==` and `!=`) two sets."""

    op: CompareOp
    left: Expr
    right: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Logic:
    """`and` or `or`; the right side is only looked at when it matters."""

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
    """The set with this one member (empty for nothing)."""

    member: Expr
    type: SetType


@dataclass(frozen=True)
class SetOp:
    """Union, intersection, difference."""

    op: Literal["|", "&", "-"]
    left: Expr
    right: Expr
    type: SetType


Move = tuple[tuple[int, int], ...]
"""Members moved: what is added to their indexes, and those with which that is done; others are dropped."""


@dataclass(frozen=True)
class Shift:
    """Every member moved one step."""

    value: Expr
    moves: Move
    type: SetType


@dataclass(frozen=True)
class Gather:
    """The union of the table's sets at the members of a set: neighbours of a set on any graph."""

    table: Table
    value: Expr
    type: SetType


@dataclass(frozen=True)
class Flood:
    """What can be reached from `seeds` inside `within`, going by the table's neighbours."""

    table: Table
    seeds: Expr
    within: Expr
    type: SetType


@dataclass(frozen=True)
class Ray:
    """A direction of straight lines: `there[n]` moves 2 to the n steps forwards, `back[n]` as many back."""

    there: tuple[Move, ...]
    back: tuple[Move, ...]


@dataclass(frozen=True)
class RunBetween:
    """All of `over` in a straight line between `start` and `to`, with nothing but `over` between."""

    start: Expr
    over: Expr
    to: Expr
    rays: tuple[Ray, ...]
    type: SetType


@dataclass(frozen=True)
class RunStarts:
    """The spaces from which some run over `over` leads to a member of `to`."""

    over: Expr
    to: Expr
    rays: tuple[Ray, ...]
    type: SetType


@dataclass(frozen=True)
class Steps:
    """Steps by where they start: one set of spaces for each direction.

    The steps of a direction follow those of the one before it, in the order of the spaces in `keeps`, which
    are all from which that direction leads on; what is in a set and not there counts for nothing.
    """

    starts: tuple[Expr, ...]
    keeps: tuple[int, ...]
    type: SetType


@dataclass(frozen=True)
class ColumnsOf:
    """The columns in which a set of squares has members; squares are numbered along each row."""

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
    """Has the set any member?"""

    value: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Pick:
    """The first or the last member of a set in the order of declaration, nothing if it is empty."""

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
    """Does the condition hold for some member of the set?"""

    var: str
    value: Expr
    condition: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Fold:
    """The sum, least or greatest value of a formula over a set; `empty` where there is no member."""

    op: Literal["sum", "min", "max"]
    var: str
    value: Expr
    formula: Expr
    empty: int
    type: IntType


@dataclass(frozen=True)
class Best:
    """The first member with the least or greatest key, nothing if the set is empty."""

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
    """The union of a formula's sets over the members of a set."""

    var: str
    value: Expr
    formula: Expr
    type: SetType


@dataclass(frozen=True)
class RunDirection:
    """One direction of a line: how a run is doubled until it is long enough.

    Each step moves all members as far as the run is longer than half of what is wanted.
    """

    steps: tuple[Move, ...]


@dataclass(frozen=True)
class HasRun:
    """Does the set hold a straight line of the given length, in any of the directions?"""

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
class Depth:
    """How many calls are running."""

    type: IntType


@dataclass(frozen=True)
class Can:
    """Could this be carried out completely now, the own decisions of `who` on the way included?

    Tried on a copy of the state: the probe's parameters are given these values, its blocks are run, and
    it has succeeded where they reach the probe's `Mark` or something that nobody can look behind.
    """

    probe: int  # index into Program.probes
    who: Expr
    arguments: tuple[Expr, ...]

    @property
    def type(self) -> BoolType:
        return BOOL


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
