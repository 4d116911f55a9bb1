"""Smart constructors for IR expressions, with constant, empty and universal operands folded."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import reduce
from typing import cast

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import BOOL, Domain, ElemType, IntType, SetType, Type, bounds
from rulec.ir.walk import substitute

TRUE = Const(1, BOOL)
FALSE = Const(0, BOOL)
ZERO = Const(0, IntType(0, 0))
ONE = Const(1, IntType(1, 1))

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "min": min,
    "max": max,
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def full(domain: Domain) -> Const:
    return Const(domain.full, SetType(domain))


def empty(domain: Domain) -> Const:
    return Const(0, SetType(domain))


def nothing(type_: Type) -> Const:
    """Return the null value of a type: none, no, 0, no members."""
    return Const(-1 if isinstance(type_, ElemType) else 0, type_)


def union(a: Expr, b: Expr, type_: SetType) -> Expr:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value | b.value, type_)
    if isinstance(a, Const):
        a, b = b, a
    if isinstance(b, Const):
        if b.value == 0:
            return a
        if b.value == type_.domain.full:
            return b
    return a if a == b else nodes.SetOp("|", a, b, type_)


def intersection(a: Expr, b: Expr, type_: SetType) -> Expr:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value & b.value, type_)
    if isinstance(a, Const):
        a, b = b, a
    if isinstance(b, Const):
        if b.value == type_.domain.full:
            return a
        if b.value == 0:
            return b
    # of members that are known, only those are looked at
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Const) and isinstance(other, nodes.Filter) and other.type == type_:
            return nodes.Filter(other.var, intersection(other.value, one, type_), other.condition, type_)
    # what depends on a condition stays outside, so that nothing is worked out where it does not hold
    for one, other in ((a, b), (b, a)):
        if isinstance(one, nodes.IfElse) and one.otherwise == empty(type_.domain):
            return nodes.IfElse(one.condition, intersection(one.then, other, type_), one.otherwise, type_)
    # (all - x) & y is y - x: one operation less, and the same form wherever it is asked
    if isinstance(a, nodes.SetOp) and a.op == "-" and a.left == full(type_.domain):
        return difference(b, a.right, type_)
    if isinstance(b, nodes.SetOp) and b.op == "-" and b.left == full(type_.domain):
        return difference(a, b.right, type_)
    return a if a == b else nodes.SetOp("&", a, b, type_)


def difference(a: Expr, b: Expr, type_: SetType) -> Expr:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value & ~b.value, type_)
    if isinstance(b, Const) and b.value == 0:
        return a
    if isinstance(b, Const) and b.value == type_.domain.full:
        return empty(type_.domain)
    everything = full(type_.domain)
    if a == everything and isinstance(b, nodes.SetOp) and b.op == "-" and b.left == everything:
        return b.right  # not not
    return empty(type_.domain) if a == b else nodes.SetOp("-", a, b, type_)


def negate(value: Expr) -> Expr:
    if isinstance(value, Const):
        return FALSE if value.value else TRUE
    return value.value if isinstance(value, nodes.Not) else nodes.Not(value)


def both(a: Expr, b: Expr) -> Expr:
    if isinstance(a, Const):
        return b if a.value else FALSE
    return (
        (a if b.value else FALSE) if isinstance(b, Const) and not _may_skip(a) else nodes.Logic("and", a, b)
    )


def either(a: Expr, b: Expr) -> Expr:
    if isinstance(a, Const):
        return TRUE if a.value else b
    return (TRUE if b.value else a) if isinstance(b, Const) else nodes.Logic("or", a, b)


def all_of(tests: Iterable[Expr]) -> Expr:
    """Return the conjunction of tests, evaluated in their order."""
    return reduce(both, tests, cast(Expr, TRUE))


def any_of(tests: Iterable[Expr]) -> Expr:
    """Return the disjunction of tests, evaluated in their order."""
    return reduce(either, tests, cast(Expr, FALSE))


def _may_skip(value: Expr) -> bool:
    return isinstance(value, Const)


def contains(value: Expr, member: Expr) -> Expr:
    if isinstance(value, Const) and isinstance(member, Const):
        return TRUE if member.value >= 0 and (value.value >> member.value) & 1 else FALSE
    if isinstance(value, Const) and isinstance(value.type, SetType):
        if value.value == 0:
            return FALSE
        if value.value == value.type.domain.full and bounds(member.type).lo >= 0:
            return TRUE
    if isinstance(value, nodes.Column) and bounds(member.type).lo >= 0:
        return kept_in(value, member)
    if isinstance(value, nodes.SetOp) and value.op == "-":
        # asked as "in a and not in b", so that facts about either are found again
        return both(contains(value.left, member), negate(contains(value.right, member)))
    known = isinstance(member, Const | nodes.ReadLocal | nodes.ReadField)
    if known and isinstance(value, nodes.Filter) and isinstance(value.type, SetType):
        range_ = bounds(member.type)
        if 0 <= range_.lo and range_.hi < value.type.domain.size:
            # one member is looked at, not all of them
            return both(contains(value.value, member), substitute(value.condition, value.var, member))
    return nodes.Contains(value, member)


def kept_in(column: nodes.Column, member: Expr) -> Expr:
    """Build the membership test of a bit column as a comparison of the member's cell."""
    field, axis = column.field, column.field.axis
    cell = nodes.ReadField(field, (*column.index[:axis], member, *column.index[axis:]))
    high = bounds(field.type).hi
    yes = {0: ZERO, 1: ONE}.get(high, Const(high, IntType(high, high)))
    return cell if field.type == BOOL else nodes.Compare(">=", cell, yes)


def union_of(var: str, value: Expr, formula: Expr, type_: SetType) -> Expr:
    """Build the union of a formula's sets over the members of a set.

    A table that gives every member another one, in order (whose piece it is, where each owner has one sort
    of pieces), makes of the set the same set of the others: nothing has to be gathered.
    """
    member = formula.member if isinstance(formula, nodes.Single) else None
    if isinstance(member, nodes.Lookup) and isinstance(value, nodes.Filter):
        everyone = full(type_.domain)
        plain = len(member.index) == 1 and member.index[0] == nodes.ReadLocal(var, member.index[0].type)
        whole = value.value == full(value.type.domain)
        if plain and whole and member.table.values == tuple(range(type_.domain.size)):
            local = nodes.ReadLocal(value.var, ElemType(type_.domain))
            return nodes.Filter(value.var, everyone, substitute(value.condition, value.var, local), type_)
    return nodes.UnionOf(var, value, formula, type_)


def some(value: Expr) -> Expr:
    while isinstance(value, nodes.BestOf | nodes.InOrder):  # there are best ones where there are any
        value = value.value
    match value:
        case Const(members):
            return TRUE if members else FALSE
        case nodes.IfElse(condition, nodes.Single(member), Const(0)) if bounds(member.type).lo >= 0:
            return condition  # there is one where that holds
        case nodes.SetOp("-", Const(members), nodes.Single()) if members.bit_count() > 1:
            return TRUE
    return nodes.Some(value)


def lookup(table: nodes.Table, index: tuple[Expr, ...]) -> Expr:
    """Build a table lookup; folded where every index is constant."""
    if all(isinstance(one, Const) for one in index):
        place = 0
        for one, dim in zip(index, table.dims, strict=True):
            assert isinstance(one, Const)
            place = place * dim.size + one.value
        return Const(table.values[place], table.type)
    return nodes.Lookup(table, index)


def gather(table: nodes.Table, value: Expr, type_: SetType) -> Expr:
    """Build the union of a table's sets over the members of a set."""
    if isinstance(value, Const):
        found = 0
        for member, one in enumerate(table.values):
            found |= one if (value.value >> member) & 1 else 0
        return Const(found, type_)
    return nodes.Gather(table, value, type_)


def less(value: Expr, lo: int, size: int) -> Expr:
    """Return the offset of a number within a range from `lo`."""
    if isinstance(value, Const):
        return Const(value.value - lo, IntType(value.value - lo, value.value - lo))
    if lo == 0:
        return value
    return nodes.Arithmetic("-", value, Const(lo, IntType(lo, lo)), IntType(0, size - 1))


def surely(value: Expr, type_: ElemType) -> Expr:
    """Narrow an optional member to one that exists."""
    if isinstance(value, Const):
        return Const(max(0, value.value), type_)
    if bounds(value.type).lo >= 0:
        return value
    return nodes.Arithmetic("max", value, Const(0, IntType(0, 0)), IntType(0, type_.domain.size - 1))


def if_else(condition: Expr, then: Expr, otherwise: Expr, type_: Type) -> Expr:
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    if isinstance(condition, nodes.Compare) and isinstance(condition.left, Const):
        return then if holds(condition.op, condition.left.value, _known(condition.right)) else otherwise
    return nodes.IfElse(condition, then, otherwise, type_)


def _known(value: Expr) -> int:
    assert isinstance(value, Const)
    return value.value


def holds(op: str, a: int, b: int) -> bool:
    return COMPARISONS[op](a, b)
