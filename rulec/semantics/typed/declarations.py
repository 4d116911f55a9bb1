"""What is declared: records that expressions and sentences refer to."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import Sentence
from rulec.semantics.typed.values import Constant, Expr
from rulec.semantics.types import (
    UNKNOWN,
    Column,
    Key,
    Local,
    NumberType,
    PieceSort,
    Rule,
    Sort,
    Type,
    Variable,
)


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
class Deck:
    """Zones that make up a pile: `middle`, whose order does not exist, and what is declared beside it."""

    owner: Sort | None
    name: str
    pieces: PieceSort
    keys: tuple[Sort, ...]
    middle: Zone
    span: Span
    top: tuple[Zone, ...] = ()  # places that all see, the uppermost first
    discard: Zone | None = None
    reshuffle: bool = False
    under: Zone | None = None  # what has been put under it: a zone for each layer, the uppermost first
    layers: Layers | None = None
    aside: Zone | None = None  # what has been drawn and lies nowhere yet
    filled: tuple[Sentence, ...] = ()  # what lies there from the start is put there first of all


@dataclass(eq=False)
class Layers:
    """What has been put under a deck, one thing below the other; no layer above one that holds something is
    empty. Everybody in `seen_by` knows what lies in a layer; in which order, nobody does."""

    sort: Sort
    above: Column  # the layer above each
    seen_by: Variable


@dataclass(eq=False)
class Unseen:
    """Pieces go from one zone to another so that not all see which.

    `same` says for how many of the things that tell zones of one name apart (their owner, what stands in
    their brackets) both surely have the same. `all_of_it`: nothing stays. `by_chance`: a deck gives one.
    """

    source: Zone
    target: Zone
    same: int
    all_of_it: bool = False
    by_chance: bool = False


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
    singular: str = ""  # the word for one of them, if one is declared
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
        return UNKNOWN if self.body is None else self.body.type


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
