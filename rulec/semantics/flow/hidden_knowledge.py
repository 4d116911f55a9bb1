"""Hidden zones whose contents can be partly known: to all players, or to a former holder."""

from __future__ import annotations

from rulec.semantics import typed


def note_knowledge(game: typed.Game, move: typed.Transport, by_chance: bool = False) -> None:
    """Record how a move changes common knowledge of hidden zones: visible pieces become known there."""
    source = None if move.source is None else move.source.zone
    target = None if move.target is None else move.target.zone
    hidden_source = source is not None and source.seen != "all"
    hidden_target = target is not None and target.seen != "all"
    if not hidden_target and not hidden_source:
        return
    if move.open or not hidden_source or not hidden_target:
        if hidden_target and target is not None and target.seen_by is None:
            target.known = True
        return
    assert source is not None
    assert target is not None
    assert move.source is not None
    assert move.target is not None
    same = _same_ones(move.source, move.target)
    game.unseen.append(typed.Unseen(source, target, same, move.empties, by_chance))
    given_away = not game.is_hand(target) or same == 0
    if game.is_hand(source) and given_away and target.seen_by is None:
        target.noticed = True


def carry_knowledge(game: typed.Game) -> None:
    """Propagate knowledge along moves of whole zones to a fixpoint."""
    moves = [one for one in game.unseen if one.all_of_it and one.target.seen_by is None]
    changed = True
    while changed:
        changed = False
        for move in moves:
            for what in ("known", "noticed"):
                if getattr(move.source, what) and not getattr(move.target, what):
                    setattr(move.target, what, True)
                    changed = True


def _same_ones(one: typed.ZoneValue, other: typed.ZoneValue) -> int:
    """Return how many leading coordinates (owner, then keys) two zones provably share."""
    ends = [
        (
            (*([] if zone.zone.owner is None else [zone.zone.owner]), *zone.zone.keys),
            (*([] if zone.owner is None else [zone.owner]), *zone.keys),
        )
        for zone in (one, other)
    ]
    number = 0
    for a, b, left, right in zip(ends[0][0], ends[1][0], ends[0][1], ends[1][1], strict=False):
        if a is not b or not _same(left, right):
            break
        number += 1
    return number


def _same(one: typed.Expr | None, other: typed.Expr | None) -> bool:
    """Return whether both expressions provably denote the same member."""
    if one is other:
        return True
    match one, other:
        case typed.Me(), typed.Me():
            return True
        case typed.LocalValue(a), typed.LocalValue(b):
            return a is b
        case typed.Constant(), typed.Constant():
            return one.value == other.value
        case _:
            pass
    return False
