"""Recognizes sorts that rotate a list: `LIST clockwise from ENTRY`."""

from __future__ import annotations

from functools import reduce

from rulec.analysis.sum_terms import plus_term, terms_of
from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import IntType, ListType
from rulec.ir.walk import locals_read


@dataclass(frozen=True)
class Rotation:
    """The sorted list begins at index `first`, modulo its length, and continues by steps of `by`.

    This holds for lists whose entries differ: equal entries share the position of the first of them.
    """

    first: Expr
    by: int


def rotation(node: nodes.InOrder) -> Rotation | None:
    """Return the rotation that a sort performs; None for other sorts.

    The key is a position in the sorted list, plus or minus an independent number, modulo the length.
    """
    match node:
        case nodes.InOrder("min", var, value, nodes.Arithmetic("%", far, length)):
            pass
        case _:
            return None
    if not isinstance(value.type, ListType) or value.type != node.type or not _is_length(length, value):
        return None
    terms = list(terms_of(far))
    own = [(term, sign) for term, sign in terms if var in locals_read(term)]
    match own:
        case [(nodes.PositionOf(nodes.ReadLocal(name), places), by)] if name == var and places == value:
            pass
        case _:
            return None
    # The position of the entry at index k is k + 1; the first key is 0; whole rounds do not matter.
    given = [(term, sign) for term, sign in terms if var not in locals_read(term) and term != length]
    rest = [(term, -sign * by) for term, sign in given]
    before: Expr = Const(-1, IntType(-1, -1))
    return Rotation(reduce(plus_term, rest, before), by)


def _is_length(length: Expr, value: Expr) -> bool:
    match length:
        case nodes.Arithmetic("max", nodes.Count(counted), Const(1)):
            return counted == value
        case _:
            return False
