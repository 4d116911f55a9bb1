"""Optimal assignment of pieces to fates."""

from __future__ import annotations

from dataclasses import field

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import ExprNode
from rulec.semantics.typed.values import Expr
from rulec.semantics.types import Local, Sort, Type


@dataclass(frozen=True)
class PlanUse:
    """Resource constraint: consumption of a stock by the pieces of a fate, and its supply."""

    fate: int
    stock: Local
    needs: Expr
    have: Expr


@dataclass(frozen=True)
class PlanTerm:
    """Sum over the pieces of a fate; `pieces` are the piece's names in the summand."""

    local: Local
    fate: int
    pieces: tuple[Local, ...]
    weight: Expr


@dataclass(eq=False)
class AssignmentPlan:
    name: str
    span: Span
    sort: Sort | None = None
    piece: Local | None = None  # name of the piece in the constraints
    groups: list[tuple[Expr, tuple[int, ...]]] = field(default_factory=list)
    uses: list[PlanUse] = field(default_factory=list)
    terms: list[PlanTerm] = field(default_factory=list)
    goals: list[Expr] = field(default_factory=list)  # maximized in lexicographic order
    grows: list[frozenset[Local]] = field(default_factory=list)  # terms in which each goal is monotone
    values: dict[str, Expr] = field(default_factory=dict)
    most: int = 0  # maximum number of pieces


@dataclass(frozen=True)
class PlanValue(ExprNode):
    """Value of a formula over the terms of `me`'s optimal plan."""

    plan: AssignmentPlan
    me: Expr
    formula: Expr
    type: Type
    span: Span
