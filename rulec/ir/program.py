"""The program record: a whole game in the intermediate representation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, Self, cast

from rulec.base import limits
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import NOWHERE, SourceText, Span
from rulec.ir.nodes import Block, Chance, Const, Expr, Field, Stmt, Table
from rulec.ir.presentation import Presentation
from rulec.ir.types import Domain, Type


@dataclass(frozen=True)
class Fault:
    """A kind of trap at run time, with the message for the player."""

    kind: Literal["dead end", "range", "length", "look-ahead", "always"]
    message: str
    span: Span
    promised: bool = False  # only met on some ways through a stretch that can be carried out all the same


FOUND = "options~"  # the local that `sufficient` and `necessary` read


@dataclass(frozen=True)
class GroupLegality:
    """Legality marks of an option group, set by passes: when a member is legal, and how to decide it."""

    needs_search: bool = False  # a member is legal only if a search finds a completion
    completable_in_rule: bool = False  # completable up to the end of the asking rule, for every caller
    sufficient: Expr | None = None  # the candidates (`FOUND`) that need no search
    necessary: Expr | None = None  # the other candidates (`FOUND`) that a search may complete
    tested_first: bool = False  # a look-ahead evaluates `sufficient` for this one option before any trial
    locally_legal: Expr | None = (
        None  # the guard alone, where `options` holds the possibly completable members
    )
    options_are_legal: bool = False  # each of `options` is completable, so none needs a search
    trial_cost: int = 0  # estimated distance to the next cut: a look-ahead tries the nearest first


@dataclass(frozen=True)
class DecisionLegality:
    """Legality marks of a decision, set by passes."""

    exit_condition: Expr | None = None  # necessary for leaving the loop around the decision
    never_empty: bool = False  # has an option in every state
    completable: bool = False  # completable in every state
    completable_in_rule: bool = (
        False  # completable up to the end of its rule in every state, for every caller
    )
    constant_option: int = -1  # the id that a look-ahead tries first; offered in every state
    always_asked: bool = False  # of a decision with an else-edge: always has an option other than idle ones


class Marked:
    """A record with legality marks."""

    legality: Any

    def marked(self, **marks: Any) -> Self:
        """Return a copy with these marks."""
        return cast(Self, replace(cast(Any, self), legality=replace(self.legality, **marks)))


@dataclass(frozen=True)
class OptionGroup(Marked):
    """Options of a decision: members of one domain, or a single named option.

    `options` is a set over `domain`; the game goes on at `resume`, which is given the member chosen.
    `first` is the id of the group's first member within the whole number space.
    """

    domain: Domain
    options: Expr
    resume: int
    first: int
    label: str  # of a single option; for members the domain's labels count
    is_noop: bool = False  # not worth a question if there is no other option
    free_action: int = -1  # the free action that this is, beside what the decision is about
    own_labels: tuple[str, ...] = ()  # if they are not those of the members themselves
    clause_id: int = -1  # of the clauses that `why` tells
    legality: GroupLegality = GroupLegality()

    @property
    def labels(self) -> tuple[str, ...]:
        return self.own_labels or self.domain.labels

    @property
    def members_completable(self) -> bool:
        """Whether each member of `options` is completable, so that no search is needed."""
        return not self.legality.needs_search and self.free_action < 0

    @property
    def always_there(self) -> bool:
        """Whether the group has the same non-empty set of members in every state."""
        return isinstance(self.options, Const) and self.options.value != 0


@dataclass(frozen=True)
class Decision(Marked):
    """One `choose` sentence of the rules."""

    name: str
    rule: str
    citation: str
    decider: str  # `who` in words
    who: Expr
    groups: tuple[OptionGroup, ...]
    first: int
    size: int  # of the range of its ids; some may belong to another place that has its name
    dead_end: int  # fault raised if there is no option
    locals: tuple[Field, ...]  # frame fields that must be valid while this decision is pending
    free_actions_help: Expr | None = None  # may one be part of what is tried from here on? None: it may
    has_pending_work: Expr | None = None  # while this holds, free actions alone are worth the question
    collection: str = ""  # `set` or `bag`: its members are asked for one by one, in their order
    actor: Expr | None = None  # for whom the decision is, where that is known; no part of the rules asks it
    span: Span = NOWHERE
    legality: DecisionLegality = DecisionLegality()


@dataclass(frozen=True)
class Probe:
    """A feasibility probe of the rules: `can CALL`, `if possible`, `first possible of`."""

    block: int
    parameters: tuple[Field | None, ...]  # what the arguments of `Can` are given to; None: nobody reads it
    span: Span = NOWHERE


@dataclass(frozen=True)
class ChanceEvent:
    """A named chance event: a die, a deck. Ids begin at `first`, in a number space of their own."""

    name: str
    domain: Domain
    first: int


@dataclass(frozen=True)
class Function:
    """A named pure function of the rules (a `let` of the game, a score category)."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    result: Expr
    span: Span = NOWHERE


@dataclass(frozen=True)
class Procedure:
    """A rule without decisions, run to completion."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    body: tuple[Stmt, ...]
    span: Span = NOWHERE


@dataclass(frozen=True)
class Duty:
    """An obligation while a rule runs. `owner` must meet it (without one: the last player to decide)."""

    name: str
    running: Field
    owner: Field | None
    function: str  # does it hold for this player?
    helpers: tuple[int, ...]  # free actions that count when it is looked for a way to meet it
    span: Span = NOWHERE


@dataclass(frozen=True)
class Always:
    """An invariant at every suspension: of the state, or (`of_actor`) of the acting player."""

    name: str
    function: str
    of_actor: bool
    fault: int
    span: Span = NOWHERE


@dataclass(frozen=True)
class FreeAction:
    name: str


@dataclass(frozen=True)
class AbortableRule:
    """A rule that others can abort: its running flag and first block."""

    running: Field
    block: int


@dataclass(frozen=True)
class Checkpoint:
    """An entry point for hand-written positions: `turn` or `turn of 2`."""

    name: str
    block: int
    seat: Field | None  # set to the player named by `of`
    parameters: tuple[Field | None, ...] = ()  # what the rule is given; None: it never reads it
    running: tuple[Field, ...] = ()  # the rules around it, which run there
    owners: tuple[Field, ...] = ()  # whose rules these are


@dataclass(frozen=True)
class PieceStore:
    """The possible places of one kind's pieces, for conservation checks and set-up by hand.

    `home` counts those in the supply (None: there is no end of them), `boards` hold sets of spaces.
    `total` is the number of each owner (or of all, for pieces without an owner).
    """

    name: str
    owned: bool
    total: int | None
    home: Field | None
    boards: tuple[tuple[str, Field], ...]  # zone name, field of sets of spaces


@dataclass(frozen=True)
class Picture:
    """A drawing on a board, shown with this value of an option, or always."""

    board: str
    spaces: Domain
    option: str  # or nothing
    value: int
    signs: tuple[str, ...]  # of each space
    meanings: tuple[tuple[str, str], ...]  # sign, member


@dataclass(frozen=True)
class BoardZone:
    """A board with at most one piece per space: in dictionaries, space -> piece."""

    name: str
    spaces: Domain
    pieces: tuple[tuple[str, Field], ...]  # piece name, field of sets


@dataclass(frozen=True)
class Stock:
    """Possible places of some kinds' pieces, stored in one of several forms.

    `counts`: a number for each kind (the last index); `set`: a set of kinds; `one`: a kind or none;
    `spaces`: for each kind the spaces with such a piece; `list`: kinds in an order; `own`: a number for each
    owner (the first index), who has pieces of one kind.
    """

    name: str
    kinds: Domain
    totals: tuple[int | None, ...]  # of each kind; None: there is no end of them
    home: tuple[Field, str] | None  # where they begin, and its form
    holders: tuple[tuple[Field, str], ...]  # everywhere else
    owners: tuple[int, ...] = ()  # of each kind; none: as many kinds as owners
    decks: tuple[tuple[Field, ...], ...] = ()  # what lies face down, then the places where its top is shown
    owner_sort: str = ""  # the domain of those who own them


@dataclass(frozen=True)
class Limit:
    """The joint capacity of zones, in the forms of `Stock`; `cell`: a number, each cell by itself.

    `owners`: for each of the zones the owner of each kind, where the pieces of each owner count apart.
    """

    zones: tuple[tuple[Field, str], ...]
    most: tuple[tuple[int, ...], ...]  # of each configuration, or one for all: for each owner of the zones
    owners: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Hidden:
    """A hidden zone; its number of pieces is public.

    Pieces go unseen between the zones of one `group` only, so what lies in all of them together is known to
    all. Zones that differ in one of the first `apart` indexes have groups of their own.
    """

    field: Field
    known: Field | None  # of the same form: what all know of it
    group: int
    apart: int
    seen_by: Field | None = None  # for each zone: the players who see it; no zone is empty above another
    noticed: Field | None = None  # of the same form for each player: what this player knows besides
    mixed: int = -1  # zones between which pieces go unseen other than by a draw have one number; -1: none do


@dataclass(frozen=True)
class Pool:
    """Limited goods, per kind; the share that nobody holds has no variable."""

    field: Field  # for each player, and perhaps each kind
    limit: int


@dataclass(frozen=True)
class Category:
    """A line of the score sheet: a function of the player."""

    label: str
    function: str
    each: str = ""  # a function of the member, where members score for the players


@dataclass(frozen=True)
class Option:
    """A value fixed before set-up, in a variable that the rules only read."""

    field: Field
    text: str


@dataclass(frozen=True)
class Tunable:
    """A tunable number of the rules: the cells that hold it, and its default."""

    name: str
    field: Field
    cells: tuple[int, ...]
    lo: int
    hi: int
    value: int


@dataclass(frozen=True)
class RowsLaid:
    """Stored rows of a variable (`Field.rows`) in which no rule lays some kinds: fewer can hold any."""

    field: Field
    kinds: int  # bits of those that a rule lays there
    room: int


@dataclass(frozen=True)
class MembersGiven:
    """Members that a live local can stand for, kept where they bound stored rows."""

    field: Field
    members: int


@dataclass(frozen=True)
class Program:
    name: str
    title: str
    file: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    configurations: tuple[tuple[int, ...], ...]  # players, then a value of each option
    seats: Domain  # as many as the greatest number of players
    decides: (
        Field | None
    )  # of those who take the turns, where these are not the players: who decides for each
    domains: tuple[Domain, ...]
    fields: tuple[Field, ...]
    tables: tuple[Table, ...]
    functions: tuple[Function, ...]
    procedures: tuple[Procedure, ...]
    blocks: tuple[Block, ...]
    decisions: tuple[Decision, ...]
    events: tuple[ChanceEvent, ...]
    checkpoints: tuple[Checkpoint, ...]
    categories: tuple[Category, ...]
    tie_breaks: tuple[str, ...]  # functions, the greatest value first
    stores: tuple[PieceStore, ...]
    boards: tuple[BoardZone, ...]
    stocks: tuple[Stock, ...]
    pools: tuple[Pool, ...]
    hidden: tuple[Hidden, ...]
    faults: tuple[Fault, ...]
    start: int
    call_depth: int
    frame_bytes: int  # room for the locals of rules that are called again before they are done
    max_decisions: int
    length_fault: int
    loop_faults: tuple[
        tuple[int, int], ...
    ]  # of each block that closes a loop: the fault of going round for ever
    scored: str = ""  # a function: does this member score for a player? Nothing where players score
    pictures: tuple[Picture, ...] = ()
    probes: tuple[Probe, ...] = ()
    leavable: tuple[AbortableRule, ...] = ()
    duties: tuple[Duty, ...] = ()
    free_actions: tuple[FreeAction, ...] = ()
    # Apart from the rest, so that nothing is planned for what is only looked at in positions that are loaded.
    room_limits: tuple[Limit, ...] = ()
    seating: Field | None = None  # the list that says how those sit who take the turns
    always: tuple[Always, ...] = ()
    always_functions: tuple[Function, ...] = ()
    lookahead_limit: int = limits.LOOKAHEAD_NODES
    lookahead_fault: int = -1  # where a look-ahead tries more decisions; the next: deeper ones
    presentation: Presentation = Presentation()
    tunable: tuple[Tunable, ...] = ()
    rows_laid: tuple[RowsLaid, ...] = ()
    members_given: tuple[MembersGiven, ...] = ()
    source: tuple[SourceText, ...] = ()  # the rules file, then those that it refers to, for comments

    def lines_of(self, file: str) -> tuple[str, ...]:
        """Return the lines of a source file of the rules."""
        return next((one.lines for one in self.source if one.name == file), ())

    @property
    def searches(self) -> bool:
        """Whether any option or probe needs a search."""
        return bool(self.probes) or any(g.legality.needs_search for d in self.decisions for g in d.groups)

    @property
    def certain(self) -> bool:
        """Whether a look-ahead goes beyond some chance node."""
        return self.searches and any(
            isinstance(block.end, Chance) and block.end.certain for block in self.blocks
        )

    @property
    def num_actions(self) -> int:
        return max((one.first + one.size for one in self.decisions), default=0)

    @property
    def num_outcomes(self) -> int:
        """Return the size of the number space of chance outcomes."""
        return sum(event.domain.size for event in self.events)

    @property
    def chances(self) -> tuple[int, ...]:
        """Return the chance blocks; number k is pending as `len(decisions) + 1 + k`."""
        return tuple(n for n, block in enumerate(self.blocks) if isinstance(block.end, Chance))
