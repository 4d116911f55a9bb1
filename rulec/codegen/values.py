"""What can be said of a value before it is worked out."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.types import SetType, bounds


def is_certain(those: Expr) -> bool:
    """Can it be worked out where the rules do not get to it? Then no index may be one that there is not."""
    match those:
        case nodes.Const() | nodes.ReadLocal():
            return True
        case nodes.SetOp(_, left, right):
            return is_certain(left) and is_certain(right)
        case nodes.ReadField(field, index):
            return all(
                isinstance(one, nodes.Const | nodes.ReadLocal | nodes.ReadField)
                and (not isinstance(one, nodes.ReadField) or is_certain(one))
                and 0 <= bounds(one.type).lo <= bounds(one.type).hi < dim.size
                for one, dim in zip(index, field.dims, strict=True)
            )
    return False


def is_all(value: Expr, type_: SetType) -> bool:
    return isinstance(value, nodes.Const) and value.value == type_.domain.full
