"""Type checks of expressions over sets and their members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulec.base import limits
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.ambiguity import taken
from rulec.semantics.desugar.filter_names import mentions, said_over
from rulec.semantics.expressions import owned_pieces
from rulec.semantics.expressions.boards import BoardExpressions
from rulec.semantics.expressions.list_terms import most_entries
from rulec.semantics.expressions.mixed_zones import any_of, each_sort, mixed_zone, together
from rulec.semantics.expressions.zone_terms import parts_of, times_counted
from rulec.semantics.scope import Scope
from rulec.semantics.types import (
    UNKNOWN,
    FlagType,
    ListType,
    Local,
    MemberType,
    NumberType,
    PartsType,
    SetType,
    Type,
    Unknown,
)
from rulec.syntax import ast


class SetExpressions(BoardExpressions):
    """Type checks of `where`, `some`, `number of`, `sum of` and related expressions."""

    # --- sets and their members -----------------------------------------------------------------------

    def _where(self, node: ast.Where, scope: Scope) -> typed.Expr:
        if isinstance(node.value, ast.Pick) and self._is_one(node.value, scope):
            message = "`where` tests the members of a set, but this is one member"
            hint = "put what it is the first of in brackets, as in `the first of (... where ...)`"
            self._error(scope, "R303", node.value.span, message, hint)
            return self._unknown(node.span)
        value = self.set_(node.value, scope, "the value before `where`", lists=True)
        fold = self.folds[-1] if self.folds and self.folds[-1].members.value is node else None
        return self.filtered(value, None, node.condition, node.span, scope, fold or node)

    def _is_one(self, node: ast.Pick, scope: Scope) -> bool:
        """Return whether an expression is a single member, without reporting errors."""
        report = scope.globals.report
        before = report.mark()
        found = self.expr(node, scope).type
        report.back_to(before)
        return isinstance(found, MemberType) and not found.maybe

    def filtered(
        self,
        value: typed.Expr,
        var: ast.Ident | None,
        condition: ast.Expr,
        span: Span,
        scope: Scope,
        node: ast.Expr | None = None,  # the source node
    ) -> typed.Expr:
        """Type a filter, with an optional name for the member."""
        if not isinstance(value.type, SetType | ListType | PartsType):
            return self._unknown(span)
        value = owned_pieces.pieces_meant(self, value)
        assert isinstance(value.type, SetType | ListType | PartsType)
        local, inner = self.element(value.type, var, value.span, scope, (condition,), node)
        test = self.flag(condition, inner, "the value after `where`")
        return typed.Where(local, value, test, value.type, span)

    def element(
        self,
        type_: SetType | ListType | PartsType,
        var: ast.Ident | None,
        span: Span,
        scope: Scope,
        said: Sequence[ast.Expr] = (),  # formulas over the member
        node: ast.Expr | None = None,  # the filter or fold in the syntax tree
    ) -> tuple[Local, Scope]:
        """Bind the member of a filter or fold, as `it` or by name."""
        member: Type = SetType(type_.sort) if isinstance(type_, PartsType) else MemberType(type_.sort)
        scope = scope.inside(narrowed={}) if scope.narrowed else scope
        if var is None:
            local = Local("it", member, span)
            return local, scope.with_it(local, node=node)
        scope.globals.usable(var)
        taken(var, scope)
        local = Local(var.text, member, var.span)
        return local, scope.with_member(local, not said or mentions(said, var.text), node)

    def members(
        self, node: ast.Members, scope: Scope, where: str, parts: bool = False, lists: bool = True
    ) -> tuple[typed.Expr, Local, Scope]:
        """Type the operand of a fold, and the scope of the formula over it."""
        whole: ast.Expr = node.value
        condition: ast.Expr | None = None
        fold = self.folds[-1] if self.folds and self.folds[-1].members is node else None
        if isinstance(whole, ast.Where) and (node.var is not None or isinstance(whole.value, ast.PartsOf)):
            condition, whole = whole.condition, whole.value
        if parts and isinstance(whole, ast.PartsOf):
            value = self.parts(whole, scope)
        else:
            value = self.set_(whole, scope, where, lists)
        if condition is not None:
            value = self.filtered(value, node.var, condition, node.span, scope, fold)
        known = isinstance(value.type, SetType | ListType | PartsType)
        type_ = value.type if known else SetType(self.players)
        assert isinstance(type_, SetType | ListType | PartsType)
        said = () if fold is None else said_over(fold)
        local, inner = self.element(type_, node.var, node.span, scope, said, fold)
        if isinstance(value.type, Unknown):
            local.type = UNKNOWN
        return value, local, inner

    def _set_of(self, node: ast.SetOf, scope: Scope) -> typed.Expr:
        value = self.expr(node.value, scope)
        if isinstance(value.type, MemberType):
            whole = typed.All(SetType(value.type.sort), node.span)
            return whole if node.every else self.as_set(value)
        if isinstance(value.type, SetType) and node.every:
            return typed.All(SetType(value.type.sort), node.span)
        if not isinstance(value.type, SetType | Unknown):
            message = f"this is about one member of a board or kind, but it is {value.type}"
            self._error(scope, "R303", node.span, message)
            return self._unknown(node.span)
        return value

    def _before(self, node: ast.Before, scope: Scope) -> typed.Expr:
        member = self.expr(node.member, scope)
        if not isinstance(member.type, MemberType):
            return self._unknown(node.span)
        return typed.Before(member, SetType(member.type.sort), node.span)

    def _fits(self, node: ast.Fits, scope: Scope) -> typed.Expr:
        value = self.expr(node.condition, scope)
        if isinstance(value.type, FlagType | Unknown):
            return value
        assert scope.it is not None
        it: typed.Expr = typed.LocalValue(scope.it, node.span)
        whole, it = self.alike(value, it)
        if isinstance(it.type, MemberType) and whole.type == SetType(it.type.sort):
            return typed.Membership(it, whole, node.span)
        same = isinstance(it.type, MemberType) and isinstance(whole.type, MemberType)
        if same and it.type.sort is whole.type.sort:  # type: ignore[union-attr]
            return typed.Comparison("==", it, whole, node.span)
        message = f"the condition of a row must be yes or no, or {it.type}, but this is {value.type}"
        self._error(scope, "R301", node.span, message)
        return self._unknown(node.span)

    def _quantity(self, node: ast.Quantity, scope: Scope) -> typed.Expr:
        mixed = mixed_zone(node.members, scope)
        if mixed is not None:
            parts = each_sort(mixed, scope, lambda inner: self._quantity(node, inner))
            return any_of(parts, node.span, "or" if node.sort == "some" else "and")
        value, local, inner = self.members(node.members, scope, f"the value after `{node.sort}`", parts=True)
        if isinstance(value.type, Unknown):
            return value
        if node.sort == "every":
            assert node.condition is not None
            test = self.flag(node.condition, inner, "the value after `has`")
            if not isinstance(value.type, SetType | ListType | PartsType):
                return self._unknown(node.span)
            misses = typed.Where(local, value, typed.Not(test, test.span), value.type, node.span)
            return typed.Not(typed.SomeOf(misses, node.span), node.span)
        some = owned_pieces.some_of(value, node.span)
        return some if node.sort == "some" else typed.Not(some, node.span)

    def _number_of(self, node: ast.NumberOf, scope: Scope) -> typed.Expr:
        if isinstance(node.members.value, ast.UnionOf) and node.members.value.any_value:
            return self._number_of_different(node.members.value, scope)
        mixed = mixed_zone(node.members, scope)
        if mixed is not None:
            numbers = each_sort(mixed, scope, lambda inner: self._number_of(node, inner))
            return together(self, numbers, node.span)
        value, _, _ = self.members(node.members, scope, "the value after `number of`", parts=True)
        if not isinstance(value.type, SetType | ListType | PartsType):
            return self._unknown(node.span)
        one = owned_pieces.one_of_somebody(value, node.span)
        if one is not None:
            return typed.IfElse(
                one, _number(1, node.span), _number(0, node.span), NumberType(0, 1), node.span
            )
        fewest = value.type.sort.fewest if isinstance(value, typed.All) else 0
        most = self.copies(value)
        return typed.NumberOf(value, NumberType(fewest, most), node.span)

    def copies(self, value: typed.Expr) -> int:
        """Return the maximum number of pieces, members or entries."""
        type_ = value.type
        if isinstance(type_, ListType):
            return most_entries(value)
        assert isinstance(type_, SetType | PartsType)
        members = type_.sort.size
        if not isinstance(type_, SetType) or not type_.counted:
            return members
        parts = parts_of(value)
        if parts is None and isinstance(value, typed.SetCombination) and value.op == "+":
            return self.copies(value.left) + self.copies(value.right)
        most = max((one.total for one in self.pieces if one.kinds is type_.sort), default=members)
        return most * (1 if parts is None else times_counted(parts))

    def _best_of(self, node: ast.BestOf, scope: Scope) -> typed.Expr:
        value, local, inner = self.members(node.members, scope, "the value after `the`", lists=False)
        if isinstance(value.type, Unknown):
            return value
        key = self.number(node.key, inner, f"the value after `{node.rank}`")
        if not isinstance(value.type, SetType) or isinstance(key.type, Unknown):
            return self._unknown(node.span)
        return typed.BestOf(node.rank, local, value, key, value.type, node.span)

    def _union_of(self, node: ast.UnionOf, scope: Scope) -> typed.Expr:
        known = len(scope.globals.report.found)
        value, local, inner = self.members(node.members, scope, "the value after `over`")
        if len(scope.globals.report.found) > known:
            self._meant_for_union(node, known, scope)
        if isinstance(value.type, Unknown):
            return value
        formula = self.as_set(self.expr(node.formula, inner))
        if not isinstance(formula.type, SetType):
            if not isinstance(formula.type, Unknown):
                message = f"the value after `union of` must be a set or a member, but this is {formula.type}"
                self._error(scope, "R303", node.formula.span, message)
            return self._unknown(node.span)
        return typed.UnionOf(local, value, formula, formula.type, node.span)

    def _meant_for_union(self, node: ast.UnionOf, known: int, scope: Scope) -> None:
        """Advise brackets where a refused condition fits the union, not its owners."""
        report, where = scope.globals.report, node.members.value
        if not isinstance(where, ast.Where) or where.span.end_column != node.span.end_column:
            return
        members = replace(node.members, value=where.value)
        whole = ast.Where(replace(node, members=members), where.condition, node.span)
        line = report.line_of(node.span)
        before, errors = report.mark(), (len(report.found), report.silent)
        self.expr(whole, scope)
        sound = (len(report.found), report.silent) == errors
        report.back_to(before)
        if line is None or not sound:
            return
        start, cut, end = node.span.column - 1, where.value.span.end_column - 1, node.span.end_column - 1
        hint = f"write `({line[start:cut]}){line[cut:end]}` for `{line[start:end]}`"
        report.found[known] = replace(report.found[known], hint=hint)

    def _number_of_different(self, node: ast.UnionOf, scope: Scope) -> typed.Expr:
        value, local, inner = self.members(node.members, scope, "the value after `over`")
        formula = self.expr(node.formula, inner)
        have = formula.type
        if not isinstance(value.type, SetType | ListType) or isinstance(have, Unknown):
            return self._unknown(node.span)
        if isinstance(have, NumberType):
            values = have.hi - have.lo + 1
            if values > limits.DOMAIN_SIZE:
                message = f"this may have {values} values; at most {limits.DOMAIN_SIZE} can be told apart"
                self._error(scope, "R517", node.formula.span, message, "use a number of a smaller range")
                return self._unknown(node.span)
        elif isinstance(have, MemberType | SetType):
            values = have.sort.size
            formula = self.as_set(formula)
        else:
            message = f"the value after `different` must be a number or a member, but this is {have}"
            self._error(scope, "R302", node.formula.span, message)
            return self._unknown(node.span)
        most = NumberType(0, values if isinstance(have, SetType) else min(values, self.copies(value)))
        return typed.NumberOfDifferent(local, value, formula, most, node.span)

    def _is_only(self, node: ast.IsOnly, scope: Scope) -> typed.Expr:
        value = self.set_(node.value, scope, "the value before `is only`")
        if not isinstance(value.type, SetType):
            return self._unknown(node.span)
        member = self.member(node.member, scope, value.type.sort, "the value after `is only`")
        if isinstance(member.type, Unknown):
            return member
        same = typed.Comparison("==", value, self.as_set(member), node.span)
        return typed.Logic("and", typed.SomeOf(value, node.span), same, node.span)

    def _alike(self, node: ast.Alike, scope: Scope) -> typed.Expr:
        """Type `all alike` and `all different`, by comparing the number of distinct members."""
        word = "different" if node.different else "alike"
        value = self.set_(node.value, scope, f"the value before `all {word}`", lists=True)
        if not isinstance(value.type, SetType | ListType):
            return self._unknown(node.span)
        sort = value.type.sort
        it = Local("it", MemberType(sort), node.span)
        one = self.as_set(typed.LocalValue(it, node.span))
        kinds = typed.NumberOfDifferent(it, value, one, NumberType(0, sort.size), node.span)
        if node.different:
            every = typed.NumberOf(value, NumberType(0, self.copies(value)), node.span)
            return typed.Comparison("==", kinds, every, node.span)
        return typed.Comparison("<=", kinds, typed.Constant(1, NumberType(1, 1), node.span), node.span)

    def _total(self, node: ast.Total, scope: Scope) -> typed.Expr:
        mixed = mixed_zone(node.members, scope)
        if mixed is not None and node.op == "sum":
            return together(self, each_sort(mixed, scope, lambda inner: self._total(node, inner)), node.span)
        value, local, inner = self.members(node.members, scope, "the value after `over`", parts=True)
        if isinstance(value.type, Unknown):
            return value
        formula = self.number(node.formula, inner, "the value for each member")
        known = isinstance(value.type, SetType | ListType | PartsType)
        if not known or not isinstance(formula.type, NumberType):
            return self._unknown(node.span)
        lo, hi = min(0, formula.type.lo), max(0, formula.type.hi)
        if node.op == "sum":
            most = self.copies(value)
            lo, hi = lo * most, hi * most
            if lo < limits.INT_MIN or hi > limits.INT_MAX:
                self._error(scope, "R307", node.span, f"this sum may come to more than {limits.INT_MAX}")
                return self._unknown(node.span)
        return typed.Total(node.op, local, value, formula, NumberType(lo, hi), node.span)


def _number(value: int, span: Span) -> typed.Expr:
    return typed.Constant(value, NumberType(value, value), span)
