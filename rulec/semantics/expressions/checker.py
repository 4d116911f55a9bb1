"""Type checker of expressions: name resolution and diagnostics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from rulec.base import limits
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.ambiguity import refused_it
from rulec.semantics.desugar.filter_names import Fold
from rulec.semantics.expressions import abilities, accounts, formula_columns, lists
from rulec.semantics.expressions.conditions import ConditionExpressions
from rulec.semantics.expressions.track_numbers import printed
from rulec.semantics.expressions.tracks import by_cases, steps_above
from rulec.semantics.expressions.zones import room_for
from rulec.semantics.flow.number_ranges import result_range
from rulec.semantics.flow.rule_lifetimes import rule_named
from rulec.semantics.scope import Scope
from rulec.semantics.types import (
    FLAG,
    NONE,
    TEXT,
    UNKNOWN,
    EffectType,
    MemberType,
    NumberType,
    SetType,
    Unknown,
)
from rulec.syntax import ast


class ExpressionChecker(ConditionExpressions):
    """Entry point of expression checks: dispatches on the node's class."""

    # Types the call inside `can`; set by the checker of sentences.
    try_call: Callable[[ast.CallRule, Scope], typed.CallRule | None] | None = None
    do_effect: Callable[[typed.Expr, Span], typed.CallRule] | None = None

    def expr(self, node: ast.Expr, scope: Scope) -> typed.Expr:
        if not isinstance(node, Fold):
            return _CHECKERS[type(node)](self, node, scope)
        self.folds.append(node)
        value = _CHECKERS[type(node)](self, node, scope)
        self.folds.pop()
        return value

    # --- leaves -------------------------------------------------------------------------------------

    def _number(self, node: ast.Number, scope: Scope) -> typed.Expr:
        if node.value > limits.INT_MAX:
            self._error(
                scope, "R509", node.span, f"numbers go up to {limits.INT_MAX}", "count in larger units"
            )
            return self._unknown(node.span)
        return typed.Constant(node.value, NumberType(node.value, node.value), node.span)

    def _tunable(self, node: ast.TunableNumber, scope: Scope) -> typed.Expr:
        type_, tunable = NumberType(node.lo, node.hi), ((0, node),)
        column = typed.Column("number", node.name, (), type_, (node.value,), node.span, tunable=tunable)
        return typed.ColumnValue(column, (), node.span)

    def _word(self, node: ast.Word, scope: Scope) -> typed.Expr:
        if node.word == "me":
            if scope.me is None:
                self._error(
                    scope,
                    "R210",
                    node.span,
                    "nobody acts here, so there is no `me` and no `my`",
                    "name the player, for example `p1`"
                    if scope.words
                    else "say who acts with `each player acting in seat order:`",
                )
                return self._unknown(node.span)
            return typed.Me(MemberType(scope.me), node.span)
        if node.word == "it":
            if scope.it is None:
                self._error(
                    scope,
                    "R211",
                    node.span,
                    "`it` means the member that a `where` tests; there is none here",
                    "name the member",
                )
                return self._unknown(node.span)
            if refused_it(node.span, scope):
                return self._unknown(node.span)
            return typed.LocalValue(scope.it, node.span)
        if node.word == "none":
            return typed.Constant(-1, NONE, node.span)
        return typed.Constant(int(node.word == "yes"), FLAG, node.span)

    def _text(self, node: ast.Text, scope: Scope) -> typed.Expr:
        return typed.Constant(0, TEXT, node.span)

    # --- numbers and sets ---------------------------------------------------------------------------

    def _binary(self, node: ast.Binary, scope: Scope) -> typed.Expr:
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
            return self._unknown(node.span)
        if not isinstance(left.type, SetType) and not isinstance(right.type, SetType):
            left, right = printed(left), printed(right)
        left, right = self.alike(left, right)
        if node.op in {"+", "-", "within"}:
            joined = lists.combined(self, cast(Any, node.op), left, right, node.span, scope)
            if joined is not None:
                return joined
        if isinstance(left.type, SetType) != isinstance(right.type, SetType):
            left, right = self.as_set(left), self.as_set(right)  # a member coerces to a singleton
        if isinstance(left.type, MemberType) and node.op in {"+", "within"}:
            left, right = self.as_set(left), self.as_set(right)
        if (
            isinstance(left.type, SetType)
            and isinstance(right.type, SetType)
            and node.op in {"+", "-", "within"}
        ):
            if left.type.sort is not right.type.sort:
                self._error(scope, "R305", node.span, f"{left.type} and {right.type} can't be combined")
                return self._unknown(node.span)
            counted = left.type.counted or right.type.counted
            type_ = SetType(left.type.sort, counted)
            return typed.SetCombination(cast(Any, node.op), left, right, type_, node.span)
        if isinstance(left.type, NumberType) and isinstance(right.type, NumberType) and node.op != "within":
            return self._arithmetic(node.op, left, right, node.span, scope)
        self._error(scope, "R305", node.span, f"`{node.op}` can't combine {left.type} and {right.type}")
        return self._unknown(node.span)

    def _arithmetic(
        self, op: str, left: typed.Expr, right: typed.Expr, span: Span, scope: Scope
    ) -> typed.Expr:
        a, b = cast(NumberType, left.type), cast(NumberType, right.type)
        if op in {"div", "div_up", "mod"} and b.lo <= 0:
            if b.lo == b.hi:
                what = "0" if b.lo == 0 else "a negative number"
                self._error(scope, "R306", span, f"this divides by {what}", "divide by a number above 0")
            else:
                what = "0" if b.lo == 0 else "a negative number or 0"
                hint = "write `greater of ... and 1` for what it divides by"
                self._error(scope, "R306", span, f"this may divide by {what}", hint)
            return self._unknown(span)
        lo, hi = result_range(op, (a.lo, a.hi), (b.lo, b.hi))
        if lo < limits.INT_MIN or hi > limits.INT_MAX:
            self._error(
                scope,
                "R307",
                span,
                f"this may come to more than {limits.INT_MAX}",
                "use numbers with a smaller range",
            )
            return self._unknown(span)
        return typed.Arithmetic(cast(Any, op), left, right, NumberType(lo, hi), span)

    def _negative(self, node: ast.Negative, scope: Scope) -> typed.Expr:
        value = self.number(node.value, scope, "the value after `-`")
        if isinstance(value.type, Unknown):
            return value
        zero = typed.Constant(0, NumberType(0, 0), node.span)
        return self._arithmetic("-", zero, value, node.span, scope)

    def _can_call(self, node: ast.CanCall, scope: Scope) -> typed.Expr:
        call = self.try_call(node.call, scope) if self.try_call is not None else None
        if call is None:
            return typed.Constant(0, UNKNOWN, node.span)
        return typed.CanCall(call, FLAG, node.span)

    def _during(self, node: ast.During, scope: Scope) -> typed.Expr:
        setup = scope.globals.setup if node.rule.text == "setup" else None
        rule = setup or rule_named(node.rule, scope.globals)
        return self._unknown(node.span) if rule is None else typed.During(rule, FLAG, node.span)

    def _can_do(self, node: ast.CanDo, scope: Scope) -> typed.Expr:
        value = self.expr(node.value, scope)
        if isinstance(value.type, EffectType) and self.do_effect is not None:
            return typed.CanCall(self.do_effect(value, node.span), FLAG, node.span)
        if not isinstance(value.type, Unknown):
            no_effect(value, scope)
        return self._unknown(node.span)


def no_effect(value: typed.Expr, scope: Scope) -> None:
    """Report an operand of `do` other than an effect."""
    hint = "name a column with `effect` in its heading, as in `do city's reward`"
    message = f"`do` carries out an effect, but this is {value.type}"
    scope.globals.report.error("R734", value.span, message, hint)


_CHECKERS: dict[type, Callable[[ExpressionChecker, Any, Scope], typed.Expr]] = {
    ast.Number: ExpressionChecker._number,
    ast.TunableNumber: ExpressionChecker._tunable,
    ast.Text: ExpressionChecker._text,
    ast.Word: ExpressionChecker._word,
    ast.Name: ExpressionChecker._name,
    ast.Possessive: ExpressionChecker._possessive,
    ast.Binary: ExpressionChecker._binary,
    ast.Negative: ExpressionChecker._negative,
    ast.Not: ExpressionChecker._not,
    ast.Logic: ExpressionChecker._logic,
    ast.Compare: ExpressionChecker._compare,
    ast.In: ExpressionChecker._in,
    ast.Where: ExpressionChecker._where,
    ast.Quantity: ExpressionChecker._quantity,
    ast.NumberOf: ExpressionChecker._number_of,
    ast.Pick: lists.pick,
    ast.Ordered: lists.ordered,
    ast.Entry: lists.entry,
    ast.PositionOf: lists.position_of,
    ast.BestOf: ExpressionChecker._best_of,
    ast.UnionOf: ExpressionChecker._union_of,
    ast.IsOnly: ExpressionChecker._is_only,
    ast.IsAbility: abilities.is_ability,
    ast.Beside: abilities.beside,
    ast.HoldsAlong: accounts.holds_along,
    ast.RoomFor: room_for,
    ast.Total: ExpressionChecker._total,
    ast.Alike: ExpressionChecker._alike,
    ast.InARow: ExpressionChecker._in_a_row,
    ast.Neighbours: ExpressionChecker._neighbours,
    ast.Diagonals: ExpressionChecker._diagonals,
    ast.RunFrom: ExpressionChecker._run_from,
    ast.BoardPath: ExpressionChecker._way,
    ast.LongestLine: ExpressionChecker._longest_line,
    ast.PartsOf: ExpressionChecker._parts_of,
    ast.Reach: ExpressionChecker._reach,
    ast.StepsAbove: steps_above,
    ast.ByCases: by_cases,
    ast.CanCall: ExpressionChecker._can_call,
    ast.SetOf: ExpressionChecker._set_of,
    ast.EndsOf: ExpressionChecker._ends_of,
    ast.Before: ExpressionChecker._before,
    ast.WalkEnds: ExpressionChecker._walk_ends,
    ast.Fits: ExpressionChecker._fits,
    ast.CanPayBy: ExpressionChecker._can_pay_by,
    ast.CanDo: ExpressionChecker._can_do,
    ast.During: ExpressionChecker._during,
    ast.IfElse: ExpressionChecker._if_else,
    ast.ByMember: formula_columns.by_member,
    ast.CanPay: ExpressionChecker._can_pay,
    ast.RandomOne: ExpressionChecker._random_one,
    ast.TopOf: ExpressionChecker._top_of,
    ast.EndOfRow: ExpressionChecker._end_of_row,
    ast.OnMember: ExpressionChecker._on_member,
}
