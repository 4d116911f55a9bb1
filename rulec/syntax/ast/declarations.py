"""What a file declares: kinds, tables, boards, variables, rules, scores."""

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
    last: Ident | None = None  # `red_1 to red_9`


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
