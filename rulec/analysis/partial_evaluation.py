"""Partial evaluation of expressions: the counterpart of `simplify`.

`simplify` builds expressions; here one that was built for every case is looked at again in one case.
"""

from __future__ import annotations

from typing import Any

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.simplify import ARITHMETIC, FALSE, TRUE, both, either, holds, negate, some
from rulec.ir.types import ElemType, IntType, ListType, SetType, bounds
from rulec.ir.walk import rewrite, substitute

_NUMBERS = (IntType, ElemType)


def settled(part: Any) -> Any:
    """Fold an expression whose operands permit it."""
    match part:
        case nodes.Arithmetic(op, Const(left), Const(right)) if op not in ("//", "%"):
            value = ARITHMETIC[op](left, right)
            return Const(value, IntType(value, value))
        case nodes.Arithmetic("max", nodes.IfElse(condition, then, Const(low)), Const(least) as given) if (
            low <= least <= bounds(then.type).lo
        ):
            return nodes.IfElse(condition, then, given, part.type)
        case nodes.Compare(op, left, right):
            return _compared(op, left, right, part)
        case nodes.Logic("and", left, right):
            return both(left, right)
        case nodes.Logic("or", left, right):
            return either(left, right)
        case nodes.Not(value):
            return negate(value)
        case nodes.IfElse(Const(value), then, otherwise):
            return then if value else otherwise
        case nodes.IfElse(condition, then, nodes.IfElse(other, otherwise, _)) if other == negate(condition):
            return nodes.IfElse(condition, then, otherwise, part.type)
        case nodes.Pick(_, nodes.IfElse(condition, nodes.Single(member), Const(0))) if (
            bounds(member.type).lo >= 0
        ):
            return nodes.IfElse(condition, member, Const(-1, part.type), part.type)
        case nodes.Pick("first", nodes.InOrder(op, var, value, key)) if not isinstance(value.type, ListType):
            return nodes.Best(op, var, value, key, part.type)
        case nodes.Contains(Const() as members, member) if not isinstance(members.type, ListType):
            return _among(members, member)
        case nodes.Some(value):
            return some(value)
        case nodes.Count(Const(value) as members) if not isinstance(members.type, ListType):
            number = value.bit_count()
            return Const(number, IntType(number, number))
        case nodes.SetOp(op, left, right):
            return _sets(op, left, right, part)
        case nodes.Fold(_, var, nodes.Single(member), formula) if bounds(member.type).lo >= 0:
            return rewrite(substitute(formula, var, member), settled)
        case nodes.Fold(_, _, Const(0) as members, empty=number) if not isinstance(members.type, ListType):
            return Const(number, IntType(number, number))
        case nodes.Exists(_, members, condition):
            if members == Const(0, members.type) or condition == FALSE:
                return FALSE
        case _:
            pass
    return part


def _among(members: Const, member: Expr) -> Expr:
    """Fold a membership in a constant set; tables are inverted."""
    match member:
        case Const(number):
            return TRUE if number >= 0 and members.value >> number & 1 else FALSE
        case nodes.Lookup(table, (index,)) if isinstance(index.type, ElemType):
            return _among(_fitting(members, table), index)
        case nodes.IfElse(
            nodes.Compare("==", one, Const(-1)),
            Const(-1),
            nodes.Lookup(table, (nodes.Arithmetic("max", same, Const(0)),)),
        ) if one == same:
            return _among(_fitting(members, table), one)
        case nodes.IfElse(condition, Const() as none, otherwise) if none.value < 0:
            return both(negate(condition), _among(members, otherwise))
    return nodes.Contains(members, member) if members.value else FALSE


def _fitting(members: Const, table: nodes.Table) -> Const:
    """Return the indexes whose table entry is in the set."""
    fitting = sum(1 << n for n, one in enumerate(table.values) if one >= 0 and members.value >> one & 1)
    return Const(fitting, SetType(table.dims[0]))


def _compared(op: str, left: Any, right: Any, part: Any) -> Any:
    if op == "==" and left == right:
        return TRUE
    if isinstance(left, nodes.IfElse) and isinstance(right, Const):
        then, otherwise = _decided(op, left.then, right), _decided(op, left.otherwise, right)
        if then is not None and otherwise is not None:
            if then == otherwise:
                return then
            return left.condition if then == TRUE else negate(left.condition)
    decided = _decided(op, left, right)
    return part if decided is None else decided


def _decided(op: str, left: Any, right: Any) -> Const | None:
    """Decide a comparison by the ranges of its operands; None if they overlap."""
    if isinstance(left, Const) and isinstance(right, Const):
        return TRUE if holds(op, left.value, right.value) else FALSE
    if not (isinstance(left.type, _NUMBERS) and isinstance(right.type, _NUMBERS)):
        return None
    a, b = bounds(left.type), bounds(right.type)
    if op in ("<", "<=", ">", ">="):
        both_ends = {holds(op, a.lo, b.hi), holds(op, a.hi, b.lo)}
        return None if len(both_ends) > 1 else TRUE if both_ends == {True} else FALSE
    if a.hi < b.lo or b.hi < a.lo:
        return FALSE if op == "==" else TRUE
    return None


def _sets(op: str, left: Any, right: Any, part: Any) -> Any:
    if isinstance(part.type, ListType) or not isinstance(part.type, SetType):
        return part
    nothing = Const(0, part.type)
    if isinstance(left, Const) and isinstance(right, Const):
        a, b = left.value, right.value
        return Const({"&": a & b, "|": a | b, "-": a & ~b}[op], part.type)
    if op == "&" and nothing in (left, right):
        return nothing
    match left, right:
        case nodes.SetOp("&", inner, Const(one)), Const(other) if op == "&":
            return settled(nodes.SetOp("&", inner, Const(one & other, part.type), part.type))
    if op == "|" and nothing in (left, right):
        return right if left == nothing else left
    if op == "-" and nothing in (left, right):
        return left
    return part
