"""Values that no decision changes: expressions of constants, options and the number of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulec.ir import nodes
from rulec.ir.nodes import Expr, Field

Reckoning = Callable[[int, int], int]

_COMPARED: Final[dict[str, Reckoning]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_RECKONED: Final[dict[str, Reckoning]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "min": min,
    "max": max,
}


def fixed(value: Expr, given: Mapping[Field, int]) -> int | None:
    """Evaluate an expression over given fields; None if it depends on anything else."""
    match value:
        case nodes.Const():
            return value.value
        case nodes.ReadField(field, ()):
            return given.get(field)
        case nodes.Lookup(table, index):
            place = 0
            for one, dim in zip(index, table.dims, strict=True):
                at = fixed(one, given)
                if at is None or not 0 <= at < dim.size:
                    return None
                place = place * dim.size + at
            return table.values[place]
        case nodes.Arithmetic(op, left, right) if op in _RECKONED:
            return _joined(_RECKONED[op], left, right, given)
        case nodes.Compare(op, left, right) if op in _COMPARED:
            found = _joined(_COMPARED[op], left, right, given)
            return None if found is None else int(found)
        case nodes.IfElse(condition, then, otherwise):
            holds = fixed(condition, given)
            return None if holds is None else fixed(then if holds else otherwise, given)
        case _:
            pass
    return None


def _joined(reckon: Reckoning, left: Expr, right: Expr, given: Mapping[Field, int]) -> int | None:
    a, b = fixed(left, given), fixed(right, given)
    return None if a is None or b is None else reckon(a, b)
