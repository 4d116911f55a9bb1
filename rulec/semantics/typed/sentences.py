"""What stands in a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from rulec.base.fast_dataclass import dataclass
from rulec.semantics.typed.decks import DrawOne, ShowAll
from rulec.semantics.typed.expressions import RandomOne, ZoneValue

if TYPE_CHECKING:
    from rulec.base.source_text import Span
    from rulec.semantics.typed.declarations import ChanceEvent, Decision, Place, Rule, Variable
    from rulec.semantics.typed.expressions import Amount, Expr, PieceAt
    from rulec.semantics.types import Local, PieceSort
    from rulec.syntax.ast.sentences import Promise


@dataclass(frozen=True)
class If:
    condition: Expr
    then: tuple[Sentence, ...]
    otherwise: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Each:
    var: Local
    acting: bool
    value: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class EachInOwnOrder(Each):
    """Whose turn it is next is asked while there are two or more."""

    decision: Decision
    by: Expr


@dataclass(frozen=True)
class Count:
    """One number or member after the other stands in a variable of the game, or has a name in the rule.

    The variable alone says how far the loop has come.
    """

    target: Variable | Local
    low: Expr  # the first number, or the set
    high: Expr | None  # the last number
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class ActingAs:
    """The body with this player as `me`."""

    player: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Needs:
    """What follows can't be carried out while the condition does not hold."""

    condition: Expr
    span: Span


@dataclass(frozen=True)
class Repeat:
    until: Expr | None
    least: Expr | None  # rounds before leaving is an option; None: from the first round on
    times: Expr | None  # None: no end to the rounds
    leave: Leave | None
    left: Local | None  # the rounds still to come
    body: tuple[Sentence, ...]
    span: Span
    to_the_end: bool = False  # what leaves the rounds of the game goes on behind this one


@dataclass(frozen=True)
class Leave:
    """Leaving a loop: one more option of the first decision of its body, or of one of its own."""

    label: str
    when: Expr | None
    idle: bool  # not asked if there is nothing else
    decision: Decision | None
    by: Expr


@dataclass(frozen=True)
class ChoiceGroup:
    """Members of a set (bound to `var`), or one named option under a condition.

    With `numbers`, `var` is a number from the first to the second for which the condition holds.
    """

    var: Local | None
    label: str
    options: Expr | None  # None: always
    body: tuple[Sentence, ...] | None  # None: as if nothing had been chosen
    numbers: tuple[Expr, Expr] | None = None
    idle: bool = False  # not asked if there is nothing else
    labels: tuple[str, ...] = ()  # of the members, if they are not called by their names


@dataclass(frozen=True)
class Choose:
    decision: Decision
    by: Expr
    groups: tuple[ChoiceGroup, ...]
    otherwise: tuple[Sentence, ...] | None
    span: Span
    skips: bool = False  # without anything worth asking the rule goes on
    unless_one: bool = False  # a single member is taken unasked


@dataclass(frozen=True)
class Let:
    var: Local
    value: Expr
    span: Span
    gives: bool = True  # else it is given further down, and this only makes room for it


@dataclass(frozen=True)
class SetVariable:
    variable: Variable
    owner: Expr | None
    value: Expr
    span: Span
    keys: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class SetLocal:
    var: Local
    value: Expr
    span: Span


@dataclass(frozen=True)
class PlacePiece:
    owner: Expr
    place: Place
    at: Expr
    span: Span


@dataclass(frozen=True)
class MovePiece:
    place: Place
    source: Expr
    target: Expr
    span: Span


@dataclass(frozen=True)
class RemovePiece:
    place: Place
    at: Expr
    span: Span


@dataclass(frozen=True)
class TakeAway:
    """The piece that lies in a place goes home; `owner` is whose it is from then on."""

    place: Place
    at: Expr
    owner: Local
    span: Span


@dataclass(frozen=True)
class Transport:
    """Pieces from one zone to another; no zone is their home off the board.

    `kinds` is one kind, of which `number` are moved (`up_to`: or as many as there are), or a set of which
    all are.
    """

    pieces: PieceSort
    kinds: Expr
    number: Expr | None
    up_to: bool
    source: ZoneValue | None
    target: ZoneValue | None
    span: Span
    open: bool = False  # all see what is moved, even between hidden zones
    place: PieceAt | None = None  # on a board, to which one piece goes instead
    one: Local | None = None  # of a set: each kind of it in turn, where `target` depends on that

    @property
    def empties(self) -> bool:
        """Is this all that lies in a zone, and goes to one other?"""
        kinds = self.kinds
        whole = isinstance(kinds, ZoneValue) and not kinds.whole and kinds is self.source
        return whole and self.number is None and self.target is not None and self.one is None


@dataclass(frozen=True)
class Roll:
    event: ChanceEvent
    var: Local
    low: Expr
    high: Expr
    span: Span


@dataclass(frozen=True)
class Transfer:
    """Goods gained, lost or paid by their owner; what is paid may go to another player."""

    sort: Literal["gain", "lose", "pay", "pay up to"]
    owner: Expr
    amounts: tuple[Amount, ...]
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class CaseOf:
    """The sentences that belong to a value; none of them where it is none of these."""

    value: Expr
    cases: tuple[tuple[int, tuple[Sentence, ...]], ...]
    span: Span


@dataclass(frozen=True)
class Must:
    """If this does not hold, what led here cannot be carried out (or is a mistake of the rules)."""

    condition: Expr
    message: str
    span: Span
    mistake: bool = False
    promise: Promise = ""


@dataclass(frozen=True)
class EndGame:
    span: Span


@dataclass(frozen=True)
class CallRule:
    rule: Rule
    arguments: tuple[Expr, ...]
    giving: tuple[tuple[Local, Local], ...]  # what the rule calls it, what the caller calls it
    span: Span


@dataclass(frozen=True)
class Unreached:
    """Before a sentence with bodies: what these names are if the bodies that give them are not reached."""

    names: tuple[Local, ...]
    span: Span


@dataclass(frozen=True)
class LeaveRounds:
    """Leave the loop in `play` that goes on until the end, with everything in it."""

    span: Span


@dataclass(frozen=True)
class LeaveRule:
    """Leave a running rule with everything above it, and perhaps begin it anew."""

    rule: Rule
    restart: bool
    span: Span


@dataclass(frozen=True)
class IfPossible:
    tried: tuple[Sentence, ...]
    then: tuple[Sentence, ...]
    otherwise: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class FirstPossible:
    alternatives: tuple[ChoiceGroup, ...]  # named, under a condition
    span: Span


@dataclass(frozen=True)
class Part:
    """A part of an order, or (with `var`) one for each member of a set. Others are named by their numbers."""

    name: str
    must: bool
    var: Local | None
    value: Expr | None
    after: tuple[int, ...]
    before: tuple[int, ...]
    when: Expr | None
    body: tuple[Sentence, ...]


@dataclass(frozen=True)
class AnyOrder:
    decision: Decision
    by: Expr
    parts: tuple[Part, ...]
    exclusive: tuple[tuple[int, ...], ...]
    instead: tuple[ChoiceGroup, ...]
    left: tuple[Sentence, ...]  # names of the parts, as they are seen before they are given
    span: Span


@dataclass(frozen=True)
class SkipPart:
    decision: Decision  # of the order
    part: int
    span: Span


@dataclass(frozen=True)
class ChooseSeveral:
    """One member after the other; `least` to `most` of them (of a set: each set in one order only)."""

    decision: Decision
    by: Expr
    collection: Literal["set", "bag", "list"]
    least: Expr | None
    most: Expr
    var: Local
    value: Expr
    giving: Local | None
    such_that: Expr | None
    body: tuple[Sentence, ...]
    span: Span


# What ends a block: it asks, tries out, leaves or goes round.
STOPPING = (
    *(Choose, ChooseSeveral, AnyOrder, IfPossible, FirstPossible),
    *(Count, EndGame, LeaveRule, LeaveRounds, EachInOwnOrder, Repeat, Roll, RandomOne, DrawOne),
)

Sentence = (
    If
    | Each
    | Count
    | ActingAs
    | Needs
    | Repeat
    | Choose
    | Let
    | SetVariable
    | SetLocal
    | PlacePiece
    | MovePiece
    | RemovePiece
    | TakeAway
    | Roll
    | Transfer
    | CaseOf
    | Transport
    | DrawOne
    | ShowAll
    | EndGame
    | CallRule
    | Unreached
    | LeaveRule
    | LeaveRounds
    | IfPossible
    | FirstPossible
    | AnyOrder
    | SkipPart
    | ChooseSeveral
    | Must
)

SENTENCES: tuple[type, ...] = get_args(Sentence)
