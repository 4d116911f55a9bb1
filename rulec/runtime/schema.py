"""Schema of a game's state and decisions, without its rules.

Created by the compiler from the IR and embedded in generated engines as JSON. Saving, loading, labels and
edited positions are implemented against it once for engine and interpreter.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

PLAYERS: Final = "players"  # kind of the seats
SPARE_ROWS: Final = 8  # for kinds that no rule lays there, in positions made by hand

SlotSort = Literal["int", "flag", "member", "set", "list"]


class Slot(msgspec.Struct, frozen=True):
    """State variable and its location in the bytes; the last index of its cells varies fastest."""

    name: str
    role: Literal["state", "option", "frame", "running", "control"]
    offset: int
    width: int  # bytes of one cell
    cells: int
    sort: SlotSort
    lo: int
    hi: int  # for lists: maximal length
    dims: tuple[tuple[str, ...], ...] = ()  # labels by dimension
    kept_for: tuple[str, ...] = ()  # kind by dimension
    members: tuple[str, ...] = ()  # labels of members and sets
    member_sort: str = ""
    signed: bool = False
    initial: int = 0
    least: int = 0  # for locals: while live
    sparse: bool = False  # piece counts: zeros are omitted in dictionaries
    starts: tuple[int, ...] = ()  # start values by cell, if other than `initial`
    seen: Literal["all", "owner", "nobody"] = "all"  # visible to all, to the owner (first index) or to nobody
    axis: int = -1  # dimension packed into bit sets; -1: none
    decides: str = ""  # slot of the player who controls each owner
    passing: bool = False  # reset when some rule ends
    room: int = 0  # for lists: entries in observations, if they have room for more than `hi`
    coded: bool = False  # disjoint sets, stored as a byte for each member: the number of its set, plus 1
    rows: int = 0  # room for rows, if only those that hold anything are stored, in order; `there` before them
    there: int = 0  # bytes of the set of these rows
    unlaid: int = 0  # for rows: bits of the kinds that no rule lays there
    given: int = 0  # for locals: bits of the members that any rule gives them; 0: all

    def start_of(self, cell: int) -> int:
        return self.starts[cell] if self.starts else self.initial

    @property
    def entries(self) -> int:
        """For lists, the entries that observations have room for; else the greatest value."""
        return self.room or self.hi

    @property
    def along(self) -> int:
        """Cells per set, for slots stored as bit sets; else 1."""
        return len(self.dims[self.axis]) if self.axis >= 0 else 1

    @property
    def stored(self) -> int:
        """Number of stored values: cells, the sets that hold them as bits, codes, or bytes of rows."""
        if self.rows:
            return self.there + self.rows * self.row
        return len(self.members) if self.coded else self.cells // self.along

    @property
    def row(self) -> int:
        """Cells of each member of the first index."""
        return self.cells // len(self.dims[0])

    def column(self, number: int) -> range:
        """Cells that one stored set holds, in bit order."""
        step = 1
        for dim in self.dims[self.axis + 1 :]:
            step *= len(dim)
        first = number // step * step * self.along + number % step
        return range(first, first + step * self.along, step)


class OptionInfo(msgspec.Struct, frozen=True):
    """Option fixed before set-up, stored in the slot of its name."""

    name: str
    values: tuple[str | int | bool | None, ...]  # user form
    kept: tuple[int, ...]  # stored form
    default: str | int | bool | None
    text: str

    def shown(self, kept: int) -> str | int | bool | None:
        """Convert a stored value to its user form."""
        return self.values[self.kept.index(kept)]


class Group(msgspec.Struct, frozen=True):
    """Option group of a decision: ids first .. first + len(labels) - 1."""

    first: int
    labels: tuple[str, ...]
    secret: bool = False  # the choice is known to the decider only
    players: bool = False  # options are players
    kind: str = ""  # kind of the members


class DecisionInfo(msgspec.Struct, frozen=True):
    """Choice point of the rules; `place` numbers those of equal name from 1."""

    name: str
    rule: str
    citation: str
    who: str
    first: int
    size: int
    groups: tuple[Group, ...]
    locals: tuple[str, ...]  # slots live while pending
    line: int
    roots: tuple[int, ...] = ()  # entry blocks of its root rules
    place: int = 1
    searched: bool = False  # legality needs a search
    runs: tuple[str, ...] | None = None  # activation slots of the running rules, if known statically
    collection: str = ""  # `set` or `bag`: chosen one member at a time, in order
    actor: str = ""  # slot of the acting member


class EventInfo(msgspec.Struct, frozen=True):
    """Chance event and its outcome ids: first .. first + len(labels) - 1."""

    name: str
    first: int
    labels: tuple[str, ...]
    kind: str = ""  # kind of the members; empty for numbers


class ChanceInfo(msgspec.Struct, frozen=True):
    """Chance node of the rules; `place` numbers those of one event from 1."""

    event: int
    place: int
    rule: str
    locals: tuple[str, ...]
    line: int
    roots: tuple[int, ...] = ()
    secret: bool = False  # hidden from everybody
    viewer: str = ""  # slot of the only player who sees it
    runs: tuple[str, ...] | None = None


Stop = Literal["decision", "chance", "return"]


class FrameInvariant(msgspec.Struct, frozen=True, array_like=True):
    """Facts about control variables while the game stops at a place, or a call made there is active.

    `number` is a place in `Schema.decisions` or `Schema.chances`, or the number of a return site.
    """

    stop: Stop
    number: int
    values: tuple[tuple[str, tuple[int, ...]], ...]  # possible ones by slot
    same: tuple[tuple[str, str], ...]  # slots of equal value
    apart: tuple[tuple[str, str], ...]  # a member, and a set or list that does not hold it
    less: tuple[tuple[str, str], ...]  # the first number is less
    once: tuple[str, ...]  # lists without repetitions


class FaultInfo(msgspec.Struct, frozen=True):
    kind: str
    message: str
    file: str
    line: int


class CheckpointInfo(msgspec.Struct, frozen=True):
    name: str
    number: int
    seat: str | None  # slot of the player
    parameters: tuple[str, ...] = ()  # parameter slots; "": unused
    running: tuple[str, ...] = ()  # activation slots of enclosing rules
    owners: tuple[str, ...] = ()  # slots of the owning rules


class AlwaysInfo(msgspec.Struct, frozen=True):
    """Invariant that holds whenever the game stops, with its source text."""

    name: str
    text: str
    fault: int


class StoreInfo(msgspec.Struct, frozen=True):
    """Location of a player's piece kind (see `rulec.ir.program.PieceStore`)."""

    name: str
    owned: bool
    total: int | None
    home: str | None
    boards: tuple[tuple[str, str], ...]  # board, slot


class BoardInfo(msgspec.Struct, frozen=True):
    """Board with at most one piece per space."""

    name: str
    spaces: tuple[str, ...]
    pieces: tuple[tuple[str, str], ...]  # piece, slot


class PictureInfo(msgspec.Struct, frozen=True):
    """Drawing of a board for display (see `rulec.ir.program.Picture`)."""

    board: str
    spaces: tuple[str, ...]
    option: str
    value: int
    signs: str  # one line per space
    meanings: tuple[tuple[str, str], ...]
    landmarks: tuple[tuple[int, str, str], ...] = ()  # space, column, member


class KindInfo(msgspec.Struct, frozen=True):
    """Members of a kind, and its table cells as written."""

    name: str  # plural
    word: str  # singular
    members: tuple[str, ...]
    columns: tuple[tuple[str, tuple[str, ...]], ...] = ()  # heading, cells by member
    parts: tuple[str, ...] = ()  # contained kinds
    steps_of: str = ""  # for steps of a board: kind of its spaces


MapForm = Literal["squares", "rhombus", "odd rows right", "graph", "track"]


class MapInfo(msgspec.Struct, frozen=True):
    """Layout of a kind: board spaces, graph or track."""

    kind: str
    form: MapForm
    places: tuple[tuple[int, int], ...] = ()  # column and row by board space
    down: bool = False  # first row at the top
    edges: str = ""  # kind of named edges
    joins: tuple[tuple[int, int], ...] = ()  # for graphs: ends of each edge
    one_way: bool = False


class PiecesInfo(msgspec.Struct, frozen=True):
    """Declared pieces: kind, owner, home."""

    name: str
    word: str
    kind: str = ""  # kind of its variants
    owner: str = ""  # kind of the owners
    home: str = ""  # empty: off the board


class PresentationInfo(msgspec.Struct, frozen=True):
    """Declarations used only to display positions."""

    kinds: tuple[KindInfo, ...] = ()
    maps: tuple[MapInfo, ...] = ()
    pieces: tuple[PiecesInfo, ...] = ()
    wording: str = ""  # JSON of `rulec.runtime.wording.Texts`, decoded lazily


class StockInfo(msgspec.Struct, frozen=True):
    """Locations of a stock of pieces (see `rulec.ir.program.Stock`)."""

    name: str
    kinds: tuple[str, ...]
    totals: tuple[int | None, ...]
    home: tuple[str, str] | None  # slot, form
    holders: tuple[tuple[str, str], ...]
    owners: tuple[int, ...] = ()  # owner by kind; empty: kind i belongs to owner i
    decks: tuple[tuple[str, ...], ...] = ()  # slots: face-down part, then face-up places
    owner_sort: str = ""  # kind of the owners


class LimitInfo(msgspec.Struct, frozen=True):
    """Joint capacity of zones (see `rulec.ir.program.Limit`)."""

    zones: tuple[tuple[str, str], ...]
    most: tuple[tuple[int, ...], ...]
    owners: tuple[tuple[int, ...], ...] = ()


class HiddenInfo(msgspec.Struct, frozen=True):
    """Hidden zone (see `rulec.ir.program.Hidden`)."""

    slot: str
    known: str  # slot, or empty
    group: int
    apart: int
    seen_by: str = ""  # slot, for layers
    noticed: str = ""  # slot, or empty
    mixed: int = -1  # group of zones with unseen moves other than draws; -1: none
    revealed: bool = False  # visible effects of the rules depend on the contents
    monotone: tuple[int, ...] = ()  # decisions whose effects are monotone in the contents


class PoolInfo(msgspec.Struct, frozen=True):
    """Goods with a shared limit per kind over all players."""

    slot: str
    limit: int


class ReturnInfo(msgspec.Struct, frozen=True):
    """Return address of a rule call: number, rule, live slots."""

    number: int
    rule: str
    caller: int  # entry block of the caller
    called: int  # entry block of the callee
    locals: tuple[str, ...]
    saved: tuple[str, ...]  # slots saved on the stack
    name: str = ""  # stable across versions: caller, callee, ordinal
    runs: tuple[str, ...] | None = None


class LeavableInfo(msgspec.Struct, frozen=True):
    """Rule that can be aborted: its activation slot, and the first block of its root rule."""

    slot: str
    root: int


class OfferableInfo(msgspec.Struct, frozen=True):
    """Action ids that may be offered in each configuration, as ranges; equal sets are stored once."""

    sets: tuple[tuple[tuple[int, int], ...], ...]
    number: tuple[int, ...]  # which of them, by configuration

    def ids(self, configuration: int) -> tuple[int, ...]:
        return tuple(one for first, end in self.sets[self.number[configuration]] for one in range(first, end))


class TunableInfo(msgspec.Struct, frozen=True):
    """A number of the rules that games can be given: cells of a slot, its interval and its default."""

    name: str
    slot: str
    cells: tuple[int, ...]
    lo: int
    hi: int
    value: int


class Schema(msgspec.Struct, frozen=True):
    name: str
    title: str
    file: str
    rules_hash: str
    layout_hash: str
    players: tuple[int, ...]
    seats: tuple[str, ...]
    size: int  # bytes of a state
    slots: tuple[Slot, ...]
    decisions: tuple[DecisionInfo, ...]
    events: tuple[EventInfo, ...]
    chances: tuple[ChanceInfo, ...]  # pending as len(decisions) + 1, ...
    checkpoints: tuple[CheckpointInfo, ...]
    categories: tuple[str, ...]
    ties: int  # number of tie-break keys
    secret_lines: tuple[int, ...]  # score lines that depend on hidden state
    stores: tuple[StoreInfo, ...]
    boards: tuple[BoardInfo, ...]
    start: int  # entry block of the game
    stocks: tuple[StockInfo, ...]
    pools: tuple[PoolInfo, ...]
    hidden: tuple[HiddenInfo, ...]
    returns: tuple[ReturnInfo, ...]
    leavable: tuple[LeavableInfo, ...]
    faults: tuple[FaultInfo, ...]
    num_actions: int
    options: tuple[OptionInfo, ...]
    configurations: tuple[tuple[int, ...], ...]  # players, then stored option values
    max_decisions: int
    pictures: tuple[PictureInfo, ...] = ()
    always: tuple[AlwaysInfo, ...] = ()
    limits: tuple[LimitInfo, ...] = ()
    seating: str = ""  # slot of the seating order of actors
    decides: str = ""  # slot of the player who decides for each actor
    actors: tuple[str, ...] = ()  # acting members, if other than players
    scored: bool = False  # members score for players
    cooperative: bool = False  # all players have the same result
    presentation: PresentationInfo = PresentationInfo()
    tunable: tuple[TunableInfo, ...] | msgspec.UnsetType = msgspec.UNSET  # omitted in other engines
    # Computed for engines, else on demand; the latter is JSON, decoded lazily.
    offerable: OfferableInfo | msgspec.UnsetType = msgspec.UNSET
    frame_invariants: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET

    def is_open(self) -> bool:
        """Check for perfect information: everything is visible in every position."""
        return not self.hidden and all(one.seen == "all" or one.role == "control" for one in self.slots)

    @property
    def tunable_numbers(self) -> tuple[TunableInfo, ...]:
        """The numbers of the rules that games can be given."""
        return () if isinstance(self.tunable, msgspec.UnsetType) else self.tunable

    def secret_ranges(self) -> list[tuple[int, int, int]]:
        """Ranges of secret options: (pending number, first id, end)."""
        return [
            (pending, group.first, group.first + len(group.labels))
            for pending, decision in enumerate(self.decisions, 1)
            for group in decision.groups
            if group.secret
        ]


def encode(schema: Schema) -> bytes:
    return msgspec.json.encode(schema)


def decode_invariants(data: msgspec.Raw) -> tuple[FrameInvariant, ...]:
    return msgspec.json.decode(data, type=tuple[FrameInvariant, ...])


def decode(data: bytes) -> Schema:
    return msgspec.json.decode(data, type=Schema)
