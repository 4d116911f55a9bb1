"""Compile-time evaluation of expressions with known inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import ListType, Type
from rulec.runtime.list_codec import entries, packed


class Undefined(Exception):
    """The expression is undefined for these values."""


# Expressions that `value_of` evaluates. Those with a loop variable:
LOOPS = (
    *(nodes.Filter, nodes.Exists, nodes.Fold, nodes.UnionOf, nodes.Best, nodes.BestOf),
    nodes.InOrder,
)
WORKED_OUT = (
    *(Const, nodes.Lookup, nodes.Arithmetic, nodes.Compare, nodes.Logic, nodes.Not, nodes.IfElse),
    *(nodes.Single, nodes.SetOp, nodes.Contains, nodes.Count, nodes.Some, nodes.Pick, *LOOPS),
)


def value_of(node: Any, known: Mapping[Expr, int], named: Mapping[str, int]) -> int:
    """Evaluate an expression, given the values of subexpressions and locals."""

    def of(part: Expr) -> int:
        return value_of(part, known, named)

    if isinstance(node, Const):
        return node.value
    if node in known:
        return known[node]
    match node:
        case nodes.ReadLocal(name):
            return named[name]
        case nodes.Lookup(table, index):
            place = 0
            for one, dim in zip(index, table.dims, strict=True):
                at = of(one)
                if not 0 <= at < dim.size:
                    raise Undefined
                place = place * dim.size + at
            return table.values[place]
        case nodes.Arithmetic(op, left, right):
            if op in ("//", "%") and of(right) == 0:
                raise Undefined
            return s.ARITHMETIC[op](of(left), of(right))
        case nodes.Compare(op, left, right):
            return int(s.COMPARISONS[op](of(left), of(right)))
        case nodes.Logic(op, left, right):
            first = of(left)
            return first if bool(first) == (op == "or") else of(right)
        case nodes.Not(inner):
            return int(not of(inner))
        case nodes.IfElse(condition, then, otherwise):
            return of(then) if of(condition) else of(otherwise)
        case nodes.Single(member):
            at = of(member)
            return 1 << at if at >= 0 else 0
        case nodes.SetOp(op, left, right):
            a, b = of(left), of(right)
            return a | b if op == "|" else a & b if op == "&" else a & ~b
        case nodes.Contains(value, member):
            return int(of(member) in _members(of(value), value.type))
        case nodes.Count(value):
            return sum(1 for _ in _members(of(value), value.type))
        case nodes.Some(value):
            return int(any(True for _ in _members(of(value), value.type)))
        case nodes.Pick(which, value):
            members = list(_members(of(value), value.type))
            return (members[0] if which == "first" else members[-1]) if members else -1
        case _:
            pass
    return _over_members(node, list(_members(of(node.value), node.value.type)), known, named)


def _over_members(node: Any, members: list[int], known: Mapping[Expr, int], named: Mapping[str, int]) -> int:
    def each(formula: Expr) -> list[int]:
        return [value_of(formula, known, {**named, node.var: member}) for member in members]

    match node:
        case nodes.Filter(_, _, condition):
            found = [one for one, holds in zip(members, each(condition), strict=True) if holds]
            return _collected(found, node.type)
        case nodes.Exists(_, _, condition):
            return int(any(each(condition)))
        case nodes.UnionOf(_, _, formula):
            union = 0
            for one in each(formula):
                union |= one
            return union
        case nodes.Fold(op, _, _, formula, empty):
            values = each(formula)
            return {"sum": sum, "min": min, "max": max}[op](values) if values else empty  # type: ignore[operator]
        case nodes.Best(op, _, _, key) | nodes.BestOf(op, _, _, key):
            keys = each(key)
            best = (min if op == "min" else max)(keys, default=0)
            found = [one for one, rank in zip(members, keys, strict=True) if rank == best]
            if isinstance(node, nodes.BestOf):
                return sum(1 << one for one in found)
            return found[0] if found else -1
        case nodes.InOrder(op, _, _, key):
            sign = -1 if op == "max" else 1
            ranked = sorted(zip(members, each(key), strict=True), key=lambda one: sign * one[1])
            return _collected([member for member, _ in ranked], node.type)
        case _:
            pass
    raise AssertionError(node)


def _collected(found: list[int], type_: Type) -> int:
    if isinstance(type_, ListType):
        return packed(found[: type_.room], type_.digit)
    return sum(1 << member for member in found)


def _members(value: int, type_: Type) -> Iterator[int]:
    if isinstance(type_, ListType):
        yield from entries(value, type_.digit)
        return
    while value:
        lowest = value & -value
        yield lowest.bit_length() - 1
        value ^= lowest
