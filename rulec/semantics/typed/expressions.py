"""What stands for a value, with its type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulec.base.fast_dataclass import dataclass
from rulec.semantics.typed.lists import (
    EntriesOf,
    EntryOf,
    FirstCopies,
    InOrder,
    JoinLists,
    Listed,
    PositionOf,
    Ring,
    SomeEntries,
)
from rulec.semantics.typed.plans import PlanValue
from rulec.semantics.types import FLAG

if TYPE_CHECKING:
    from rulec.base.source_text import Span
    from rulec.semantics.typed.declarations import (
        ChanceEvent,
        Column,
        Definition,
        Goods,
        Place,
        Rule,
        Variable,
        Zone,
    )
    from rulec.semantics.typed.sentences import CallRule
    from rulec.semantics.types import FlagType, Local, NumberType, PartsType, SetType, Sort, Type


@dataclass(frozen=True)
class Constant:
    value: int
    type: Type
    span: Span


@dataclass(frozen=True)
class LocalValue:
    local: Local
    span: Span

    @property
    def type(self) -> Type:
        return self.local.type


@dataclass(frozen=True)
class Me:
    type: Type
    span: Span


@dataclass(frozen=True)
class All:
    """All members of a sort; of the players, those who take part."""

    type: Type
    span: Span


@dataclass(frozen=True)
class VariableValue:
    variable: Variable
    owner: Expr | None
    span: Span
    keys: tuple[Expr, ...] = ()

    @property
    def type(self) -> Type:
        return self.variable.type


@dataclass(frozen=True)
class ColumnValue:
    column: Column
    index: tuple[Expr, ...]
    span: Span

    @property
    def type(self) -> Type:
        return self.column.type


@dataclass(frozen=True)
class Recast:
    """Members of one kind as those of another that takes them in, or the other way round."""

    value: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class PieceAt:
    place: Place
    at: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class OwnerOf:
    """The owner of the piece in a place, or none."""

    piece: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class Coordinate:
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
class Use:
    """A definition used."""

    definition: Definition
    subject: Expr | None
    arguments: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True)
class Arithmetic:
    op: Literal["+", "-", "*", "div", "div_up", "mod", "greater", "lesser", "difference"]
    left: Expr
    right: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class SetCombination:
    op: Literal["+", "-", "within"]
    left: Expr
    right: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class Comparison:
    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class Before:
    """The members declared before this one."""

    member: Expr
    type: SetType
    span: Span


@dataclass(frozen=True)
class Membership:
    member: Expr
    value: Expr
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class Logic:
    op: Literal["and", "or"]
    left: Expr
    right: Expr
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class Not:
    value: Expr
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class Where:
    var: Local
    value: Expr
    condition: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class SomeOf:
    value: Expr
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class NumberOf:
    value: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class Pick:
    which: Literal["first", "last"]
    value: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class Best:
    rank: Literal["most", "least"]
    var: Local
    value: Expr
    key: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class BestOf:
    """All members with the greatest, or least, key."""

    rank: Literal["most", "least"]
    var: Local
    value: Expr
    key: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class UnionOf:
    """The union of a formula's sets over members."""

    var: Local
    value: Expr
    formula: Expr
    type: SetType
    span: Span


@dataclass(frozen=True)
class NumberOfDifferent:
    """How many values a formula has over members: numbers, or members of a sort."""

    var: Local
    value: Expr
    formula: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class Total:
    op: Literal["sum", "most", "least"]
    var: Local
    value: Expr
    formula: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class InARow:
    length: int
    value: Expr
    board: Sort
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class Neighbours:
    value: Expr
    board: Sort
    type: Type
    span: Span


@dataclass(frozen=True)
class Diagonals:
    value: Expr
    board: Sort
    type: Type
    span: Span


@dataclass(frozen=True)
class RunFrom:
    start: Expr
    over: Expr
    to: Expr
    board: Sort
    type: Type
    span: Span


@dataclass(frozen=True)
class Way:
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
class LongestLine:
    value: Expr
    board: Sort
    type: NumberType
    span: Span


@dataclass(frozen=True)
class Parts:
    """The connected parts of a set."""

    value: Expr
    board: Sort
    type: PartsType
    span: Span


@dataclass(frozen=True)
class BestPart:
    """The first part with the least or greatest value; empty if there is none."""

    rank: Literal["most", "least"]
    var: Local
    value: Expr
    key: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class Reach:
    start: Expr
    within: Expr
    board: Sort
    type: Type
    span: Span


@dataclass(frozen=True)
class WalkEnds:
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


@dataclass(frozen=True)
class IfElse:
    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class ByMember:
    """For each member of a sort a formula of its own."""

    value: Expr
    cases: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True)
class RandomOne:
    """One member of a set by chance, each equally likely. It is drawn before the sentence begins: `var`."""

    event: ChanceEvent
    var: Local
    value: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class During:
    """Does this rule run, at any depth?"""

    rule: Rule
    type: Type
    span: Span


@dataclass(frozen=True)
class Beside:
    """Does a free action run beside a choice written in this rule? Without one: does the rule run?"""

    rule: Rule
    type: Type
    span: Span


@dataclass(frozen=True)
class HoldsAlong:
    """A walk along members: what there is never falls below 0 when one of them is paid for."""

    var: Local
    value: Expr
    start: Expr
    pays: Expr
    earns: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class RoomFor:
    """Does this zone take one piece more?"""

    zone: ZoneValue
    type: Type
    span: Span


@dataclass(frozen=True)
class CanCall:
    call: CallRule
    type: FlagType
    span: Span


@dataclass(frozen=True)
class ZoneValue:
    """What lies in a zone: a set of kinds, each perhaps several times; in a place, one kind or none.

    `whole`: of a deck, with what has been put under it.
    """

    zone: Zone
    owner: Expr | None
    keys: tuple[Expr, ...]
    type: Type
    span: Span
    whole: bool = False


@dataclass(frozen=True)
class CopiesOf:
    """How many pieces of a kind lie in a zone, or stand in a set or list."""

    zone: Expr
    kind: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class OnMember:
    """Of a row that is laid over a table: what lies on one of its members."""

    row: ZoneValue
    member: Expr
    type: SetType
    span: Span


@dataclass(frozen=True)
class Amount:
    """So many of some goods."""

    number: Expr
    goods: Goods
    arguments: tuple[Expr, ...]  # which of them
    span: Span


@dataclass(frozen=True)
class CanPay:
    owner: Expr
    amounts: tuple[Amount, ...]
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class ForPlayer:
    """A formula in which `me` is that player."""

    player: Expr
    value: Expr
    span: Span

    @property
    def type(self) -> Type:
        return self.value.type


Expr = (
    Constant
    | LocalValue
    | Me
    | All
    | VariableValue
    | ColumnValue
    | Recast
    | PieceAt
    | OwnerOf
    | Coordinate
    | Use
    | Arithmetic
    | SetCombination
    | Comparison
    | Membership
    | Before
    | Logic
    | Not
    | Where
    | SomeOf
    | NumberOf
    | Pick
    | Best
    | BestOf
    | UnionOf
    | NumberOfDifferent
    | Total
    | InARow
    | Neighbours
    | Diagonals
    | RunFrom
    | Way
    | LongestLine
    | Parts
    | BestPart
    | Reach
    | WalkEnds
    | IfElse
    | ByMember
    | PlanValue
    | CanCall
    | During
    | Beside
    | RoomFor
    | HoldsAlong
    | RandomOne
    | CanPay
    | ForPlayer
    | ZoneValue
    | OnMember
    | CopiesOf
    | Listed
    | EntriesOf
    | InOrder
    | Ring
    | EntryOf
    | PositionOf
    | JoinLists
    | SomeEntries
    | FirstCopies
)
