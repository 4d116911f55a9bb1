"""Declarations: records that expressions and sentences refer to."""

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
    """Container of pieces: unlimited, limited, or (`single`) for one piece."""

    owner: Sort | None
    name: str
    pieces: PieceSort
    keys: tuple[Sort, ...]
    single: bool
    most: Expr | None
    span: Span
    seen: Literal["all", "owner", "nobody"] = "all"
    deck: Deck | None = None  # the deck whose middle this is
    stored: str = ""  # storage name, if it differs
    subject: Local | None = None  # owner of the zone, in its limit
    known: bool = False  # hidden, but part of its contents may become common knowledge
    noticed: bool = False  # a player may know part of its contents, as their former holder
    seen_by: Variable | None = None  # the players who see it
    row: Row | None = None  # its pieces are ordered
    shared: SharedLimit | None = None


@dataclass(eq=False)
class Row:
    """Properties of an ordered zone.

    `alike`: it holds only identical pieces of its owner, so that their number determines the contents.
    """

    alike: bool = False
    full: bool = False
    most: int = 0  # maximum number of pieces
    laid_over: Column | None = None  # number of places on each member of a table


@dataclass(eq=False)
class SharedLimit:
    """Capacity of several zones together, in total or (`each`) per owner."""

    zones: tuple[Zone, ...]
    each: Sort | None
    most: Expr | None = None

    @property
    def of_each_kind(self) -> int | None:
        """Constant capacity per kind, if every owner has one kind; else None.

        The state then bounds each amount, and no sum is needed.
        """
        plain = len(self.zones) == 1 and self.each is not None and self.zones[0].pieces.plain
        return self.most.value if plain and isinstance(self.most, Constant) else None


@dataclass(eq=False)
class Deck:
    """Pile of zones: the unordered `middle`, and the zones declared beside it."""

    owner: Sort | None
    name: str
    pieces: PieceSort
    keys: tuple[Sort, ...]
    middle: Zone
    span: Span
    top: tuple[Zone, ...] = ()  # face-up places, uppermost first
    discard: Zone | None = None
    reshuffle: bool = False
    under: Zone | None = None  # pieces put under it: a zone per layer, uppermost first
    layers: Layers | None = None
    aside: Zone | None = None  # drawn pieces without a zone yet
    filled: tuple[Sentence, ...] = ()  # initial contents, added before set-up


@dataclass(eq=False)
class Layers:
    """Layers under a deck; every layer above a non-empty one is non-empty.

    Players in `seen_by` know the contents of a layer; its order is unknown to all.
    """

    sort: Sort
    above: Column  # the next layer above each
    seen_by: Variable


@dataclass(eq=False)
class Unseen:
    """Move between zones that some players do not see.

    `same`: number of leading coordinates (owner, keys) that source and target provably share. `all_of_it`:
    the source becomes empty. `by_chance`: a draw from a deck.
    """

    source: Zone
    target: Zone
    same: int
    all_of_it: bool = False
    by_chance: bool = False


@dataclass(eq=False)
class MixedZone:
    """Zones of one name, with a part for each piece sort."""

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
    """Amounts to be gained and paid: `money: goods of each player`."""

    variable: Variable
    limit: int | None  # total over all players, per kind
    bank: str
    most: Expr | None  # limit per owner that depends on the position
    span: Span
    singular: str = ""  # singular, if declared
    instead: tuple[Goods, int] | None = None  # substitute for missing goods, with its value
    instead_kind: tuple[Expr, ...] = ()  # kind of the substitute
    purse: Zone | None = None  # the zone, if the goods are pieces: gained from their home and paid back


@dataclass(eq=False)
class Place:
    """Room for one piece on each member of a sort."""

    owner: Sort
    name: str
    pieces: PieceSort
    span: Span


@dataclass(eq=False)
class Option:
    """Game option: a variable fixed before set-up."""

    variable: Variable
    text: str
    span: Span


@dataclass(frozen=True)
class Allowed:
    """Condition on a value of an option, or (without option) on a number of players."""

    option: Option | None
    value: int
    condition: Expr


@dataclass(eq=False)
class LookupTable:
    """Lookup table: `fees(3, chicago)`, or `fees(3)'s height` with named columns."""

    name: str
    keys: tuple[Key, ...]
    columns: dict[str, Column]  # a single column has an empty name
    span: Span


@dataclass(eq=False)
class Definition:
    """Named expression: `square is empty when ...` or `city's price means ...`."""

    name: str
    subject: Local | None
    parameters: tuple[Local, ...]
    span: Span
    body: Expr | None = None
    uses_me: bool = False
    formula: bool = False  # column of formulas: the argument in brackets is `me`

    @property
    def type(self) -> Type:
        return UNKNOWN if self.body is None else self.body.type


@dataclass(eq=False)
class Decision:
    """Decision of a `choose`; options are numbered in the order of its groups."""

    name: str
    rule: str
    citation: str
    span: Span
    groups: tuple[tuple[Sort | None, str], ...]  # members of a sort, or one named option


@dataclass(eq=False)
class ChanceEvent:
    """Chance event of one name: a range of numbers (the union over all rolls), or members."""

    name: str
    sort: Sort | None
    numbers: NumberType
    span: Span


@dataclass(frozen=True)
class EndWhen:
    """Game end, tested at any moment."""

    condition: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class ScoreLine:
    label: str
    value: Expr
    span: Span
    each: Definition | None = None  # line of each member, where members score for the players


@dataclass(frozen=True)
class TieBreak:
    rank: Literal["most", "least"]
    value: Expr
    span: Span


@dataclass(eq=False)
class Account:
    """Running balance: initial amount, then cost and income of each member."""

    name: str
    sort: Sort
    start: Definition
    pays: Definition
    earns: Definition


@dataclass(eq=False)
class FreeAction:
    rule: Rule
    limits: tuple[tuple[int, Rule], ...]  # maximum number per player until the rule ends


@dataclass(frozen=True)
class Opening:
    """Availability of a free action at a decision, for the player whose rule runs."""

    decision: Decision
    action: FreeAction
    running: Rule | None
    mine: Rule | None


@dataclass(eq=False)
class Actors:
    """Kind whose members take turns; each is controlled by the player that it names."""

    sort: Sort
    decider: Variable
    span: Span
    seating: Variable | None = None  # list of the seating order


@dataclass(frozen=True)
class Picture:
    """Board drawing for people, for one value of an option or for all games."""

    board: Sort
    option: str  # empty: none
    value: int
    signs: tuple[str, ...]  # sign of each space
    meanings: tuple[tuple[str, str], ...]  # sign, member


@dataclass(eq=False)
class Obligation:
    name: str
    condition: Expr
    deadlines: tuple[tuple[Rule, frozenset[str]], ...]  # rules at whose end it must hold, and helpful options
    reservations: tuple[Rule, ...]  # rules during which it must hold at every decision
    span: Span


@dataclass(eq=False)
class Always:
    """Invariant, checked at every decision; `me` is the acting player."""

    name: str
    condition: Expr
    uses_me: bool
    span: Span
