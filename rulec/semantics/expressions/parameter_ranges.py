"""Clamps numbers that definitions pass on to definitions.

Parameters of definitions have the full range, so `n - 1` may lie just outside it. Actual values never are so
large, and the number is clamped to the range.
"""

from __future__ import annotations

from typing import Literal

from rulec.base import limits
from rulec.semantics import typed
from rulec.semantics.flow.number_ranges import result_range
from rulec.semantics.types import NumberType, Type

OPEN = NumberType(-limits.OPEN_END, limits.OPEN_END)


def handed_on(value: typed.Expr, wanted: Type) -> typed.Expr | None:
    """Clamp a number to a parameter's range, if only another parameter's range makes it larger."""
    have = value.type
    if wanted != OPEN or not isinstance(have, NumberType) or have.hi < OPEN.lo or have.lo > OPEN.hi:
        return None
    if not _rests_on_a_parameter(value):
        return None
    held = _held("lesser", value, have, OPEN.hi)
    return _held("greater", held, held.type, OPEN.lo)


def _held(
    op: Literal["lesser", "greater"], value: typed.Expr, have: NumberType, end: int
) -> typed.Arithmetic:
    bound = typed.Constant(end, NumberType(end, end), value.span)
    type_ = NumberType(*result_range(op, (have.lo, have.hi), (end, end)))
    return typed.Arithmetic(op, value, bound, type_, value.span)


def _rests_on_a_parameter(node: typed.Expr) -> bool:
    match node:
        case typed.LocalValue():
            return node.type == OPEN
        case typed.Arithmetic():
            return _rests_on_a_parameter(node.left) or _rests_on_a_parameter(node.right)
        case typed.IfElse():
            return _rests_on_a_parameter(node.then) or _rests_on_a_parameter(node.otherwise)
        case _:
            pass
    return False
