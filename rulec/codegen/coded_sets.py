"""Disjoint sets stored as codes: all sets of a row at once, and single members.

The cards under a pile lie in layers, a set for each, stored as the number of its layer for each card. So one
comparison of all codes with the range of a row replaces a loop over the layers.
"""

from __future__ import annotations

from typing import NamedTuple

from rulec.codegen.text_nodes import Code, Piece, call, code, element, grouped
from rulec.codegen.writer import ExpressionWriter
from rulec.ir import nodes
from rulec.ir.types import IntType, SetType, bounds
from rulec.ir.walk import locals_read

_WORD = 64


class Row(NamedTuple):
    """Adjacent sets of a variable: all members of its last index."""

    field: nodes.Field
    outer: tuple[nodes.Expr, ...]  # all indexes but the last
    size: int


def row_of(var: str, over: nodes.Expr, cell: nodes.Expr) -> Row | None:
    """Return the row whose sets `cell` names one after the other; None for all else."""
    match over, cell:
        case nodes.Const(whole), nodes.ReadField(field, (*index, nodes.ReadLocal(name))) if field.coded:
            domain = field.dims[-1]
            alone = name == var and not any(var in locals_read(one) for one in index)
            if not alone or over.type != SetType(domain) or whole != domain.full:
                return None
            return Row(field, tuple(index), domain.size)
        case _:
            return None


def union(writer: ExpressionWriter, node: nodes.UnionOf) -> Code | None:
    row = row_of(node.var, node.value, node.formula)
    return None if row is None else _members(writer, row)


def total(writer: ExpressionWriter, node: nodes.Fold) -> Code | None:
    """Emit the number of members in all sets of a row, or how often a member is in them."""
    if node.op != "sum" or node.empty:
        return None
    match node.formula:
        case nodes.Count(cell):
            row = row_of(node.var, node.value, cell)
            return None if row is None else writer.call_set("count", cell.type, _members(writer, row))
        case nodes.IfElse(nodes.Contains(cell, member), nodes.Const(1), nodes.Const(0)):
            row = row_of(node.var, node.value, cell)
            if row is None or node.var in locals_read(member) or bounds(member.type).lo < 0:
                return None
            (codes, first), place = _codes(writer, row), _member(writer, row.field, member)
            return call("rulec_coded_within", codes, place, first, str(row.size - 1))
        case _:
            return None


def filled(writer: ExpressionWriter, node: nodes.Filter) -> Code | None:
    """Emit the sets of a row that have members."""
    if not isinstance(node.condition, nodes.Some):
        return None
    row = row_of(node.var, node.value, node.condition.value)
    if row is None or row.size > _WORD:
        return None
    codes, first = _codes(writer, row)
    return call("rulec_codes_met", codes, _members_of(row.field), first, str(row.size))


def contains(writer: ExpressionWriter, node: nodes.Contains) -> Code | None:
    match node.value:
        case nodes.ReadField(field, index) if field.coded and bounds(node.member.type).lo >= 0:
            codes, _, number = writer.coded(field, index)
            return grouped(code("{} == {}", element(codes, _member(writer, field, node.member)), number))
        case _:
            return None


def put(writer: ExpressionWriter, node: nodes.Assign, trail: str) -> Code | None:
    """Emit the insertion or removal of a single member."""
    match node.value:
        case nodes.SetOp("|" | "-" as op, nodes.ReadField(field, index), nodes.Single(member)):
            if field != node.field or index != node.index or bounds(member.type).lo < 0:
                return None
            codes, _, number = writer.coded(field, index)
            there = str(int(op == "|"))
            return call("rulec_code_put", trail, "s", codes, _member(writer, field, member), number, there)
        case _:
            return None


def _members(writer: ExpressionWriter, row: Row) -> Code:
    codes, first = _codes(writer, row)
    return writer.call_set("coded", row.field.type, codes, _members_of(row.field), first, str(row.size - 1))


def _codes(writer: ExpressionWriter, row: Row) -> tuple[Piece, Piece]:
    """Return the codes, and that of the first set of the row."""
    first = nodes.Const(0, IntType(0, 0))
    codes, _, number = writer.coded(row.field, (*row.outer, first))
    return codes, number


def _members_of(field: nodes.Field) -> str:
    assert isinstance(field.type, SetType)
    return str(field.type.domain.size)


def _member(writer: ExpressionWriter, field: nodes.Field, member: nodes.Expr) -> Piece:
    text = writer.text(member)
    return text if isinstance(member, nodes.Const) else call("rulec_index", text, _members_of(field))
