"""Syntax nodes of best plans: fates, the stocks they use, and goals."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.ast.expressions import Expr
from rulec.syntax.ast.leaves import Ident


@dataclass(frozen=True)
class Fates:
    """`each card in my area: fulfilled or failed`."""

    name: Ident
    value: Expr
    fates: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True)
class FateUses:
    """`fulfilled uses tasks from my things`."""

    fate: Ident
    needs: Ident
    stock: Expr
    span: Span


@dataclass(frozen=True)
class PlanValue:
    """`card_points means ...`: a named value of a plan."""

    name: Ident
    value: Expr
    span: Span


@dataclass(frozen=True)
class Goal:
    rank: Literal["most", "least"]
    value: Expr
    span: Span


@dataclass(frozen=True)
class BestPlan:
    name: Ident
    groups: tuple[Fates, ...]
    uses: tuple[FateUses, ...]
    values: tuple[PlanValue, ...]
    goals: tuple[Goal, ...]
    span: Span
