"""Sums as signed terms: taken apart, and put together with their ranges."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.types import IntType, bounds


def terms_of(value: Expr, sign: int = 1) -> Iterator[tuple[Expr, int]]:
    """Yield the terms of a sum with their signs."""
    match value:
        case nodes.Arithmetic("+" | "-" as op, left, right):
            yield from terms_of(left, sign)
            yield from terms_of(right, sign if op == "+" else -sign)
        case _:
            yield value, sign


def plus_term(value: Expr, more: tuple[Expr, int]) -> Expr:
    """Add a signed term to a sum."""
    term, sign = more
    have, range_ = bounds(value.type), bounds(term.type)
    lo, hi = (range_.lo, range_.hi) if sign > 0 else (-range_.hi, -range_.lo)
    return nodes.Arithmetic("+" if sign > 0 else "-", value, term, IntType(have.lo + lo, have.hi + hi))
