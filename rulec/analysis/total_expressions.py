"""Totality of expressions: evaluation in every state without a trap."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.types import Domain, SetType, bounds


def is_certain(those: Expr) -> bool:
    """Is the expression total, so that it can be evaluated speculatively? Indexes must be in range."""
    match those:
        case nodes.Const() | nodes.ReadLocal():
            return True
        case nodes.SetOp(_, left, right):
            return is_certain(left) and is_certain(right)
        case nodes.ReadField(nodes.Field(dims=dims), index) | nodes.Lookup(nodes.Table(dims=dims), index):
            return _are_within(index, dims)
        case nodes.Column(field, index):
            return _are_within(index, tuple(dim for n, dim in enumerate(field.dims) if n != field.axis))
        case nodes.Single(member):
            return bounds(member.type).lo >= 0 and isinstance(member, _PLAIN) and is_certain(member)
        case _:
            pass
    return False


_PLAIN = (nodes.Const, nodes.ReadLocal, nodes.ReadField, nodes.Lookup)


def _are_within(index: tuple[Expr, ...], dims: tuple[Domain, ...]) -> bool:
    """Return whether each index is always within its domain."""
    return all(
        isinstance(one, _PLAIN)
        and is_certain(one)
        and 0 <= bounds(one.type).lo <= bounds(one.type).hi < dim.size
        for one, dim in zip(index, dims, strict=True)
    )


def is_all(value: Expr, type_: SetType) -> bool:
    return isinstance(value, nodes.Const) and value.value == type_.domain.full
