"""Types of the rules language, in the designer's words; declarations that types refer to."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.geometry import Geometry
from rulec.base.source_text import NOWHERE, Span
from rulec.semantics.node_bases import Sentence
from rulec.syntax import ast

LISTED = 255  # entries of a list, if not more are declared
ROOM = 1_000  # entries that can be declared


@dataclass(eq=False)
class Sort:
    """An enumerable type: a kind, the squares, columns or rows of a board, the players."""

    plural: str
    singular: str
    members: tuple[str, ...]
    span: Span = NOWHERE
    board: BoardShape | None = None  # of spaces
    steps_on: Sort | None = None  # of the steps of a board: its spaces
    named: bool = False  # are its members names of the file?
    fewest: int = 0  # of the players: as many always take part
    parts: dict[Sort, int] = field(default_factory=dict)  # kinds it takes in -> where their members begin
    track: Track | None = None  # of the spaces of a track
    rows: Column | None = None  # of pieces of owners: the row of a table that each of them is
    graph: GraphShape | None = None  # of nodes
    ends: tuple[int, ...] = ()  # of edges: the two nodes of each
    joins: Sort | None = None  # of edges: the nodes
    lines_of: Sort | None = None  # of columns and rows: the spaces of a board
    listed: int = 0  # the most entries of a list that is declared to be longer than most
    joined: int = 0  # the most entries that lists put together may have
    cells: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of a table: column -> texts, as written
    onward: tuple[int, ...] = ()  # of nodes of a one-way graph: the masks of those that come next

    @property
    def size(self) -> int:
        return len(self.members)

    @property
    def entries(self) -> int:
        """How many entries every list of members can have: each member once, or what is declared."""
        return max(self.listed, min(self.size, LISTED))

    @property
    def room(self) -> int:
        """How many entries there is room for: more than may be kept, so that it is seen if there are more."""
        return max(self.entries + 1, self.joined)

    def nodes_at(self, sort: Sort, member: int) -> int:
        """Of edges: a node, by itself or as a member of a kind that the nodes take in; 0 if it is none."""
        if self.joins is None or (sort is not self.joins and sort not in self.joins.parts):
            return 0
        return 1 << self.joins.parts.get(sort, 0) + member

    def __repr__(self) -> str:
        return f"Sort({self.plural})"


@dataclass(eq=False)
class BoardShape:
    """A grid of squares or hexes: its spaces are numbered along each row, the first row first."""

    columns: Sort
    rows: Sort
    geometry: Geometry
    steps: Sort | None = None  # where the rules speak of them
    first: int = 1  # the number of the first column and row
    width: int = 0
    height: int = 0
    down: bool = False  # does row 1 lie at the top, as where the board is drawn?
    at: Column | None = None  # the space in a column and a row
    reaching: dict[tuple[NumberKey, ...], Column] = field(default_factory=dict)  # beyond the edge too


@dataclass(eq=False)
class GraphShape:
    """Nodes that edges join: the neighbours of each, as masks."""

    neighbours: tuple[int, ...]


@dataclass(frozen=True)
class NumberKey:
    """Numbers with which a table is asked."""

    name: str
    lo: int
    hi: int

    @property
    def size(self) -> int:
        return self.hi - self.lo + 1


Key = Sort | NumberKey  # what stands in the brackets of `fees(3, chicago)`


UNCOUNTED = 10_000  # as many pieces of an unlimited kind can lie in a zone


@dataclass(eq=False)
class PieceSort:
    """Pieces of which there is a number, perhaps for each player (None: as many as needed)."""

    plural: str
    singular: str
    count: int | None
    span: Span
    # What kinds of them there are, and how many of each (None: no end of them). Pieces that belong to
    # somebody are of one kind for each owner.
    kinds: Sort | None = None
    copies: tuple[int | None, ...] = ()
    owner: Sort | None = None  # the players, or other members that have pieces
    boxed: bool = False  # does a sentence move some to or from the box?
    home: str = ""  # the zone where they begin; without one they are off the board
    # Whose each kind is, where there is not just one kind for each owner: some belong to nobody (-1), or each
    # owner has one for every row of a table. `held` is then the kind of an owner and a row.
    owners: tuple[int, ...] = ()
    held: Column | None = None
    unheld: Column | None = None  # of each row the piece that belongs to nobody

    @property
    def owned(self) -> bool:
        return self.owner is not None

    @property
    def plain(self) -> bool:
        """Is there one kind for each owner, and nothing else?"""
        return self.owner is not None and not self.owners

    def owner_of(self, kind: int) -> int:
        return self.owners[kind] if self.owners else kind

    @property
    def most(self) -> int:
        """How many of one kind can lie in one zone."""
        return max((UNCOUNTED if one is None else one for one in self.copies), default=0)

    @property
    def total(self) -> int:
        return sum(UNCOUNTED if one is None else one for one in self.copies)

    @property
    def unique(self) -> bool:
        """Is there at most one of each kind, so that a zone is a set?"""
        return self.most <= 1


@dataclass(frozen=True)
class NumberType:
    lo: int
    hi: int

    def __str__(self) -> str:
        return "a number"


@dataclass(frozen=True)
class FlagType:
    def __str__(self) -> str:
        return "yes or no"


@dataclass(frozen=True)
class MemberType:
    """One member of a sort, or (with `maybe`) none."""

    sort: Sort
    maybe: bool = False

    def __str__(self) -> str:
        word = self.sort.singular
        article = "an" if word[0] in "aeiou" else "a"
        return f"{article} {word}" + (" or none" if self.maybe else "")


@dataclass(frozen=True)
class SetType:
    """A set of members; `counted` if equal pieces lie there several times."""

    sort: Sort
    counted: bool = False

    def __str__(self) -> str:
        return f"a set of {self.sort.plural}"


@dataclass(frozen=True)
class ListType:
    """Members in an order, perhaps several times. Types of lists do not differ by how long they may be."""

    sort: Sort
    most: int = field(default=0, compare=False)  # entries that a variable takes; 0: as many as any

    @property
    def entries(self) -> int:
        return self.most or self.sort.entries

    def __str__(self) -> str:
        return f"a list of {self.sort.plural}"


@dataclass(frozen=True)
class PartsType:
    """The connected parts of a set: each of them is a set."""

    sort: Sort

    def __str__(self) -> str:
        return f"the parts of a set of {self.sort.plural}"


@dataclass(frozen=True)
class PieceType:
    """What lies in a place: a piece or none."""

    pieces: PieceSort

    def __str__(self) -> str:
        return f"a {self.pieces.singular} or none"


@dataclass(frozen=True)
class TextType:
    def __str__(self) -> str:
        return "a text"


@dataclass(frozen=True)
class MixType:
    """Amounts of goods, as cells say them: they are gained and paid, and nothing else."""

    def __str__(self) -> str:
        return "amounts of goods"


@dataclass(frozen=True)
class NoneType:
    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True)
class Unknown:
    """The type of what has been reported already; it fits everywhere, so that one mistake is said once."""

    def __str__(self) -> str:
        return "unknown"


@dataclass(eq=False)
class EffectFamily:
    """The effects of one column."""

    column: str  # its heading
    name: str  # of the rule that carries them out
    asked: str  # the decision between alternatives
    asked_span: Span
    span: Span
    effects: dict[int, str] = field(default_factory=dict)  # number among all effects -> name
    says_when: bool = False  # its cells are abilities
    abilities: dict[int, str] = field(default_factory=dict)  # number -> `at once`, or how long it is used


@dataclass(frozen=True)
class EffectType:
    """Something that cells of these columns say, by its number; `maybe`: or nothing at all."""

    sort: Sort
    families: frozenset[EffectFamily]
    maybe: bool = True

    def __str__(self) -> str:
        return "an effect"


Type = (
    NumberType
    | FlagType
    | MixType
    | MemberType
    | SetType
    | ListType
    | PartsType
    | PieceType
    | TextType
    | EffectType
    | NoneType
    | Unknown
)

FLAG = FlagType()
MIX = MixType()
NONE = NoneType()
TEXT = TextType()
UNKNOWN = Unknown()


@dataclass(eq=False)
class Local:
    """A name inside a rule or a definition: a choice, a `let`, a loop's member, a parameter."""

    name: str
    type: Type
    span: Span
    settable: bool = False
    origin: object = None  # the zone that a piece was chosen from, as a typed expression
    decision: str = ""  # the name of the decision in which it was chosen
    uses: int = field(default=0)
    lasts: bool = True  # to the end of the rule; the member of a loop does not
    inferred: bool = False  # a parameter that is what the calls of its rule give
    outer: Local | None = None  # the same name as it is seen after the body that gives it
    aside: object = None  # of pieces drawn to no zone: where they lie until they go to one
    behind: bool = False  # the name as it is seen behind the body that gives it
    called_it: Span | None = None  # of the member of a filter: where `it` stands for it
    inner_it: Any = None  # and where inside that another `it` stands for that of a further filter
    before: Local | None = None  # what it is where none of the bodies that give it is reached; none: empty


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
    tunable: tuple[tuple[int, ast.TunableNumber], ...] = ()  # places of `values` that a game can be given


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


def put_there(wanted: Type) -> str:
    """What to do where something of this sort should stand: a word that can, if that is known."""
    if wanted == FLAG:
        return "write `yes` or `no`"
    if isinstance(wanted, MemberType) and wanted.sort.named and wanted.sort.members:
        return f"put {MemberType(wanted.sort)} there, for example `{wanted.sort.members[0]}`"
    return ""


AT_ONCE = "at once"
