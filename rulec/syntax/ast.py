"""The syntax tree of a rules file: what was written, with its place, and nothing worked out yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from rulec.source import SourceText, Span

if TYPE_CHECKING:
    from rulec.syntax import evidence


@dataclass(frozen=True)
class Ident:
    """A name where it is declared or referred to."""

    text: str
    span: Span


# --- expressions --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    value: int
    span: Span


@dataclass(frozen=True)
class Word:
    """`me`, `it`, `none`, `yes`, `no`."""

    word: Literal["me", "it", "none", "yes", "no"]
    span: Span


@dataclass(frozen=True)
class Text:
    """Words in quotes."""

    value: str
    span: Span


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
    """`+ - * div div_up mod within`."""

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
    which: Literal["first", "last"]
    members: Members
    span: Span


@dataclass(frozen=True)
class Best:
    """`the first of S in order of F`, or `of most F`: the one with the least, or the greatest, value."""

    rank: Literal["most", "least"]
    members: Members
    key: Expr
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
class SetOf:
    """One member as a set, or all members of its sort: only where rulec itself writes rules out."""

    value: Expr
    every: bool
    span: Span


@dataclass(frozen=True)
class Fits:
    """The condition of a row: yes or no, or the member or set that a member must be, or be in."""

    condition: Expr
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
    """`3 money`, `2 of x`: so many of something."""

    number: Expr
    name: Ident | None
    kind: Expr | None  # what stands behind `of`
    span: Span


@dataclass(frozen=True)
class CanPay:
    amounts: tuple[Amount, ...]
    span: Span


Expr = (
    Number
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
    | Best
    | BestOf
    | UnionOf
    | IsOnly
    | Total
    | InARow
    | Neighbours
    | Diagonals
    | RunFrom
    | Way
    | LongestLine
    | PartsOf
    | Reach
    | IfElse
    | CanPay
    | CanCall
    | SetOf
    | Fits
    | CanDo
    | RandomOne
)

# --- sentences ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class If:
    condition: Expr
    then: tuple[Sentence, ...]
    otherwise: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Each:
    var: Ident
    acting: bool
    value: Expr | None  # None: all players in seat order
    order: Ident | None  # the decision who or what comes next
    body: tuple[Sentence, ...]
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class ActingAs:
    """`as P:` makes P `me`."""

    player: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Repeat:
    """For ever, while or until a condition holds (looked at before each round), or a number of times.

    Leaving is an option where `least` and `most` differ, or where it has a name (`, or finish`).
    """

    until: Expr | None  # or `while`: then it is negated
    least: Expr | None  # rounds before leaving is an option; None: from the first round on
    most: Expr | None  # None: no end to the rounds
    may_leave: bool
    leave: Alternative | None  # what leaving is called, if not `stop`, and when it is an option
    name: Ident | None  # of a question of its own: another round?
    left: Ident | None  # the rounds still to come
    body: tuple[Sentence, ...]
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Choose:
    var: Ident
    value: Expr
    to: Expr | None  # then it is a number from `value` on
    name: Ident
    by: Expr | None
    body: tuple[Sentence, ...] | None  # None: what follows
    options: tuple[Alternative, ...]  # `, or LABEL` in the line, `or LABEL:` below it
    otherwise: tuple[Sentence, ...] | None
    if_any: bool
    unless_one: bool
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Alternative:
    """An option with a name, or (with `var`) one for each member of a set."""

    label: Ident
    when: Expr | None
    body: tuple[Sentence, ...] | None  # None: as if nothing had been chosen
    span: Span
    var: Ident | None = None
    value: Expr | None = None
    named: bool = True  # does the label stand before each member?


@dataclass(frozen=True)
class May:
    """`may S as d`: a yes or no."""

    tried: tuple[Sentence, ...]
    name: Ident | None
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Pause:
    name: Ident
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Needs:
    condition: Expr
    span: Span


@dataclass(frozen=True)
class ChooseOne:
    name: Ident
    by: Expr | None
    alternatives: tuple[Alternative, ...]
    otherwise: tuple[Sentence, ...] | None
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Let:
    var: Ident
    value: Expr
    span: Span


@dataclass(frozen=True)
class Change:
    """`set X to E`, `raise X by E`, `lower X by E`."""

    op: Literal["set", "raise", "lower"]
    target: Expr
    value: Expr
    span: Span


@dataclass(frozen=True)
class PlacePiece:
    """One of a player's pieces, from its home, on a member that has a place for it."""

    owner: Expr | None  # None: pieces that belong to nobody
    piece: Ident
    target: Expr
    span: Span


@dataclass(frozen=True)
class Moved:
    """`w`, `my placed`, `3 workers of white`, `up to 2 tiles`, `all tiles`."""

    sort: Literal["pieces", "count", "up to", "all"]
    value: Expr | None  # the pieces, or how many
    name: Ident | None
    kind: Expr | None
    span: Span


@dataclass(frozen=True)
class MovePiece:
    moved: Moved
    source: Expr | None
    target: Expr
    span: Span


@dataclass(frozen=True)
class RemovePiece:
    source: Expr
    span: Span


@dataclass(frozen=True)
class Roll:
    """A number by chance, each between the two equally likely."""

    var: Ident
    low: Expr
    high: Expr
    span: Span


@dataclass(frozen=True)
class Transfer:
    """`gain MIX`, `lose MIX`, `pay MIX to E`, `pay up to MIX`: a mix is a list of amounts."""

    sort: Literal["gain", "lose", "pay", "pay up to"]
    mix: tuple[Amount, ...]
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class Do:
    """`do city's reward`: what a cell of an effect column says."""

    value: Expr
    span: Span


@dataclass(frozen=True)
class Nothing:
    span: Span


@dataclass(frozen=True)
class EndGame:
    span: Span


@dataclass(frozen=True)
class LeaveRule:
    """`end P`, `restart P`."""

    name: Ident
    restart: bool
    span: Span


@dataclass(frozen=True)
class IfPossible:
    """`if possible S`; `if possible CALL:` with what follows if it was done."""

    tried: tuple[Sentence, ...]
    then: tuple[Sentence, ...]
    otherwise: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class FirstPossible:
    alternatives: tuple[Alternative, ...]
    span: Span


@dataclass(frozen=True)
class Part:
    """A part of an order, or (with `var`) one for each entry of a list."""

    name: Ident
    must: bool
    var: Ident | None
    value: Expr | None
    after: tuple[Ident, ...]
    before: tuple[Ident, ...]
    when: Expr | None
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class AnyOrder:
    name: Ident
    by: Expr | None
    parts: tuple[Part, ...]
    exclusive: tuple[tuple[Ident, ...], ...]  # of each group at most one
    instead: tuple[Alternative, ...]
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class SkipPart:
    name: Ident
    span: Span


@dataclass(frozen=True)
class ChooseSeveral:
    """`choose a set of n: x from S ...`: one member after the other, each set in one order only."""

    collection: Literal["set", "bag", "list"]
    least: Expr | None  # None: 0
    most: Expr
    var: Ident
    value: Expr
    name: Ident
    by: Expr | None
    giving: Ident | None
    such_that: Expr | None
    body: tuple[Sentence, ...]
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Follow:
    route: Ident
    arguments: tuple[Argument, ...]
    name: Ident | None
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Must:
    """If this does not hold, what led here cannot be carried out."""

    condition: Expr
    message: str
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


Sentence = (
    If
    | Each
    | ActingAs
    | Repeat
    | Choose
    | ChooseOne
    | May
    | Pause
    | Needs
    | Let
    | Change
    | PlacePiece
    | MovePiece
    | RemovePiece
    | Transfer
    | Roll
    | Do
    | Nothing
    | EndGame
    | LeaveRule
    | IfPossible
    | FirstPossible
    | AnyOrder
    | SkipPart
    | ChooseSeveral
    | CallRule
    | Follow
    | Must
)

# --- declarations -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    title: Text
    players: tuple[int, int] | None
    players_span: Span | None
    length: int | None
    length_span: Span | None
    statements: Ident | None
    span: Span


@dataclass(frozen=True)
class Allowed:
    """A value (or number of players) that goes only with a condition on the others."""

    value: Expr
    players: bool
    condition: Expr
    span: Span


@dataclass(frozen=True)
class Option:
    """A value fixed before set-up."""

    name: Ident
    type: ValueType
    default: Expr
    text: Text | None
    allowed: tuple[Allowed, ...]
    span: Span


@dataclass(frozen=True)
class KindItem:
    """One member, `first to last` (numbered names), or `each other`: the members of another kind."""

    sort: Literal["one", "numbered", "each"]
    name: Ident
    last: Ident | None
    span: Span


@dataclass(frozen=True)
class Kind:
    plural: Ident
    singular: Ident
    items: tuple[KindItem, ...]
    span: Span


@dataclass(frozen=True)
class Heading:
    """The first cell of a column: a name, perhaps with members it is kept for, or a number."""

    name: Ident | None
    number: int
    parameters: tuple[Ident, ...]
    type: ColumnType | None
    span: Span


CellSort = Literal["blank", "own number", "numbered", "values", "effect"]


@dataclass(frozen=True)
class Side:
    """One of the alternatives of an effect: what is done, and how it was written."""

    text: str
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Cell:
    """`-`, `number`, `r01 to r09`, values, or an effect; `text` is what was written."""

    sort: CellSort
    values: tuple[Expr, ...]
    text: str
    span: Span
    sides: tuple[Side, ...] = ()


@dataclass(frozen=True)
class Row:
    cells: tuple[Cell, ...]
    span: Span


@dataclass(frozen=True)
class Assumed:
    """Data that the rulebook does not give, with the reason; of all columns, or of some."""

    reason: Text
    columns: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True)
class Grid:
    """What stands below a table: headings and rows, as many cells in each."""

    headings: tuple[Heading, ...]
    rows: tuple[Row, ...]
    assumed: tuple[Assumed, ...]


@dataclass(frozen=True)
class Table:
    """A kind whose members are the rows of a table."""

    plural: Ident
    singular: Ident
    grid: Grid
    span: Span
    pieces: PieceOptions | None = None


@dataclass(frozen=True)
class TableKey:
    """What a lookup table is asked with: a member, a number of a range, a number of players."""

    sort: Literal["type", "range", "count"]
    name: Ident
    lo: int
    hi: int
    span: Span


@dataclass(frozen=True)
class LookupTable:
    name: Ident
    keys: tuple[TableKey, ...]
    giving: ColumnType | None
    grid: Grid
    span: Span


@dataclass(frozen=True)
class Board:
    plural: Ident
    singular: Ident
    columns: int
    rows: int
    size_span: Span
    span: Span
    hexes: bool = False
    odd_rows: Span | None = None  # where it says that every other row lies half a space further right
    neighbours: int | None = None
    neighbours_span: Span | None = None


@dataclass(frozen=True)
class PieceOptions:
    """Where pieces begin and end, and how many there are of each kind."""

    home: Ident | None = None
    copies: int | Ident | None = None  # a number, or a column of the table


@dataclass(frozen=True)
class Pieces:
    plural: Ident
    singular: Ident
    count: int | None  # None: unlimited
    span: Span
    kinds: Ident | None = None  # `5 of each colour`, `from tiles`: one kind of piece for each member
    owner: Ident | None = None
    options: PieceOptions = PieceOptions()


@dataclass(frozen=True)
class ValueType:
    sort: Literal["range", "flag", "member", "maybe", "set"]
    lo: int
    hi: int
    member: Ident | None
    span: Span


@dataclass(frozen=True)
class EffectType:
    """`effect as alternative`: the cells of a column say what is done."""

    alternative: Ident | None
    span: Span


ColumnType = ValueType | EffectType


@dataclass(frozen=True)
class Variable:
    name: Ident
    parameters: tuple[Ident, ...]
    type: ValueType
    starts: Expr | None
    seen_by: Ident | None
    span: Span


@dataclass(frozen=True)
class Place:
    """Room for one piece."""

    name: Ident
    count: int
    pieces: Ident
    span: Span
    parameters: tuple[Ident, ...] = ()


@dataclass(frozen=True)
class Zone:
    """Room for any number of pieces."""

    name: Ident
    parameters: tuple[Ident, ...]
    pieces: Ident
    most: Expr | None
    span: Span


@dataclass(frozen=True)
class GoodsStart:
    """`starts 3`, or, for one of the kinds, `vp starts 0`."""

    kind: Ident | None
    value: int
    span: Span


@dataclass(frozen=True)
class Goods:
    """`money: goods of each player, unlimited`: numbers that are gained and paid."""

    name: Ident
    parameters: tuple[Ident, ...]
    singular: Ident | None
    owner: Ident
    limit: int | None  # of all together
    bank: Ident | None  # the word for where the rest is
    starts: tuple[GoodsStart, ...]
    most: Expr | None
    span: Span


@dataclass(frozen=True)
class Has:
    """`the game has:` (no owner) or `each player has:`."""

    owner: Ident | None
    clauses: tuple[Variable | Place | Zone, ...]
    span: Span


@dataclass(frozen=True)
class Adjective:
    subject: Ident
    name: Ident
    parameters: tuple[Ident, ...]
    condition: Expr
    span: Span


@dataclass(frozen=True)
class Meaning:
    subject: Ident | None
    name: Ident
    parameters: tuple[Ident, ...]
    value: Expr
    span: Span


@dataclass(frozen=True)
class Parameter:
    """A name for what a rule is given, and the word that it is given with (none: right behind the name)."""

    word: str
    name: Ident


@dataclass(frozen=True)
class Rule:
    """`setup`, `play`, or a named procedure; `sort` is the word that it was declared with."""

    sort: str
    name: Ident
    parameters: tuple[Parameter, ...]
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Choices:
    """The decisions at which a free action is open."""

    sort: Literal["while", "written", "named"]
    of_mine: bool
    names: tuple[Ident, ...]  # of rules; of decisions and windows
    inside: Ident | None  # a rule that must be running
    span: Span


@dataclass(frozen=True)
class Window:
    name: Ident
    choices: Choices
    span: Span


@dataclass(frozen=True)
class Deadline:
    rule: Ident
    helpers: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True)
class Reservation:
    rules: tuple[Ident, ...]
    of_mine: bool
    span: Span


@dataclass(frozen=True)
class Obligation:
    name: Ident
    condition: Expr
    deadlines: tuple[Deadline, ...]
    reservations: tuple[Reservation, ...]
    span: Span


@dataclass(frozen=True)
class UseLimit:
    """At most so many uses for each player until the rule ends."""

    number: Expr
    rule: Ident
    span: Span


@dataclass(frozen=True)
class FreeAction:
    rule: Rule
    opens: tuple[Choices, ...]
    limits: tuple[UseLimit, ...]
    consumes: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class RouteRule:
    """What a space asks for: `free`, `closed`, `uses 2 coin`."""

    sort: Literal["free", "closed", "passed", "steps", "goods", "ends"]
    number: Expr | None
    goods: Ident | None
    span: Span


@dataclass(frozen=True)
class RouteRow:
    condition: Expr
    sides: tuple[tuple[RouteRule, ...], ...]
    name: Ident | None
    span: Span


@dataclass(frozen=True)
class Route:
    name: Ident
    marker: Ident | None
    start: Ident | None
    field: Literal["over", "along", "against"]
    over: Expr | None
    relation: Ident | None
    parameters: tuple[Ident, ...]
    once: Ident | None  # no space twice
    rows: tuple[RouteRow, ...]
    least: Expr | None
    most: Expr | None
    may_end: Expr | None
    entering: Ident | None
    entered: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Shortage:
    """What is missing of some goods is paid with others."""

    name: Ident
    goods: Ident
    instead: Ident
    worth: int
    span: Span


@dataclass(frozen=True)
class Whenever:
    """What happens each time that some rule emits the event, right after that."""

    event: Ident
    parameters: tuple[Parameter, ...]
    where: Expr | None
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class ScoreLine:
    label: Text
    value: Expr
    span: Span


@dataclass(frozen=True)
class Score:
    lines: tuple[ScoreLine, ...]
    span: Span


@dataclass(frozen=True)
class TieBreak:
    rank: Literal["most", "least"]
    value: Expr
    span: Span


@dataclass(frozen=True)
class Ties:
    breaks: tuple[TieBreak, ...]
    span: Span


Declaration = (
    Game
    | Option
    | Kind
    | Table
    | LookupTable
    | Board
    | Pieces
    | Goods
    | Has
    | Adjective
    | Meaning
    | Rule
    | Route
    | Shortage
    | Whenever
    | Score
    | Ties
    | Obligation
    | Window
    | FreeAction
)


@dataclass(frozen=True)
class RulesFile:
    name: str
    declarations: tuple[Declaration, ...] = field(default=())
    examples: tuple[evidence.Example, ...] = ()
    assumed: tuple[evidence.Assumed, ...] = ()
    citations: tuple[evidence.Cited, ...] = ()
    bases: tuple[SourceText, ...] = ()  # the games that a variant changes, the nearest first
    # (file, line) -> its place, for a game that was put together from several files.
    order: dict[tuple[str, int], int] = field(default_factory=dict, compare=False)

    def place(self, span: Span) -> tuple[int, int]:
        """Where something stands among everything else in the game."""
        return self.order.get((span.file, span.line), span.line), span.column
