"""The best way to give each of some pieces a fate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.ir.types import Domain, IntType
from rulec.records import dataclass

if TYPE_CHECKING:
    from rulec.ir.nodes import Expr


@dataclass(frozen=True)
class BestPlan:
    """Every piece of some kinds gets one of its group's fates; the plan with the greatest goals counts.

    Fates are numbers. Use n: each piece of fate `using[n]` takes `needs[n]`, for every member of
    `stocks[n]`, from what `have[n]` gives. Term n is the sum of `weights[n]` over the pieces of fate
    `weighed[n]`; goals and result are formulas of the terms alone, and goals are compared in order.
    Among equal plans the first counts, pieces in the order of kinds and groups, fates in the order given.
    """

    var: str  # the kind of a piece, in `copies`, `needs` and `weights`
    domain: Domain
    copies: tuple[Expr, ...]  # of each group: how many pieces of the kind there are
    fates: tuple[tuple[int, ...], ...]  # of each group
    using: tuple[int, ...]
    stocks: tuple[tuple[str, Domain], ...]  # for each use the name of the member, and all of them
    needs: tuple[Expr, ...]
    have: tuple[Expr, ...]
    weighed: tuple[int, ...]
    weights: tuple[Expr, ...]
    terms: tuple[str, ...]
    goals: tuple[Expr, ...]
    grows: tuple[
        tuple[bool, ...], ...
    ]  # for each goal and term: does the goal never fall when the term grows?
    result: Expr
    most: int  # as many pieces at most
    type: IntType

    @property
    def bound(self) -> set[str]:
        """The names that mean something only inside."""
        return {self.var, *(name for name, _ in self.stocks), *self.terms}
