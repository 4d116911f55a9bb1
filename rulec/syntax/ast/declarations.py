"""What a file declares: kinds, tables, boards, variables, rules, scores."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.syntax.ast import examples as evidence
from rulec.syntax.ast.decks import Deck
from rulec.syntax.ast.expressions import Amount, Expr
from rulec.syntax.ast.leaves import Ident, Text
from rulec.syntax.ast.plans import BestPlan
from rulec.syntax.ast.sentences import Sentence


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


CellSort = Literal["blank", "own number", "numbered", "values", "effect", "ability", "mix"]


@dataclass(frozen=True)
class Side:
    """One of the alternatives of an effect: what is done, and how it was written."""

    text: str
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Ability:
    """`at once: E`, `once a round, in P: E`, `whenever EVENT where C: E`: when what a cell says is done."""

    sort: Literal["at once", "once", "whenever"]
    rule: Ident | None  # for how long it can be used once
    inside: Ident | None  # the rule beside whose choices it can be used
    event: Ident | None
    parameters: tuple[Parameter, ...]
    where: Expr | None
    span: Span


@dataclass(frozen=True)
class Cell:
    """`-`, `number`, `r01 to r09`, values, or an effect; `text` is what was written."""

    sort: CellSort
    values: tuple[Expr, ...]
    text: str
    span: Span
    sides: tuple[Side, ...] = ()
    ability: Ability | None = None
    mix: tuple[Amount, ...] = ()  # `1 iron + 2 coin`


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
    joins: Joins | None = None  # of a graph


JoinSort = Literal["edges", "one way"]


@dataclass(frozen=True)
class Joins:
    """What a graph joins: its rows are edges between nodes, or nodes with one-way edges in a column."""

    sort: JoinSort
    name: Ident  # all of the nodes, or the column
    span: Span


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
    first: int | None = None  # the number of the first column and row, if it is said
    row_letters: bool = False
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class Legend:
    """What signs of a picture mean: those of a column, or one sign."""

    sort: Literal["column", "hole", "plain", "member"]
    name: Ident | None  # one of what has the column, or a member
    column: Ident | None
    sign: Text | None
    span: Span


@dataclass(frozen=True)
class Picture:
    """A drawn board; `condition` (over options) says when it is this one."""

    condition: Expr | None
    legend: tuple[Legend, ...]
    lines: tuple[Text, ...]
    span: Span


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
    neutral: int = 0  # as many more that belong to nobody
    where: Expr | None = None  # which rows of the table
    each_where: Expr | None = None  # which of them each owner has; the others belong to nobody


@dataclass(frozen=True)
class ValueType:
    sort: Literal["range", "flag", "member", "maybe", "set", "list"]
    lo: int
    hi: int
    member: Ident | None
    span: Span


@dataclass(frozen=True)
class EffectType:
    """`effect as alternative`: the cells of a column say what is done."""

    alternative: Ident | None
    span: Span
    abilities: bool = False  # the cells say when it is done, too


@dataclass(frozen=True)
class FormulaType:
    """The cells of a column are worked out when they are read."""

    span: Span


ColumnType = ValueType | EffectType | FormulaType


@dataclass(frozen=True)
class Length:
    """`at most 9`: how many entries a list has room for."""

    most: int
    span: Span


@dataclass(frozen=True)
class Variable:
    name: Ident
    parameters: tuple[Ident, ...]
    type: ValueType
    starts: Expr | None
    seen_by: Ident | None
    span: Span
    until: Ident | None = None  # the rule at whose end it falls back to its start
    length: Length | None = None  # of a list


@dataclass(frozen=True)
class Place:
    """Room for one piece."""

    name: Ident
    count: int
    pieces: Ident
    span: Span
    parameters: tuple[Ident, ...] = ()


@dataclass(frozen=True)
class LaidOver:
    """`laid over parts by building_slots`: each row of a table has as many places as its column says."""

    table: Ident
    column: Ident


@dataclass(frozen=True)
class Zone:
    """Room for any number of pieces; in a row they lie in an order."""

    name: Ident
    parameters: tuple[Ident, ...]
    pieces: Ident
    most: Expr | None
    span: Span
    seen_by: Ident | None = None
    live: bool = False  # the abilities of what lies there listen to events
    row: bool = False
    full: bool = False
    laid: LaidOver | None = None
    others: tuple[Ident, ...] = ()  # more sorts of pieces that may lie there
    most_of: Ident | None = None  # the limit is one for the pieces of each of these
    purse: bool = False  # amounts of its pieces are gained and paid


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
    until: Ident | None = None  # the rule at whose end they fall back to their start


@dataclass(frozen=True)
class Has:
    """`the game has:` (no owner) or `each player has:`."""

    owner: Ident | None
    clauses: tuple[Variable | Place | Zone | Deck, ...]
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
class Case:
    """A value for some members: their names in a cell, and what it is for them."""

    members: Cell
    value: Expr
    span: Span


@dataclass(frozen=True)
class MeaningByCases:
    """`player's things(task) means by task:` with a line for each task."""

    subject: Ident | None
    name: Ident
    parameters: tuple[Ident, ...]
    by: Ident
    cases: tuple[Case, ...]
    span: Span


@dataclass(frozen=True)
class Entering:
    """What happens each time that a marker enters a space of a track."""

    name: Ident
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Track:
    """A row of spaces, named or with printed numbers; perhaps with a marker of each player on it."""

    name: Ident
    parameters: tuple[Ident, ...]
    space: Ident | None
    owner: Ident | None
    starts: Expr | None
    never_down: bool
    slots: tuple[int, ...]  # printed numbers, where they do not stand in rows
    grid: Grid | None
    entering: Entering | None
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
    certain: Span | None = None  # a look-ahead goes on behind its chance, whatever that brings


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
class Actors:
    """`actors: companies, each for its owner, seated as in seating`."""

    who: Ident
    decider: Ident
    seating: Ident | None
    span: Span


@dataclass(frozen=True)
class Obligation:
    name: Ident
    condition: Expr
    deadlines: tuple[Deadline, ...]
    reservations: tuple[Reservation, ...]
    span: Span


@dataclass(frozen=True)
class Always:
    """`always NAME: CONDITION`: a condition that holds whenever the game stops."""

    name: Ident
    condition: Expr
    span: Span


@dataclass(frozen=True)
class DisplayLine:
    """How something is called by people: a name of the file, or (a text) the label of options."""

    key: Ident | Text
    texts: tuple[Text, ...]
    span: Span


@dataclass(frozen=True)
class Display:
    lines: tuple[DisplayLine, ...]
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
    """What a space asks for: `free`, `closed`, `uses 2 coin`, `lays 1 rail of my cargo on track`."""

    sort: Literal["free", "closed", "passed", "steps", "goods", "lays", "ends"]
    number: Expr | None
    goods: Ident | None
    zone: Expr | None  # where pieces come from
    target: Ident | None  # the zone or place of the space on which they are laid
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
    asked: bool = False  # does anything ask for its ends?


@dataclass(frozen=True)
class Shortage:
    """What is missing of some goods is paid with others."""

    name: Ident
    goods: Ident
    instead: Ident
    worth: int
    span: Span


@dataclass(frozen=True)
class PaymentRow:
    """Where something comes from with which is paid, what one is worth, and where it goes."""

    source: Ident
    origin: Expr
    worth: int
    only: Expr | None  # one for each member of this set at most
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class Payment:
    """Something is paid with what the player chooses, one by one."""

    name: Ident
    parameters: tuple[Parameter, ...]
    rows: tuple[PaymentRow, ...]
    covers: Expr | None
    needs: tuple[Expr, ...]
    minimal: bool
    citations: tuple[str, ...]
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
class WheneverGains:
    """What happens each time that somebody has more, or less, of some goods than before."""

    player: Ident
    verb: Literal["gains", "loses"]
    goods: Ident
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class EndWhen:
    """How the game ends once something holds: looked at when a turn is over, or at any moment."""

    condition: Expr
    any_moment: bool
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class AccountStep:
    """`each card: pays card's fuel, then earns card's coal_earned`."""

    var: Ident
    pays: Expr
    earns: Expr
    span: Span


@dataclass(frozen=True)
class Account:
    """What there is at first, and what each member on the way costs and brings."""

    name: Ident
    among: Ident
    starts: tuple[Expr, ...]  # one line of each is wanted
    steps: tuple[AccountStep, ...]
    span: Span


@dataclass(frozen=True)
class ScoreLine:
    label: Text
    value: Expr
    span: Span
    at: Ident | None = None  # entered where `score NAME` is carried out


@dataclass(frozen=True)
class Score:
    lines: tuple[ScoreLine, ...]
    span: Span
    of: Expr | None = None  # whose, if not the players'


@dataclass(frozen=True)
class Standing:
    """`standing of player: weakest of companies, then points of strongest of companies`."""

    subject: Ident
    ranks: tuple[Literal["weakest", "strongest"], ...]
    points: tuple[bool, ...]  # is nothing compared but points?
    members: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True)
class NoWinner:
    """`no winner with 1 player`."""

    number: int
    word: Ident
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
    | Deck
    | Adjective
    | Meaning
    | MeaningByCases
    | Track
    | Rule
    | Route
    | Shortage
    | Payment
    | Whenever
    | EndWhen
    | WheneverGains
    | BestPlan
    | Account
    | Score
    | Standing
    | NoWinner
    | Ties
    | Actors
    | Obligation
    | Always
    | Window
    | FreeAction
    | Display
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
