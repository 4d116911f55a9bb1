"""The typed game: every name resolved, every type known; what `lower` starts from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from rulec.semantics.types import (
    FLAG,
    FlagType,
    Key,
    Local,
    NumberType,
    PartsType,
    PieceSort,
    SetType,
    Sort,
    Type,
)
from rulec.source import Span

if TYPE_CHECKING:
    from rulec.semantics.evidence import Example

# --- what is declared -----------------------------------------------------------------------------


@dataclass(eq=False)
class Variable:
    """State of the game, of each player, or of each member of a sort; perhaps for each of several members."""

    owner: Sort | None
    name: str
    type: Type
    initial: int
    span: Span
    keys: tuple[Sort, ...] = ()  # `stock(resource)`
    starts: tuple[int, ...] = ()  # the initial value of each of them, if they differ
    seen: Literal["all", "owner", "nobody"] = "all"
    fixed: bool = False  # an option


@dataclass(eq=False)
class Zone:
    """Room for pieces: for any number of them, up to a limit, or (`single`) for one."""

    owner: Sort | None
    name: str
    pieces: PieceSort
    keys: tuple[Sort, ...]
    single: bool
    most: Expr | None
    span: Span


@dataclass(eq=False)
class Goods:
    """Numbers that are gained and paid: `money: goods of each player`."""

    variable: Variable
    limit: int | None  # of all players together, of each kind
    bank: str
    most: Expr | None  # a limit for each owner that depends on the position
    span: Span
    instead: tuple[Goods, int] | None = None  # what is missing is paid with these, each worth so many


@dataclass(eq=False)
class Place:
    """Room for one piece on each member of a sort."""

    owner: Sort
    name: str
    pieces: PieceSort
    span: Span


@dataclass(eq=False)
class Option:
    """A value fixed before set-up: a variable that no sentence changes."""

    variable: Variable
    text: str
    span: Span


@dataclass(frozen=True)
class Allowed:
    """A value of an option, or (without one) a number of players, goes only with this condition."""

    option: Option | None
    value: int
    condition: Expr


@dataclass(eq=False)
class Column:
    """Constant data for each combination of keys, the last one fastest.

    A column of a table of members has its members as the first key. `texts` are the values of a column of
    texts, which are for people: no formula reads them.
    """

    table: str
    name: str
    keys: tuple[Key, ...]
    type: Type
    values: tuple[int, ...]
    span: Span
    texts: tuple[str, ...] = ()


@dataclass(eq=False)
class LookupTable:
    """`fees(3, chicago)`, or with named columns `fees(3)'s height`."""

    name: str
    keys: tuple[Key, ...]
    columns: dict[str, Column]  # the only one is called ``
    span: Span


@dataclass(eq=False)
class Definition:
    """`square is empty when ...` or `city's price means ...`."""

    name: str
    subject: Local | None
    parameters: tuple[Local, ...]
    span: Span
    body: Expr | None = None
    uses_me: bool = False

    @property
    def type(self) -> Type:
        from rulec.semantics.types import UNKNOWN

        return UNKNOWN if self.body is None else self.body.type


@dataclass(eq=False)
class Rule:
    sort: str
    name: str
    parameters: tuple[Local, ...]
    words: tuple[str, ...]  # the word that each parameter is given with; none: right behind the name
    span: Span
    body: tuple[Sentence, ...] = ()
    uses_me: bool = False
    circle: int | None = None  # the group of rules that lead to each other and back
    stops: bool = False  # may ask for a decision, end the game or repeat: it becomes blocks
    names: dict[str, Local] = field(default_factory=dict)  # given in the body, as they are at its end
    given: list[Local] = field(default_factory=list)  # those of them that some `giving` names


@dataclass(eq=False)
class Decision:
    """A `choose` by its name; options are numbered in the order of these groups."""

    name: str
    rule: str
    citation: str
    span: Span
    groups: tuple[tuple[Sort | None, str], ...]  # members of a sort, or one named option


@dataclass(eq=False)
class ChanceEvent:
    """What chance brings under one name: numbers in a range (of all rolls of this name), or members."""

    name: str
    sort: Sort | None
    numbers: NumberType
    span: Span


# --- expressions ----------------------------------------------------------------------------------


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
        "column", "row", "squares of column", "squares of row", "position", "start", "goal", "owner", "piece"
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
    op: Literal["+", "-", "*", "div", "div_up", "mod", "greater", "lesser"]
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
class IfElse:
    condition: Expr
    then: Expr
    otherwise: Expr
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
class CanCall:
    call: CallRule
    type: FlagType
    span: Span


@dataclass(frozen=True)
class ZoneValue:
    """What lies in a zone: a set of kinds, each perhaps several times; in a place, one kind or none."""

    zone: Zone
    owner: Expr | None
    keys: tuple[Expr, ...]
    type: Type
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
    | IfElse
    | CanCall
    | RandomOne
    | CanPay
    | ForPlayer
    | ZoneValue
)

# --- sentences ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class If:
    condition: Expr
    then: tuple[Sentence, ...]
    otherwise: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Each:
    var: Local
    acting: bool
    value: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class EachInOwnOrder(Each):
    """Whose turn it is next is asked while there are two or more."""

    decision: Decision
    by: Expr


@dataclass(frozen=True)
class ActingAs:
    """The body with this player as `me`."""

    player: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Needs:
    """What follows can't be carried out while the condition does not hold."""

    condition: Expr
    span: Span


@dataclass(frozen=True)
class Repeat:
    until: Expr | None
    least: Expr | None  # rounds before leaving is an option; None: from the first round on
    times: Expr | None  # None: no end to the rounds
    leave: Leave | None
    left: Local | None  # the rounds still to come
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Leave:
    """Leaving a loop: one more option of the first decision of its body, or of one of its own."""

    label: str
    when: Expr | None
    idle: bool  # not asked if there is nothing else
    decision: Decision | None
    by: Expr


@dataclass(frozen=True)
class ChoiceGroup:
    """Members of a set (bound to `var`), or one named option under a condition."""

    var: Local | None
    label: str
    options: Expr | None  # None: always
    body: tuple[Sentence, ...] | None  # None: as if nothing had been chosen
    numbers: tuple[Expr, Expr] | None = None  # then `var` is a number from the first to the second
    idle: bool = False  # not asked if there is nothing else


@dataclass(frozen=True)
class Choose:
    decision: Decision
    by: Expr
    groups: tuple[ChoiceGroup, ...]
    otherwise: tuple[Sentence, ...] | None
    span: Span
    skips: bool = False  # without anything worth asking the rule goes on
    unless_one: bool = False  # a single member is taken unasked


@dataclass(frozen=True)
class Let:
    var: Local
    value: Expr
    span: Span


@dataclass(frozen=True)
class SetVariable:
    variable: Variable
    owner: Expr | None
    value: Expr
    span: Span
    keys: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class SetLocal:
    var: Local
    value: Expr
    span: Span


@dataclass(frozen=True)
class PlacePiece:
    owner: Expr
    place: Place
    at: Expr
    span: Span


@dataclass(frozen=True)
class MovePiece:
    place: Place
    source: Expr
    target: Expr
    span: Span


@dataclass(frozen=True)
class RemovePiece:
    place: Place
    at: Expr
    span: Span


@dataclass(frozen=True)
class Transport:
    """Pieces from one zone to another; no zone is their home off the board.

    `kinds` is one kind, of which `number` are moved (`up_to`: or as many as there are), or a set of which
    all are.
    """

    pieces: PieceSort
    kinds: Expr
    number: Expr | None
    up_to: bool
    source: ZoneValue | None
    target: ZoneValue | None
    span: Span


@dataclass(frozen=True)
class Roll:
    event: ChanceEvent
    var: Local
    low: Expr
    high: Expr
    span: Span


@dataclass(frozen=True)
class Transfer:
    """Goods gained, lost or paid by their owner; what is paid may go to another player."""

    sort: Literal["gain", "lose", "pay", "pay up to"]
    owner: Expr
    amounts: tuple[Amount, ...]
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class CaseOf:
    """The sentences that belong to a value; none of them where it is none of these."""

    value: Expr
    cases: tuple[tuple[int, tuple[Sentence, ...]], ...]
    span: Span


@dataclass(frozen=True)
class Must:
    """If this does not hold, what led here cannot be carried out."""

    condition: Expr
    message: str
    span: Span


@dataclass(frozen=True)
class EndGame:
    span: Span


@dataclass(frozen=True)
class CallRule:
    rule: Rule
    arguments: tuple[Expr, ...]
    giving: tuple[tuple[Local, Local], ...]  # what the rule calls it, what the caller calls it
    span: Span


@dataclass(frozen=True)
class Unreached:
    """Before a sentence with bodies: what these names are if the bodies that give them are not reached."""

    names: tuple[Local, ...]
    span: Span


@dataclass(frozen=True)
class LeaveRule:
    """Leave a running rule with everything above it, and perhaps begin it anew."""

    rule: Rule
    restart: bool
    span: Span


@dataclass(frozen=True)
class IfPossible:
    tried: tuple[Sentence, ...]
    then: tuple[Sentence, ...]
    otherwise: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class FirstPossible:
    alternatives: tuple[ChoiceGroup, ...]  # named, under a condition
    span: Span


@dataclass(frozen=True)
class Part:
    """A part of an order, or (with `var`) one for each member of a set. Others are named by their numbers."""

    name: str
    must: bool
    var: Local | None
    value: Expr | None
    after: tuple[int, ...]
    before: tuple[int, ...]
    when: Expr | None
    body: tuple[Sentence, ...]


@dataclass(frozen=True)
class AnyOrder:
    decision: Decision
    by: Expr
    parts: tuple[Part, ...]
    exclusive: tuple[tuple[int, ...], ...]
    instead: tuple[ChoiceGroup, ...]
    left: tuple[Sentence, ...]  # names of the parts, as they are seen before they are given
    span: Span


@dataclass(frozen=True)
class SkipPart:
    decision: Decision  # of the order
    part: int
    span: Span


@dataclass(frozen=True)
class ChooseSeveral:
    """One member after the other; `least` to `most` of them (of a set: each set in one order only)."""

    decision: Decision
    by: Expr
    collection: Literal["set", "bag", "list"]
    least: Expr | None
    most: Expr
    var: Local
    value: Expr
    giving: Local | None
    such_that: Expr | None
    body: tuple[Sentence, ...]
    span: Span


# What ends a block: it asks, tries out, leaves or goes round.
STOPPING = (
    *(Choose, ChooseSeveral, AnyOrder, IfPossible, FirstPossible),
    *(EndGame, LeaveRule, EachInOwnOrder, Repeat, Roll, RandomOne),
)

Sentence = (
    If
    | Each
    | ActingAs
    | Needs
    | Repeat
    | Choose
    | Let
    | SetVariable
    | SetLocal
    | PlacePiece
    | MovePiece
    | RemovePiece
    | Roll
    | Transfer
    | CaseOf
    | Transport
    | EndGame
    | CallRule
    | Unreached
    | LeaveRule
    | IfPossible
    | FirstPossible
    | AnyOrder
    | SkipPart
    | ChooseSeveral
    | Must
)

# --- the game -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ScoreLine:
    label: str
    value: Expr
    span: Span


@dataclass(frozen=True)
class TieBreak:
    rank: Literal["most", "least"]
    value: Expr
    span: Span


@dataclass(eq=False)
class FreeAction:
    rule: Rule
    limits: tuple[tuple[int, Rule], ...]  # at most so many times for each player until the rule ends


@dataclass(frozen=True)
class Opening:
    """A free action is open at a decision: while a rule runs, for the player whose rule it is."""

    decision: Decision
    action: FreeAction
    running: Rule | None
    mine: Rule | None


@dataclass(eq=False)
class Obligation:
    name: str
    condition: Expr
    deadlines: tuple[tuple[Rule, frozenset[str]], ...]  # the rule at whose end it must hold, what helps
    reservations: tuple[Rule, ...]  # rules during which it must hold whenever somebody is asked
    span: Span


@dataclass
class Game:
    title: str
    file: str
    name: str
    span: Span
    players: tuple[int, int]
    length: int
    length_span: Span
    player_sort: Sort
    sorts: list[Sort] = field(default_factory=list)
    pieces: list[PieceSort] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)
    allowed: list[Allowed] = field(default_factory=list)
    configurations: tuple[tuple[int, ...], ...] = ()  # players, then a value of each option
    columns: list[Column] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    goods: list[Goods] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    events: list[ChanceEvent] = field(default_factory=list)
    free_actions: list[FreeAction] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    obligations: list[Obligation] = field(default_factory=list)
    setup: Rule | None = None
    play: Rule | None = None
    score: list[ScoreLine] = field(default_factory=list)
    ties: list[TieBreak] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    statements: str = ""  # the prefix of the inventory that is cited
