"""The nodes of the intermediate representation: expressions, statements, block ends.

Expressions are pure. Statements run without stopping. Where the rules stop for a decision, call a
rule that can stop, or branch around one, a block ends (`ends`), so that a saved state needs no more
than the number of the block to go on with.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal

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
from rulec.ir.types import BOOL, BoolType, Domain, ElemType, IntType, SetType, Type, bounds
from rulec.records import dataclass
from rulec.source import NOWHERE, Span

# --- storage ------------------------------------------------------------------------------------

KEPT_AS_BITS: Final = 16  # of what has two values, for at least so many


@dataclass(frozen=True)
class Field:
    """One variable of the state: its path in dictionaries, its type, what it is kept for (`dims`).

    `role` is `state` (declared by the rules), `frame` (a local of a rule that waits for a decision),
    `running` (whether a rule runs that can be left from within another: the number of calls that ran when
    it began, plus 1) or `control` (where the game stands). All of them are saved.
    """

    name: str
    type: Type
    dims: tuple[Domain, ...] = ()
    role: Literal["state", "option", "frame", "running", "control"] = "state"
    initial: int = 0
    starts: tuple[int, ...] = ()  # of each cell, where they do not all start with `initial`
    # Who knows it: of a field kept for each player (the first of `dims`), `owner` is that player.
    seen: Literal["all", "owner", "nobody"] = "all"
    least: int = 0  # of a frame field: its least value while it matters (else it is 0)
    passing: bool = False  # falls back to its start when some rule ends
    most: int = 0  # of a list: the most entries, if there is room for more

    @property
    def cells(self) -> int:
        count = 1
        for dim in self.dims:
            count *= dim.size
        return count

    @cached_property
    def axis(self) -> int | None:
        """Which of `dims` is the one along which the cells are bits of sets, where they are kept so.

        Of what can only be one of two things, for each of many, a bit says it; and "the squares with one"
        is a set that is there already. A bit stands for the greater of the two values.
        """
        if self.role != "state" or not self.dims or isinstance(self.type, SetType):
            return None
        have, sizes = bounds(self.type), [dim.size for dim in self.dims]
        return sizes.index(max(sizes)) if have.hi - have.lo == 1 and max(sizes) >= KEPT_AS_BITS else None


@dataclass(frozen=True)
class Table:
    """Constant data: one value per combination of members of `dims`, the last one fastest."""

    name: str
    type: Type
    dims: tuple[Domain, ...]
    values: tuple[int, ...]


# --- expressions --------------------------------------------------------------------------------


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


# --- statements ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Assign:
    """A new value of a field's cell. The verifier proves that it is in range: see `Require`."""

    field: Field
    index: tuple[Expr, ...]
    value: Expr
    span: Span = NOWHERE


@dataclass(frozen=True)
class SetLocal:
    """A value for the rest of the block (or of the branch of it)."""

    name: str
    value: Expr
    span: Span = NOWHERE


@dataclass(frozen=True)
class If:
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    span: Span = NOWHERE


@dataclass(frozen=True)
class ForEach:
    """The body for each member of the set as it was at the start, in the order of declaration."""

    var: str
    value: Expr
    body: tuple[Stmt, ...]
    span: Span = NOWHERE
    untried: bool = False  # not carried out where something is only tried: nobody reads what it changes


@dataclass(frozen=True)
class Require:
    """A check that `check` could not prove: if it fails the game ends with a RulesError of this line."""

    condition: Expr
    fault: int  # index into Program.faults
    span: Span = NOWHERE


@dataclass(frozen=True)
class CallProcedure:
    """A rule that never stops for a decision, run to its end."""

    procedure: str
    arguments: tuple[Expr, ...]
    span: Span = NOWHERE
    untried: bool = False  # not carried out where something is only tried: nobody reads what it changes


@dataclass(frozen=True)
class Save:
    """Locals of this rule go on the stack: the rule that is called next may lead to this one again.

    They come back when it returns. Only the last statement before a call, and before what is given to it.
    """

    fields: tuple[Field, ...]
    fault: int  # where the stack is full
    span: Span = NOWHERE


Stmt = Assign | SetLocal | If | ForEach | Require | CallProcedure | Save


# --- ends of blocks -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Goto:
    target: int


@dataclass(frozen=True)
class Branch:
    condition: Expr
    then: int
    otherwise: int


@dataclass(frozen=True)
class Switch:
    """Go on at the block of a value, at `otherwise` where it has none."""

    value: Expr
    cases: tuple[tuple[int, int], ...]  # value -> block
    otherwise: int


@dataclass(frozen=True)
class Ask:
    """Stop for a decision; its options and what follows each are in `Program.decisions`.

    Where there is no option (other than idle ones) the game goes on at `nothing`; without it that is a
    dead end.
    """

    decision: int
    nothing: int | None = None


@dataclass(frozen=True)
class Call:
    """Run the rule that begins at `target`, then go on at `back`."""

    target: int
    back: int
    fault: int  # where rules that call themselves have gone too deep


@dataclass(frozen=True)
class Return:
    """The rule is done: go on where it was called."""


@dataclass(frozen=True)
class Finish:
    """The game is over."""


@dataclass(frozen=True)
class Cut:
    """Go on at `target`; no look-ahead looks behind this (the end of a turn)."""

    target: int


@dataclass(frozen=True)
class Mark:
    """What the probe tried has been carried out. In a game that is played: go on at `target`."""

    probe: int
    target: int


@dataclass(frozen=True)
class Chance:
    """Chance brings one of `members`, in proportion to `weight` (a number from 0 up, read for each as `var`).

    The game goes on at `resume`, a block of its own whose parameter is the member: a decision without a
    decider. Where the state asks for chance outcomes it stops here, `pending` being a number behind those of
    the decisions; else the state's generator draws. `event` says by which name and with which ids outcomes
    are known (`Program.events`); several places of the rules may share one. For a look-ahead it is a cut, but
    where it is `certain` that can be gone on: there everything must be completed whatever comes. A
    `Require` before it sees to it that something can come, and `dead_end` is raised if nothing can all the
    same.

    A pile is drawn from with all kinds as `members` and the number left of each as `weight`; see
    `ChanceLowering.draw`, which makes one from any weights.
    """

    event: int
    var: str
    members: Expr
    weight: Expr
    resume: int
    dead_end: int
    viewer: Expr | None = None  # the player who sees a secret outcome; without one nobody does
    certain: bool = False


@dataclass(frozen=True)
class Unwind:
    """Leave every rule that was called since so many calls were running; go on at `target`."""

    depth: Expr
    target: int


End = Goto | Branch | Switch | Ask | Call | Return | Finish | Cut | Mark | Chance | Unwind


@dataclass(frozen=True)
class Block:
    """A stretch of a rule that runs without stopping.

    One that follows a decision has a parameter: the member that was chosen.
    """

    name: str
    rule: str
    body: tuple[Stmt, ...]
    end: End
    span: Span = NOWHERE
    parameter: tuple[str, Type] | None = None
    owed: bool = False  # may run while something is owed: no cut is sure to be fine
    kept: tuple[Field, ...] = ()  # where it ends in a call: what must be the same when that is done; in
    # chance: what must be valid while that is pending
    # `begins`: what follows can be carried out, up to a block that `ends` it, whatever stands in between;
    # of the checks there only those count that are not promised to be passed on some way.
    promise: Literal["", "begins", "ends"] = ""
