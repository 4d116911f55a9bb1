"""What all checks of expressions need: a value of the wanted type, or a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulec.semantics import typed
from rulec.semantics.scope import Scope
from rulec.semantics.types import (
    UNKNOWN,
    FlagType,
    MemberType,
    NoneType,
    NumberType,
    SetType,
    Sort,
    Type,
    Unknown,
)
from rulec.source import Span
from rulec.syntax import ast


class Basics:
    """Checks expressions against the globals they were made with; the scope changes from place to place."""

    def __init__(self, player_sort: Sort, ensure: Callable[[typed.Definition], None]) -> None:
        self.players = player_sort
        self.ensure = ensure  # checks the body of a definition that is used before its turn

    # --- entrances ----------------------------------------------------------------------------------

    def expr(self, node: ast.Expr, scope: Scope) -> typed.Expr:
        """Any expression; the last class of this family knows them all."""
        raise NotImplementedError

    def flag(self, node: ast.Expr, scope: Scope, where: str) -> typed.Expr:
        before = len(scope.globals.report.found)
        value = self.expr(node, scope)
        if len(scope.globals.report.found) > before:
            return self._unknown(node.span)
        if not isinstance(value.type, FlagType | Unknown):
            hint = ""
            if isinstance(value.type, SetType):
                hint = "write `some` or `no` before it, to ask whether it has members"
            elif isinstance(value.type, NumberType):
                hint = "compare it with a number, for example with `>= 1`"
            self._error(scope, "R301", node.span, f"{where} is yes or no, but this is {value.type}", hint)
            return self._unknown(node.span)
        return value

    def number(self, node: ast.Expr, scope: Scope, where: str) -> typed.Expr:
        before = len(scope.globals.report.found)
        value = self.expr(node, scope)
        if len(scope.globals.report.found) > before:
            return self._unknown(node.span)
        if not isinstance(value.type, NumberType | Unknown):
            hint = ""
            if isinstance(value.type, SetType):
                hint = "write `number of` before it, to count its members"
            elif isinstance(value.type, FlagType):
                hint = "write `1 if ... else 0`, with this in the middle"
            self._error(scope, "R302", node.span, f"{where} is a number, but this is {value.type}", hint)
            return self._unknown(node.span)
        return value

    def set_(self, node: ast.Expr, scope: Scope, where: str) -> typed.Expr:
        value = self.expr(node, scope)
        if not isinstance(value.type, SetType | Unknown):
            hint = ""
            if isinstance(value.type, MemberType):
                hint = f"`{value.type.sort.plural}` are all of them"
            self._error(scope, "R303", node.span, f"{where} is a set, but this is {value.type}", hint)
            return self._unknown(node.span)
        return value

    def member(self, node: ast.Expr, scope: Scope, sort: Sort, where: str) -> typed.Expr:
        value = self.expr(node, scope)
        if isinstance(value.type, Unknown):
            return value
        if not (isinstance(value.type, MemberType) and value.type.sort is sort):
            message = f"{where} is {MemberType(sort)}, but this is {value.type}"
            hint = "a player is `me`, or one that `each player` names" if sort is self.players else ""
            self._error(scope, "R304", node.span, message, hint)
            return self._unknown(node.span)
        return value

    def fits(self, value: typed.Expr, wanted: Type) -> bool:
        """May this value stand where that type is wanted (ranges aside)?"""
        have = value.type
        if isinstance(have, Unknown) or isinstance(wanted, Unknown):
            return True
        if isinstance(wanted, NumberType):
            return isinstance(have, NumberType)
        if isinstance(wanted, MemberType):
            if isinstance(have, NoneType):
                return wanted.maybe
            return isinstance(have, MemberType) and have.sort is wanted.sort
        return have == wanted

    def definite(self, value: typed.Expr, scope: Scope) -> bool:
        """Is this surely a member? What may be none has neither words of its own nor a place."""
        if isinstance(value.type, MemberType) and value.type.maybe:
            self._error(
                scope,
                "R312",
                value.span,
                f"this may be none, and none is no {value.type.sort.singular}",
                "give it a name first, with `let ... = the first of ...`, which takes one that exists",
            )
            return False
        return True

    # --- helpers ------------------------------------------------------------------------------------

    def _error(
        self, scope: Scope, code: str, span: Span, message: str, hint: str = "", notes: Any = ()
    ) -> None:
        scope.globals.report.error(code, span, message, hint, notes)

    def _unknown(self, span: Span) -> typed.Expr:
        return typed.Constant(0, UNKNOWN, span)
