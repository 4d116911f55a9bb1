"""Moves of a piece from a board to a zone, or to the box."""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.semantics.sentences.deck_base import all_of
from rulec.semantics.sentences.moves import MoveChecker
from rulec.semantics.sentences.zone_targets import is_box
from rulec.semantics.types import Local, MemberType
from rulec.syntax import ast


def leaves_the_board(goal: ast.Expr, place: typed.Place, mover: MoveChecker) -> bool:
    """Return whether the goal is a zone for such pieces, or the box."""
    return is_box(goal, mover.scope.globals.places) or mover.zone(goal, place.pieces) is not None


def take_away(
    checker: SentenceBase, goal: ast.Expr, place: typed.Place, at: typed.Expr, context: Context, span: Span
) -> typed.Sentence | None:
    """Type the removal: the piece goes home and on to the zone, which its owner determines."""
    pieces, mover = place.pieces, MoveChecker(checker, context)
    assert pieces.owner is not None
    owner = Local(f"{pieces.singular}_owner", MemberType(pieces.owner), span)
    kind = mover.of_player(pieces, typed.LocalValue(owner, span), span)
    fine, target = mover.target(goal, pieces, kind)
    if not fine:
        return None
    taken = typed.TakeAway(place, at, owner, span)
    home = mover.home(pieces, kind, span)
    if home is None and target is None:
        return taken
    return all_of([taken, mover.one(pieces, kind, home, target, span)], span)
