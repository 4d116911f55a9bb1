"""Typed sentences."""

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
    """Loop over turn actors in an order that the players decide, one at a time."""

    decision: Decision
    by: Expr


@dataclass(frozen=True)
class CountedLoop(Sentence):
    """Loop that counts numbers or members in a variable of the game or a local.

    The variable is the loop's only state.
    """

    target: Variable | Local
    low: Expr  # the first number, or the set
    high: Expr | None  # the last number; None for a set
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class ActingAs(Sentence):
    """Body with another player as `me`."""

    player: Expr
    body: tuple[Sentence, ...]
    span: Span


@dataclass(frozen=True)
class Needs(Sentence):
    """Precondition of the sentences behind it."""

    condition: Expr
    span: Span


@dataclass(frozen=True)
class Repeat(Sentence):
    until: Expr | None
    least: Expr | None  # rounds before leaving is offered; None: none
    times: Expr | None  # None: unlimited
    loop_exit: LoopExit | None
    left: Local | None  # remaining rounds
    body: tuple[Sentence, ...]
    span: Span
    to_the_end: bool = False  # leaving the rounds of the game continues behind this loop


@dataclass(frozen=True)
class LoopExit:
    """Exit option of a loop, offered at the body's first decision or at a decision of its own."""

    label: str
    when: Expr | None
    idle: bool  # not offered alone
    decision: Decision | None
    by: Expr


@dataclass(frozen=True)
class ChoiceGroup:
    """Options: members of a set (bound to `var`), or one named option under a condition.

    With `numbers`, `var` ranges over the numbers between the two for which the condition holds.
    """

    var: Local | None
    label: str
    options: Expr | None  # None: always
    body: tuple[Sentence, ...] | None  # None: equivalent to choosing nothing
    numbers: tuple[Expr, Expr] | None = None
    idle: bool = False  # not offered alone
    labels: tuple[str, ...] = ()  # of the members, if they differ from the names


@dataclass(frozen=True)
class Choose(Sentence):
    decision: Decision
    by: Expr
    groups: tuple[ChoiceGroup, ...]
    otherwise: tuple[Sentence, ...] | None
    span: Span
    skips: bool = False  # the rule continues if no option is worth asking
    unless_one: bool = False  # a single member is taken without asking


@dataclass(frozen=True)
class Let(Sentence):
    var: Local
    value: Expr
    span: Span
    gives: bool = True  # False: only declares a name bound further down


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
    most: int = 0  # of a list: the most entries that this gives it; 0: as many as the type permits


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
    """Sends the piece in a place home; `owner` becomes its owner."""

    place: Place
    at: Expr
    owner: Local
    span: Span


@dataclass(frozen=True)
class Transport(Sentence):
    """Moves pieces between zones; no zone means their home off the board.

    `kinds` is one kind, with `number` to move (`up_to`: or as many as there are), or a set, moved completely.
    """

    pieces: PieceSort
    kinds: Expr
    number: Expr | None
    up_to: bool
    source: ZoneValue | None
    target: ZoneValue | None
    span: Span
    open: bool = False  # visible to all, even between hidden zones
    place: PieceAt | None = None  # destination on a board, for one piece
    one: Local | None = None  # iterates over the kinds of a set, if `target` depends on the kind

    @property
    def empties(self) -> bool:
        """Whether this moves the whole contents of a zone to one other zone."""
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
    """Goods gained, lost or paid by their owner; a payment may go to another player."""

    sort: Literal["gain", "lose", "pay", "pay up to"]
    owner: Expr
    amounts: tuple[Amount, ...]
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class CaseOf(Sentence):
    """Switch on a value; no case applies to other values."""

    value: Expr
    cases: tuple[tuple[int, tuple[Sentence, ...]], ...]
    span: Span


@dataclass(frozen=True)
class Must(Sentence):
    """Assertion: its failure makes the move illegal, or (`mistake`) is an error in the rules."""

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
    """Phi: defaults of the names bound in the bodies of the next sentence, if those do not run."""

    names: tuple[Local, ...]
    span: Span


@dataclass(frozen=True)
class LeaveRounds(Sentence):
    """Leaves the loop of rounds in `play`, with every rule called in it."""

    span: Span


@dataclass(frozen=True)
class LeaveRule(Sentence):
    """Leaves an active rule with all its callees, and optionally restarts it."""

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
    alternatives: tuple[ChoiceGroup, ...]  # named options with conditions
    span: Span


@dataclass(frozen=True)
class Part:
    """Part of an `any order`, or (with `var`) one for each member of a set; referenced by index."""

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
    left: tuple[Sentence, ...]  # names of the parts, as seen before they are bound
    span: Span


@dataclass(frozen=True)
class SkipPart(Sentence):
    decision: Decision  # of the `any order`
    part: int
    span: Span


@dataclass(frozen=True)
class ChooseSeveral(Sentence):
    """Selects `least` to `most` members one by one; a set is reachable in a single order only."""

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
    """Draws one piece uniformly at random; `move` is its destination.

    `then` runs with the piece bound to `var`. `there`: the source is known to be non-empty.
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
    """Reveals the contents of a zone to all, or to a player or set of players."""

    zone: ZoneValue
    span: Span
    to: Expr | None = None


# Sentences that end a basic block: decisions, trials, jumps, loops and chance.
BLOCK_TERMINATORS = (
    *(Choose, ChooseSeveral, AnyOrder, IfPossible, FirstPossible),
    *(CountedLoop, EndGame, LeaveRule, LeaveRounds, EachInOwnOrder, Repeat, Roll, RandomOne, DrawOne),
)

# Union of all sentences, for dispatch.
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
    """Cast a sentence to the union, so that mypy checks a `match` for exhaustiveness."""
    return cast(AnySentence, sentence)
