"""Guard clauses of options for explanations: conditions of the rules, lowered separately.

The game itself has them put together and simplified. These are only made where somebody asks, when all else
is lowered, so that the game is the same with them or without.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.clauses import Clause
from rulec.ir.nodes import Expr, Field
from rulec.ir.types import Domain, ElemType, IntType, SetType
from rulec.ir.walk import locals_read, rewrite
from rulec.lower.expressions.lowering import ExpressionLowering
from rulec.lower.names import Names
from rulec.semantics import typed
from rulec.semantics import types as t

_AMONG = "it is one of these"
_DEPTH = 3  # definitions in definitions that are gone into


class _NotExpressible(Exception):
    """The condition cannot be evaluated outside of the running rule."""


class Telling:
    """Collects the clauses of all options; a group refers to its own by number."""

    def __init__(self) -> None:
        self.clauses: list[tuple[Clause, ...]] = []
        self._waiting: list[Callable[[], list[Clause]]] = []
        self._expressions: ExpressionLowering | None = None

    def tell(self, later: Callable[[], list[Clause]]) -> int:
        self._waiting.append(later)
        return len(self._waiting) - 1

    def finish(self, expressions: ExpressionLowering, fields: dict[str, Field]) -> None:
        """Lower all recorded clauses; names that outlive a block become fields."""
        before, expressions.try_out = expressions.try_out, _not_apart
        self._expressions = expressions
        for later in self._waiting:
            self.clauses.append(tuple(_framed(one, fields) for one in later()))
        expressions.try_out = before

    # --- what can be told -------------------------------------------------------------------------------

    def members(self, value: typed.Expr, names: Names, domain: Domain) -> Callable[[], list[Clause]]:
        """Record the clauses of a set's members."""

        def later() -> list[Clause]:
            member = nodes.ReadLocal(self._lowering.fresh("asked"), ElemType(domain))
            return self._of_set(value, names, member, domain)

        return later

    def numbers(
        self, ends: tuple[typed.Expr, typed.Expr], when: typed.Expr | None, var: t.Local, names: Names,
        domain: Domain,
    ) -> Callable[[], list[Clause]]:  # fmt: skip
        """Record the clauses of numbers of a range with a condition."""
        assert isinstance(var.type, t.NumberType)
        low, high, lo = *ends, var.type.lo

        def later() -> list[Clause]:
            member = nodes.ReadLocal(self._lowering.fresh("asked"), ElemType(domain))
            first = nodes.Const(lo, IntType(lo, lo))
            number = nodes.Arithmetic("+", member, first, IntType(lo, lo + domain.size - 1))
            sides: tuple[tuple[str, nodes.CompareOp, typed.Expr], ...] = (
                ("not less than the first number", ">=", low),
                ("not more than the last number", "<=", high),
            )
            found = []
            for words, op, bound in sides:
                test = self._try(partial(self._compared, op, number, bound, names))
                found.append(Clause(bound.span, _of_member(test, member, domain), words))
            if when is not None:
                found += self._of_test(when, names.bind(var, number), member, domain, 0)
            return found

        return later

    def test(self, value: typed.Expr | None, names: Names, *more: Clause) -> Callable[[], list[Clause]]:
        """Record the clauses of an option with a condition; `more` are conditions without source text."""
        return lambda: [*more, *(self._of_test(value, names, None, None, 0) if value is not None else [])]

    def entries(
        self, options: Expr, when: typed.Expr | None, var: t.Local, names: Names, span: Span, *more: Clause
    ) -> Callable[[], list[Clause]]:
        """Record the clauses of entries of a remaining set with a condition."""
        assert isinstance(options.type, SetType)
        domain = options.type.domain

        def later() -> list[Clause]:
            member = nodes.ReadLocal(self._lowering.fresh("asked"), ElemType(domain))
            test = _of_member(s.contains(options, member), member, domain)
            found = [*more, Clause(span, test, "it is still to be done")]
            return found + (self._of_test(when, names.bind(var, member), member, domain, 0) if when else [])

        return later

    def several(
        self, value: typed.Expr, gone: Expr | None, names: Names, span: Span
    ) -> Callable[[], list[Clause]]:
        """Record the clauses of members not yet passed: several are chosen in ascending order only."""

        def later() -> list[Clause]:
            type_ = self._lowering.type(value.type)
            assert isinstance(type_, SetType)
            member = nodes.ReadLocal(self._lowering.fresh("asked"), ElemType(type_.domain))
            found = self._of_set(value, names, member, type_.domain)
            if gone is not None:
                left = _of_member(s.negate(s.contains(gone, member)), member, type_.domain)
                found.append(Clause(span, left, "it is not chosen, and comes behind those that are"))
            return found

        return later

    # --- clauses ----------------------------------------------------------------------------------------

    @property
    def _lowering(self) -> ExpressionLowering:
        assert self._expressions is not None
        return self._expressions

    def _of_set(
        self, value: typed.Expr, names: Names, member: nodes.ReadLocal, domain: Domain
    ) -> list[Clause]:
        if isinstance(value, typed.Where):
            inner = self._of_set(value.value, names, member, domain)
            return inner + self._of_test(value.condition, names.bind(value.var, member), member, domain, 0)
        if isinstance(value, typed.All) and domain is not self._lowering.stores.seats:
            return []
        test = self._try(lambda: s.contains(self._lowering.expr(value, names), member))
        words = "it takes part" if isinstance(value, typed.All) else _AMONG
        return [Clause(value.span, _of_member(test, member, domain), words)]

    def _of_test(
        self,
        value: typed.Expr,
        names: Names,
        member: nodes.ReadLocal | None,
        domain: Domain | None,
        depth: int,
    ) -> list[Clause]:
        if isinstance(value, typed.Logic) and value.op == "and":
            sides = (value.left, value.right)
            return [one for side in sides for one in self._of_test(side, names, member, domain, depth)]
        test = self._try(lambda: self._lowering.expr(value, names))
        parts: list[Clause] = []
        if isinstance(value, typed.Use) and depth < _DEPTH and isinstance(value.definition.type, t.FlagType):
            body, inner = self._lowering.inside(value, names)
            parts = self._of_test(body, inner, member, domain, depth + 1)
        return [Clause(value.span, _of_member(test, member, domain), parts=tuple(parts))]

    def _compared(self, op: nodes.CompareOp, number: Expr, bound: typed.Expr, names: Names) -> Expr:
        return nodes.Compare(op, number, self._lowering.expr(bound, names))

    def _try(self, lower: Callable[[], Expr]) -> Expr | None:
        try:
            return lower()
        except _NotExpressible:
            return None


def _not_apart(call: typed.CallRule, names: Names) -> Expr:
    raise _NotExpressible


def _of_member(test: Expr | None, member: nodes.ReadLocal | None, domain: Domain | None) -> Expr | None:
    if test is None or member is None or domain is None:
        return test
    return nodes.Filter(member.name, s.full(domain), test, SetType(domain))


def _framed(clause: Clause, fields: dict[str, Field]) -> Clause:
    """Make a clause evaluable on a position: every name becomes a field."""

    def change(part: Any) -> Any:
        known = isinstance(part, nodes.ReadLocal) and part.name in fields
        return nodes.ReadField(fields[part.name], ()) if known else part

    test = None if clause.test is None else rewrite(clause.test, change)
    if test is not None and locals_read(test):
        test = None
    return Clause(clause.span, test, clause.words, tuple(_framed(one, fields) for one in clause.parts))
