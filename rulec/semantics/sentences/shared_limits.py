"""Zone limits over all piece sorts together, or for the pieces of each owner."""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.mixed_zones import together
from rulec.semantics.sentences.deck_base import DeckBase
from rulec.semantics.types import Local, MemberType, NumberType, SetType


def room_needed(checker: DeckBase, move: typed.Transport) -> list[typed.Sentence]:
    """Build the capacity check of a move to a zone with a shared limit."""
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


def _owner(checker: DeckBase, kind: typed.Expr, span: Span) -> typed.Expr | None:
    """Return the owner of a piece; None for pieces without owners."""
    assert isinstance(kind.type, MemberType)
    attribute = checker.scope.globals.own[kind.type.sort].get("owner")
    if attribute is None:
        return None
    if isinstance(attribute, typed.Column):
        return typed.ColumnValue(attribute, (kind,), span)
    pieces = next(one for one in checker.game.pieces if one.kinds is kind.type.sort)
    assert pieces.owner is not None
    return typed.Coordinate("owner", kind, kind.type.sort, MemberType(pieces.owner), span)
