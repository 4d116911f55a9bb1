"""Iterates over the non-zero rows of large sparse variables.

A board of some hundred spaces counts the tiles of each kind on each space, mostly zero. "The resources on my
route" becomes a sum over the occupied spaces of the route; the engine maintains the set of these spaces.
Where only non-zero rows are stored, what vanishes with a row is asked after a test of the set alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.program import Program
from rulec.ir.schema import field_bytes
from rulec.ir.simplify import nothing
from rulec.ir.types import ElemType, IntType, ListType, SetType, bounds
from rulec.ir.walk import locals_read, parts, rewrite, rewrite_program

_LARGE = 512  # bytes of a variable of which it pays to keep where anything is


def iterate_nonzero_rows(program: Program) -> Program:
    sparse = [field for field in program.fields if _is_sparse(field)]
    if not sparse:
        return program
    return rewrite_program(program, lambda part: _guarded(_narrowed(part, sparse)))


def _is_sparse(field: Field) -> bool:
    counts = isinstance(field.type, IntType) and field.type.lo == 0
    large = field.axis is None and (field_bytes(field) >= _LARGE or field.rows > 0)
    return large and counts and len(field.dims) > 1 and not any(field.starts)


def _narrowed(part: Any, sparse: list[Field]) -> Any:
    match part:
        case nodes.Filter(var, value, condition) | nodes.Exists(var, value, condition):
            inner = condition
        case nodes.Fold("sum", var, value, formula, 0) | nodes.UnionOf(var, value, formula):
            inner = formula
        case _:
            return part
    if not isinstance(value.type, SetType) or isinstance(value.type, ListType):
        return part
    read = [field for field in sparse if field.dims[0] is value.type.domain and _reads(inner, field)]
    for fields in (*([field] for field in read), read):
        if fields and _vanishes(inner, nodes.ReadLocal(var, ElemType(value.type.domain)), fields):
            there = _occupied(fields, value.type)
            if len(fields) == 1:
                part = _without_guards(part, fields[0])
            if isinstance(value, Const) and value.value == value.type.domain.full:
                return replace(part, value=there)
            return replace(part, value=nodes.SetOp("&", value, there, value.type))
    return part


def _without_guards(part: Any, field: Field) -> Any:
    """Drop the tests of a loop's member that the loop over non-zero rows makes redundant."""
    member = nodes.ReadLocal(part.var, ElemType(part.value.type.domain))
    if any(getattr(one, "var", "") == part.var for one in parts(part) if one is not part):
        return part

    def is_sure(one: Expr) -> bool:
        match one:
            case nodes.Contains(nodes.Occupied(other), row):
                return other == field and _is_same(row, member)
            case _:
                return False

    def without(one: Any) -> Any:
        match one:
            case nodes.IfElse(condition, then, _) if is_sure(condition):
                return then
            case nodes.Logic("and", left, right) if is_sure(left):
                return right
            case _:
                return one

    return rewrite(part, without)


def _guarded(part: Any) -> Any:
    """Test first whether the row is stored, for expressions of its cells that vanish without it."""
    match part:
        case nodes.Exists(var, _, condition) | nodes.Filter(var, _, condition):
            inner = condition
        case nodes.Fold("sum", var, _, formula, 0):
            inner = formula
        case _:
            return part
    free = locals_read(part)
    for field, row in dict.fromkeys(_rows_read(inner)):
        if isinstance(row, nodes.ReadLocal) and (row.name == var or row.name not in free):
            continue
        if not _vanishes(inner, row, [field]):
            continue
        there = nodes.Contains(nodes.Occupied(field), row)
        if isinstance(part, nodes.Exists):
            return there if _is_any_cell(part, field) else nodes.Logic("and", there, part)
        return nodes.IfElse(there, part, nothing(part.type), part.type)
    return part


def _rows_read(node: Expr) -> Iterator[tuple[Field, Expr]]:
    """Yield the stored rows whose cells are read, and are named by a variable."""
    for part in parts(node):
        match part:
            case nodes.ReadField(field, (nodes.ReadLocal() | nodes.ReadField(_, ()) as row, _)) if field.rows:
                if bounds(row.type).lo >= 0:
                    yield field, row
            case _:
                pass


def _is_any_cell(node: nodes.Exists, field: Field) -> bool:
    """Return whether any cell above 0 passes the test."""
    match node.value, node.condition:
        case Const(value), nodes.Compare(">=", nodes.ReadField(read, (_, nodes.ReadLocal(name))), Const(1)):
            return read == field and name == node.var and value == field.dims[1].full
        case _:
            return False


def _occupied(fields: list[Field], type_: SetType) -> Expr:
    """Return the members with a non-zero row in at least one field."""
    there: Expr = nodes.Occupied(fields[0])
    for field in fields[1:]:
        there = nodes.SetOp("|", there, nodes.Occupied(field), type_)
    return there


def _reads(node: Expr, field: Field) -> bool:
    return any(isinstance(part, nodes.ReadField) and part.field == field for part in parts(node))


def _vanishes(node: Expr, row: Expr, fields: list[Field]) -> bool:
    """Return whether the expression is 0, false or empty for a member with zero rows in all fields."""
    var = row.name if isinstance(row, nodes.ReadLocal) else ""

    def gone(one: Expr) -> bool:
        return _vanishes(one, row, fields)

    match node:
        case Const(value):
            return value == 0
        case nodes.ReadField(read, (index, *_)):
            return read in fields and _is_same(index, row)
        case nodes.Compare(">=", left, Const(least)):
            return least >= 1 and gone(left)
        case nodes.Compare(">", left, Const(below)):
            return below >= 0 and gone(left)
        case nodes.Logic("and", left, right):
            return gone(left) or gone(right)
        case nodes.Logic("or", left, right):
            return gone(left) and gone(right)
        case nodes.IfElse(_, then, otherwise):
            return gone(then) and gone(otherwise)
        case nodes.Arithmetic("*", left, right):
            return gone(left) or gone(right)
        case nodes.Arithmetic("+" | "-" | "max", left, right):
            return gone(left) and gone(right)
        case nodes.Arithmetic("min", left, right):
            return (gone(left) and bounds(right.type).lo >= 0) or (gone(right) and bounds(left.type).lo >= 0)
        case nodes.Exists(inner, value, condition) | nodes.Filter(inner, value, condition):
            return gone(value) or (inner != var and gone(condition))
        case nodes.Fold("sum", inner, value, formula, 0) | nodes.UnionOf(inner, value, formula):
            return gone(value) or (inner != var and gone(formula))
        case nodes.Some(value) | nodes.Count(value):
            return gone(value)
        case nodes.Contains(nodes.Occupied(field), member):
            return field in fields and _is_same(member, row)
        case nodes.Contains(value, _):
            return gone(value)
        case nodes.SetOp("&", left, right):
            return gone(left) or gone(right)
        case nodes.SetOp("|", left, right):
            return gone(left) and gone(right)
        case nodes.SetOp("-", left, _):
            return gone(left)
        case _:
            pass
    return False


def _is_same(member: Expr, row: Expr) -> bool:
    if isinstance(member, nodes.ReadLocal) and isinstance(row, nodes.ReadLocal):
        return member.name == row.name
    return member == row
