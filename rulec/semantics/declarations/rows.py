"""Declares rows: ordered zones, optionally with places on the members of a table."""

from __future__ import annotations

from rulec.base.diagnostics import did_you_mean
from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.types import ROOM, NumberType
from rulec.syntax import ast


def declare_row(declarer: DeclarationContext, zone: typed.Zone, one: ast.Zone) -> None:
    """Declare a row; identical pieces (all the owner's, or of one kind) are counted, not listed."""
    pieces, report = zone.pieces, declarer.report
    assert pieces.kinds is not None
    own = zone.owner is not None and zone.owner is pieces.owner and pieces.held is None
    row = typed.Row(alike=own, full=one.full, most=max(pieces.most, 1) if own else pieces.total)
    if one.full and not own:
        message = f"this row can't begin full: this does not say which {pieces.plural} lie in it"
        hint = "only a row of somebody's own pieces begins `full`; put them there in the set-up"
        report.error("R871", one.span, message, hint)
        row.full = False
    if one.laid is not None:
        row.laid_over = _laid_over(declarer, zone, one.laid, own)
        if row.laid_over is not None:
            row.most = sum(row.laid_over.values)
    elif isinstance(one.most, ast.Number):
        row.most = min(row.most, one.most.value)
    if one.full and zone.keys and one.laid is None:
        message = f"this does not say how many of the {pieces.plural} begin in each of these rows"
        report.error("R871", one.span, message, "add `laid over` and how many places there are")
        row.full = False
    rows = 1
    for key in zone.keys:
        rows *= key.size
    if row.full and row.laid_over is not None and row.most * rows > pieces.most:
        message = f"there are {pieces.most} {pieces.plural}, but these places begin with {row.most * rows}"
        report.error("R871", one.span, message, "declare more pieces, or fewer places")
        row.full = False
    if not own and row.most > ROOM:
        message = f"up to {row.most} {pieces.plural} could lie in this row; rulec keeps up to {ROOM} in order"
        report.error("R834", one.span, message, "say how many there are at most, as in `at most 12`")
        row.most = ROOM
    if not own:
        pieces.kinds.listed = max(pieces.kinds.listed, row.most)
    zone.row = row


def _laid_over(
    declarer: DeclarationContext, zone: typed.Zone, laid: ast.LaidOver, own: bool
) -> typed.Column | None:
    sort = declarer.globals.sets.get(laid.table.text)
    if sort is None:
        message = f"no table is called `{laid.table.text}`"
        hint = did_you_mean(laid.table.text, declarer.globals.sets)
        declarer.report.unknown("R201", laid.table.text, laid.table.span, message, hint)
        return None
    column = declarer.globals.attribute(sort, laid.column.text)
    if not isinstance(column, typed.Column) or column.keys != (sort,) or not _says_how_many(column):
        message = (
            f"`{laid.column.text}` is not a column that says how many places lie on each {sort.singular}"
        )
        hint = did_you_mean(laid.column.text, declarer.globals.own[sort]) or "name a column of numbers"
        declarer.report.error("R871", laid.column.span, message, hint)
        return None
    if not own:
        message = f"only rows of somebody's own pieces are laid over {sort.plural}"
        declarer.report.error("R871", laid.table.span, message, "leave `laid over` out")
        return None
    return column


def _says_how_many(column: typed.Column) -> bool:
    return isinstance(column.type, NumberType) and min(column.values) >= 0
