"""Statements of the intermediate representation: they run without stopping."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import NOWHERE, Span
from rulec.ir.nodes.expressions import Expr
from rulec.ir.storage import Field


@dataclass(frozen=True)
class Assign:
    """A new value of a field's cell. The verifier proves that it is in range: see `Require`."""

    field: Field
    index: tuple[Expr, ...]
    value: Expr
    span: Span = NOWHERE


@dataclass(frozen=True)
class SetLocal:
    """A value for the rest of the block (or of the branch of it)."""

    name: str
    value: Expr
    span: Span = NOWHERE


@dataclass(frozen=True)
class If:
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    span: Span = NOWHERE


@dataclass(frozen=True)
class ForEach:
    """The body for each member of the set as it was at the start, in the order of declaration."""

    var: str
    value: Expr
    body: tuple[Stmt, ...]
    span: Span = NOWHERE
    untried: bool = False  # not carried out where something is only tried: nobody reads what it changes


@dataclass(frozen=True)
class Require:
    """A check that `check` could not prove: if it fails the game ends with a RulesError of this line."""

    condition: Expr
    fault: int  # index into Program.faults
    span: Span = NOWHERE


@dataclass(frozen=True)
class CallProcedure:
    """A rule that never stops for a decision, run to its end."""

    procedure: str
    arguments: tuple[Expr, ...]
    span: Span = NOWHERE
    untried: bool = False  # not carried out where something is only tried: nobody reads what it changes


@dataclass(frozen=True)
class Save:
    """Locals of this rule go on the stack: the rule that is called next may lead to this one again.

    They come back when it returns. Only the last statement before a call, and before what is given to it.
    """

    fields: tuple[Field, ...]
    fault: int  # where the stack is full
    span: Span = NOWHERE


Stmt = Assign | SetLocal | If | ForEach | Require | CallProcedure | Save
