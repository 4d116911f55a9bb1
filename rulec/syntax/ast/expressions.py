"""Syntax nodes of expressions; mutually recursive, so all but the leaves share a module."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.ast.leaves import During, Ident, Number, Text, TunableNumber, Word


@dataclass(frozen=True)
class Name:
    """A name, optionally with arguments in brackets."""

    name: Ident
    arguments: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Possessive:
    """`city's price`; `my money` is `me's money`."""

    owner: Expr
    name: Ident
    arguments: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Binary:
    """`+ - * div div_up mod within`, `greater of`, `lesser of`, `difference of`."""

    op: str
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True)
class Negative:
    value: Expr
    span: Span


@dataclass(frozen=True)
class Not:
    value: Expr
    span: Span


@dataclass(frozen=True)
class Logic:
    op: Literal["and", "or"]
    parts: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Compare:
    """`= < <= > >=`, and `is` / `is not` as `is`."""

    op: str
    left: Expr
    right: Expr
    negated: bool
    span: Span


@dataclass(frozen=True)
class In:
    member: Expr
    value: Expr
    negated: bool
    span: Span


@dataclass(frozen=True)
class Where:
    value: Expr
    condition: Expr
    span: Span


@dataclass(frozen=True)
class Members:
    """The operand of `some`, `number of` and the like; `s in squares where ...` names the member."""

    var: Ident | None
    value: Expr
    span: Span


@dataclass(frozen=True)
class Quantity:
    """`some S`, `no S`, `every S has C`."""

    sort: Literal["some", "no", "every"]
    members: Members
    condition: Expr | None
    span: Span


@dataclass(frozen=True)
class NumberOf:
    members: Members
    span: Span


@dataclass(frozen=True)
class Pick:
    """`the first of S`; with a number, the first N as a list."""

    which: Literal["first", "last"]
    members: Members
    span: Span
    number: Expr | None = None
    ordering: Ordering | None = None


@dataclass(frozen=True)
class Key:
    """A sort key of an ordering; `value` None: the seats."""

    rank: Literal["most", "least"]
    value: Expr | None
    span: Span


@dataclass(frozen=True)
class Ordering:
    """`in order of most F, then G`; `in seat order`; `clockwise from p`, `counter-clockwise after p`."""

    keys: tuple[Key, ...]
    start: Expr | None  # of the cyclic order of seats
    after: bool
    backwards: bool
    span: Span


@dataclass(frozen=True)
class Ordered:
    """The members of a set, or entries of a list, sorted."""

    value: Expr
    ordering: Ordering
    span: Span


@dataclass(frozen=True)
class Entry:
    """`entry n of L`."""

    number: Expr
    value: Expr
    span: Span


@dataclass(frozen=True)
class PositionOf:
    """`position of x in L`."""

    member: Expr
    value: Expr
    span: Span


@dataclass(frozen=True)
class BestOf:
    """`the S with most F`: the set of all that tie."""

    rank: Literal["most", "least"]
    members: Members
    key: Expr
    span: Span


@dataclass(frozen=True)
class UnionOf:
    """`union of F over S`; with `any_value`, F can be a number: `number of different F over S`."""

    formula: Expr
    members: Members
    any_value: bool
    span: Span


@dataclass(frozen=True)
class IsOnly:
    """`S is only x`: S is the singleton of x."""

    value: Expr
    member: Expr
    span: Span


@dataclass(frozen=True)
class IsAbility:
    """`card's does is at once`, `is once a round`: a test of an ability's sort."""

    value: Expr
    rule: Ident | None  # the rule during which it is usable once; None: at once
    span: Span


@dataclass(frozen=True)
class HoldsAlong:
    """`coal_run holds along train`: the account never falls below 0 after a payment."""

    account: Expr
    value: Expr
    span: Span


@dataclass(frozen=True)
class RoomFor:
    """`room for tile`: whether the zone of the current member can take a piece."""

    value: Expr
    span: Span


@dataclass(frozen=True)
class Beside:
    """Whether the running free action was chosen beside this rule, or else, whether the rule is active."""

    rule: Ident
    span: Span


@dataclass(frozen=True)
class Alike:
    """`S all alike`, `S all different`."""

    value: Expr
    different: bool
    span: Span


@dataclass(frozen=True)
class Total:
    """`sum of F over S`, `most F over S`, `least F over S`."""

    op: Literal["sum", "most", "least"]
    formula: Expr
    members: Members
    span: Span


@dataclass(frozen=True)
class InARow:
    length: int
    length_span: Span
    value: Expr
    span: Span


@dataclass(frozen=True)
class Neighbours:
    value: Expr
    span: Span


@dataclass(frozen=True)
class Diagonals:
    """The spaces at the corners of a square, or of each of a set."""

    value: Expr
    span: Span


@dataclass(frozen=True)
class RunFrom:
    """`run from S over T to U`: the spaces of T in a straight line between S and U."""

    start: Expr
    over: Expr
    to: Expr
    span: Span


@dataclass(frozen=True)
class BoardPath:
    """`steps from A to B over T`, `shortest from A to B over T by fewest where ...`, `line from A to B`."""

    sort: Literal["steps", "shortest", "line"]
    start: Expr
    goal: Expr
    over: Expr | None  # None: a line
    fewest: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class StepsAbove:
    """`2 steps above my level`: the space of a track at that distance, clamped to the last space."""

    steps: Expr
    space: Expr
    span: Span


@dataclass(frozen=True)
class ByCases:
    """A value by cases: the cases, and for each member of a sort the index of its case."""

    subject: Ident
    cases: tuple[Expr, ...]
    members: tuple[int, ...]
    span: Span


@dataclass(frozen=True)
class LongestLine:
    value: Expr
    span: Span


@dataclass(frozen=True)
class PartsOf:
    """The connected components of a set."""

    value: Expr
    span: Span


@dataclass(frozen=True)
class Reach:
    start: Expr
    within: Expr
    span: Span


@dataclass(frozen=True)
class RandomOne:
    """`a random one of S`."""

    members: Members
    span: Span


@dataclass(frozen=True)
class IfElse:
    then: Expr
    condition: Expr
    otherwise: Expr
    span: Span


@dataclass(frozen=True)
class ByMember:
    """A case for each member of a kind; made by the compiler only."""

    value: Expr
    cases: tuple[Expr | None, ...]
    span: Span


@dataclass(frozen=True)
class SetOf:
    """The singleton of a member, or the full set of its sort; made by the compiler only."""

    value: Expr
    every: bool
    span: Span


@dataclass(frozen=True)
class EndsOf:
    """`ends of ride(n)`: the spaces at which a route can end."""

    route: Ident
    arguments: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Before:
    """The members declared before this one; made by the compiler only."""

    member: Expr
    span: Span


@dataclass(frozen=True)
class WalkEnds:
    """The end spaces of all affordable walks; made by the compiler only.

    `rows` are the spaces that can be entered at each of `prices`, one number for each of `budgets`; a walk
    ends in a row that stops. `var` stands for a set of spaces in `near`, the expression for its neighbours.
    """

    var: Ident
    near: Expr
    start: Expr
    rows: tuple[Expr, ...]
    prices: tuple[tuple[int, ...], ...]
    stops: tuple[bool, ...]
    budgets: tuple[Expr, ...]
    least: Expr | None  # minimal spending of the first budget
    span: Span


@dataclass(frozen=True)
class Fits:
    """The condition of a row: a boolean, or a member or set that the current member has to match."""

    condition: Expr
    span: Span


@dataclass(frozen=True)
class CanPayBy:
    """`can pay by track_price with built`; desugaring replaces it by a rule."""

    payment: Ident
    arguments: tuple[Argument, ...]
    span: Span


@dataclass(frozen=True)
class CanDo:
    """`can do city's reward`."""

    value: Expr
    span: Span


@dataclass(frozen=True)
class CanCall:
    """`can CALL`: whether the rule can be completed now."""

    call: CallRule
    span: Span


@dataclass(frozen=True)
class Amount:
    """`3 money`, `2 of x`: an amount of goods; or `site's price`, a cell that holds amounts."""

    number: Expr  # with neither name nor kind: the amounts themselves
    name: Ident | None
    kind: Expr | None  # the operand of `of`
    span: Span


@dataclass(frozen=True)
class CanPay:
    amounts: tuple[Amount, ...]
    span: Span


@dataclass(frozen=True)
class Argument:
    """The arguments behind a word of a rule call; `word` is empty right behind the rule's name."""

    word: str
    values: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class CallRule:
    name: Ident
    arguments: tuple[Argument, ...]
    giving: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True)
class TopOf:
    """`top of D`."""

    deck: Expr
    span: Span


@dataclass(frozen=True)
class EndOfRow:
    """`leftmost of R`, `rightmost of R`."""

    which: Literal["first", "last"]
    row: Expr
    span: Span


@dataclass(frozen=True)
class OnMember:
    """`R on m`: the pieces on a member of the table over which the row is laid."""

    row: Expr
    member: Expr
    span: Span


Expr = (
    Number
    | TunableNumber
    | Text
    | Word
    | Name
    | Possessive
    | Binary
    | Negative
    | Not
    | Logic
    | Compare
    | In
    | Where
    | Quantity
    | NumberOf
    | Pick
    | Ordered
    | Entry
    | PositionOf
    | BestOf
    | UnionOf
    | IsOnly
    | IsAbility
    | Beside
    | RoomFor
    | HoldsAlong
    | Alike
    | Total
    | InARow
    | Neighbours
    | Diagonals
    | RunFrom
    | BoardPath
    | LongestLine
    | PartsOf
    | Reach
    | StepsAbove
    | ByCases
    | IfElse
    | ByMember
    | CanPay
    | CanCall
    | During
    | CanPayBy
    | SetOf
    | EndsOf
    | Before
    | WalkEnds
    | Fits
    | CanDo
    | RandomOne
    | TopOf
    | EndOfRow
    | OnMember
)
