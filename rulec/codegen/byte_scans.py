"""Byte-parallel scans: test one byte of each member for all members at once."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.analysis.total_expressions import is_all
from rulec.codegen.maintained_sums import MANY, added_bytes, stand_side_by_side
from rulec.codegen.text_nodes import (
    Code,
    Declaration,
    Piece,
    Statement,
    call,
    chained,
    code,
    element,
    grouped,
)
from rulec.codegen.writer import ExpressionWriter
from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.types import ElemType, SetType, Type, bounds
from rulec.ir.walk import substitute


def byte_test(var: str, type_: Type, condition: Expr) -> tuple[nodes.ReadField, int, int] | None:
    """Match a range test of a byte of each member; return the byte, the least value, how many more.

    The members are the last index of a variable, so that the bytes stand side by side.
    """
    if not isinstance(type_, SetType):
        return None
    match condition:
        case nodes.Compare(op, nodes.ReadField() as cell, nodes.Const(value)):
            pass
        case _:
            return None
    if type_.domain.size < 8 or not stand_side_by_side(var, type_, cell):
        return None
    has = bounds(cell.field.type)
    within = {
        "==": (value, value),
        ">=": (value, has.hi),
        ">": (value + 1, has.hi),
        "<=": (has.lo, value),
        "<": (has.lo, value - 1),
        "!=": (has.lo + 1, has.hi) if value == has.lo else None,
    }[op]
    if within is None or within[0] > within[1] or within[0] < has.lo or within[1] > has.hi:
        return None
    return cell, within[0], within[1] - within[0]


def row_of_bytes(text: ExpressionWriter, cell: nodes.ReadField) -> tuple[Piece, Piece]:
    """Return the start and the number of all members' bytes."""
    *before, _ = cell.index
    sizes = tuple(dim.size for dim in cell.field.dims)
    if cell.field.rows:
        return text.row(cell.field, tuple(before)), str(sizes[-1])
    row = grouped(text.offset(tuple(before), sizes[:-1]))
    array = f"&s.{text.plan.fields[cell.field.name]}"
    return element(array, code(f"{{}} * {sizes[-1]}", row)), str(sizes[-1])


def sum_of_bytes(text: ExpressionWriter, var: str, members: Expr, formula: Expr) -> Code | None:
    """Sum a byte over all members: maintained, or by vector operations; None for other sums."""
    counts: list[Piece] = []
    for one in added_bytes(var, members, formula):
        total = text.total(one)
        if total is not None:
            counts.append(total)
        elif one.field.dims[-1].size < MANY:
            counts += map(text.text, _cells(var, one))
        else:
            counts.append(call("rulec_sum_bytes", *row_of_bytes(text, one)))
    return chained("+", counts) if counts else None


def _cells(var: str, cell: nodes.ReadField) -> Iterator[Expr]:
    domain = cell.field.dims[-1]
    for n in range(domain.size):
        yield substitute(cell, var, nodes.Const(n, ElemType(domain)))


def some_of_all(
    text: ExpressionWriter, members: Expr, cell: nodes.ReadField, least: int, more: int
) -> Code | None:
    """Return the maintained sum if it decides whether any member has something."""
    everyone = isinstance(members.type, SetType) and is_all(members, members.type)
    anything = (least, least + more) == (1, bounds(cell.field.type).hi) and bounds(cell.field.type).lo == 0
    return text.total(cell) if everyone and anything else None


def bytes_within(
    text: ExpressionWriter, node: nodes.Filter | nodes.Exists, cell: nodes.ReadField, least: int, more: int
) -> list[Statement]:
    """Emit the scan for members whose byte is in a range, sixteen at a time."""
    scanned = (*row_of_bytes(text, cell), str(least & 255), str(more))
    many = cell.field.dims[-1].size > 64
    lines: list[Statement]
    if many:
        lines = [Declaration(text.plan.c_type(node.value.type), "found")]
        lines.append(call("rulec_words_within", "found.w", *scanned))
    else:
        lines = [Declaration("uint64_t", "found", call("rulec_bytes_within", *scanned))]
    if not (isinstance(node.value, nodes.Const) and node.value.value == cell.field.dims[-1].full):
        those = text.text(node.value)
        both = text.call_set("and", node.value.type, those, "found") if many else code("{} & found", those)
        lines.append(code("found = {}", both))
    return lines
