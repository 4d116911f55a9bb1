"""Coercions shared by all expression checks: a value of the expected type, or a diagnostic."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from rulec.base.diagnostics import Note
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.desugar.filter_names import Fold
from rulec.semantics.expressions.list_terms import appended
from rulec.semantics.expressions.track_numbers import printed, space_with
from rulec.semantics.flow.narrowing import as_it_is, changed_by
from rulec.semantics.scope import Scope
from rulec.semantics.types import (
    FLAG,
    NONE,
    UNKNOWN,
    EffectType,
    FlagType,
    ListType,
    Local,
    MemberType,
    MixType,
    NoneType,
    NumberType,
    PieceSort,
    PieceType,
    SetType,
    Sort,
    Type,
    Unknown,
    put_there,
)
from rulec.syntax import ast


class ExpressionBase(ABC):
    """Base of expression checks; holds the game's sorts, while scopes are passed along."""

    def __init__(
        self,
        player_sort: Sort,
        ensure: Callable[[typed.Definition], None],
        pieces: Sequence[PieceSort] = (),
    ) -> None:
        self.players, self.pieces = player_sort, pieces
        self.ensure = ensure  # checks the body of a definition on demand
        self.unknown = False  # whether any expression is untyped
        self.folds: list[Fold] = []  # enclosing folds, innermost last

    # --- entry points --------------------------------------------------------------------------------

    @abstractmethod
    def expr(self, node: ast.Expr, scope: Scope) -> typed.Expr:
        """Type an expression."""

    @abstractmethod
    def arguments(
        self,
        name: str,
        parameters: tuple[Local, ...],
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
        maybe: bool = False,  # none is replaced by the default of the result
    ) -> tuple[typed.Expr, ...]:
        """Type the arguments of a definition or rule."""

    def tried(self, node: ast.Expr, scope: Scope) -> typed.Expr:
        """Type an expression speculatively, and discard its diagnostics."""
        report = scope.globals.report
        before = report.mark()
        value = self.expr(node, scope)
        report.back_to(before)
        return value

    def flag(self, node: ast.Expr, scope: Scope, where: str, otherwise: str = "") -> typed.Expr:
        before = len(scope.globals.report.found)
        value = self.expr(node, scope)
        if len(scope.globals.report.found) > before:
            return self._unknown(node.span)
        if not isinstance(value.type, FlagType | Unknown):
            hint = ""
            if isinstance(value.type, SetType | ListType):
                hint = "write `some` or `no` before it, to ask whether it has members"
            elif isinstance(value.type, NumberType):
                hint = "compare it with a number, for example with `>= 1`"
            message = f"{where} must be yes or no, but this is {value.type}"
            self._error(scope, "R301", node.span, message, otherwise or hint)
            return self._unknown(node.span)
        return value

    def number(self, node: ast.Expr, scope: Scope, where: str) -> typed.Expr:
        before = len(scope.globals.report.found)
        value = printed(self.expr(node, scope))
        if len(scope.globals.report.found) > before:
            return self._unknown(node.span)
        if not isinstance(value.type, NumberType | Unknown):
            hint = ""
            if isinstance(value.type, SetType | ListType):
                hint = "write `number of` before it, to count its members"
            elif isinstance(value.type, FlagType):
                hint = "write `1 if ... else 0`, with this in the middle"
            self._error(scope, "R302", node.span, f"{where} must be a number, but this is {value.type}", hint)
            return self._unknown(node.span)
        return value

    def set_(self, node: ast.Expr, scope: Scope, where: str, lists: bool = False) -> typed.Expr:
        """Type a set; a list coerces to the set of its members unless `lists` allows it."""
        value = as_it_is(self.expr(node, scope))
        if isinstance(value.type, MemberType) and value.type.maybe:
            return self.as_set(value)  # empty or a singleton
        if isinstance(value.type, PieceType):
            return self._piece_as_set(value, value.type.pieces)
        if isinstance(value.type, ListType):
            return value if lists else typed.EntriesOf(value, SetType(value.type.sort), value.span)
        if not isinstance(value.type, SetType | Unknown):
            hint = ""
            if isinstance(value.type, MemberType):
                hint = f"`{value.type.sort.plural}` are all of them"
            if isinstance(node, ast.Pick):
                hint = f"put what it is the {node.which} of in brackets: `the {node.which} of (...) ...`"
            if isinstance(value.type, NumberType) and "`number of`" in where:
                hint = "it is a number already: leave out `number of`"
            self._error(scope, "R303", node.span, f"{where} must be a set, but this is {value.type}", hint)
            return self._unknown(node.span)
        return value

    def member(self, node: ast.Expr, scope: Scope, sort: Sort, where: str) -> typed.Expr:
        value = self.expr(node, scope)
        if isinstance(value.type, Unknown):
            return value
        found = self.recast(value, sort) if isinstance(value.type, MemberType) else None
        if found is None:
            message = f"{where} must be {MemberType(sort)}, but this is {value.type}"
            hint = put_there(MemberType(sort))
            if sort is self.players:
                hint = "a player is `me`, or one that `each player` names"
            self._error(scope, "R304", node.span, message, hint)
            return self._unknown(node.span)
        return found

    def fitted(self, value: typed.Expr, wanted: Type) -> typed.Expr | None:
        """Coerce a value to a type, ignoring ranges; None if impossible."""
        have = value.type
        if isinstance(have, Unknown) or isinstance(wanted, Unknown):
            return value
        if isinstance(wanted, NumberType):
            value = printed(value)
            return value if isinstance(value.type, NumberType) else None
        if isinstance(wanted, MemberType):
            if isinstance(have, NumberType):
                return space_with(value, wanted)
            if isinstance(have, NoneType):
                return value if wanted.maybe else None
            return self.recast(value, wanted.sort) if isinstance(have, MemberType) else None
        if isinstance(wanted, SetType) and isinstance(have, SetType | MemberType):
            found = self.recast(value, wanted.sort)
            return None if found is None else self.as_set(found)
        if isinstance(wanted, SetType | ListType) and isinstance(have, ListType) and have.sort is wanted.sort:
            return value if isinstance(wanted, ListType) else typed.EntriesOf(value, wanted, value.span)
        if isinstance(wanted, ListType) and isinstance(have, SetType | MemberType):
            joined = appended(value) if have.sort is wanted.sort else None
            if joined is not None:
                return joined
            found = self.recast(value, wanted.sort)
            counted = isinstance(have, SetType) and have.counted
            wanted.sort.joined = max(wanted.sort.joined, wanted.sort.size)
            return None if found is None or counted else typed.Listed(self.as_set(found), wanted, value.span)
        if isinstance(wanted, EffectType) and isinstance(have, EffectType):
            return value if have.families <= wanted.families else None
        return value if have == wanted else None

    # --- kinds that include other kinds --------------------------------------------------------------

    def recast(self, value: typed.Expr, sort: Sort, down: bool = False) -> typed.Expr | None:
        """Convert members to a kind that includes theirs, or with `down` to an included kind."""
        have = value.type
        if not isinstance(have, MemberType | SetType):
            return None
        if have.sort is sort:
            return value
        if have.sort.rows is not None and isinstance(have, MemberType):
            return self._row(value, have, have.sort.rows, sort, down)
        if have.sort in sort.parts:
            if isinstance(value, typed.Constant) and isinstance(have, MemberType) and value.value >= 0:
                return typed.Constant(sort.parts[have.sort] + value.value, MemberType(sort), value.span)
            type_: Type = SetType(sort) if isinstance(have, SetType) else MemberType(sort, have.maybe)
        elif down and sort in have.sort.parts:
            type_ = SetType(sort) if isinstance(have, SetType) else MemberType(sort, True)
        else:
            return None
        return typed.Conversion(value, type_, value.span)

    def _row(
        self, value: typed.Expr, have: MemberType, rows: typed.Column, sort: Sort, down: bool
    ) -> typed.Expr | None:
        """Convert a piece to its table row."""
        assert isinstance(rows.type, MemberType)
        row: typed.Expr = typed.ColumnValue(rows, (value,), value.span)
        if have.maybe:
            surely = typed.Conversion(value, MemberType(have.sort), value.span)
            none = typed.Constant(-1, NONE, value.span)
            found = typed.ColumnValue(rows, (surely,), value.span)
            is_none = typed.Comparison("==", value, none, value.span)
            type_ = MemberType(rows.type.sort, True)
            row = typed.IfElse(is_none, typed.Constant(-1, type_, value.span), found, type_, value.span)
        return self.recast(row, sort, down)

    def alike(self, left: typed.Expr, right: typed.Expr) -> tuple[typed.Expr, typed.Expr]:
        """Convert two operands to a common sort, where one sort includes the other."""
        a, b = left.type, right.type
        if isinstance(a, MemberType | SetType) and isinstance(b, MemberType | SetType):
            wider, other = self.recast(left, b.sort), self.recast(right, a.sort)
            return (wider or left, right) if other is None else (left, other)
        return left, right

    def join(self, a: Type, b: Type) -> Type | None:
        """Return the join of two types; None if incompatible."""
        if isinstance(a, Unknown) or isinstance(b, Unknown):
            return UNKNOWN
        if isinstance(a, NumberType) and isinstance(b, NumberType):
            return NumberType(min(a.lo, b.lo), max(a.hi, b.hi))
        if isinstance(a, NoneType) and isinstance(b, MemberType):
            return MemberType(b.sort, True)
        if isinstance(b, NoneType) and isinstance(a, MemberType):
            return MemberType(a.sort, True)
        if isinstance(a, MemberType) and isinstance(b, MemberType) and a.sort is b.sort:
            return MemberType(a.sort, a.maybe or b.maybe)
        if isinstance(a, EffectType) and isinstance(b, EffectType):
            return EffectType(a.sort, a.families | b.families)
        return a if a == b and not isinstance(a, PieceType) else None

    def as_set(self, value: typed.Expr) -> typed.Expr:
        """Coerce a member to a singleton, so that `neighbours of` takes squares and sets alike."""
        if isinstance(value.type, ListType):
            return typed.EntriesOf(value, SetType(value.type.sort), value.span)
        if isinstance(value.type, MemberType):
            every = typed.All(SetType(value.type.sort), value.span)
            local = Local("it", MemberType(value.type.sort), value.span)
            same = typed.Comparison("==", typed.LocalValue(local, value.span), value, value.span)
            return typed.Where(local, every, same, SetType(value.type.sort), value.span)
        return value

    def _piece_as_set(self, piece: typed.Expr, pieces: PieceSort) -> typed.Expr:
        """Coerce the content of a place to a countable set, represented by its owner."""
        owners = pieces.owner or self.players
        whose = typed.OwnerOf(piece, MemberType(owners, True), piece.span)
        return self.as_set(whose)

    # --- attributes of none --------------------------------------------------------------------------

    def asked(
        self,
        owner: typed.Expr,
        home: Sort,
        make: Callable[[typed.Expr], typed.Expr],
        span: Span,
        scope: Scope,
    ) -> typed.Expr:
        """Type an attribute of an optional member: none yields none, 0, no or the empty set."""
        found = self.recast(owner, home, down=True)
        assert found is not None
        assert isinstance(found.type, MemberType)
        if not found.type.maybe:
            return make(found)
        return self.or_nothing([found], make(typed.Conversion(found, MemberType(home), found.span)), scope)

    def or_nothing(self, asked: list[typed.Expr], value: typed.Expr, scope: Scope) -> typed.Expr:
        """Guard a value computed from optional members: the default of its type if any is none."""
        if not asked or isinstance(value.type, Unknown):
            return value
        span = value.span
        nothing = _nothing(value.type, span)
        if nothing is None:
            self.definite(asked[0], scope)
            return self._unknown(span)
        type_ = value.type
        if isinstance(type_, NumberType):
            type_ = NumberType(min(0, type_.lo), max(0, type_.hi))
        elif isinstance(type_, MemberType):
            type_ = MemberType(type_.sort, True)
        for one in asked:
            is_none = typed.Comparison("==", one, typed.Constant(-1, NONE, span), span)
            value = typed.IfElse(is_none, nothing, value, type_, span)
        return value

    def definite(self, value: typed.Expr, scope: Scope) -> bool:
        """Check that a member is not optional; report it otherwise."""
        if isinstance(value.type, MemberType) and value.type.maybe:
            hint = "give it a name first, with `let ... = the first of ...`, which takes one that exists"
            since = changed_by(value, scope)
            notes = [Note(since, "it was not none, but this may change it")] if since else []
            message = f"this may be none, and none is not a {value.type.sort.singular}"
            self._error(scope, "R312", value.span, message, hint, notes)
            return False
        return True

    # --- helpers ------------------------------------------------------------------------------------

    def _error(
        self, scope: Scope, code: str, span: Span, message: str, hint: str = "", notes: Any = ()
    ) -> None:
        scope.globals.report.error(code, span, message, hint, notes)

    def _unknown(self, span: Span) -> typed.Expr:
        self.unknown = True
        return typed.Constant(0, UNKNOWN, span)


def _nothing(type_: Type, span: Span) -> typed.Expr | None:
    """Return the default value for an attribute of none, if its type has one."""
    if isinstance(type_, NumberType):
        return typed.Constant(0, NumberType(0, 0), span)
    if isinstance(type_, EffectType):
        return typed.Constant(-1, type_, span)
    if isinstance(type_, MemberType):
        return typed.Constant(-1, MemberType(type_.sort, True), span)
    if isinstance(type_, SetType | ListType | MixType):
        return typed.Constant(0, type_, span)
    return typed.Constant(0, FLAG, span) if isinstance(type_, FlagType) else None
