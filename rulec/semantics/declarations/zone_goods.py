"""Declares purses: player zones whose pieces are gained and paid in amounts."""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.types import NumberType


def declare_purse(declarer: DeclarationContext, zone: typed.Zone) -> None:
    """Register the contents of a purse as goods, counted by kind."""
    pieces, g = zone.pieces, declarer.globals
    assert pieces.kinds is not None
    problem = ""
    if zone.owner is not declarer.game.player_sort or zone.keys:
        problem = "only a zone that each player has once is a purse"
    elif pieces.owned or pieces.unique or zone.row is not None or zone.seen != "all":
        problem = "a purse is an open zone of pieces that belong to nobody, with several of a kind"
    elif pieces.kinds in g.goods_of:
        problem = f"{pieces.plural} are gained and paid by way of something else already"
    if problem:
        hint = "leave `purse` out, and move these pieces"
        declarer.report.error("R874", zone.span, problem, hint)
        return
    type_ = NumberType(0, pieces.most)
    held = typed.Variable(zone.owner, zone.name, type_, 0, zone.span, (pieces.kinds,))
    g.goods_of[pieces.kinds] = typed.Goods(held, None, "", None, zone.span, purse=zone)
