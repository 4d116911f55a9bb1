"""Type checks of conditions, comparisons and conditional values."""

from __future__ import annotations

from typing import Any, Final, cast

from rulec.semantics import mismatch_hints, typed
from rulec.semantics.ambiguity import refused_adjective
from rulec.semantics.desugar.filter_names import mentions
from rulec.semantics.ended_filters import refused_after_filter
from rulec.semantics.expressions.names import NameExpressions
from rulec.semantics.expressions.track_numbers import as_numbers
from rulec.semantics.expressions.zone_provenance import lies_in
from rulec.semantics.flow.narrowing import as_it_is, where_holds
from rulec.semantics.scope import Scope
from rulec.semantics.types import (
    FLAG,
    FlagType,
    ListType,
    MemberType,
    NoneType,
    NumberType,
    PieceType,
    SetType,
    Type,
    Unknown,
)
from rulec.syntax import ast


class ConditionExpressions(NameExpressions):
    """Type checks of `and`, `or`, `not`, `is`, `in`, `if ... else`."""

    def _not(self, node: ast.Not, scope: Scope) -> typed.Expr:
        return typed.Not(self.flag(node.value, scope, "the value after `not`"), node.span)

    def _logic(self, node: ast.Logic, scope: Scope) -> typed.Expr:
        parts: list[typed.Expr] = []
        for number, part in enumerate(node.parts):
            later = node.parts[number + 1 :]
            if later and isinstance(part, ast.Where):
                self._one_test(later[0], node.op, part, scope)
                return self._unknown(node.span)
            known = len(scope.globals.report.found)
            inner = scope.without_chance() if number else scope
            for before in node.parts[:number]:
                inner = where_holds(self.tried, before, node.op == "and", inner)
            also = ""
            if number and isinstance(node.parts[number - 1], ast.Compare):
                also = f"say what it is compared with, too: `... {node.op} ... is ...`"
            parts.append(self.flag(part, inner, f"each side of `{node.op}`", also))
            new = scope.globals.report.found[known:]
            if number and _filters(node.parts[number - 1]) and any(one.code in _OF_MEMBERS for one in new):
                del scope.globals.report.found[known:]
                self._one_test(part, node.op, node.parts[number - 1], scope)
                return self._unknown(node.span)
            if number and not new and refused_after_filter(node, number, self.tried, scope):
                return self._unknown(node.span)
        value = parts[0]
        for other in parts[1:]:
            value = typed.Logic(node.op, value, other, value.span.to(other.span))
        return value

    def _one_test(self, part: ast.Expr, op: str, before: ast.Expr, scope: Scope) -> None:
        """Report a second test that was meant for the members of a `where` or `every ... has`."""
        word = "has" if isinstance(before, ast.Quantity) and before.sort == "every" else "where"
        message = f"this test does not belong to the `{word}`: an `{op}` ends it"
        hint = f"put all tests of the members in brackets: `{word} (... {op} ...)`"
        self._error(scope, "R317", part.span, message, hint)

    def _compare(self, node: ast.Compare, scope: Scope) -> typed.Expr:
        left = self.expr(node.left, scope)
        if node.op == "is":
            adjective = self._adjective(node, left, scope)
            if adjective is not None:
                return adjective
        right = self.expr(node.right, scope)
        if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
            return self._unknown(node.span)
        equality = node.op in {"is", "="}
        if equality:
            left, right = as_it_is(left), as_it_is(right)
        if isinstance(left.type, NoneType):
            left, right = right, left
        left, right = self.alike(*as_numbers(left, right))
        if not self._comparable(left.type, right.type, equality):
            hint = mismatch_hints.hint(left, right, equality, scope)
            what = "compared" if equality else f"put in order with `{node.op}`"
            place, literal = node.span, mismatch_hints.wrong_literal(left, right)
            if not hint and literal is not None:
                place, hint = literal
            self._error(scope, "R308", place, f"{left.type} and {right.type} can't be {what}", hint)
            return self._unknown(node.span)
        op = {"is": "==", "=": "=="}.get(node.op, node.op)
        if node.negated:
            op = "!="
        return typed.Comparison(cast(Any, op), left, right, node.span)

    def _adjective(self, node: ast.Compare, left: typed.Expr, scope: Scope) -> typed.Expr | None:
        """Type `square is empty`, where `empty` is an adjective or flag of squares."""
        if not isinstance(node.right, ast.Name):
            return None
        word = node.right.name
        if word.text in scope.locals and not node.right.arguments:
            owner = left.type.sort if isinstance(left.type, MemberType) else None
            asked = None if owner is None else scope.globals.attribute(owner, word.text)
            flag = isinstance(asked, typed.Variable | typed.Column | typed.Definition)
            if owner is not None and flag and refused_adjective(node.right, owner, scope):
                return self._unknown(node.span)
            return None
        if isinstance(left.type, Unknown) and any(word.text in own for own in scope.globals.own.values()):
            return left  # reported already
        if not isinstance(left.type, MemberType):
            return None
        attribute = scope.globals.attribute(left.type.sort, word.text)
        if isinstance(attribute, typed.Definition):
            self.ensure(attribute)
        elif not isinstance(attribute, typed.Variable | typed.Column):
            return self._sort_of_piece(node, left, word, scope)
        if isinstance(attribute.type, Unknown):
            return self._unknown(node.span)  # reported already, where it is declared
        constant = scope.globals.constants.get(word.text)
        if not isinstance(attribute.type, FlagType) or (constant and constant[0] is left.type.sort):
            return None
        value = self._attribute(attribute, left, word, node.right.arguments, node.span, scope)
        return typed.Not(value, node.span) if node.negated else value

    def _sort_of_piece(
        self, node: ast.Compare, left: typed.Expr, word: ast.Ident, scope: Scope
    ) -> typed.Expr | None:
        """Type `it is railway` statically, in expressions over several piece sorts."""
        pieces = scope.globals.pieces.get(word.text)
        have = left.type
        if pieces is None or not isinstance(have, MemberType) or word.text in scope.globals.constants:
            return None
        if all(have.sort is not one.kinds for one in self.pieces) or have.maybe:
            return None
        return typed.Constant(int((have.sort is pieces.kinds) != node.negated), FLAG, node.span)

    def _comparable(self, left: Type, right: Type, equality: bool) -> bool:
        if isinstance(left, NumberType) and isinstance(right, NumberType):
            return True
        if isinstance(left, MemberType) and isinstance(right, MemberType):
            # rows, columns and kinds are ordered by declaration
            return left.sort is right.sort and (equality or not (left.maybe or right.maybe))
        if not equality:
            return False
        if isinstance(right, NoneType):
            return isinstance(left, PieceType | NoneType) or (isinstance(left, MemberType) and left.maybe)
        return isinstance(left, SetType | ListType | FlagType) and left == right

    def _in(self, node: ast.In, scope: Scope) -> typed.Expr:
        if (name := self._name_given(node, scope)) is not None:
            assert isinstance(node.value, ast.Where)
            whole = self.set_(node.value.value, scope, "the value before `where`", lists=True)
            return self.filtered(whole, name, node.value.condition, node.span, scope, node)
        value = self.set_(node.value, scope, "the value after `in`", lists=True)
        member, value = self.alike(self.expr(node.member, scope), value)
        if isinstance(value.type, SetType | ListType) and not isinstance(member.type, Unknown):
            if not (isinstance(member.type, MemberType) and member.type.sort is value.type.sort):
                self._error(scope, "R304", node.member.span, f"{member.type} can't be in {value.type}")
                return self._unknown(node.span)
            lies = lies_in(member, value, node.span)  # this very piece, not an equal one
            test: typed.Expr = lies or typed.Membership(member, value, node.span)
            return typed.Not(test, node.span) if node.negated else test
        return self._unknown(node.span)

    def _name_given(self, node: ast.In, scope: Scope) -> ast.Ident | None:
        """Return the new name that `NAME in SET where CONDITION` gives to the members; None for a test."""
        member, where = node.member, node.value
        if node.negated or not isinstance(where, ast.Where) or not isinstance(member, ast.Name):
            return None
        if member.arguments or not mentions([where.condition], member.name.text):
            return None
        report = scope.globals.report
        before = report.mark()
        known = not isinstance(self.expr(member, scope).type, Unknown)
        report.back_to(before)
        return None if known else member.name

    def _if_else(self, node: ast.IfElse, scope: Scope) -> typed.Expr:
        condition = self.flag(node.condition, scope, "what stands between `if` and `else`")
        sure = scope.without_chance()
        then, otherwise = as_numbers(
            self.expr(node.then, where_holds(self.tried, node.condition, True, sure)),
            self.expr(node.otherwise, where_holds(self.tried, node.condition, False, sure)),
        )
        then, otherwise = self.alike(then, otherwise)
        type_ = self.join(then.type, otherwise.type)
        if type_ is None:
            self._error(
                scope, "R309", node.span, f"one side of `else` is {then.type}, the other is {otherwise.type}"
            )
            return self._unknown(node.span)
        return typed.IfElse(condition, then, otherwise, type_, node.span)


_OF_MEMBERS: Final = ("R211", "R213")  # attributes without a member to belong to


def _filters(part: ast.Expr) -> bool:
    """Return whether a condition ends in an apparently open `where` or `every ... has`."""
    while isinstance(part, ast.Not):
        part = part.value
    if isinstance(part, ast.Compare):
        return _filters(part.right)
    if isinstance(part, ast.In):
        return _filters(part.value)
    if isinstance(part, ast.Quantity):
        return part.sort == "every" or isinstance(part.members.value, ast.Where)
    return isinstance(part, ast.Where | ast.NumberOf | ast.InARow)
