"""What is declared, and the whole game."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from rulec.base.fast_dataclass import dataclass
from rulec.semantics.typed.expressions import Constant

if TYPE_CHECKING:
    from rulec.base.source_text import Span
    from rulec.semantics.typed.decks import Deck, Unseen
    from rulec.semantics.typed.examples import Example
    from rulec.semantics.typed.expressions import Expr
    from rulec.semantics.typed.sentences import Sentence
    from rulec.semantics.types import Key, Local, NumberType, PieceSort, Sort, Type
    from rulec.syntax import ast


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
    until: Rule | None = None  # the rule at whose end it falls back to its start


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
    seen: Literal["all", "owner", "nobody"] = "all"
    deck: Deck | None = None  # that this is the middle of
    stored: str = ""  # under which name, if that is another
    subject: Local | None = None  # whose zone it is, for the limit
    known: bool = False  # hidden, and yet all may come to know some of what lies there
    noticed: bool = False  # one player may know some of what lies there, having had it
    seen_by: Variable | None = None  # hidden from all but these
    row: Row | None = None  # its pieces lie in an order
    shared: SharedLimit | None = None


@dataclass(eq=False)
class Row:
    """What makes a zone a row.

    `alike`: only pieces of the row's owner lie there, which are all alike, so that their number says all.
    """

    alike: bool = False
    full: bool = False
    most: int = 0  # pieces that ever lie there
    laid_over: Column | None = None  # how many places there are on each member of a table


@dataclass(eq=False)
class SharedLimit:
    """So many pieces in several zones together, or (`each`) so many that belong to each of these."""

    zones: tuple[Zone, ...]
    each: Sort | None
    most: Expr | None = None

    @property
    def of_each_kind(self) -> int | None:
        """A number that says it of each kind of piece, where every owner has one kind: then the state keeps
        no more than that, and nothing has to be added up."""
        plain = len(self.zones) == 1 and self.each is not None and self.zones[0].pieces.plain
        return self.most.value if plain and isinstance(self.most, Constant) else None


@dataclass(eq=False)
class MixedZone:
    """Zones of one name, one for each of several sorts of pieces."""

    owner: Sort | None
    name: str
    parts: tuple[Zone, ...]
    span: Span

    @property
    def sorts(self) -> tuple[PieceSort, ...]:
        return tuple(one.pieces for one in self.parts)

    def part(self, pieces: PieceSort) -> Zone:
        return next(one for one in self.parts if one.pieces is pieces)


@dataclass(eq=False)
class Goods:
    """Numbers that are gained and paid: `money: goods of each player`."""

    variable: Variable
    limit: int | None  # of all players together, of each kind
    bank: str
    most: Expr | None  # a limit for each owner that depends on the position
    span: Span
    instead: tuple[Goods, int] | None = None  # what is missing is paid with these, each worth so many
    instead_kind: tuple[Expr, ...] = ()  # of which kind those are
    purse: Zone | None = None  # these are pieces, gained from their home and paid back there


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
    texts, which are for people: no formula reads them. `mix` are the numbers of a column of amounts, by what
    they are amounts of.
    """

    table: str
    name: str
    keys: tuple[Key, ...]
    type: Type
    values: tuple[int, ...]
    span: Span
    texts: tuple[str, ...] = ()
    mix: tuple[tuple[ast.Ident, Column], ...] = ()


@dataclass(eq=False)
class Track:
    """The spaces of a track in their order, and what is known of each."""

    name: str
    sort: Sort
    printed: Column | None  # the number on each space
    left: Column  # how many spaces lie above each
    above: Column  # the space so many steps above each; the last if there are fewer
    below: Column
    span: Span
    never_down: bool = False
    marker: Variable | None = None
    columns: dict[str, Column] = field(default_factory=dict)  # kept for each kind of marker and space
    enters: str = ""  # the rule of one step, where more is done than to move the marker


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
    formula: bool = False  # a column of formulas: what stands in brackets is the player who is `me`

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
    point: str = ""  # the name under which positions may start here
    certain: Span | None = None  # a look-ahead goes on behind its chance, whatever that brings


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


@dataclass(frozen=True)
class EndWhen:
    """How the game ends once this holds, at whatever moment."""

    condition: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class ScoreLine:
    label: str
    value: Expr
    span: Span
    each: Definition | None = None  # the line of each member, where members score for the players


@dataclass(frozen=True)
class TieBreak:
    rank: Literal["most", "least"]
    value: Expr
    span: Span


@dataclass(eq=False)
class Account:
    """What there is at first; what each member costs, and then brings."""

    name: str
    sort: Sort
    start: Definition
    pays: Definition
    earns: Definition


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
class Actors:
    """Members of a kind take the turns; the player that each names decides for it."""

    sort: Sort
    decider: Variable
    span: Span
    seating: Variable | None = None  # the list that says how they sit


@dataclass(frozen=True)
class Picture:
    """What is drawn on a board, for people to look at: with this value of an option, or always."""

    board: Sort
    option: str  # or nothing
    value: int
    signs: tuple[str, ...]  # of each space
    meanings: tuple[tuple[str, str], ...]  # sign, member


@dataclass(eq=False)
class Obligation:
    name: str
    condition: Expr
    deadlines: tuple[tuple[Rule, frozenset[str]], ...]  # the rule at whose end it must hold, what helps
    reservations: tuple[Rule, ...]  # rules during which it must hold whenever somebody is asked
    span: Span


@dataclass(eq=False)
class Always:
    """A condition that holds whenever the game stops; where it speaks of `me`, for whoever acts then."""

    name: str
    condition: Expr
    uses_me: bool
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
    pictures: list[Picture] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    goods: list[Goods] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    unseen: list[Unseen] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    events: list[ChanceEvent] = field(default_factory=list)
    free_actions: list[FreeAction] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    obligations: list[Obligation] = field(default_factory=list)
    always: list[Always] = field(default_factory=list)
    endings: list[EndWhen] = field(default_factory=list)  # looked at at any moment
    actors: Actors | None = None
    setup: Rule | None = None
    play: Rule | None = None
    score: list[ScoreLine] = field(default_factory=list)
    scored: Expr | None = None  # the members that score for the players, where these don't themselves
    ties: list[TieBreak] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    statements: str = ""  # the prefix of the inventory that is cited

    def is_hand(self, zone: Zone) -> bool:
        """Does one player alone see what lies there?"""
        return zone.seen == "owner" and zone.owner is self.player_sort
