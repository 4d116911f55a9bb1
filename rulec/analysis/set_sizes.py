"""Bounds on the sizes of sets, from their form alone.

A decision among the spaces without a piece of a player has an option where there are more spaces than
players; so has one among the other players.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import IntType, ListType, SetType, bounds
from rulec.ir.walk import locals_read

MOST_ENTRIES = 4_096  # of a table that are inspected


def least_size(members: Expr) -> int:
    """Bound the size of a set from below."""
    if isinstance(members.type, ListType):
        return 0
    match members:
        case Const(value):
            return value.bit_count()
        case nodes.Single(member):
            return int(bounds(member.type).lo >= 0)
        case nodes.Lookup():
            return min(map(int.bit_count, _entries(members)), default=0)
        case nodes.SetOp("|", left, right):
            return max(least_size(left), least_size(right))
        case nodes.SetOp("-", left, right):
            return max(0, least_size(left) - greatest_size(right))
        case nodes.SetOp("&", left, right):
            return max(0, least_size(left) + least_size(right) - _domain(members))
        case nodes.IfElse(_, then, otherwise):
            return min(least_size(then), least_size(otherwise))
        case nodes.Filter(var, value, condition) if not isinstance(value.type, ListType):
            return max(0, least_size(value) - _failing(var, condition, _domain(members)))
        case _:
            return 0


def greatest_size(members: Expr) -> int:
    """Bound the size of a set from above."""
    most = _domain(members)
    if isinstance(members.type, ListType):
        return most
    match members:
        case Const(value):
            return value.bit_count()
        case nodes.Single():
            return 1
        case nodes.Lookup():
            return max(map(int.bit_count, _entries(members)), default=most)
        case nodes.SetOp("|", left, right):
            return min(most, greatest_size(left) + greatest_size(right))
        case nodes.SetOp("-", left, _) | nodes.Filter(_, left, _):
            return greatest_size(left) if not isinstance(left.type, ListType) else most
        case nodes.SetOp("&", left, right):
            return min(greatest_size(left), greatest_size(right))
        case nodes.IfElse(_, then, otherwise):
            return max(greatest_size(then), greatest_size(otherwise))
        case nodes.UnionOf(_, value, formula) if not isinstance(value.type, ListType):
            return min(most, greatest_size(value) * greatest_size(formula))
        case _:
            return most


def _failing(var: str, condition: Expr, most: int) -> int:
    """Bound the number of members for which a condition fails."""
    match condition:
        case nodes.Logic("and", left, right):
            return min(most, _failing(var, left, most) + _failing(var, right, most))
        case nodes.Logic("or", left, right):
            return min(_failing(var, left, most), _failing(var, right, most))
        case nodes.Not(nodes.Compare("==", left, right)) | nodes.Compare("!=", left, right):
            other = right if _is_local(left, var) else left if _is_local(right, var) else None
            return 1 if other is not None and var not in locals_read(other) else most
        case nodes.Not(nodes.Contains(those, member)) if _is_local(member, var):
            return most if var in locals_read(those) else greatest_size(those)
        case Const(value):
            return 0 if value else most
        case _:
            return most


def _is_local(value: Expr, name: str) -> bool:
    return isinstance(value, nodes.ReadLocal) and value.name == name


def _domain(members: Expr) -> int:
    assert isinstance(members.type, SetType)
    return members.type.domain.size


def _entries(read: nodes.Lookup) -> Iterator[int]:
    """Yield the entries that a table may give for any value of its indexes; none if there are too many."""
    ranges, number = [], 1
    for place, dim in zip(read.index, read.table.dims, strict=True):
        have = bounds(place.type)
        if isinstance(place, Const):
            have = IntType(place.value, place.value)
        if have.lo < 0:
            return
        values = range(have.lo, min(have.hi + 1, dim.size))
        ranges.append(values)
        number *= len(values)
    if number > MOST_ENTRIES:
        return
    for chosen in product(*ranges):
        at = 0
        for n, dim in zip(chosen, read.table.dims, strict=True):
            at = at * dim.size + n
        yield read.table.values[at]
