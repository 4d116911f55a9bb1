"""Spaces of tracks, columns and rows as numbers."""

from __future__ import annotations

from typing import cast

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.types import NONE, MemberType, NumberType, Sort


def printed(value: typed.Expr) -> typed.Expr:
    """The number on a space of a track, or of a column or row; anything else stays what it is. None is 0."""
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
    """The number of a column or row."""
    assert board.board is not None
    type_ = NumberType(board.board.first, board.board.first + line.size - 1)
    return typed.Coordinate("position", value, board, type_, value.span)


def as_numbers(left: typed.Expr, right: typed.Expr) -> tuple[typed.Expr, typed.Expr]:
    """Both as numbers if one of them is one, or if they are spaces of two tracks."""
    a, b = left.type, right.type
    different = False
    if isinstance(a, MemberType) and isinstance(b, MemberType):
        different = a.sort is not b.sort and None not in (a.sort.track, b.sort.track)
    if isinstance(a, NumberType) or isinstance(b, NumberType) or different:
        return printed(left), printed(right)
    return left, right


def space_with(value: typed.Expr, wanted: MemberType) -> typed.Expr | None:
    """The space of a track on which this number is printed."""
    track = wanted.sort.track
    if track is None or track.printed is None or not isinstance(value, typed.Constant):
        return None
    if not isinstance(value.type, NumberType) or value.value not in track.printed.values:
        return None
    return typed.Constant(track.printed.values.index(value.value), MemberType(wanted.sort), value.span)


def kept_for(value: typed.Expr, name: str, markers: dict[typed.Variable, typed.Track]) -> typed.Expr | None:
    """`my progress(line)'s vp`: what a track says of the space and the kind of marker together."""
    if not isinstance(value, typed.VariableValue) or value.variable not in markers:
        return None
    column = markers[value.variable].columns.get(name)
    return None if column is None else typed.ColumnValue(column, (*value.keys, value), value.span)


def moved_by(
    track: typed.Track, space: typed.Expr, steps: typed.Expr, span: Span, up: bool = True
) -> typed.Expr:
    """The space so many steps away, at most the last or the first."""
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
