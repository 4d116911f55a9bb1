"""Restricts loop domains to members that can satisfy the body.

"Is one of the stations here mine?" filters the stations of all players by place, and then by owner; it
suffices to iterate over mine. "The managers of this colour" sums over all colours where one term remains.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulec.analysis.total_expressions import is_all, is_certain
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.program import Program
from rulec.ir.types import ListType, SetType, bounds
from rulec.ir.walk import locals_read, rewrite_program, substitute

_QUICK = (nodes.Lookup, nodes.ReadLocal, nodes.ReadField, nodes.Column, nodes.Single)


def narrow_loops(program: Program) -> Program:
    return rewrite_program(program, _narrowed)


def _narrowed(part: Any) -> Any:
    match part:
        case nodes.SetOp("&", nodes.Filter() as those, among) if _is_quick(among, those):
            return _within(those, among)
        case nodes.SetOp("&", among, nodes.Filter() as those) if _is_quick(among, those):
            return _within(those, among)
        case nodes.Fold("sum", var, value, nodes.IfElse(test, then, Const(0)), 0) if _is_plain(value):
            return _sum(part, var, value, test, then)
        case nodes.UnionOf(var, value, nodes.IfElse(nodes.Contains(among, member), then, Const(0))):
            if _is(member, var) and var not in locals_read(among) and _is_plain(value) and is_certain(among):
                return replace(part, value=_both(value, among), formula=then)
        case _:
            pass
    return part


def _sum(part: nodes.Fold, var: str, value: Expr, test: Expr, then: Expr) -> Expr:
    """Narrow a sum whose terms vanish for most members."""
    match test:
        case nodes.Compare("==", member, one) | nodes.Compare("==", one, member) if _is(member, var):
            if var not in locals_read(one) and _is_one_of(one, value):
                return substitute(then, var, one)
        case nodes.Contains(among, member) if _is(member, var) and var not in locals_read(among):
            if not is_certain(among):
                return part
            return replace(part, value=_both(value, among), formula=then)
    return part


def _is(member: Expr, var: str) -> bool:
    return isinstance(member, nodes.ReadLocal) and member.name == var


def _is_quick(among: Expr, those: nodes.Filter) -> bool:
    return isinstance(among, _QUICK) and _is_plain(those) and among.type == those.type


def _is_plain(value: Expr) -> bool:
    return isinstance(value.type, SetType) and not isinstance(value.type, ListType)


def _is_one_of(member: Expr, value: Expr) -> bool:
    """Return whether the member is always in the set."""
    assert isinstance(value.type, SetType)
    range_ = bounds(member.type)
    return is_all(value, value.type) and 0 <= range_.lo <= range_.hi < value.type.domain.size


def _within(those: nodes.Filter, among: Expr) -> Expr:
    return replace(those, value=_both(those.value, among))


def _both(value: Expr, among: Expr) -> Expr:
    assert isinstance(value.type, SetType)
    return s.intersection(value, among, value.type)
