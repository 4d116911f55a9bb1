"""What stands in a rule."""

from __future__ import annotations

from typing import Literal, cast, get_args

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import Sentence
from rulec.semantics.typed.calls import CallRule
from rulec.semantics.typed.declarations import ChanceEvent, Decision, Place
from rulec.semantics.typed.expressions import Amount, PieceAt, RandomOne, ZoneValue
from rulec.semantics.typed.values import Expr
from rulec.semantics.types import Local, PieceSort, Rule, Variable
from rulec.syntax.ast.sentences import Promise


@dataclass(frozen=True)
class If(Sentence):
    condition: Expr
    then: tuple[Sentence, ...]
    otherwise: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Each(Sentence):
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
class CountedLoop(Sentence):
    """One number or member after the other stands in a variable of the game, or has a name in the rule.

    The variable alone says how far the loop has come.
    """

    target: Variable | Local
    low: Expr  # the first number, or the set
    high: Expr | None  # the last number
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class ActingAs(Sentence):
    """The body with this player as `me`."""

    player: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Needs(Sentence):
    """What follows can't be carried out while the condition does not hold."""

    condition: Expr
    span: Span


@dataclass(frozen=True)
class Repeat(Sentence):
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
class Choose(Sentence):
    decision: Decision
    by: Expr
    groups: tuple[ChoiceGroup, ...]
    otherwise: tuple[Sentence, ...] | None
    span: Span
    skips: bool = False  # without anything worth asking the rule goes on
    unless_one: bool = False  # a single member is taken unasked


@dataclass(frozen=True)
class Let(Sentence):
    var: Local
    value: Expr
    span: Span
    gives: bool = True  # else it is given further down, and this only makes room for it


@dataclass(frozen=True)
class SetVariable(Sentence):
    variable: Variable
    owner: Expr | None
    value: Expr
    span: Span
    keys: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class SetLocal(Sentence):
    var: Local
    value: Expr
    span: Span


@dataclass(frozen=True)
class PlacePiece(Sentence):
    owner: Expr
    place: Place
    at: Expr
    span: Span


@dataclass(frozen=True)
class MovePiece(Sentence):
    place: Place
    source: Expr
    target: Expr
    span: Span


@dataclass(frozen=True)
class RemovePiece(Sentence):
    place: Place
    at: Expr
    span: Span


@dataclass(frozen=True)
class TakeAway(Sentence):
    """The piece that lies in a place goes home; `owner` is whose it is from then on."""

    place: Place
    at: Expr
    owner: Local
    span: Span


@dataclass(frozen=True)
class Transport(Sentence):
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
class Roll(Sentence):
    event: ChanceEvent
    var: Local
    low: Expr
    high: Expr
    span: Span


@dataclass(frozen=True)
class Transfer(Sentence):
    """Goods gained, lost or paid by their owner; what is paid may go to another player."""

    sort: Literal["gain", "lose", "pay", "pay up to"]
    owner: Expr
    amounts: tuple[Amount, ...]
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class CaseOf(Sentence):
    """The sentences that belong to a value; none of them where it is none of these."""

    value: Expr
    cases: tuple[tuple[int, tuple[Sentence, ...]], ...]
    span: Span


@dataclass(frozen=True)
class Must(Sentence):
    """If this does not hold, what led here cannot be carried out (or is a mistake of the rules)."""

    condition: Expr
    message: str
    span: Span
    mistake: bool = False
    promise: Promise = ""


@dataclass(frozen=True)
class EndGame(Sentence):
    span: Span


@dataclass(frozen=True)
class Unreached(Sentence):
    """Before a sentence with bodies: what these names are if the bodies that give them are not reached."""

    names: tuple[Local, ...]
    span: Span


@dataclass(frozen=True)
class LeaveRounds(Sentence):
    """Leave the loop in `play` that goes on until the end, with everything in it."""

    span: Span


@dataclass(frozen=True)
class LeaveRule(Sentence):
    """Leave a running rule with everything above it, and perhaps begin it anew."""

    rule: Rule
    restart: bool
    span: Span


@dataclass(frozen=True)
class IfPossible(Sentence):
    tried: tuple[Sentence, ...]
    then: tuple[Sentence, ...]
    otherwise: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class FirstPossible(Sentence):
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
class AnyOrder(Sentence):
    decision: Decision
    by: Expr
    parts: tuple[Part, ...]
    exclusive: tuple[tuple[int, ...], ...]
    instead: tuple[ChoiceGroup, ...]
    left: tuple[Sentence, ...]  # names of the parts, as they are seen before they are given
    span: Span


@dataclass(frozen=True)
class SkipPart(Sentence):
    decision: Decision  # of the order
    part: int
    span: Span


@dataclass(frozen=True)
class ChooseSeveral(Sentence):
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


@dataclass(frozen=True)
class DrawOne(Sentence):
    """One piece by chance, each of those that lie there equally likely; `move` says where it goes.

    In `then` the piece has the name `var`. `there`: it has been seen to that something lies there.
    """

    event: ChanceEvent
    var: Local
    source: ZoneValue
    move: Transport
    span: Span
    then: tuple[Sentence, ...] = ()
    there: bool = False


@dataclass(frozen=True)
class ShowAll(Sentence):
    """From now on all know what lies there, or some: a player, or a set of players."""

    zone: ZoneValue
    span: Span
    to: Expr | None = None


# What ends a block: it asks, tries out, leaves or goes round.
BLOCK_TERMINATORS = (
    *(Choose, ChooseSeveral, AnyOrder, IfPossible, FirstPossible),
    *(CountedLoop, EndGame, LeaveRule, LeaveRounds, EachInOwnOrder, Repeat, Roll, RandomOne, DrawOne),
)

# All sentences, for dispatch.
AnySentence = (
    If
    | Each
    | CountedLoop
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

SENTENCES: tuple[type, ...] = get_args(AnySentence)


def any_sentence(sentence: Sentence) -> AnySentence:
    """The sentence as a member of the union, so that mypy asks a `match` for every class."""
    return cast(AnySentence, sentence)
