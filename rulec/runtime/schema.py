"""Schema of a game's state and decisions, without its rules.

Created by the compiler from the IR and embedded in generated engines as JSON. Saving, loading, labels and
edited positions are implemented against it once for engine and interpreter.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

PLAYERS: Final = "players"  # the sort of the seats, wherever one is named

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
    hi: int  # of lists: the most entries
    dims: tuple[tuple[str, ...], ...] = ()  # labels of each index
    kept_for: tuple[str, ...] = ()  # the sort of each index
    members: tuple[str, ...] = ()  # labels, for members and sets
    member_sort: str = ""
    signed: bool = False
    initial: int = 0
    least: int = 0  # of a frame: while it matters
    sparse: bool = False  # counts of kinds of pieces: those that are 0 are left out in dictionaries
    starts: tuple[int, ...] = ()  # of each cell, where they do not all start with `initial`
    seen: Literal["all", "owner", "nobody"] = "all"  # by the owner, who is the first index, or by nobody
    axis: int = -1  # the index along which the cells are bits of sets; -1: each has bytes of its own
    decides: str = ""  # slot of the player who sees what each owner sees, where owners are not players
    passing: bool = False  # falls back to its start when some rule ends

    def start_of(self, cell: int) -> int:
        return self.starts[cell] if self.starts else self.initial

    @property
    def along(self) -> int:
        """Cells per set, for slots stored as bit sets; else 1."""
        return len(self.dims[self.axis]) if self.axis >= 0 else 1

    @property
    def stored(self) -> int:
        """Number of stored values: cells, or the sets that hold them as bits."""
        return self.cells // self.along

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
    values: tuple[str | int | bool | None, ...]  # as people write them
    kept: tuple[int, ...]  # as the state keeps them
    default: str | int | bool | None
    text: str

    def shown(self, kept: int) -> str | int | bool | None:
        """Convert a stored value to its user form."""
        return self.values[self.kept.index(kept)]


class Group(msgspec.Struct, frozen=True):
    """Option group of a decision: ids first .. first + len(labels) - 1."""

    first: int
    labels: tuple[str, ...]
    secret: bool = False  # which of them is taken, only the one who decides knows
    players: bool = False  # they are players
    kind: str = ""  # the kind whose members they are


class DecisionInfo(msgspec.Struct, frozen=True):
    """Choice point of the rules; `place` numbers those of equal name from 1."""

    name: str
    rule: str
    citation: str
    who: str
    first: int
    size: int
    groups: tuple[Group, ...]
    locals: tuple[str, ...]  # slots that matter while it is pending
    line: int
    roots: tuple[int, ...] = ()  # first blocks of the rules in which it is asked
    place: int = 1
    searched: bool = False  # options are tried out: offered only if what they begin can be completed
    runs: tuple[str, ...] | None = None  # slots of the rules that run there, if that is sure
    collection: str = ""  # `set` or `bag`: its members are asked for one by one, in their order
    actor: str = ""  # slot of the member that acts, where players decide for members


class EventInfo(msgspec.Struct, frozen=True):
    """Chance event and its outcome ids: first .. first + len(labels) - 1."""

    name: str
    first: int
    labels: tuple[str, ...]
    kind: str = ""  # the kind whose members they are; nothing for numbers


class ChanceInfo(msgspec.Struct, frozen=True):
    """Chance node of the rules; `place` numbers those of one event from 1."""

    event: int
    place: int
    rule: str
    locals: tuple[str, ...]
    line: int
    roots: tuple[int, ...] = ()
    secret: bool = False  # nobody sees what comes
    viewer: str = ""  # slot of the player who does all the same
    runs: tuple[str, ...] | None = None


class FaultInfo(msgspec.Struct, frozen=True):
    kind: str
    message: str
    file: str
    line: int


class CheckpointInfo(msgspec.Struct, frozen=True):
    name: str
    number: int
    seat: str | None  # slot that names the player
    parameters: tuple[str, ...] = ()  # slots of what the rule is given; "": it never reads it
    running: tuple[str, ...] = ()  # slots of the rules around it, which run there
    owners: tuple[str, ...] = ()  # slots of whose rules these are


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
    signs: str  # a line for each space
    meanings: tuple[tuple[str, str], ...]
    landmarks: tuple[tuple[int, str, str], ...] = ()  # space, what it is of the member, member


class KindInfo(msgspec.Struct, frozen=True):
    """Members of a kind, and its table cells as written."""

    name: str  # of all of them
    word: str  # for one of them
    members: tuple[str, ...]
    columns: tuple[tuple[str, tuple[str, ...]], ...] = ()  # heading, the cell of each member
    parts: tuple[str, ...] = ()  # kinds whose members are among them
    steps_of: str = ""  # of the steps of a board: its spaces


MapForm = Literal["squares", "rhombus", "odd rows right", "graph", "track"]


class MapInfo(msgspec.Struct, frozen=True):
    """Layout of a kind: board spaces, graph or track."""

    kind: str
    form: MapForm
    places: tuple[tuple[int, int], ...] = ()  # column and row of each space of a board
    down: bool = False  # the first row lies at the top
    edges: str = ""  # the kind of the edges, where edges have names
    joins: tuple[tuple[int, int], ...] = ()  # of a graph: the two spaces of each edge
    one_way: bool = False


class PiecesInfo(msgspec.Struct, frozen=True):
    """Declared pieces: kind, owner, home."""

    name: str
    word: str
    kind: str = ""  # the kind that tells them apart
    owner: str = ""  # the kind of their owners
    home: str = ""  # nothing: off the board


class PresentationInfo(msgspec.Struct, frozen=True):
    """Declarations used only to display positions."""

    kinds: tuple[KindInfo, ...] = ()
    maps: tuple[MapInfo, ...] = ()
    pieces: tuple[PiecesInfo, ...] = ()
    wording: str = ""  # JSON of `rulec.runtime.wording.Texts`, which is read where somebody wants a text


class StockInfo(msgspec.Struct, frozen=True):
    """Locations of a stock of pieces (see `rulec.ir.program.Stock`)."""

    name: str
    kinds: tuple[str, ...]
    totals: tuple[int | None, ...]
    home: tuple[str, str] | None  # slot, form
    holders: tuple[tuple[str, str], ...]
    owners: tuple[int, ...] = ()  # of each kind; none: as many kinds as owners
    decks: tuple[tuple[str, ...], ...] = ()  # slots: what lies face down, then where its top is shown
    owner_sort: str = ""  # of those who own them


class LimitInfo(msgspec.Struct, frozen=True):
    """Joint capacity of zones (see `rulec.ir.program.Limit`)."""

    zones: tuple[tuple[str, str], ...]
    most: tuple[tuple[int, ...], ...]
    owners: tuple[tuple[int, ...], ...] = ()


class HiddenInfo(msgspec.Struct, frozen=True):
    """Hidden zone (see `rulec.ir.program.Hidden`)."""

    slot: str
    known: str  # slot, or nothing
    group: int
    apart: int
    seen_by: str = ""  # slot, for zones that lie below each other
    noticed: str = ""  # slot, or nothing
    mixed: int = -1  # zones between which pieces go unseen, other than drawn, have one number; -1: none do
    revealed: bool = False  # what the rules do depends on what lies there, and others may see what they do
    monotone: tuple[int, ...] = ()  # decisions behind which more pieces change that in one direction only


class PoolInfo(msgspec.Struct, frozen=True):
    """Goods with a shared limit per kind over all players."""

    slot: str
    limit: int


class ReturnInfo(msgspec.Struct, frozen=True):
    """Return address of a rule call: number, rule, live slots."""

    number: int
    rule: str
    caller: int  # first block of the rule that called
    called: int  # first block of the rule that was called
    locals: tuple[str, ...]
    saved: tuple[str, ...]  # slots whose values lie on the stack until then
    name: str = ""  # the same in other versions of the rules: who calls whom, and which of such calls it is
    runs: tuple[str, ...] | None = None


class LeavableInfo(msgspec.Struct, frozen=True):
    """Rule that can be aborted: its activation slot, and the first block of its root rule."""

    slot: str
    root: int


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
    ties: int  # how many keys break a tie
    secret_lines: tuple[int, ...]  # lines of the score that speak of what is hidden
    stores: tuple[StoreInfo, ...]
    boards: tuple[BoardInfo, ...]
    start: int  # first block of all
    stocks: tuple[StockInfo, ...]
    pools: tuple[PoolInfo, ...]
    hidden: tuple[HiddenInfo, ...]
    returns: tuple[ReturnInfo, ...]
    leavable: tuple[LeavableInfo, ...]
    faults: tuple[FaultInfo, ...]
    num_actions: int
    options: tuple[OptionInfo, ...]
    configurations: tuple[tuple[int, ...], ...]  # players, then the kept value of each option
    max_decisions: int
    pictures: tuple[PictureInfo, ...] = ()
    always: tuple[AlwaysInfo, ...] = ()
    limits: tuple[LimitInfo, ...] = ()
    seating: str = ""  # slot of the list that says how those sit who take the turns
    actors: tuple[str, ...] = ()  # the members that take the turns, where these are not the players
    scored: bool = False  # do these score for the players?
    presentation: PresentationInfo = PresentationInfo()
    tunable: tuple[TunableInfo, ...] | msgspec.UnsetType = msgspec.UNSET  # not in the text of other engines

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


def decode(data: bytes) -> Schema:
    return msgspec.json.decode(data, type=Schema)
