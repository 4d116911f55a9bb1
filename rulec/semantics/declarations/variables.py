"""Declares variables: types, ranges and initial values."""

from __future__ import annotations

from rulec.base import limits
from rulec.base.diagnostics import did_you_mean
from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.types import (
    FLAG,
    LISTED,
    ROOM,
    UNKNOWN,
    ListType,
    MemberType,
    NumberType,
    SetType,
    Sort,
    Type,
    put_there,
)
from rulec.syntax import ast


class VariableDeclarer(DeclarationContext):
    """Declares variables in `the game has` and `each KIND has`."""

    def declare_variable(self, owner: Sort | None, one: ast.Variable) -> None:
        type_ = self.value_type(one.type)
        if one.length is not None:
            type_ = self._at_most(one.length, type_)
        elif isinstance(type_, ListType):
            type_ = ListType(type_.sort, min(type_.sort.size, LISTED))
        initial = self._initial(one, type_)
        seen = self.seen(owner, one.seen_by)
        keys = tuple(self.member_sort(key) for key in one.parameters)
        known = tuple(key for key in keys if key is not None)
        variable = typed.Variable(owner, one.name.text, type_, initial, one.span, known, seen=seen)
        if len(known) != len(keys) or not self._fits_a_state(one, owner, known):
            return
        if self.claim(owner, one.name, variable):
            self.untils.append((variable, one.until))
            self.game.variables.append(variable)
            if owner is None:
                self.globals.variables[one.name.text] = variable

    def _at_most(self, length: ast.Length, type_: Type) -> Type:
        """Return a list type with the declared maximum length."""
        number, span = length.most, length.span
        if not isinstance(type_, ListType):
            if type_ != UNKNOWN:
                message = f"`at most` says how long a list is, but this is {type_}"
                self.report.error("R344", span, message, "say it in its range, or leave it out")
            return type_
        if not 1 <= number <= ROOM:
            message = f"a list has at most {number} entries here; rulec keeps 1 to {ROOM}"
            self.report.error("R346", span, message, f"write a number from 1 to {ROOM}")
            return type_
        type_.sort.listed = max(type_.sort.listed, number)
        return ListType(type_.sort, number)

    def _fits_a_state(self, one: ast.Variable, owner: Sort | None, keys: tuple[Sort, ...]) -> bool:
        cells = 1
        for sort in (owner, *keys):
            cells *= sort.size if sort is not None else 1
        if cells > limits.STATE_BYTES:
            self.report.error(
                "R516",
                one.span,
                f"this is kept {cells} times; at most {limits.STATE_BYTES} values are kept",
                "keep it for fewer things",
            )
            return False
        return True

    def value_type(self, one: ast.ValueType) -> Type:
        if one.sort == "flag":
            return FLAG
        if one.sort == "range":
            if one.lo > one.hi:
                self.report.error(
                    "R505",
                    one.span,
                    f"no number lies in {one.lo} to {one.hi}",
                    "write the smaller number first",
                )
                return UNKNOWN
            if max(abs(one.lo), abs(one.hi)) > limits.OPEN_END:
                self.report.error(
                    "R506",
                    one.span,
                    f"a variable holds numbers between -{limits.OPEN_END} and {limits.OPEN_END}",
                    "count in larger units",
                )
                return UNKNOWN
            return NumberType(one.lo, one.hi)
        assert one.member is not None
        sort = self.member_sort(one.member)
        if sort is None:
            return UNKNOWN
        if one.sort == "list":
            return ListType(sort)
        return SetType(sort) if one.sort == "set" else MemberType(sort, one.sort == "maybe")

    def _initial(self, one: ast.Variable, type_: Type) -> int:
        """Return the initial value of a variable: a number, a member, `yes`, `no` or `none`."""
        start = one.starts
        if start is None:
            if isinstance(type_, NumberType):
                return min(max(0, type_.lo), type_.hi)
            return -1 if isinstance(type_, MemberType) and type_.maybe else 0
        value: int | None = None
        if isinstance(type_, NumberType):
            if isinstance(start, ast.Number):
                value = start.value
            elif isinstance(start, ast.Negative) and isinstance(start.value, ast.Number):
                value = -start.value.value
            if value is not None and not type_.lo <= value <= type_.hi:
                self.report.error(
                    "R507",
                    start.span,
                    f"{value} is not in {type_.lo} to {type_.hi}, the range of `{one.name.text}`",
                    f"start with a number from {type_.lo} to {type_.hi}",
                )
                return type_.lo
        elif type_ == FLAG and isinstance(start, ast.Word) and start.word in {"yes", "no"}:
            value = int(start.word == "yes")
        elif isinstance(type_, MemberType):
            value = self._member_constant(start, type_)
        if value is None and type_ != UNKNOWN:
            hint = f"write {_example(type_)}"
            if isinstance(type_, SetType | ListType):
                hint = "it begins empty: leave `starts` out, and fill it below `setup:`"
            self.report.error(
                "R508", start.span, f"a variable that holds {type_} can't start with this", hint
            )
        return value or 0

    def _member_constant(self, start: ast.Expr, type_: MemberType) -> int | None:
        if isinstance(start, ast.Word) and start.word == "none" and type_.maybe:
            return -1
        if isinstance(start, ast.Number) and type_.sort is self.game.player_sort:
            # must exist with the minimum number of players
            return start.value - 1 if 1 <= start.value <= self.game.players[0] else None
        track = type_.sort.track
        if isinstance(start, ast.Number) and track is not None and track.printed is not None:
            numbers = track.printed.values
            return numbers.index(start.value) if start.value in numbers else None
        if isinstance(start, ast.Name):
            seat = self.globals.seat_called(start.name.text)
            if seat is not None and type_.sort is self.game.player_sort:
                return seat
            known = self.globals.constants.get(start.name.text)
            if known is not None and known[0] in type_.sort.parts:
                return type_.sort.parts[known[0]] + known[1]
            if start.name.text in type_.sort.members:
                return type_.sort.members.index(start.name.text)
            hint = did_you_mean(start.name.text, type_.sort.members)
            message = f"no {type_.sort.singular} is called `{start.name.text}`"
            self.report.unknown("R209", start.name.text, start.span, message, hint, put_there(type_))
            return 0
        return None


def _example(type_: Type) -> str:
    if isinstance(type_, NumberType):
        return f"a number from {type_.lo} to {type_.hi}"
    if isinstance(type_, MemberType):
        return f"the name of {MemberType(type_.sort)}" + (", or `none`" if type_.maybe else "")
    return "`yes` or `no`"
