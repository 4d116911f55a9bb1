"""Iterates over the non-zero rows of large sparse variables.

A board of some hundred spaces counts the tiles of each kind on each space, mostly zero. "The resources on my
route" becomes a sum over the occupied spaces of the route; the engine maintains the set of these spaces.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.program import Program
from rulec.ir.schema import field_bytes
from rulec.ir.types import IntType, ListType, SetType, bounds
from rulec.ir.walk import parts, rewrite_program

_LARGE = 512  # bytes of a variable of which it pays to keep where anything is


def iterate_nonzero_rows(program: Program) -> Program:
    sparse = [field for field in program.fields if _is_sparse(field)]
    if not sparse:
        return program
    return rewrite_program(program, lambda part: _narrowed(part, sparse))


def _is_sparse(field: Field) -> bool:
    counts = isinstance(field.type, IntType) and field.type.lo == 0
    large = field.axis is None and field_bytes(field) >= _LARGE
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
        if fields and _vanishes(inner, var, fields):
            there = _occupied(fields, value.type)
            if isinstance(value, Const) and value.value == value.type.domain.full:
                return replace(part, value=there)
            return replace(part, value=nodes.SetOp("&", value, there, value.type))
    return part


def _occupied(fields: list[Field], type_: SetType) -> Expr:
    """Return the members with a non-zero row in at least one field."""
    there: Expr = nodes.Occupied(fields[0])
    for field in fields[1:]:
        there = nodes.SetOp("|", there, nodes.Occupied(field), type_)
    return there


def _reads(node: Expr, field: Field) -> bool:
    return any(isinstance(part, nodes.ReadField) and part.field == field for part in parts(node))


def _vanishes(node: Expr, var: str, fields: list[Field]) -> bool:
    """Return whether the expression is 0, false or empty for members with zero rows in all fields."""

    def gone(one: Expr) -> bool:
        return _vanishes(one, var, fields)

    match node:
        case Const(value):
            return value == 0
        case nodes.ReadField(read, (index, *_)):
            return read in fields and isinstance(index, nodes.ReadLocal) and index.name == var
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
