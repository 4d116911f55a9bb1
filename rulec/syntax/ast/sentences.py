"""What stands in a rule, line by line."""

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
    value: Expr | None  # None: all of them
    order: Ident | None  # the decision who or what comes next
    body: tuple[Sentence, ...]
    citations: tuple[str, ...]
    span: Span
    ordering: Ordering | None = None  # of all of them


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
    """For ever, while or until a condition holds (looked at before each round), or a number of times.

    Leaving is an option where `least` and `most` differ, or where it has a name (`, or finish`).
    """

    until: Expr | None  # or `while`: then it is negated
    least: Expr | None  # rounds before leaving is an option; None: from the first round on
    most: Expr | None  # None: no end to the rounds
    may_leave: bool
    leave: Alternative | None  # what leaving is called, if not `stop`, and when it is an option
    name: Ident | None  # of a question of its own: another round?
    left: Ident | None  # the rounds still to come
    body: tuple[Sentence, ...]
    citations: tuple[str, ...]
    span: Span
    to_the_end: bool = False


@dataclass(frozen=True)
class Choose:
    var: Ident
    value: Expr
    to: Expr | None  # then it is a number from `value` on
    name: Ident
    by: Expr | None
    body: tuple[Sentence, ...] | None  # None: what follows
    options: tuple[Alternative, ...]  # `, or LABEL` in the line, `or LABEL:` below it
    otherwise: tuple[Sentence, ...] | None
    if_any: bool
    unless_one: bool
    citations: tuple[str, ...]
    span: Span
    label: Ident | None = None  # the column by which options are called


@dataclass(frozen=True)
class Alternative:
    """An option with a name, or (with `var`) one for each member of a set, or number up to `to`."""

    label: Ident
    when: Expr | None
    body: tuple[Sentence, ...] | None  # None: as if nothing had been chosen
    span: Span
    var: Ident | None = None
    value: Expr | None = None
    to: Expr | None = None
    named: bool = True  # does the label stand before each member?


@dataclass(frozen=True)
class May:
    """`may S as d`: a yes or no."""

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
    """One of a player's pieces, from its home, on a member that has a place for it."""

    owner: Expr | None  # None: pieces that belong to nobody
    piece: Ident
    target: Expr
    span: Span
    neutral: bool = False


@dataclass(frozen=True)
class Moved:
    """`w`, `my placed`, `3 workers of white`, `up to 2 tiles`, `all tiles`."""

    sort: Literal["pieces", "count", "up to", "all"]
    value: Expr | None  # the pieces, or how many
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
    """A number by chance, each between the two equally likely."""

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
    """`p1's own is 4 white + 1 orange`, in examples: what lies in a zone."""

    target: Expr
    mix: tuple[Amount, ...]
    span: Span


@dataclass(frozen=True)
class Do:
    """`do city's reward`: what a cell of an effect column says."""

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
    """The round that is being played is the last one, but for so many more."""

    more: int
    span: Span


@dataclass(frozen=True)
class FinishTurn:
    """This turn is the last one, but for so many more of each other player."""

    more: int
    span: Span


@dataclass(frozen=True)
class LeaveRounds:
    """Leave the loop that goes on until the end, with everything in it."""

    span: Span


@dataclass(frozen=True)
class LeaveRule:
    """`end P`, `restart P`."""

    name: Ident
    restart: bool
    span: Span


@dataclass(frozen=True)
class IfPossible:
    """`if possible S`; `if possible CALL:` with what follows if it was done."""

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
    """A part of an order, or (with `var`) one for each entry of a list."""

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
    exclusive: tuple[tuple[Ident, ...], ...]  # of each group at most one
    instead: tuple[Alternative, ...]
    citations: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class SkipPart:
    name: Ident
    span: Span


@dataclass(frozen=True)
class ChooseSeveral:
    """`choose a set of n: x from S ...`: one member after the other, each set in one order only."""

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
    """`pay by track_price with built`: one piece or unit after the other."""

    payment: Ident
    arguments: tuple[Argument, ...]
    span: Span


Promise = Literal["", "begins", "within", "ends"]


@dataclass(frozen=True)
class Must:
    """If this does not hold, what led here cannot be carried out.

    `promise`: it begins a stretch of sentences that can be carried out wherever it holds, or lies within
    such a stretch, or ends it. Only rulec itself makes promises.
    """

    condition: Expr
    message: str
    span: Span
    promise: Promise = ""


@dataclass(frozen=True)
class CaseOf:
    """What is done with each of these members, written by the compiler."""

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
