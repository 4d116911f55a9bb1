"""Typed expressions."""

from __future__ import annotations

from typing import Any, Literal, cast, get_args

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import ExprNode
from rulec.semantics.typed.boards import (
    BestPart,
    BoardPath,
    Coordinate,
    Diagonals,
    InARow,
    LongestLine,
    Neighbours,
    Parts,
    Reach,
    RunFrom,
    WalkEnds,
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
    """All members of a sort; for players, the participants."""

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
    """Conversion between a kind and another that includes it, in either direction."""

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
    """Owner of the piece in a place, or none."""

    piece: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class Use(ExprNode):
    """Use of a definition."""

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
    """Members declared before this one."""

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
    """All members with the greatest or least key (arg max, arg min)."""

    rank: Literal["most", "least"]
    var: Local
    value: Expr
    key: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class UnionOf(ExprNode):
    """Union of the sets that a formula gives over members."""

    var: Local
    value: Expr
    formula: Expr
    type: SetType
    span: Span


@dataclass(frozen=True)
class NumberOfDifferent(ExprNode):
    """Number of distinct values of a formula over members."""

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
    """Separate formula for each member of a sort."""

    value: Expr
    cases: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True)
class RandomOne(ExprNode):
    """Uniformly random member of a set, drawn into `var` before the sentence begins."""

    event: ChanceEvent
    var: Local
    value: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class During(ExprNode):
    """Whether a rule is active, at any depth."""

    rule: Rule
    type: Type
    span: Span


@dataclass(frozen=True)
class Beside(ExprNode):
    """Whether a free action runs beside a choice of this rule; without one, whether the rule runs."""

    rule: Rule
    type: Type
    span: Span


@dataclass(frozen=True)
class HoldsAlong(ExprNode):
    """Whether a running balance along members stays non-negative at each payment."""

    var: Local
    value: Expr
    start: Expr
    pays: Expr
    earns: Expr
    type: Type
    span: Span


@dataclass(frozen=True)
class RoomFor(ExprNode):
    """Whether a zone has room for another piece."""

    zone: ZoneValue
    type: Type
    span: Span


@dataclass(frozen=True)
class ZoneValue(ExprNode):
    """Contents of a zone: a multiset of kinds; for a single place, a kind or none.

    `whole`: a deck together with its layers.
    """

    zone: Zone
    owner: Expr | None
    keys: tuple[Expr, ...]
    type: Type
    span: Span
    whole: bool = False


@dataclass(frozen=True)
class CopiesOf(ExprNode):
    """Number of pieces of a kind in a zone, set or list."""

    zone: Expr
    kind: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class OnMember(ExprNode):
    """Contents of a row on one member of the table under it."""

    row: ZoneValue
    member: Expr
    type: SetType
    span: Span


@dataclass(frozen=True)
class Amount:
    """Amount of some goods."""

    number: Expr
    goods: Goods
    arguments: tuple[Expr, ...]  # kind of the goods
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
    """Formula evaluated with another player as `me`."""

    player: Expr
    value: Expr
    span: Span

    @property
    def type(self) -> Type:
        return self.value.type


# Union of all expressions, for dispatch.
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
    | BoardPath
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
    """Cast an expression to the union; a test checks that the union holds every class of the base."""
    return cast(AnyExpr, expr)
