"""Types of the rules language, and the declarations that types refer to."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.geometry import Geometry
from rulec.base.source_text import NOWHERE, Span
from rulec.semantics.node_bases import Sentence
from rulec.syntax import ast

LISTED = 255  # default maximum length of a list
ROOM = 1_000  # largest length that can be declared


@dataclass(eq=False)
class Sort:
    """Enumerable type: a kind, the squares, columns or rows of a board, the players."""

    plural: str
    singular: str
    members: tuple[str, ...]
    span: Span = NOWHERE
    board: BoardShape | None = None  # of spaces
    steps_on: Sort | None = None  # of the steps of a board: its spaces
    named: bool = False  # whether its members are names in the file
    fewest: int = 0  # of the players: the minimum number that takes part
    parts: dict[Sort, int] = field(default_factory=dict)  # included kinds -> offset of their members
    track: Track | None = None  # of the spaces of a track
    rows: Column | None = None  # of pieces of owners: the table row of each
    graph: GraphShape | None = None  # of nodes
    ends: tuple[int, ...] = ()  # of edges: the two nodes of each
    joins: Sort | None = None  # of edges: the nodes
    lines_of: Sort | None = None  # of columns and rows: the spaces of a board
    listed: int = 0  # declared maximum length of lists, if above the default
    joined: int = 0  # maximum length of concatenated lists
    cells: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of a table: column -> texts in the file
    onward: tuple[int, ...] = ()  # of nodes of a one-way graph: bit mask of each node's successors

    @property
    def size(self) -> int:
        return len(self.members)

    @property
    def entries(self) -> int:
        """Maximum length of lists of members: the declared one, or each member once."""
        return max(self.listed, min(self.size, LISTED))

    @property
    def room(self) -> int:
        """Capacity of list storage, above the permitted length so that an overflow is detected."""
        return max(self.entries + 1, self.joined)

    def nodes_at(self, sort: Sort, member: int) -> int:
        """Return the bit mask of a member among the nodes that edges join; 0 if it is no node."""
        if self.joins is None or (sort is not self.joins and sort not in self.joins.parts):
            return 0
        return 1 << self.joins.parts.get(sort, 0) + member

    def __repr__(self) -> str:
        return f"Sort({self.plural})"


@dataclass(eq=False)
class BoardShape:
    """Grid of squares or hexes; spaces are numbered row by row."""

    columns: Sort
    rows: Sort
    geometry: Geometry
    steps: Sort | None = None  # if the rules mention steps
    first: int = 1  # number of the first column and row
    width: int = 0
    height: int = 0
    down: bool = False  # whether row 1 is at the top, as in the drawing
    at: Column | None = None  # space by column and row
    reaching: dict[tuple[NumberKey, ...], Column] = field(default_factory=dict)  # beyond the edge too


@dataclass(eq=False)
class GraphShape:
    """Graph of nodes: a bit mask of neighbours for each node."""

    neighbours: tuple[int, ...]


@dataclass(frozen=True)
class NumberKey:
    """Range of numbers that keys a table."""

    name: str
    lo: int
    hi: int

    @property
    def size(self) -> int:
        return self.hi - self.lo + 1


Key = Sort | NumberKey  # key of a table, as in `fees(3, chicago)`


UNCOUNTED = 10_000  # capacity of a zone for an unlimited kind


@dataclass(eq=False)
class PieceSort:
    """Pieces in a limited number, perhaps per player (None: unlimited)."""

    plural: str
    singular: str
    count: int | None
    span: Span
    # The kinds of these pieces, and the copies of each (None: unlimited). Owned pieces have one kind for
    # each owner.
    kinds: Sort | None = None
    copies: tuple[int | None, ...] = ()
    owner: Sort | None = None  # the players, or another sort that owns pieces
    boxed: bool = False  # whether a sentence moves some to or from the box
    home: str = ""  # the zone where they begin; empty: off the board
    # Owner of each kind, unless each owner has exactly one: some kinds have no owner (-1), or each owner has
    # one for every row of a table. `held` then maps an owner and a row to the kind.
    owners: tuple[int, ...] = ()
    held: Column | None = None
    unheld: Column | None = None  # row -> the kind without an owner

    @property
    def owned(self) -> bool:
        return self.owner is not None

    @property
    def plain(self) -> bool:
        """Whether each owner has exactly one kind and no others exist."""
        return self.owner is not None and not self.owners

    def owner_of(self, kind: int) -> int:
        return self.owners[kind] if self.owners else kind

    @property
    def most(self) -> int:
        """Maximum number of pieces of one kind in one zone."""
        return max((UNCOUNTED if one is None else one for one in self.copies), default=0)

    @property
    def total(self) -> int:
        return sum(UNCOUNTED if one is None else one for one in self.copies)

    @property
    def unique(self) -> bool:
        """Whether at most one piece of each kind exists, so that a zone is a set."""
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
    """One member of a sort; with `maybe`, an optional member."""

    sort: Sort
    maybe: bool = False

    def __str__(self) -> str:
        word = self.sort.singular
        article = "an" if word[0] in "aeiou" else "a"
        return f"{article} {word}" + (" or none" if self.maybe else "")


@dataclass(frozen=True)
class SetType:
    """Set of members; `counted` makes it a multiset."""

    sort: Sort
    counted: bool = False

    def __str__(self) -> str:
        return f"a set of {self.sort.plural}"


@dataclass(frozen=True)
class ListType:
    """Ordered list of members, repetitions allowed; lengths do not distinguish list types."""

    sort: Sort
    most: int = field(default=0, compare=False)  # maximum length of a variable; 0: default

    @property
    def entries(self) -> int:
        return self.most or self.sort.entries

    def __str__(self) -> str:
        return f"a list of {self.sort.plural}"


@dataclass(frozen=True)
class PartsType:
    """Connected components of a set, each a set."""

    sort: Sort

    def __str__(self) -> str:
        return f"the parts of a set of {self.sort.plural}"


@dataclass(frozen=True)
class PieceType:
    """Content of a place: a piece or none."""

    pieces: PieceSort

    def __str__(self) -> str:
        return f"a {self.pieces.singular} or none"


@dataclass(frozen=True)
class TextType:
    def __str__(self) -> str:
        return "a text"


@dataclass(frozen=True)
class MixType:
    """Amounts of goods in table cells, which can only be gained and paid."""

    def __str__(self) -> str:
        return "amounts of goods"


@dataclass(frozen=True)
class NoneType:
    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True)
class Unknown:
    """Error type: compatible with every type, so that a mistake is reported only once."""

    def __str__(self) -> str:
        return "unknown"


@dataclass(eq=False)
class EffectFamily:
    """Effects of one column."""

    column: str  # its heading
    name: str  # of the rule that runs them
    asked: str  # the decision between alternatives
    asked_span: Span
    span: Span
    effects: dict[int, str] = field(default_factory=dict)  # index among all effects -> name
    says_when: bool = False  # whether its cells are abilities
    abilities: dict[int, str] = field(default_factory=dict)  # index -> `at once`, or its duration


@dataclass(frozen=True)
class EffectType:
    """An effect from cells of these columns, by its number; `maybe`: or none."""

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
    """Local name of a rule or definition: a choice, a `let`, a loop's member, a parameter."""

    name: str
    type: Type
    span: Span
    settable: bool = False
    origin: object = None  # typed expression of the zone that a piece was chosen from
    decision: str = ""  # name of the decision that bound it
    uses: int = field(default=0)
    lasts: bool = True  # bound until the end of the rule; a loop's member is not
    inferred: bool = False  # parameter whose type comes from the calls
    outer: Local | None = None  # the same name outside the body that binds it
    aside: object = None  # for drawn pieces: the zone that holds them until they are moved
    drawn: int = 0  # for drawn pieces: the most that one draw gives
    behind: bool = False  # the name as seen behind the body that binds it
    called_it: Span | None = None  # member of a filter: first use of `it` for it
    inner_it: Any = None  # first use of `it` for an inner filter's member, and that filter
    before: Local | None = None  # default where no body that binds it runs; None: empty


@dataclass(eq=False)
class Column:
    """Constant data for each combination of keys, the last key fastest.

    A column of a table of members has its members as the first key. `texts` are the values of a text column,
    shown to people and read by no formula. `mix` holds the numbers of a column of amounts, by their goods.
    """

    table: str
    name: str
    keys: tuple[Key, ...]
    type: Type
    values: tuple[int, ...]
    span: Span
    texts: tuple[str, ...] = ()
    mix: tuple[tuple[ast.Ident, Column], ...] = ()
    tunable: tuple[tuple[int, ast.TunableNumber], ...] = ()  # indices of `values` that a game may override


@dataclass(eq=False)
class Track:
    """Spaces of a track in order, with constants for each space."""

    name: str
    sort: Sort
    printed: Column | None  # number on each space
    left: Column  # number of spaces above each
    above: Column  # space this many steps above each; clamped to the last
    below: Column
    span: Span
    never_down: bool = False
    marker: Variable | None = None
    columns: dict[str, Column] = field(default_factory=dict)  # constants for each kind of marker and space
    enters: str = ""  # rule of a single step, if it does more than move the marker


@dataclass(eq=False)
class Variable:
    """State variable of the game, of each player or of each member of a sort; keys subdivide it."""

    owner: Sort | None
    name: str
    type: Type
    initial: int
    span: Span
    keys: tuple[Sort, ...] = ()  # `stock(resource)`
    starts: tuple[int, ...] = ()  # initial value of each, if they differ
    seen: Literal["all", "owner", "nobody"] = "all"
    fixed: bool = False  # an option
    until: Rule | None = None  # rule at whose end it is reset


@dataclass(eq=False)
class Rule:
    sort: str
    name: str
    parameters: tuple[Local, ...]
    words: tuple[str, ...]  # keyword of each parameter; empty: directly behind the name
    span: Span
    body: tuple[Sentence, ...] = ()
    uses_me: bool = False
    circle: int | None = None  # number of its strongly connected component in the call graph
    stops: bool = False  # may suspend at a decision, end the game or loop: lowered to blocks
    names: dict[str, Local] = field(default_factory=dict)  # bound in the body, as seen at its end
    given: list[Local] = field(default_factory=list)  # the subset that some `giving` names
    point: str = ""  # name of its checkpoint
    certain: Span | None = None  # look-ahead continues behind its chance, whatever the outcome


def put_there(wanted: Type) -> str:
    """Return a hint that names a literal of the expected type, if one is known."""
    if wanted == FLAG:
        return "write `yes` or `no`"
    if isinstance(wanted, MemberType) and wanted.sort.named and wanted.sort.members:
        return f"put {MemberType(wanted.sort)} there, for example `{wanted.sort.members[0]}`"
    return ""


AT_ONCE = "at once"
