"""Names that may be none, where a condition has just said that they are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.semantics import typed
from rulec.semantics.types import Local, MemberType
from rulec.syntax import ast

if TYPE_CHECKING:
    from rulec.semantics.scope import Scope


def where_holds(
    condition: ast.Expr, holds: bool, scope: Scope, changed: frozenset[str] = frozenset()
) -> Scope:
    """The scope of what is only looked at while the condition does (or does not) hold.

    A name that is set again somewhere (`changed`) may be none there all the same.
    """
    names = _not_none(condition, holds) - changed
    found = {scope.locals.get(name) or scope.left.get(name) for name in names}
    sure = {local for local in found if local is not None and _narrows(local)}
    return scope.inside(sure=scope.sure | sure) if sure else scope


def definitely(value: typed.LocalValue, scope: Scope) -> typed.Expr:
    """The value of a name: of one that is surely there, a member."""
    if value.local not in scope.sure:
        return value
    assert isinstance(value.type, MemberType)
    return typed.Recast(value, MemberType(value.type.sort), value.span)


def _narrows(local: Local) -> bool:
    """Pieces are known by where they were chosen, which their names keep themselves."""
    return isinstance(local.type, MemberType) and local.type.maybe and not (local.origin or local.aside)


def _not_none(condition: ast.Expr, holds: bool) -> set[str]:
    match condition:
        case ast.Compare("is", ast.Name(name, ()), ast.Word("none"), negated) if negated == holds:
            return {name.text}
        case ast.Logic(op, parts) if (op == "and") == holds:
            return set().union(*(_not_none(part, holds) for part in parts))
        case ast.Not(value):
            return _not_none(value, not holds)
    return set()
