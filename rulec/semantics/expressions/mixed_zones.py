"""Zones of several sorts of pieces: a zone for each of them, all of one name.

What is asked about such a zone is asked about each of its parts, and the answers are put together; pieces
that come or go know the part that is theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.number_ranges import result_range
from rulec.semantics.types import Local, MemberType, NumberType, PieceSort, SetType
from rulec.syntax import ast

if TYPE_CHECKING:
    from rulec.semantics.expressions.coercions import Basics
    from rulec.semantics.scope import Scope
    from rulec.semantics.sentences.decks import DeckChecker


def narrowed(scope: Scope, pieces: PieceSort | None) -> Scope:
    """Where zones of several sorts stand for the part of these pieces."""
    names = {name: pieces for name, zone in scope.globals.mixed.items() if pieces in zone.sorts}
    return scope.inside(narrowed={**scope.narrowed, **names}) if names else scope


def narrowed_by(scope: Scope, name: ast.Ident) -> Scope:
    """`each tent in space's tokens` is about the tents."""
    pieces = scope.globals.pieces.get(name.text) if scope.globals.mixed else None
    return scope if pieces is None else narrowed(scope, pieces)


def mixed_zone(node: ast.Members, scope: Scope) -> typed.MixedZone | None:
    """The zone of several sorts that this is about, if it is about one."""
    value: ast.Expr = node.value
    while isinstance(value, ast.Where):
        value = value.value
    if not isinstance(value, ast.Name | ast.Possessive):
        return None
    name = value.name.text
    return None if name in scope.narrowed or name in scope.locals else scope.globals.mixed.get(name)


def each_sort(zone: typed.MixedZone, scope: Scope, one: Callable[[Scope], typed.Expr]) -> list[typed.Expr]:
    """The answer for each sort of pieces."""
    return [one(scope.inside(narrowed={**scope.narrowed, zone.name: pieces})) for pieces in zone.sorts]


def together(checker: Basics, values: list[typed.Expr], span: Span) -> typed.Expr:
    """Numbers of each sort, added up."""
    total = values[0]
    for value in values[1:]:
        if not isinstance(total.type, NumberType) or not isinstance(value.type, NumberType):
            return checker._unknown(span)
        lo, hi = result_range("+", (total.type.lo, total.type.hi), (value.type.lo, value.type.hi))
        total = typed.Arithmetic("+", total, value, NumberType(lo, hi), span)
    return total


def any_of(values: list[typed.Expr], span: Span, op: str = "or") -> typed.Expr:
    """Does it hold for one of them, or (`and`) for all?"""
    found = values[0]
    for value in values[1:]:
        found = typed.Logic("or" if op == "or" else "and", found, value, span)
    return found


# --- limits ---------------------------------------------------------------------------------------------


def room_needed(checker: DeckChecker, move: typed.Transport) -> list[typed.Sentence]:
    """A move to a zone that has a limit for all sorts together, or for the pieces of each owner."""
    target = move.target
    limit = None if target is None else target.zone.shared
    if target is None or limit is None or limit.most is None or limit.of_each_kind is not None:
        return []
    span = move.span
    owner: typed.Expr | None = None
    if limit.each is not None:
        if not isinstance(move.kinds.type, MemberType):
            message = f"there is room for so many of each {limit.each.singular}"
            checker.error("R838", span, message, "move the pieces one by one")
            return []
        owner = _owner(checker, move.kinds, span)
    numbers: list[typed.Expr] = []
    for zone in limit.zones:
        there = checker.expressions.zone(zone, target.owner, target.keys, span)
        if owner is not None:
            assert isinstance(there.type, SetType)
            it = Local("it", MemberType(there.type.sort), span)
            whose = _owner(checker, typed.LocalValue(it, span), span)
            if whose is None:
                continue
            same = typed.Comparison("==", whose, owner, span)
            there = typed.Where(it, there, same, there.type, span)
        numbers.append(typed.NumberOf(there, NumberType(0, zone.pieces.total), span))
    moved = move.number
    if moved is None:
        moved = typed.NumberOf(move.kinds, NumberType(0, move.pieces.total), span)
    total = together(checker.expressions, [*numbers, moved], span)
    fits = typed.Comparison("<=", total, limit.most, span)
    return [typed.Must(fits, f"there is no room for another {move.pieces.singular}", span)]


def _owner(checker: DeckChecker, kind: typed.Expr, span: Span) -> typed.Expr | None:
    """Whose a piece is; nothing for pieces that belong to nobody."""
    assert isinstance(kind.type, MemberType)
    attribute = checker.scope.globals.own[kind.type.sort].get("owner")
    if attribute is None:
        return None
    if isinstance(attribute, typed.Column):
        return typed.ColumnValue(attribute, (kind,), span)
    pieces = next(one for one in checker.game.pieces if one.kinds is kind.type.sort)
    assert pieces.owner is not None
    return typed.Coordinate("owner", kind, kind.type.sort, MemberType(pieces.owner), span)
