"""What stands for a value, with its type."""

from __future__ import annotations

from typing import Any, Literal, cast, get_args

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import ExprNode
from rulec.semantics.typed.boards import (
    BestPart,
    Coordinate,
    Diagonals,
    InARow,
    LongestLine,
    Neighbours,
    Parts,
    Reach,
    RunFrom,
    WalkEnds,
    Way,
)
from rulec.semantics.typed.calls import CanCall
from rulec.semantics.typed.declarations import ChanceEvent, Definition, Goods, Place, Zone
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
from rulec.semantics.typed.values import Constant, Expr
from rulec.semantics.types import (
    FLAG,
    Column,
    FlagType,
    Local,
    NumberType,
    Rule,
    SetType,
    Type,
    Variable,
)


@dataclass(frozen=True)
class LocalValue(ExprNode):
    local: Local
    span: Span

    @property
    def type(self) -> Type:
        return self.local.type


@dataclass(frozen=True)
class Me(ExprNode):
    type: Type
    span: Span


@dataclass(frozen=True)
class All(ExprNode):
    """All members of a sort; of the players, those who take part."""

    type: Type
    span: Span


@dataclass(frozen=True)
class VariableValue(ExprNode):
    variable: Variable
    owner: Expr | None
    span: Span
    keys: tuple[Expr, ...] = ()

    @property
    def type(self) -> Type:
        return self.variable.type


@dataclass(frozen=True)
class ColumnValue(ExprNode):
    column: Column
    index: tuple[Expr, ...]
    span: Span

    @property
    def type(self) -> Type:
        return self.column.type


@dataclass(frozen=True)
class Conversion(ExprNode):
    """Members of one kind as those of another that takes them in, or the other way round."""

    value: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class PieceAt(ExprNode):
    place: Place
    at: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class OwnerOf(ExprNode):
    """The owner of the piece in a place, or none."""

    piece: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class Use(ExprNode):
    """A definition used."""

    definition: Definition
    subject: Expr | None
    arguments: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True)
class Arithmetic(ExprNode):
    op: Literal["+", "-", "*", "div", "div_up", "mod", "greater", "lesser", "difference"]
    left: Expr
    right: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class SetCombination(ExprNode):
    op: Literal["+", "-", "within"]
    left: Expr
    right: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class Comparison(ExprNode):
    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class Before(ExprNode):
    """The members declared before this one."""

    member: Expr
    type: SetType
    span: Span


@dataclass(frozen=True)
class Membership(ExprNode):
    member: Expr
    value: Expr
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class Logic(ExprNode):
    op: Literal["and", "or"]
    left: Expr
    right: Expr
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class Not(ExprNode):
    value: Expr
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class Where(ExprNode):
    var: Local
    value: Expr
    condition: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class SomeOf(ExprNode):
    value: Expr
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class NumberOf(ExprNode):
    value: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class Pick(ExprNode):
    which: Literal["first", "last"]
    value: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class Best(ExprNode):
    rank: Literal["most", "least"]
    var: Local
    value: Expr
    key: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class BestOf(ExprNode):
    """All members with the greatest, or least, key."""

    rank: Literal["most", "least"]
    var: Local
    value: Expr
    key: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class UnionOf(ExprNode):
    """The union of a formula's sets over members."""

    var: Local
    value: Expr
    formula: Expr
    type: SetType
    span: Span


@dataclass(frozen=True)
class NumberOfDifferent(ExprNode):
    """How many values a formula has over members: numbers, or members of a sort."""

    var: Local
    value: Expr
    formula: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class Total(ExprNode):
    op: Literal["sum", "most", "least"]
    var: Local
    value: Expr
    formula: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class IfElse(ExprNode):
    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class ByMember(ExprNode):
    """For each member of a sort a formula of its own."""

    value: Expr
    cases: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True)
class RandomOne(ExprNode):
    """One member of a set by chance, each equally likely. It is drawn before the sentence begins: `var`."""

    event: ChanceEvent
    var: Local
    value: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class During(ExprNode):
    """Does this rule run, at any depth?"""

    rule: Rule
    type: Type
    span: Span


@dataclass(frozen=True)
class Beside(ExprNode):
    """Does a free action run beside a choice written in this rule? Without one: does the rule run?"""

    rule: Rule
    type: Type
    span: Span


@dataclass(frozen=True)
class HoldsAlong(ExprNode):
    """A walk along members: what there is never falls below 0 when one of them is paid for."""

    var: Local
    value: Expr
    start: Expr
    pays: Expr
    earns: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class RoomFor(ExprNode):
    """Does this zone take one piece more?"""

    zone: ZoneValue
    type: Type
    span: Span


@dataclass(frozen=True)
class ZoneValue(ExprNode):
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
class CopiesOf(ExprNode):
    """How many pieces of a kind lie in a zone, or stand in a set or list."""

    zone: Expr
    kind: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class OnMember(ExprNode):
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
class CanPay(ExprNode):
    owner: Expr
    amounts: tuple[Amount, ...]
    span: Span

    @property
    def type(self) -> FlagType:
        return FLAG


@dataclass(frozen=True)
class ForPlayer(ExprNode):
    """A formula in which `me` is that player."""

    player: Expr
    value: Expr
    span: Span

    @property
    def type(self) -> Type:
        return self.value.type


# All expressions, for dispatch.
AnyExpr = (
    Constant
    | LocalValue
    | Me
    | All
    | VariableValue
    | ColumnValue
    | Conversion
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

EXPRESSIONS: tuple[Any, ...] = get_args(AnyExpr)


def any_expr(expr: Expr) -> AnyExpr:
    """The expression as a member of the union: a test holds that every class of the base stands there."""
    return cast(AnyExpr, expr)
