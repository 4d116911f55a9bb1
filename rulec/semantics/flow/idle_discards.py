"""Warns of a discard pile that nothing is ever discarded to."""

from __future__ import annotations

from itertools import chain

from rulec.base.diagnostics import Note, Reporter
from rulec.semantics import typed
from rulec.semantics.typed.walk import body_parts, parts
from rulec.syntax import ast


def check_discards(game: typed.Game, file: ast.RulesFile, report: Reporter) -> None:
    """Report discard piles without a move to them, and the moves to the box that were probably meant."""
    waiting = [one for one in game.decks if one.discard is not None and one.span.file == file.name]
    if not waiting:
        return
    ends = tuple(end.body for end in game.endings)
    nodes = chain(*map(body_parts, game.rules), parts(ends))
    moves = [one for one in nodes if isinstance(one, typed.Transport)]
    filled = {one.target.zone for one in moves if one.target is not None}
    for deck in waiting:
        if deck.discard in filled:
            continue
        boxed = [
            one for one in moves if one.target is None and one.place is None and one.pieces is deck.pieces
        ]
        written = dict.fromkeys(one.span for one in boxed if one.span.file == file.name)
        pieces = deck.pieces.plural
        notes = [
            Note(span, "this goes back to the box, not to the discard pile") for span in list(written)[:3]
        ]
        message = f"no rule ever discards {pieces}, so the discard pile of `{deck.name}` stays empty"
        hint = "write `discard` and the piece where it should go there, or leave `discard pile` out"
        report.warning("R609", deck.span, message, hint, notes)
