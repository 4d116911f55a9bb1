"""Conversions between numbers and spaces of tracks, columns and rows."""

from __future__ import annotations

from typing import cast

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.types import NONE, MemberType, NumberType, Sort


def printed(value: typed.Expr) -> typed.Expr:
    """Convert a space, column or row to its number (none: 0); leave other values unchanged."""
    have = value.type
    if isinstance(have, MemberType) and have.sort.lines_of is not None and not have.maybe:
        return position_of(value, have.sort, have.sort.lines_of)
    if not isinstance(have, MemberType) or have.sort.track is None or have.sort.track.printed is None:
        return value
    column = have.sort.track.printed
    assert isinstance(column.type, NumberType)
    if isinstance(value, typed.Constant) and value.value >= 0:
        number = column.values[value.value]
        return typed.Constant(number, NumberType(number, number), value.span)
    if not have.maybe:
        return typed.ColumnValue(column, (value,), value.span)
    surely = typed.Conversion(value, MemberType(have.sort), value.span)
    nothing = typed.Constant(0, NumberType(0, 0), value.span)
    is_none = typed.Comparison("==", value, typed.Constant(-1, NONE, value.span), value.span)
    type_ = NumberType(min(0, column.type.lo), max(0, column.type.hi))
    number_ = typed.ColumnValue(column, (surely,), value.span)
    return typed.IfElse(is_none, nothing, number_, type_, value.span)


def position_of(value: typed.Expr, line: Sort, board: Sort) -> typed.Expr:
    """Return the number of a column or row."""
    assert board.board is not None
    type_ = NumberType(board.board.first, board.board.first + line.size - 1)
    return typed.Coordinate("position", value, board, type_, value.span)


def as_numbers(left: typed.Expr, right: typed.Expr) -> tuple[typed.Expr, typed.Expr]:
    """Convert both operands to numbers if either is a number, or if they are on different tracks."""
    a, b = left.type, right.type
    different = False
    if isinstance(a, MemberType) and isinstance(b, MemberType):
        different = a.sort is not b.sort and None not in (a.sort.track, b.sort.track)
    if isinstance(a, NumberType) or isinstance(b, NumberType) or different:
        return printed(left), printed(right)
    return left, right


def space_with(value: typed.Expr, wanted: MemberType) -> typed.Expr | None:
    """Return the space with this number."""
    track = wanted.sort.track
    if track is None or track.printed is None or not isinstance(value, typed.Constant):
        return None
    if not isinstance(value.type, NumberType) or value.value not in track.printed.values:
        return None
    return typed.Constant(track.printed.values.index(value.value), MemberType(wanted.sort), value.span)


def kept_for(value: typed.Expr, name: str, markers: dict[typed.Variable, typed.Track]) -> typed.Expr | None:
    """Type `my progress(line)'s vp`: a track column keyed by kind of marker and space."""
    if not isinstance(value, typed.VariableValue) or value.variable not in markers:
        return None
    column = markers[value.variable].columns.get(name)
    return None if column is None else typed.ColumnValue(column, (*value.keys, value), value.span)


def moved_by(
    track: typed.Track, space: typed.Expr, steps: typed.Expr, span: Span, up: bool = True
) -> typed.Expr:
    """Return the space a number of steps away, clamped to the ends."""
    last = track.sort.size - 1
    have = cast(NumberType, steps.type)
    if have.lo < 0:
        least = typed.Constant(0, NumberType(0, 0), span)
        have = NumberType(0, max(0, have.hi))
        steps = typed.Arithmetic("greater", steps, least, have, span)
    if have.hi > last:
        most = typed.Constant(last, NumberType(last, last), span)
        steps = typed.Arithmetic("lesser", steps, most, NumberType(min(have.lo, last), last), span)
    return typed.ColumnValue(track.above if up else track.below, (space, steps), span)
