"""Statements of the intermediate representation: they run without suspension."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import NOWHERE, Span
from rulec.ir.nodes.expressions import Expr
from rulec.ir.storage import Field


@dataclass(frozen=True)
class Assign:
    """Assigns a field's cell. The verifier proves that the value is in range: see `Require`."""

    field: Field
    index: tuple[Expr, ...]
    value: Expr
    span: Span = NOWHERE


@dataclass(frozen=True)
class SetLocal:
    """Binds a local for the rest of the block or branch."""

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
    """Runs the body for each member of a set, evaluated once, in the order of declaration."""

    var: str
    value: Expr
    body: tuple[Stmt, ...]
    span: Span = NOWHERE
    untried: bool = False  # not carried out where something is only tried: nobody reads what it changes


@dataclass(frozen=True)
class Require:
    """A run-time check that could not be proved; its failure ends the game with a RulesError."""

    condition: Expr
    fault: int  # index into Program.faults
    span: Span = NOWHERE


@dataclass(frozen=True)
class CallProcedure:
    """Calls a procedure: a rule without decisions, run to its end."""

    procedure: str
    arguments: tuple[Expr, ...]
    span: Span = NOWHERE
    untried: bool = False  # not carried out where something is only tried: nobody reads what it changes


@dataclass(frozen=True)
class Save:
    """Pushes a rule's locals on the stack before a call that may be recursive.

    They come back when it returns. Only the last statement before a call, and before what is given to it.
    """

    fields: tuple[Field, ...]
    fault: int  # where the stack is full
    span: Span = NOWHERE


Stmt = Assign | SetLocal | If | ForEach | Require | CallProcedure | Save
