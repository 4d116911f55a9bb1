"""Type checks of `best plan:`: fates, resources and goals of an assignment problem.

Goals are formulas over sums of the pieces of a fate. A goal must be monotone in each sum, so that branch and
bound has an upper bound for the remaining pieces.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulec.base import limits
from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.sets import SetExpressions
from rulec.semantics.scope import Globals, Scope
from rulec.semantics.typed.walk import parts
from rulec.semantics.types import (
    UNKNOWN,
    ListType,
    Local,
    MemberType,
    NumberType,
    SetType,
    Sort,
    Unknown,
)
from rulec.syntax import ast


class _NoBound(Exception):
    """Raised for a formula without provable monotonicity."""


def plan_value(checker: SetExpressions, node: ast.Possessive, scope: Scope) -> typed.Expr | None:
    """Type `my plan's card_points`; return None for other possessives."""
    owner = node.owner
    if not isinstance(owner, ast.Possessive) or owner.name.text not in scope.globals.plans:
        return None
    declared, plan = scope.globals.plans[owner.name.text]
    player = checker.member(owner.owner, scope, checker.players, f"who has the `{plan.name}`")
    nothing = typed.Constant(0, UNKNOWN, node.span)
    if isinstance(player.type, Unknown) or not checker.definite(player, scope):
        return nothing
    if (
        not ensure_plan(checker, declared, plan, scope.globals)
        and not plan.goals
        and not scope.globals.report.failed
    ):
        scope.globals.report.error("R418", plan.span, f"this is defined by itself: `{plan.name}`")
    if node.name.text not in plan.values:
        hint = did_you_mean(node.name.text, plan.values) or "say below the plan what it `means`"
        message = f"`{plan.name}` has no value `{node.name.text}`"
        scope.globals.report.unknown("R764", node.name.text, node.name.span, message, hint)
        return nothing
    value = plan.values[node.name.text]
    me = typed.Me(MemberType(checker.players), node.span)
    return typed.ForPlayer(player, typed.PlanValue(plan, me, value, value.type, node.span), node.span)


def ensure_plan(
    checker: SetExpressions, node: ast.BestPlan, plan: typed.AssignmentPlan, known: Globals
) -> bool:
    """Check a plan on demand; return False if its check has begun already."""
    if plan in known.planned:
        return False
    known.planned.append(plan)
    _PlanChecker(checker, node, plan, Scope(known, me=checker.players)).run()
    return True


class _PlanChecker:
    def __init__(
        self, checker: SetExpressions, node: ast.BestPlan, plan: typed.AssignmentPlan, scope: Scope
    ) -> None:
        self.checker, self.node, self.plan, self.scope = checker, node, plan, scope
        self.report = scope.globals.report
        self.fates: dict[str, Local] = {}
        self.named: dict[Local, typed.Expr] = {}  # values by the names they have in later lines
        self.failed = False

    def run(self) -> None:
        self._groups()
        if self.plan.sort is None or self.failed:
            return
        self.plan.piece = Local("piece", MemberType(self.plan.sort), self.node.span)
        for use in self.node.uses:
            self._use(use)
        for fate in self.fates.values():
            self.scope.locals[fate.name] = fate
        for one in self.node.values:
            value = self._formula(one.value)
            local = Local(one.name.text, value.type, one.span)
            self.scope.locals[one.name.text] = local
            self.named[local] = self.plan.values[one.name.text] = value
        for goal in self.node.goals:
            self._goal(goal)
        if not self.plan.goals and not self.failed:
            hint = "add a line such as `most points`, with a value that a line above `means`"
            self._error("R765", self.node.span, "this does not say which plan is best", hint)

    def _error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.failed = True
        self.report.error(code, span, message, hint)

    # --- pieces and fates ---------------------------------------------------------------------------------

    def _groups(self) -> None:
        if not self.node.groups:
            hint = "begin with a line such as `each card in my cards: done or failed`"
            self._error("R765", self.node.span, "nothing gets a fate here", hint)
        for group in self.node.groups:
            value = self.checker.set_(group.value, self.scope, "the value after `in`")
            if not isinstance(value.type, SetType):
                self.failed = True
                continue
            if self.plan.sort is not None and self.plan.sort is not value.type.sort:
                other = SetType(self.plan.sort)
                message = f"this is {value.type}, and in the lines above it was {other}"
                self._error("R765", group.span, message, "a plan is made for members of one kind")
                continue
            self.plan.sort = value.type.sort
            self.plan.most += self.checker.copies(value)
            for name in group.fates:
                if name.text not in self.fates and self.scope.globals.usable(name):
                    self.fates[name.text] = Local(name.text, value.type, name.span)
            known = list(self.fates)
            ways = tuple(known.index(name.text) for name in group.fates if name.text in self.fates)
            self.plan.groups.append((value, ways))
        if any(isinstance(v.type, SetType) and v.type.counted for v, _ in self.plan.groups):
            for fate in self.fates.values():
                assert isinstance(fate.type, SetType)
                fate.type = SetType(fate.type.sort, True)
        if self.plan.most > limits.PLANNED_PIECES and not self.failed:
            message = f"a plan is made for at most {limits.PLANNED_PIECES} pieces"
            message += f", here it may be for {self.plan.most}"
            self._error("R765", self.node.span, message, "leave some out, or split their kind")

    # --- what fates use -----------------------------------------------------------------------------------

    def _use(self, use: ast.FateUses) -> None:
        assert self.plan.sort is not None
        if use.fate.text not in self.fates:
            self._no_fate(use.fate)
            return
        column = self.scope.globals.attribute(self.plan.sort, use.needs.text)
        stock = self._stock_of(column)
        if not isinstance(column, typed.Column) or stock is None:
            hint = "write a column with a number for each thing, such as `needs(stone)`, or a list of things"
            self._error(
                "R764", use.needs.span, f"`{use.needs.text}` does not say how many things are used", hint
            )
            return
        thing = Local(f"{stock.singular}~", MemberType(stock), use.span)
        inner = self.scope.with_local(thing)
        name = ast.Name(ast.Ident(thing.name, use.span), (), use.span)
        if not isinstance(use.stock, ast.Name | ast.Possessive):
            self._error("R764", use.stock.span, f"this is not kept for each {stock.singular}")
            return
        asked = replace(use.stock, arguments=(*use.stock.arguments, name))
        have = self.checker.number(asked, inner, "what there is")
        if not isinstance(have.type, NumberType):
            self.failed = True
            return
        needs = self._needs(column, thing, use.span)
        self.plan.uses.append(typed.PlanUse(list(self.fates).index(use.fate.text), thing, needs, have))

    def _stock_of(self, column: object) -> Sort | None:
        if not isinstance(column, typed.Column):
            return None
        if len(column.keys) == 2 and isinstance(column.type, NumberType) and column.type.lo >= 0:
            return column.keys[1] if isinstance(column.keys[1], Sort) else None
        if len(column.keys) == 1 and isinstance(column.type, SetType | ListType):
            return column.type.sort
        return None

    def _needs(self, column: typed.Column, thing: Local, span: Span) -> typed.Expr:
        assert self.plan.piece is not None
        piece, member = typed.LocalValue(self.plan.piece, span), typed.LocalValue(thing, span)
        if len(column.keys) == 2:
            return typed.ColumnValue(column, (piece, member), span)
        if isinstance(column.type, ListType):  # multiplicity in the list
            it = Local("it", MemberType(column.type.sort), span)
            same = typed.Comparison("==", typed.LocalValue(it, span), member, span)
            listed = typed.Where(it, typed.ColumnValue(column, (piece,), span), same, column.type, span)
            return typed.NumberOf(listed, NumberType(0, column.type.entries), span)
        test = typed.Membership(member, typed.ColumnValue(column, (piece,), span), span)
        return typed.IfElse(test, _number(1, span), _number(0, span), NumberType(0, 1), span)

    def _no_fate(self, name: ast.Ident) -> None:
        hint = did_you_mean(name.text, self.fates) or "the fates are " + ", ".join(
            f"`{f}`" for f in self.fates
        )
        self._error("R764", name.span, f"no fate is called `{name.text}`", hint)

    # --- formulas -----------------------------------------------------------------------------------------

    def _formula(self, node: ast.Expr) -> typed.Expr:
        value = self.checker.number(node, self.scope, "what a plan comes to")
        if not isinstance(value.type, NumberType):
            self.failed = True
            return typed.Constant(0, UNKNOWN, node.span)
        found: typed.Expr = self._written(value)
        return found

    def _written(self, node: Any) -> Any:
        """Replace each sum over the pieces of a fate by a local (a term of the plan)."""
        if isinstance(node, tuple):
            return tuple(self._written(one) for one in node)
        if not isinstance(node, typed.EXPRESSIONS):
            return node
        if isinstance(node, typed.LocalValue):
            if node.local in self.named:
                return self.named[node.local]
            if node.local in self.fates.values():
                hint = "write `number of` it, or `sum of ... over` it"
                self._error("R763", node.span, "the pieces of a fate are only counted and summed up", hint)
            return node
        if isinstance(node, typed.NumberOf) or (isinstance(node, typed.Total) and node.op == "sum"):
            term = self._term(node)
            if term is not None:
                return term
        changed = {
            one.name: self._written(getattr(node, one.name))
            for one in dataclasses.fields(node)
            if isinstance(getattr(node, one.name), (tuple, *typed.EXPRESSIONS))
        }
        return replace(node, **changed)

    def _term(self, node: typed.NumberOf | typed.Total) -> typed.Expr | None:
        tests: list[typed.Expr] = []
        pieces = [node.var] if isinstance(node, typed.Total) else []
        value = node.value
        while isinstance(value, typed.Where):
            tests.append(value.condition)
            pieces.append(value.var)
            value = value.value
        if not isinstance(value, typed.LocalValue) or value.local not in self.fates.values():
            return None
        weight = node.formula if isinstance(node, typed.Total) else _number(1, node.span)
        assert isinstance(weight.type, NumberType)
        for test in tests:
            type_ = NumberType(min(0, weight.type.lo), max(0, weight.type.hi))
            weight = typed.IfElse(test, weight, _number(0, node.span), type_, node.span)
        local = Local(f"term{len(self.plan.terms) + 1}", node.type, node.span)
        fate = list(self.fates.values()).index(value.local)
        self.plan.terms.append(typed.PlanTerm(local, fate, tuple(pieces), weight))
        return typed.LocalValue(local, node.span)

    # --- goals --------------------------------------------------------------------------------------------

    def _goal(self, goal: ast.Goal) -> None:
        value = self._formula(goal.value)
        if self.failed:
            return
        if goal.rank == "least":
            assert isinstance(value.type, NumberType)
            type_ = NumberType(-value.type.hi, -value.type.lo)
            value = typed.Arithmetic("-", _number(0, goal.span), value, type_, goal.span)
        known = {term.local for term in self.plan.terms}
        try:
            slopes = _slopes(value, known)
        except _NoBound:
            hint = "add, subtract and multiply only by values that are the same for all plans"
            message = "it is not known whether this rises or falls when one more piece has a fate"
            self._error("R763", goal.value.span, message, hint)
            return
        if not slopes:
            message = "this is the same whatever fates the pieces have"
            self._error("R763", goal.value.span, message, "write a `sum of` or `number of` over a fate")
            return
        self.plan.goals.append(value)
        self.plan.grows.append(frozenset(local for local, sign in slopes.items() if sign > 0))


def _number(value: int, span: Span) -> typed.Constant:
    return typed.Constant(value, NumberType(value, value), span)


def _slopes(node: typed.Expr, terms: set[Local]) -> dict[Local, int]:
    """Return the direction in which a formula is monotone in each term: 1 or -1."""
    if isinstance(node, typed.LocalValue) and node.local in terms:
        return {node.local: 1}
    if not _speaks_of(node, terms):
        return {}
    if isinstance(node, typed.IfElse) and not _speaks_of(node.condition, terms):
        return _joined([_slopes(node.then, terms), _slopes(node.otherwise, terms)])
    if not isinstance(node, typed.Arithmetic):
        raise _NoBound
    if node.op in {"+", "greater", "lesser"}:
        return _joined([_slopes(node.left, terms), _slopes(node.right, terms)])
    if node.op == "-":
        return _joined([_slopes(node.left, terms), _turned(_slopes(node.right, terms))])
    left, right = node.left, node.right
    if node.op == "*" and not _speaks_of(left, terms):
        left, right = right, left
    if node.op not in {"*", "div", "div_up"} or _speaks_of(right, terms):
        raise _NoBound
    assert isinstance(right.type, NumberType)
    if right.type.lo < 0 < right.type.hi:
        raise _NoBound
    slopes = _slopes(left, terms)
    return slopes if right.type.lo >= 0 else _turned(slopes)


def _speaks_of(node: typed.Expr, terms: set[Local]) -> bool:
    return any(isinstance(part, typed.LocalValue) and part.local in terms for part in parts(node))


def _turned(slopes: dict[Local, int]) -> dict[Local, int]:
    return {local: -sign for local, sign in slopes.items()}


def _joined(several: Sequence[dict[Local, int]]) -> dict[Local, int]:
    found: dict[Local, int] = {}
    for slopes in several:
        for local, sign in slopes.items():
            if found.setdefault(local, sign) != sign:
                raise _NoBound
    return found
