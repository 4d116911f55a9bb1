"""Incrementally maintained sums: the size of a pile stored as a number for each kind.

Rules need this sum often (is there a card, from how many does one draw), and each evaluation would add up all
kinds. Instead, every assignment of a cell updates the sum, and undoing a trial restores it with the state. A
debug build recomputes it at every decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulec.analysis.total_expressions import is_all
from rulec.ir import nodes
from rulec.ir.nodes import Expr, Field
from rulec.ir.program import Program
from rulec.ir.schema import cell_bytes
from rulec.ir.types import IntType, ListType, SetType, bounds
from rulec.ir.walk import locals_read, parts_of_program

MANY = 16  # members; sums of fewer are unrolled
_SOME = 5  # members that justify a maintained sum
_FEW_ROWS = 8  # rows of fewer than MANY members, if a look-ahead restores the variable as a whole
_ASKED_OFTEN = 2  # least number of places that evaluate the sum


@dataclass(frozen=True)
class Total:
    """A variable with a maintained sum over its last index, for each of the others."""

    field: Field
    rows: int
    size: int  # members that are added up

    @property
    def c_type(self) -> str:
        return "uint16_t" if bounds(self.field.type).hi * self.size < 1 << 16 else "uint32_t"


def totals_worth_keeping(program: Program) -> list[Total]:
    asked = Counter(cell.field for part in parts_of_program(program) for cell in _sums_in(part))
    found = [field for field, places in asked.items() if places >= _ASKED_OFTEN]
    return [_total(field) for field in program.fields if field in found]


def _total(field: Field) -> Total:
    size = field.dims[-1].size
    return Total(field, field.cells // size, size)


def _sums_in(part: Any) -> Iterator[nodes.ReadField]:
    """Yield the cells that an expression sums over all members."""
    match part:
        case nodes.Fold("sum", var, value, formula, 0):
            added = added_bytes(var, value, formula)
        case nodes.Chance(var=var, members=value, weight=weight):
            added = added_bytes(var, value, weight)
        case _:
            return
    yield from (cell for cell in added if _is_worth_it(cell.field))


def _is_worth_it(field: Field) -> bool:
    """Return whether there are enough addends, and not too many sums to restore with the state."""
    size = field.dims[-1].size
    return size >= _SOME and (size >= MANY or field.cells <= _FEW_ROWS * size)


def added_bytes(var: str, members: Expr, formula: Expr) -> list[nodes.ReadField]:
    """Match a sum of bytes over contiguous members, and return the bytes."""
    cells = _added(formula)
    type_ = members.type
    if not isinstance(type_, SetType) or not is_all(members, type_):
        return []
    found = [one for one in cells if isinstance(one, nodes.ReadField)]
    fit = all(bounds(one.field.type).lo >= 0 and stand_side_by_side(var, type_, one) for one in found)
    return found if fit and len(found) == len(cells) else []


def _added(formula: Expr) -> list[Expr]:
    if isinstance(formula, nodes.Arithmetic) and formula.op == "+":
        return [*_added(formula.left), *_added(formula.right)]
    return [formula]


def stand_side_by_side(var: str, type_: SetType, cell: nodes.ReadField) -> bool:
    """Return whether the cells are contiguous bytes, one per member, indexed by the last index."""
    field = cell.field
    match cell.index:
        case (*before, nodes.ReadLocal(name)) if name == var:
            pass
        case _:
            return False
    if any(var in locals_read(one) for one in before) or field.axis is not None:
        return False
    numbers = isinstance(field.type, IntType) and not isinstance(type_, ListType)
    return numbers and field.dims[-1] == type_.domain and cell_bytes(field)[0] == 1
