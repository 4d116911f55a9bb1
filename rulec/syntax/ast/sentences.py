"""Syntax nodes of sentences, the statements of rules."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.ast.decks import Discard, Draw, Facing, PutUnder, Show, Shuffle
from rulec.syntax.ast.expressions import Amount, Argument, CallRule, Expr, Ordering
from rulec.syntax.ast.leaves import Ident


@dataclass(frozen=True)
class If:
    condition: Expr
    then: tuple[Sentence, ...]
    otherwise: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Each:
    var: Ident
    acting: bool
    value: Expr | None  # None: all members
    order: Ident | None  # the decision that picks the next member
    body: tuple[Sentence, ...]
    citations: tuple[str, ...]
    span: Span
    ordering: Ordering | None = None  # of the members


@dataclass(frozen=True)
class EachNumber:
    """`each n in 1 to 6:`."""

    var: Ident
    low: Expr
    high: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class ActingAs:
    """`as P:` makes P `me`."""

    player: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Repeat:
    """A loop: endless, until a condition holds (tested before each round), or counted.

    Leaving is an option if `least` and `most` differ, or if it has a name (`, or finish`).
    """

    until: Expr | None  # a `while` condition is negated
    least: Expr | None  # rounds before leaving is an option; None: from the first round on
    most: Expr | None  # None: unlimited
    may_leave: bool
    leave: Alternative | None  # label of leaving, if not `stop`, and its condition
    name: Ident | None  # of a separate decision on another round
    left: Ident | None  # the name for the number of remaining rounds
    body: tuple[Sentence, ...]
    citations: tuple[str, ...]
    span: Span
    to_the_end: bool = False


@dataclass(frozen=True)
class Choose:
    var: Ident
    value: Expr
    to: Expr | None  # for a choice of a number: the upper bound; `value` is the lower bound
    name: Ident
    by: Expr | None
    body: tuple[Sentence, ...] | None  # None: the sentences after it
    options: tuple[Alternative, ...]  # `, or LABEL` in the line, `or LABEL:` below it
    otherwise: tuple[Sentence, ...] | None
    if_any: bool
    unless_one: bool
    citations: tuple[str, ...]
    span: Span
    label: Ident | None = None  # the column that labels the options


@dataclass(frozen=True)
class Alternative:
    """A named option, or (with `var`) an option for each member of a set, or number up to `to`."""

    label: Ident
    when: Expr | None
    body: tuple[Sentence, ...] | None  # None: continue as if nothing had been chosen
    span: Span
    var: Ident | None = None
    value: Expr | None = None
    to: Expr | None = None
    named: bool = True  # the label precedes each member


@dataclass(frozen=True)
class May:
    """`may S as d`: a yes-or-no decision."""

    tried: tuple[Sentence, ...]
    name: Ident | None
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Pause:
    name: Ident
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Needs:
    condition: Expr
    span: Span


@dataclass(frozen=True)
class ChooseOne:
    name: Ident
    by: Expr | None
    alternatives: tuple[Alternative, ...]
    otherwise: tuple[Sentence, ...] | None
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Let:
    var: Ident
    value: Expr
    span: Span


@dataclass(frozen=True)
class Change:
    """`set X to E`, `raise X by E`, `lower X by E`, `add E to X`."""

    op: Literal["set", "raise", "lower", "add"]
    target: Expr
    value: Expr
    span: Span


@dataclass(frozen=True)
class PlacePiece:
    """Places a player's piece from its home on a member that has a place for it."""

    owner: Expr | None  # None: pieces without an owner
    piece: Ident
    target: Expr
    span: Span
    neutral: bool = False


@dataclass(frozen=True)
class Moved:
    """`w`, `my placed`, `3 workers of white`, `up to 2 tiles`, `all tiles`."""

    sort: Literal["pieces", "count", "up to", "all"]
    value: Expr | None  # the pieces, or their number
    name: Ident | None
    kind: Expr | None
    span: Span


@dataclass(frozen=True)
class MovePiece:
    moved: Moved
    source: Expr | None
    target: Expr | None  # None: home
    span: Span
    facing: Facing | None = None


@dataclass(frozen=True)
class RemovePiece:
    source: Expr
    span: Span


@dataclass(frozen=True)
class Roll:
    """A uniformly distributed random number between two bounds."""

    var: Ident
    low: Expr
    high: Expr
    span: Span


@dataclass(frozen=True)
class Transfer:
    """`gain MIX`, `lose MIX`, `pay MIX to E`, `pay up to MIX`: a mix is a list of amounts."""

    sort: Literal["gain", "lose", "pay", "pay up to"]
    mix: tuple[Amount, ...]
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class Contents:
    """`p1's own is 4 white + 1 orange`, in examples: the contents of a zone."""

    target: Expr
    mix: tuple[Amount, ...]
    span: Span


@dataclass(frozen=True)
class Do:
    """`do city's reward`: executes the effect of a cell."""

    value: Expr
    span: Span


@dataclass(frozen=True)
class Nothing:
    span: Span


@dataclass(frozen=True)
class EndGame:
    span: Span


@dataclass(frozen=True)
class FinishRound:
    """Makes the current round the last, plus `more` rounds."""

    more: int
    span: Span


@dataclass(frozen=True)
class FinishTurn:
    """Makes this turn the last, plus `more` turns of each other player."""

    more: int
    span: Span


@dataclass(frozen=True)
class LeaveRounds:
    """Leaves the loop that repeats until the game ends, and all that it contains."""

    span: Span


@dataclass(frozen=True)
class LeaveRule:
    """`end P`, `restart P`."""

    name: Ident
    restart: bool
    span: Span


@dataclass(frozen=True)
class IfPossible:
    """`if possible S`; `if possible CALL:` with a body for its success."""

    tried: tuple[Sentence, ...]
    then: tuple[Sentence, ...]
    otherwise: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class FirstPossible:
    alternatives: tuple[Alternative, ...]
    span: Span


@dataclass(frozen=True)
class Part:
    """A part of `any order`, or (with `var`) a part for each entry of a list."""

    name: Ident
    must: bool
    var: Ident | None
    value: Expr | None
    after: tuple[Ident, ...]
    before: tuple[Ident, ...]
    when: Expr | None
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class AnyOrder:
    name: Ident
    by: Expr | None
    parts: tuple[Part, ...]
    exclusive: tuple[tuple[Ident, ...], ...]  # groups of mutually exclusive parts
    instead: tuple[Alternative, ...]
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class SkipPart:
    name: Ident
    span: Span


@dataclass(frozen=True)
class ChooseSeveral:
    """`choose a set of n: x from S ...`: chosen member by member, each set in one order only."""

    collection: Literal["set", "bag", "list"]
    least: Expr | None  # None: 0
    most: Expr
    var: Ident
    value: Expr
    name: Ident
    by: Expr | None
    giving: Ident | None
    such_that: Expr | None
    body: tuple[Sentence, ...]
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Follow:
    route: Ident
    arguments: tuple[Argument, ...]
    name: Ident | None
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class PayBy:
    """`pay by track_price with built`: pays unit by unit."""

    payment: Ident
    arguments: tuple[Argument, ...]
    span: Span


Promise = Literal["", "begins", "within", "ends"]


@dataclass(frozen=True)
class Must:
    """A requirement; if it fails, the options that led here are illegal.

    `promise`: it begins, continues or ends a sequence of sentences that cannot fail once the first
    requirement holds. Desugaring alone makes promises.
    """

    condition: Expr
    message: str
    span: Span
    promise: Promise = ""


@dataclass(frozen=True)
class CaseOf:
    """A switch on a member; made by the compiler only."""

    value: Expr
    cases: tuple[tuple[tuple[Ident, ...], tuple[Sentence, ...]], ...]
    span: Span


Sentence = (
    If
    | Each
    | EachNumber
    | ActingAs
    | Repeat
    | Choose
    | ChooseOne
    | May
    | Pause
    | Needs
    | Let
    | Change
    | PlacePiece
    | MovePiece
    | RemovePiece
    | Draw
    | PutUnder
    | Discard
    | Shuffle
    | Show
    | Transfer
    | Contents
    | Roll
    | Do
    | Nothing
    | EndGame
    | FinishRound
    | FinishTurn
    | LeaveRounds
    | LeaveRule
    | IfPossible
    | FirstPossible
    | AnyOrder
    | SkipPart
    | ChooseSeveral
    | CallRule
    | Follow
    | PayBy
    | Must
    | CaseOf
)
