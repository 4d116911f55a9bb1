"""Basic blocks and their ends: suspension, call, branch."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import NOWHERE, Span
from rulec.ir.nodes.expressions import Expr
from rulec.ir.nodes.statements import Stmt
from rulec.ir.storage import Field
from rulec.ir.types import Type


@dataclass(frozen=True)
class Goto:
    target: int


@dataclass(frozen=True)
class Branch:
    condition: Expr
    then: int
    otherwise: int


@dataclass(frozen=True)
class Switch:
    """Multi-way branch on a value, with a default block."""

    value: Expr
    cases: tuple[tuple[int, int], ...]  # value -> block
    otherwise: int


@dataclass(frozen=True)
class Ask:
    """Suspend for a decision; its options and their blocks are in `Program.decisions`.

    Where there is no option (other than idle ones) the game goes on at `nothing`; without it that is a
    dead end.
    """

    decision: int
    nothing: int | None = None


@dataclass(frozen=True)
class Call:
    """Call the rule that begins at `target`, and continue at `back`."""

    target: int
    back: int
    fault: int  # where rules that call themselves have gone too deep


@dataclass(frozen=True)
class Return:
    """Return to the caller of the rule."""


@dataclass(frozen=True)
class Finish:
    """End of the game."""


@dataclass(frozen=True)
class Cut:
    """Commit point, then continue at `target`: no look-ahead goes beyond it (the end of a turn)."""

    target: int


@dataclass(frozen=True)
class ProbeSuccess:
    """The probe has succeeded. Outside of a trial: continue at `target`."""

    probe: int
    target: int


@dataclass(frozen=True)
class Chance:
    """Draw one of `members` by `weight` (a number from 0 up, evaluated for each as `var`).

    The game goes on at `resume`, a block of its own whose parameter is the member: a decision without a
    decider. Where the state asks for chance outcomes it stops here, `pending` being a number behind those of
    the decisions; else the state's generator draws. `event` says by which name and with which ids outcomes
    are known (`Program.events`); several places of the rules may share one. For a look-ahead it is a cut, but
    where it is `certain` that can be gone on: there everything must be completed whatever comes. A
    `Require` before it sees to it that something can come, and `dead_end` is raised if nothing can all the
    same.

    A pile is drawn from with all kinds as `members` and the number left of each as `weight`; see
    `ChanceLowering.draw`, which makes one from any weights.
    """

    event: int
    var: str
    members: Expr
    weight: Expr
    resume: int
    dead_end: int
    viewer: Expr | None = None  # the player who sees a secret outcome; without one nobody does
    certain: bool = False


@dataclass(frozen=True)
class Unwind:
    """Pop call frames down to a depth; continue at `target`."""

    depth: Expr
    target: int


End = Goto | Branch | Switch | Ask | Call | Return | Finish | Cut | ProbeSuccess | Chance | Unwind


@dataclass(frozen=True)
class Block:
    """A basic block: a part of a rule that runs without suspension.

    One that follows a decision has a parameter: the member that was chosen.
    """

    name: str
    rule: str
    body: tuple[Stmt, ...]
    end: End
    span: Span = NOWHERE
    parameter: tuple[str, Type] | None = None
    owed: bool = False  # may run while something is owed: no cut is sure to be fine
    kept: tuple[Field, ...] = ()  # where it ends in a call: what must be the same when that is done; in
    # chance: what must be valid while that is pending
    # `begins`: what follows can be carried out, up to a block that `ends` it, whatever stands in between;
    # of the checks there only those count that are not promised to be passed on some way.
    promise: Literal["", "begins", "ends"] = ""
    completable_in_rule: bool = False  # nothing can fail from here to the end of its rule
    ends_search: bool = False  # a look-ahead that comes here has succeeded
