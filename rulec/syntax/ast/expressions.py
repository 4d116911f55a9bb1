"""What stands for a value. Expressions hold each other, so all but the leaves stand in one module."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.ast.leaves import During, Ident, Number, Text, TunableNumber, Word


@dataclass(frozen=True)
class Name:
    """A name, perhaps with arguments in brackets."""

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
    """`the first of S`; with a number so many of them, as a list."""

    which: Literal["first", "last"]
    members: Members
    span: Span
    number: Expr | None = None
    ordering: Ordering | None = None


@dataclass(frozen=True)
class Key:
    """What is compared first, or next; None: the seats."""

    rank: Literal["most", "least"]
    value: Expr | None
    span: Span


@dataclass(frozen=True)
class Ordering:
    """`in order of most F, then G`; `in seat order`; `clockwise from p`, `counter-clockwise after p`."""

    keys: tuple[Key, ...]
    start: Expr | None  # of a ring of seats
    after: bool
    backwards: bool
    span: Span


@dataclass(frozen=True)
class Ordered:
    """The members of a set, or entries of a list, in an order."""

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
    """`the S with most F`: all that tie."""

    rank: Literal["most", "least"]
    members: Members
    key: Expr
    span: Span


@dataclass(frozen=True)
class UnionOf:
    """`union of F over S`; with `any_value`, F may be a number, too: `number of different F over S`."""

    formula: Expr
    members: Members
    any_value: bool
    span: Span


@dataclass(frozen=True)
class IsOnly:
    """`S is only x`: x is in S, and nothing else is."""

    value: Expr
    member: Expr
    span: Span


@dataclass(frozen=True)
class IsAbility:
    """`card's does is at once`, `is once a round`: of which sort an ability is."""

    value: Expr
    rule: Ident | None  # for how long it can be used once; none: at once
    span: Span


@dataclass(frozen=True)
class HoldsAlong:
    """`coal_run holds along train`: the account is never below 0 after a payment."""

    account: Expr
    value: Expr
    span: Span


@dataclass(frozen=True)
class RoomFor:
    """`room for tile`: does the zone of the member that is looked at take it?"""

    value: Expr
    span: Span


@dataclass(frozen=True)
class Beside:
    """Does a free action run beside a choice written in this rule? Without one: does the rule run?"""

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
    """`run from S over T to U`: all of T that lies in a straight line between S and U."""

    start: Expr
    over: Expr
    to: Expr
    span: Span


@dataclass(frozen=True)
class Way:
    """`steps from A to B over T`, `shortest from A to B over T by fewest where ...`, `line from A to B`."""

    sort: Literal["steps", "shortest", "line"]
    start: Expr
    goal: Expr
    over: Expr | None  # of a line: nothing
    fewest: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class StepsAbove:
    """`2 steps above my level`: that space of a track, or the last if there are fewer."""

    steps: Expr
    space: Expr
    span: Span


@dataclass(frozen=True)
class ByCases:
    """A value for each member of a sort: the cases, and for each member the number of its case."""

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
    """The connected parts of a set."""

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
    """What is said for each member of a kind by itself: only where rulec itself writes rules out."""

    value: Expr
    cases: tuple[Expr | None, ...]
    span: Span


@dataclass(frozen=True)
class SetOf:
    """One member as a set, or all members of its sort: only where rulec itself writes rules out."""

    value: Expr
    every: bool
    span: Span


@dataclass(frozen=True)
class EndsOf:
    """`ends of ride(n)`: the spaces where a route can end."""

    route: Ident
    arguments: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Before:
    """The members declared before this one: only where rulec itself writes rules out."""

    member: Expr
    span: Span


@dataclass(frozen=True)
class WalkEnds:
    """Where a walk can end that pays as it goes: only where rulec itself writes rules out.

    `rows` are the spaces that can be entered at each of `prices`, one number for each of `budgets`; where a
    row stops, the walk does not go on. `var` stands for a set of spaces in `near`, those next to it.
    """

    var: Ident
    near: Expr
    start: Expr
    rows: tuple[Expr, ...]
    prices: tuple[tuple[int, ...], ...]
    stops: tuple[bool, ...]
    budgets: tuple[Expr, ...]
    least: Expr | None  # of the first budget at least so much is spent
    span: Span


@dataclass(frozen=True)
class Fits:
    """The condition of a row: yes or no, or the member or set that a member must be, or be in."""

    condition: Expr
    span: Span


@dataclass(frozen=True)
class CanPayBy:
    """`can pay by track_price with built`: before it is written out as a rule."""

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
    """`can CALL`: could this rule be carried out completely now?"""

    call: CallRule
    span: Span


@dataclass(frozen=True)
class Amount:
    """`3 money`, `2 of x`: so many of something; `site's price`, where a cell says all of it."""

    number: Expr  # with neither name nor kind: the amounts themselves
    name: Ident | None
    kind: Expr | None  # what stands behind `of`
    span: Span


@dataclass(frozen=True)
class CanPay:
    amounts: tuple[Amount, ...]
    span: Span


@dataclass(frozen=True)
class Argument:
    """What is given to a rule behind one word; `word` is empty right behind the name of the rule."""

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
    """`R on m`: the pieces of a row that is laid over a table which lie on one of its members."""

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
    | Way
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
