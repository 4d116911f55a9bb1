"""The best way to give pieces their fates."""

from __future__ import annotations

from dataclasses import field

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import ExprNode
from rulec.semantics.typed.values import Expr
from rulec.semantics.types import Local, Sort, Type


@dataclass(frozen=True)
class PlanUse:
    """What pieces of a fate take of each member of a stock, and how much of it there is."""

    fate: int
    stock: Local
    needs: Expr
    have: Expr


@dataclass(frozen=True)
class PlanTerm:
    """A sum over the pieces of a fate; `pieces` are the names of the piece in what is summed up."""

    local: Local
    fate: int
    pieces: tuple[Local, ...]
    weight: Expr


@dataclass(eq=False)
class AssignmentPlan:
    name: str
    span: Span
    sort: Sort | None = None
    piece: Local | None = None  # in what the uses need
    groups: list[tuple[Expr, tuple[int, ...]]] = field(default_factory=list)
    uses: list[PlanUse] = field(default_factory=list)
    terms: list[PlanTerm] = field(default_factory=list)
    goals: list[Expr] = field(default_factory=list)  # the greatest is best
    grows: list[frozenset[Local]] = field(default_factory=list)  # for each goal the terms it never falls with
    values: dict[str, Expr] = field(default_factory=dict)
    most: int = 0  # pieces


@dataclass(frozen=True)
class PlanValue(ExprNode):
    """What the best plan of `me` comes to: a formula of its terms."""

    plan: AssignmentPlan
    me: Expr
    formula: Expr
    type: Type
    span: Span
