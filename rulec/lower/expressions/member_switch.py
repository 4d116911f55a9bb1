"""Switches over members, as binary search."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import IntType, Type, union
from rulec.lower.context import ExpressionContext
from rulec.lower.names import Names
from rulec.semantics import typed


def by_member(lowering: ExpressionContext, node: typed.ByMember, names: Names) -> Expr:
    value = lowering.expr(node.value, names)
    if isinstance(value, Const):
        return lowering.expr(node.cases[value.value], names)
    cases = [lowering.expr(one, names) for one in node.cases]
    type_ = lowering.type(node.type)
    for one in cases:
        type_ = union(type_, one.type)
    return _halved(value, cases, 0, type_)


def _halved(value: Expr, cases: list[Expr], first: int, type_: Type) -> Expr:
    """Return the binary search of a member among these; members of equal cases are merged."""
    if all(one == cases[0] for one in cases):
        return cases[0]
    middle = len(cases) // 2
    low = _halved(value, cases[:middle], first, type_)
    high = _halved(value, cases[middle:], first + middle, type_)
    number = first + middle
    test = nodes.Compare("<", value, Const(number, IntType(number, number)))
    return s.if_else(test, low, high, type_)
