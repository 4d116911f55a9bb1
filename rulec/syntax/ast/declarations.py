"""Syntax nodes of declarations: kinds, tables, boards, variables, rules, scores."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.syntax.ast import examples as evidence
from rulec.syntax.ast.decks import Deck
from rulec.syntax.ast.expressions import Expr
from rulec.syntax.ast.leaves import Ident, Parameter, Text
from rulec.syntax.ast.plans import BestPlan
from rulec.syntax.ast.routes import Payment, Route, Shortage
from rulec.syntax.ast.sentences import Sentence
from rulec.syntax.ast.tables import Cell, Grid, LookupTable, PieceOptions, Table, ValueType


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
    """A constraint of an option's value (or of a player count) on the other options."""

    value: Expr
    players: bool
    condition: Expr
    span: Span


@dataclass(frozen=True)
class Option:
    """A game option: a value chosen before set-up."""

    name: Ident
    type: ValueType
    default: Expr
    text: Text | None
    allowed: tuple[Allowed, ...]
    span: Span


@dataclass(frozen=True)
class KindItem:
    """A member, a range `first to last` of numbered names, or `each other`: another kind's members."""

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
class Board:
    plural: Ident
    singular: Ident
    columns: int
    rows: int
    size_span: Span
    span: Span
    hexes: bool = False
    odd_rows: Span | None = None  # of the clause that shifts every other row by half a space
    neighbours: int | None = None
    neighbours_span: Span | None = None
    first: int | None = None  # the number of the first column and row, if given
    row_letters: bool = False
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class Legend:
    """The meaning of picture signs: those of a column, or a single sign."""

    sort: Literal["column", "hole", "plain", "member"]
    name: Ident | None  # the kind that has the column, or a member
    column: Ident | None
    sign: Text | None
    span: Span


@dataclass(frozen=True)
class Picture:
    """A drawn board, used when `condition` (over options) holds."""

    condition: Expr | None
    legend: tuple[Legend, ...]
    lines: tuple[Text, ...]
    span: Span


@dataclass(frozen=True)
class Pieces:
    plural: Ident
    singular: Ident
    count: int | None  # None: unlimited
    span: Span
    kinds: Ident | None = None  # `5 of each colour`, `from tiles`: one kind of piece for each member
    owner: Ident | None = None
    options: PieceOptions = PieceOptions()
    neutral: int = 0  # additional pieces without an owner
    where: Expr | None = None  # selects rows of the table
    each_where: Expr | None = None  # selects the rows owned by each owner; other rows have no owner


@dataclass(frozen=True)
class Length:
    """`at most 9`: capacity of a list."""

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
    until: Ident | None = None  # the rule whose end resets the variable
    length: Length | None = None  # of a list


@dataclass(frozen=True)
class Place:
    """A place for one piece."""

    name: Ident
    count: int
    pieces: Ident
    span: Span
    parameters: tuple[Ident, ...] = ()


@dataclass(frozen=True)
class LaidOver:
    """`laid over parts by building_slots`: a column gives the number of places of each row of a table."""

    table: Ident
    column: Ident


@dataclass(frozen=True)
class Zone:
    """A zone for any number of pieces; the pieces of a `row` are ordered."""

    name: Ident
    parameters: tuple[Ident, ...]
    pieces: Ident
    most: Expr | None
    span: Span
    seen_by: Ident | None = None
    live: bool = False  # abilities of its pieces listen to events
    row: bool = False
    full: bool = False
    laid: LaidOver | None = None
    others: tuple[Ident, ...] = ()  # further piece types that it can hold
    most_of: Ident | None = None  # the limit applies to the pieces of each member apart
    purse: bool = False  # its pieces act as goods: gained and paid in amounts


@dataclass(frozen=True)
class GoodsStart:
    """`starts 3`, or, for a single kind, `vp starts 0`."""

    kind: Ident | None
    value: int
    span: Span


@dataclass(frozen=True)
class Goods:
    """`money: goods of each player, unlimited`: counted resources, gained and paid."""

    name: Ident
    parameters: tuple[Ident, ...]
    singular: Ident | None
    owner: Ident
    limit: int | None  # on the total of all owners
    bank: Ident | None  # the name of the remaining supply
    starts: tuple[GoodsStart, ...]
    most: Expr | None
    span: Span
    until: Ident | None = None  # the rule whose end resets the amounts


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
    """A case of a value: a cell with members, and the value for them."""

    members: Cell
    value: Expr
    span: Span


@dataclass(frozen=True)
class MeaningByCases:
    """`player's things(task) means by task:`, with a line for each task."""

    subject: Ident | None
    name: Ident
    parameters: tuple[Ident, ...]
    by: Ident
    cases: tuple[Case, ...]
    span: Span


@dataclass(frozen=True)
class Entering:
    """The body that runs each time that a marker enters a space of a track."""

    name: Ident
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Track:
    """A row of spaces, named or numbered, optionally with a marker for each player."""

    name: Ident
    parameters: tuple[Ident, ...]
    space: Ident | None
    owner: Ident | None
    starts: Expr | None
    never_down: bool
    slots: tuple[int, ...]  # printed numbers, if the track has no rows
    grid: Grid | None
    entering: Entering | None
    span: Span


@dataclass(frozen=True)
class Rule:
    """`setup`, `play`, or a named procedure; `sort` is the declaring word."""

    sort: str
    name: Ident
    parameters: tuple[Parameter, ...]
    body: tuple[Sentence, ...]
    span: Span
    certain: Span | None = None  # total chance: a look-ahead continues after any outcome


@dataclass(frozen=True)
class Choices:
    """The decisions at which a free action is open."""

    sort: Literal["while", "written", "named"]
    of_mine: bool
    names: tuple[Ident, ...]  # of rules, decisions and windows
    inside: Ident | None  # a rule that has to be active
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
    """The display texts of a name of the file, or (for a text) of an option's label."""

    key: Ident | Text
    texts: tuple[Text, ...]
    span: Span
    last: Ident | None = None  # `red_1 to red_9`


@dataclass(frozen=True)
class Display:
    lines: tuple[DisplayLine, ...]
    span: Span


@dataclass(frozen=True)
class UseLimit:
    """The maximal number of uses per player until the rule ends."""

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
class Whenever:
    """An event listener: its body runs right after each event that matches."""

    event: Ident
    parameters: tuple[Parameter, ...]
    where: Expr | None
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class WheneverGains:
    """A listener on goods: its body runs after each increase, or decrease, of a player's amount."""

    player: Ident
    verb: Literal["gains", "loses"]
    goods: Ident
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class EndWhen:
    """An end condition of the game, tested after each turn, or at any moment."""

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
    """An account: its starting amounts, and the cost and income of each member along a list."""

    name: Ident
    among: Ident
    starts: tuple[Expr, ...]  # exactly one is legal
    steps: tuple[AccountStep, ...]
    span: Span


@dataclass(frozen=True)
class ScoreLine:
    label: Text
    value: Expr
    span: Span
    at: Ident | None = None  # the name by which `score NAME` enters the line


@dataclass(frozen=True)
class Score:
    lines: tuple[ScoreLine, ...]
    span: Span
    of: Expr | None = None  # the scoring members, if not the players


@dataclass(frozen=True)
class Standing:
    """`standing of player: weakest of companies, then points of strongest of companies`."""

    subject: Ident
    ranks: tuple[Literal["weakest", "strongest"], ...]
    points: tuple[bool, ...]  # for each rank, whether points alone are compared
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
    bases: tuple[SourceText, ...] = ()  # the base games of a variant, nearest first
    # (file, line) -> rank, for a game assembled from several files.
    order: dict[tuple[str, int], int] = field(default_factory=dict, compare=False)

    def place(self, span: Span) -> tuple[int, int]:
        """Return the sort key of a span in the order of the assembled game."""
        return self.order.get((span.file, span.line), span.line), span.column
