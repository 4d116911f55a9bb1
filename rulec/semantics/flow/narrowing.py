"""Flow-sensitive narrowing of optional values: names and variables."""

from __future__ import annotations

from collections.abc import Callable

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.scope import Scope, Stored
from rulec.semantics.types import Local, MemberType, Sort
from rulec.syntax import ast


def where_holds(
    tried: Callable[[ast.Expr, Scope], typed.Expr],
    condition: ast.Expr,
    holds: bool,
    scope: Scope,
    changed: frozenset[str] = frozenset(),
) -> Scope:
    """Return the scope of code evaluated only while a condition holds (or fails).

    Names in `changed` are assigned there, so they are not narrowed.
    """
    found = _not_none(condition, holds)
    names = {one.name.text for one in found if isinstance(one, ast.Name) and not one.arguments} - changed
    locals_ = {scope.locals.get(name) or scope.left.get(name) for name in names}
    sure = {local for local in locals_ if local is not None and _narrows(local)}
    if sure:
        scope = scope.inside(sure=scope.sure | sure)
    asked = (_stored(tried(one, scope), changed) for one in found)
    stored: dict[Stored, Span | None] = {key: None for key in asked if key is not None}
    return scope.inside(stored={**scope.stored, **stored}) if stored else scope


def definitely(value: typed.LocalValue, scope: Scope) -> typed.Expr:
    """Convert a narrowed local to its member type."""
    if value.local not in scope.sure:
        return value
    assert isinstance(value.type, MemberType)
    return typed.Conversion(value, MemberType(value.type.sort), value.span)


def surely_stored(value: typed.Expr, scope: Scope) -> typed.Expr:
    """Convert a narrowed variable to its member type."""
    if not scope.stored or not isinstance(value, typed.VariableValue):
        return value
    key = _stored(value)
    if key is None or scope.stored.get(key, value.span) is not None:
        return value
    assert isinstance(value.type, MemberType)
    return typed.Conversion(value, MemberType(value.type.sort), value.span)


def as_it_is(value: typed.Expr) -> typed.Expr:
    """Undo the conversion of a narrowed variable or name."""
    if isinstance(value, typed.Conversion) and isinstance(
        value.value, typed.VariableValue | typed.LocalValue
    ):
        have = value.value.type
        if isinstance(have, MemberType) and value.type == MemberType(have.sort):
            return value.value
    return value


def for_another(scope: Scope) -> dict[Stored, Span | None]:
    """Return the narrowed variables that stay valid while another player acts."""
    return {key: by for key, by in scope.stored.items() if not isinstance(key[1], Sort)}


def behind(sentence: ast.Sentence, scope: Scope) -> Scope:
    """Drop the narrowings that a sentence invalidates, behind it or in a body that may repeat it."""
    preserved = scope.globals.preserved
    lost: dict[Stored, Span | None] = {}
    for key, by in scope.stored.items():
        falls_back = key[0].until is not None and not preserved.is_straight_line(sentence)
        if by is None and (falls_back or not preserved.keeps(sentence, key[0].name)):
            lost[key] = sentence.span
    return scope.inside(stored={**scope.stored, **lost}) if lost else scope


def changed_by(value: typed.Expr, scope: Scope) -> Span | None:
    """Return the sentence that invalidated the narrowing of a variable."""
    key = _stored(value)
    return None if key is None else scope.stored.get(key)


def _narrows(local: Local) -> bool:
    """Return whether a local can be narrowed; names of chosen pieces keep their zone and cannot."""
    kept = local.aside or (local.origin and not local.behind)
    return isinstance(local.type, MemberType) and local.type.maybe and not kept


def _stored(value: typed.Expr, changed: frozenset[str] = frozenset()) -> Stored | None:
    value = as_it_is(value)
    if not isinstance(value, typed.VariableValue) or value.keys:
        return None
    if not isinstance(value.type, MemberType) or not value.type.maybe:
        return None
    owner = value.owner.value if isinstance(value.owner, typed.Conversion) else value.owner
    if owner is None:
        return value.variable, None
    if isinstance(owner, typed.Me) and isinstance(owner.type, MemberType):
        return value.variable, owner.type.sort
    if isinstance(owner, typed.LocalValue) and owner.local.name not in changed:
        return value.variable, owner.local
    return None


def _not_none(condition: ast.Expr, holds: bool) -> list[ast.Name | ast.Possessive]:
    match condition:
        case ast.Compare("is", ast.Name() | ast.Possessive() as what, ast.Word("none"), negated):
            return [what] if negated == holds else []
        case ast.Logic(op, parts) if (op == "and") == holds:
            return [one for part in parts for one in _not_none(part, holds)]
        case ast.Not(value):
            return _not_none(value, not holds)
        case _:
            pass
    return []
