"""Small truths about IR expressions, used while they are built: constants, and tests made into sets.

`as_set` is what makes legality fast: "the squares where C" is not a loop that tests every square but,
wherever C allows, a few operations on bit sets.
"""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import BOOL, Domain, SetType, bounds
from rulec.ir.walk import locals_read

TRUE = Const(1, BOOL)
FALSE = Const(0, BOOL)


def full(domain: Domain) -> Const:
    return Const(domain.full, SetType(domain))


def empty(domain: Domain) -> Const:
    return Const(0, SetType(domain))


def union(a: Expr, b: Expr, type_: SetType) -> Expr:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value | b.value, type_)
    if isinstance(a, Const):
        a, b = b, a
    if isinstance(b, Const):
        if b.value == 0:
            return a
        if b.value == type_.domain.full:
            return b
    return a if a == b else nodes.SetOp("|", a, b, type_)


def intersection(a: Expr, b: Expr, type_: SetType) -> Expr:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value & b.value, type_)
    if isinstance(a, Const):
        a, b = b, a
    if isinstance(b, Const):
        if b.value == type_.domain.full:
            return a
        if b.value == 0:
            return b
    # (all - x) & y is y - x: one operation less, and the same form wherever it is asked
    if isinstance(a, nodes.SetOp) and a.op == "-" and a.left == full(type_.domain):
        return difference(b, a.right, type_)
    if isinstance(b, nodes.SetOp) and b.op == "-" and b.left == full(type_.domain):
        return difference(a, b.right, type_)
    return a if a == b else nodes.SetOp("&", a, b, type_)


def difference(a: Expr, b: Expr, type_: SetType) -> Expr:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value & ~b.value, type_)
    if isinstance(b, Const) and b.value == 0:
        return a
    if isinstance(b, Const) and b.value == type_.domain.full:
        return empty(type_.domain)
    everything = full(type_.domain)
    if a == everything and isinstance(b, nodes.SetOp) and b.op == "-" and b.left == everything:
        return b.right  # not not
    return empty(type_.domain) if a == b else nodes.SetOp("-", a, b, type_)


def negate(value: Expr) -> Expr:
    if isinstance(value, Const):
        return FALSE if value.value else TRUE
    return value.value if isinstance(value, nodes.Not) else nodes.Not(value)


def both(a: Expr, b: Expr) -> Expr:
    if isinstance(a, Const):
        return b if a.value else FALSE
    return (
        (a if b.value else FALSE) if isinstance(b, Const) and not _may_skip(a) else nodes.Logic("and", a, b)
    )


def either(a: Expr, b: Expr) -> Expr:
    if isinstance(a, Const):
        return TRUE if a.value else b
    return (TRUE if b.value else a) if isinstance(b, Const) else nodes.Logic("or", a, b)


def _may_skip(value: Expr) -> bool:
    return isinstance(value, Const)


def contains(value: Expr, member: Expr) -> Expr:
    if isinstance(value, Const) and isinstance(member, Const):
        return TRUE if member.value >= 0 and (value.value >> member.value) & 1 else FALSE
    if isinstance(value, Const) and isinstance(value.type, SetType):
        if value.value == 0:
            return FALSE
        if value.value == value.type.domain.full and bounds(member.type).lo >= 0:
            return TRUE
    if isinstance(value, nodes.SetOp) and value.op == "-":
        # asked as "in a and not in b", so that facts about either are found again
        return both(contains(value.left, member), negate(contains(value.right, member)))
    return nodes.Contains(value, member)


def some(value: Expr) -> Expr:
    if isinstance(value, Const):
        return TRUE if value.value else FALSE
    return nodes.Some(value)


def as_set(test: Expr, var: str, domain: Domain) -> Expr | None:
    """The members for which `test` holds, by operations on sets; nothing if each must be tried."""
    type_ = SetType(domain)
    if var not in locals_read(test):
        if isinstance(test, Const):
            return full(domain) if test.value else empty(domain)
        return nodes.IfElse(test, full(domain), empty(domain), type_)
    if isinstance(test, nodes.ReadLocal | nodes.IfElse):
        return None
    if isinstance(test, nodes.Not):
        inner = as_set(test.value, var, domain)
        return None if inner is None else difference(full(domain), inner, type_)
    if isinstance(test, nodes.Logic):
        left, right = as_set(test.left, var, domain), as_set(test.right, var, domain)
        if left is None or right is None:
            return None
        return intersection(left, right, type_) if test.op == "and" else union(left, right, type_)
    if isinstance(test, nodes.Contains):
        if _is_var(test.member, var) and var not in locals_read(test.value):
            return test.value
        return None
    if isinstance(test, nodes.Some):
        return _meets(test.value, var, domain)
    return _comparison(test, var, domain) if isinstance(test, nodes.Compare) else None


def _meets(value: Expr, var: str, domain: Domain) -> Expr | None:
    """The columns whose squares meet a set (`some column's squares where ...`)."""
    if not isinstance(value, nodes.SetOp) or value.op == "|":
        return None
    column, other = value.left, value.right
    if not isinstance(column, nodes.Lookup):
        column, other = other, column
    if not (isinstance(column, nodes.Lookup) and _is_var(column.index[0], var)) or var in locals_read(other):
        return None
    table = column.table
    assert isinstance(table.type, SetType)
    width = domain.size
    height = table.type.domain.size // width
    if any(row != _strided(n, width, height) for n, row in enumerate(table.values)):
        return None
    if value.op == "-":
        if value.left is not column:
            return None
        other = difference(full(table.type.domain), other, table.type)
    return nodes.ColumnsOf(other, width, height, SetType(domain))


def _strided(first: int, step: int, count: int) -> int:
    return sum(1 << (first + step * n) for n in range(count))


def _is_var(value: Expr, var: str) -> bool:
    return isinstance(value, nodes.ReadLocal) and value.name == var


_MIRROR = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def holds(op: str, a: int, b: int) -> bool:
    return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def _comparison(test: nodes.Compare, var: str, domain: Domain) -> Expr | None:
    """`it is x`, `column = c`, `row <= 2`: sets that are known, or looked up."""
    type_ = SetType(domain)
    op, left, right = test.op, test.left, test.right
    if var in locals_read(right):
        op, left, right = _MIRROR[op], right, left  # type: ignore[assignment]
    if var in locals_read(right) or isinstance(left.type, SetType):
        return None
    values = _values(left, var, domain)
    if values is None:
        return None
    if isinstance(right, Const):
        return Const(sum(1 << n for n, one in enumerate(values) if holds(op, one, right.value)), type_)
    if op in {"==", "!="} and _is_var(left, var):
        single: Expr = nodes.Single(right, type_)
        return single if op == "==" else difference(full(domain), single, type_)
    return None


def _values(formula: Expr, var: str, domain: Domain) -> list[int] | None:
    """The value of a formula for each member, if that is constant."""
    if _is_var(formula, var):
        return list(range(domain.size))
    if isinstance(formula, nodes.Lookup) and len(formula.index) == 1 and _is_var(formula.index[0], var):
        return list(formula.table.values)
    if isinstance(formula, nodes.Arithmetic):
        left, right = _values(formula.left, var, domain), _values(formula.right, var, domain)
        if left is not None and right is not None and formula.op in {"+", "-", "*"}:
            combine = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[formula.op]
            return [combine(a, b) for a, b in zip(left, right, strict=True)]
        return None
    if isinstance(formula, Const):
        return [formula.value] * domain.size
    return None
