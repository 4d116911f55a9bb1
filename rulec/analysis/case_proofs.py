"""Proofs by cases: a test holds if it holds for all values of the few variables that it reads.

Whoever moves a marker up a track has a space to choose whatever the space is that the marker stands on. The
cases are the values of the variables; those that contradict a known fact are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Final, cast

from rulec.analysis.partial_evaluation import settled
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.simplify import FALSE, TRUE, lookup
from rulec.ir.types import BoolType, ElemType, IntType, bounds
from rulec.ir.walk import children, size, with_children

MOST_CASES: Final = 256
LARGEST: Final = 120  # parts of a test that is looked at
FEW: Final = 64  # values of a variable
_VARIABLES: Final = nodes.ReadField | nodes.ReadLocal


def holds_in_all_cases(facts: Iterable[Expr], test: Expr) -> bool:
    """Return whether a test holds for all values of its variables that the facts admit."""
    if size(test) > LARGEST:
        return False
    variables = _variables(test)
    number = 1
    for one in variables:
        number *= len(_values(one))
    if not variables or number > MOST_CASES:
        return False
    about = [one for one in facts if size(one) <= LARGEST and 0 < len(_variables(one) & variables)]
    ordered = sorted(variables, key=repr)
    for values in product(*map(_values, ordered)):
        case = {one: Const(value, one.type) for one, value in zip(ordered, values, strict=True)}
        if _in_case(test, case) != TRUE and not any(_in_case(one, case) == FALSE for one in about):
            return False
    return True


@lru_cache(maxsize=20_000)
def _variables(test: Expr) -> frozenset[Expr]:
    """Return the outermost variables with few values; conditions on others count as variables."""
    return frozenset(_found(test))


def _found(part: Any) -> Iterator[Expr]:
    match part:
        case nodes.ReadField() | nodes.ReadLocal():
            if _few(part):
                yield part
        case nodes.Compare(left=left) if isinstance(left.type, IntType) and not _is_readable(part):
            yield part
        case _:
            for one in children(part):
                yield from _found(one)


def _is_readable(test: nodes.Compare) -> bool:
    """Return whether a comparison follows from variables with few values."""
    waiting: list[Any] = [test.left, test.right]
    while waiting:
        one = waiting.pop()
        if isinstance(one, _VARIABLES):
            if not _few(one):
                return False
        elif isinstance(one, nodes.Fold | nodes.Count | nodes.CallFunction):
            return False
        else:
            waiting += children(one)
    return True


def _few(one: Any) -> bool:
    if not isinstance(one.type, IntType | ElemType | BoolType):
        return False
    have = bounds(one.type)
    return have.hi - have.lo < FEW


def _values(one: Expr) -> range:
    have = bounds(one.type)
    return range(have.lo, have.hi + 1)


def _in_case(test: Expr, case: dict[Expr, Const]) -> Expr:
    """Evaluate a test as far as the values of a case permit."""

    def change(part: Any) -> Any:
        known = case.get(part) if isinstance(part, _VARIABLES | nodes.Compare) else None
        if known is not None:
            return known
        part = with_children(part, change)
        if isinstance(part, nodes.Lookup):
            fits = all(
                isinstance(one, Const) and 0 <= one.value < dim.size
                for one, dim in zip(part.index, part.table.dims, strict=True)
            )
            return lookup(part.table, part.index) if fits else part
        return settled(part)

    return cast(Expr, change(test))
