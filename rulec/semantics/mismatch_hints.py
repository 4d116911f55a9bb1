"""Hints for comparisons of incompatible types."""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.scope import Scope
from rulec.semantics.types import FlagType, ListType, MemberType, NoneType, NumberType, SetType, put_there

_SEVERAL = (SetType, ListType)


def hint(left: typed.Expr, right: typed.Expr, equality: bool, scope: Scope) -> str:
    a, b = left.type, right.type
    if isinstance(b, NoneType):
        return _never_none(left)
    if around := _meant_around(left, right, scope):
        return around
    for one, other in ((a, b), (b, a)):
        if isinstance(one, MemberType) and isinstance(other, NumberType):
            if "position" in scope.globals.own.get(one.sort, {}):
                return f"a {one.sort.singular} has a number: its `position`"
            if one.sort is scope.globals.members["player"]:
                return "players are called by their seats: `p1`, `p2` ..."
    if isinstance(a, FlagType) and isinstance(b, NumberType) and scope.it is not None:
        return "if a count is compared, put it in brackets: `(number of ... where ...)`"
    if isinstance(a, _SEVERAL) and isinstance(b, MemberType):
        return "ask `... is only ...`, or `... in ...`"
    if isinstance(a, SetType) and isinstance(b, NumberType):
        return "write `number of` before the set"
    if not equality and isinstance(a, _SEVERAL) and isinstance(b, _SEVERAL):
        return "write `number of` before each of the two"
    return ""


def _meant_around(left: typed.Expr, right: typed.Expr, scope: Scope) -> str:
    """Return the hint for `it` where the member of the filter or fold around it would fit."""
    for one, other in ((left, right), (right, left)):
        is_it = isinstance(one, typed.LocalValue) and one.local is scope.it and one.local.name == "it"
        if not is_it or not isinstance(other.type, MemberType):
            continue
        sort = other.type.sort
        line = scope.globals.report.line_of(one.span) or ""
        written = line[one.span.column - 1 : one.span.end_column - 1]
        if written != "it" or sort.singular not in scope.around or sort.singular in scope.locals:
            continue
        start, end = left.span.column - 1, right.span.end_column - 1
        meant = line[start : one.span.column - 1] + sort.singular + line[one.span.end_column - 1 : end]
        return f"write `{meant}` for `{line[start:end]}`"
    return ""


def wrong_literal(left: typed.Expr, right: typed.Expr) -> tuple[Span, str] | None:
    """Return the place of a literal of another type than the other side, and the hint for it."""
    for one, other in ((right, left), (left, right)):
        literal = isinstance(one, typed.Constant) and isinstance(one.type, FlagType | NumberType | MemberType)
        if not literal or isinstance(other, typed.Constant):
            continue
        wanted = other.type
        if isinstance(wanted, NumberType):
            return one.span, f"put a number there, for example `{max(wanted.lo, min(1, wanted.hi))}`"
        found = put_there(wanted)
        if found:
            return one.span, found
    return None


def _never_none(value: typed.Expr) -> str:
    if isinstance(value.type, NumberType):
        return "a number is never none; `otherwise:` below a choice handles the case that there is none"
    if not isinstance(value.type, MemberType):
        return ""
    if isinstance(value, typed.VariableValue | typed.ColumnValue):
        return (
            f"it is never none here: one that may be none is declared as `maybe {value.type.sort.singular}`"
        )
    return "it is never none here: a name from `let` or a choice always has a value"
