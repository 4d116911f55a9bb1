"""Peephole simplification of expressions.

Lowering composes expressions from independent parts, which leaves redundancy: the size of a singleton, a
lookup in an identity table, a test for rails on each square of the set without rails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from rulec.analysis.partial_evaluation import settled
from rulec.analysis.total_expressions import is_certain
from rulec.ir import nodes
from rulec.ir.nodes import Column, Const, Expr
from rulec.ir.program import Program
from rulec.ir.schema import is_wide
from rulec.ir.simplify import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    any_of,
    both,
    contains,
    either,
    holds,
    if_else,
    intersection,
    negate,
    some,
)
from rulec.ir.types import ElemType, IntType, ListType, SetType, bounds
from rulec.ir.walk import always_has_a_value, locals_read, rewrite, rewrite_program, substitute


def simplify_expressions(program: Program) -> Program:
    return rewrite_program(program, simplified)


def simplified(part: Any) -> Any:
    """Simplify a node whose operands are simplified."""
    match part:
        case nodes.ReadField(_, index) | nodes.Column(_, index) | nodes.Lookup(_, index):
            part = replace(part, index=tuple(map(_itself, index)))
        case nodes.Some(nodes.Steps() as steps):
            part = _some_step(steps)
        case nodes.Count(value) if not isinstance(value.type, ListType):
            part = _counted(part, value)
        case nodes.Contains(nodes.SetOp() as those, member) if is_wide(those.type) and _is_at_hand(member):
            part = _is_in(those, member)
        case nodes.Arithmetic("+" | "-", number, Const(0)) | nodes.Arithmetic("+", Const(0), number) if (
            isinstance(number.type, IntType)
        ):
            part = number
        case nodes.Arithmetic(
            "max", nodes.Arithmetic("-", nodes.ReadField() as number, Const(1)), Const(0)
        ) if bounds(number.type).lo == 0:  # so said, sixty-four bytes can be lowered at once
            is_some = if_else(nodes.Compare(">", number, ZERO), ONE, ZERO, IntType(0, 1))
            part = nodes.Arithmetic("-", number, is_some, part.type)
        case nodes.Compare(op, left, right) if isinstance(left, nodes.Lookup) or isinstance(
            right, nodes.Lookup
        ):
            part = nodes.Compare(op, _itself(left), _itself(right))
        case nodes.SetOp("-", nodes.Filter(var, value, condition) as those, nodes.Single(member)) if (
            not isinstance(value.type, ListType) and _is_at_hand(member) and _is_one(member)
        ):
            part = replace(part, left=replace(those, condition=_other_than(condition, var, member)))
        case nodes.Fold("sum", var, nodes.SetOp("|", those, nodes.Single(member)) as whole) if (
            not isinstance(whole.type, ListType) and _is_at_hand(member) and _is_one(member)
        ):
            part = _sum_with_one_more(part, those, member)
        case nodes.Compare(op, nodes.Arithmetic("+" | "-" as sign, number, Const(more)), Const(limit)):
            least = limit - more if sign == "+" else limit + more
            part = nodes.Compare(op, number, Const(least, IntType(least, least)))
        case nodes.Exists(var, Const(members) as those, condition) if (
            members.bit_count() == 1
            and isinstance(those.type, SetType)
            and not isinstance(those.type, ListType)
        ):
            member = Const(members.bit_length() - 1, ElemType(those.type.domain))
            part = rewrite(substitute(condition, var, member), simplified)
        case nodes.Filter(var, value, condition) | nodes.Exists(var, value, condition) if not isinstance(
            value.type, ListType
        ):
            part = replace(part, condition=_of_those(condition, var, value))
    return settled(part)


def _some_step(steps: nodes.Steps) -> Expr:
    """Ask each direction for a start, instead of numbering the steps of all of them."""
    return any_of(map(some, steps.starts))


def _itself(index: Expr) -> Expr:
    """Drop a lookup in an identity table."""
    match index:
        case nodes.Lookup(nodes.Table(values=values), (inner,)):
            range_ = bounds(inner.type)
            if values == tuple(range(len(values))) and 0 <= range_.lo and range_.hi < len(values):
                return inner
        case _:
            pass
    return index


def _counted(count: nodes.Count, value: Expr) -> Expr:
    """Simplify the size of a set operation with a singleton operand."""
    match value:
        case nodes.SetOp("&", nodes.SetOp("|") as joined, those) | nodes.SetOp(
            "&", those, nodes.SetOp("|") as joined
        ):
            for one, others in ((joined.left, joined.right), (joined.right, joined.left)):
                if isinstance(one, nodes.Single) and _is_one(one.member):
                    both_ = both(contains(those, one.member), negate(contains(others, one.member)))
                    number = nodes.Count(intersection(others, those, joined.type), count.type)
                    return nodes.Arithmetic("+", number, _if(both_), count.type)
        case nodes.Single(member) if _is_one(member):
            return ONE
        case nodes.SetOp("&", nodes.Single(member), those) | nodes.SetOp(
            "&", those, nodes.Single(member)
        ) if _is_one(member):
            return _if(contains(those, member))
        case nodes.SetOp("|", nodes.Single(member), those) | nodes.SetOp(
            "|", those, nodes.Single(member)
        ) if _is_one(member):
            more = _if(negate(contains(those, member)))
            return nodes.Arithmetic("+", nodes.Count(those, count.type), more, count.type)
    return count


def _other_than(condition: Expr, var: str, member: Expr) -> Expr:
    """Fold comparisons of a loop's member with one that the loop leaves out."""

    def change(part: Any) -> Any:
        match part:
            case nodes.Compare("==" | "!=" as op, left, right) if member in (left, right):
                other = right if left == member else left
                if isinstance(other, nodes.ReadLocal) and other.name == var:
                    return TRUE if op == "!=" else FALSE
            case _:
                pass
        return settled(part)

    return cast(Expr, rewrite(condition, change))


def _sum_with_one_more(total: nodes.Fold, those: Expr, member: Expr) -> Expr:
    """Split the term of a single member off a sum: the rest may be the same for each of them."""
    if total.empty or bounds(total.type).lo > 0 or bounds(total.formula.type).lo < 0:
        return total
    term = rewrite(substitute(total.formula, total.var, member), simplified)
    once = if_else(_is_in(those, member), ZERO, term, total.formula.type)
    return nodes.Arithmetic("+", replace(total, value=those), once, total.type)


def _is_in(those: Expr, member: Expr) -> Expr:
    """Distribute a membership test over set operations: it reads one bit instead of building wide sets."""
    match those:
        case nodes.SetOp("|", left, right):
            return either(_is_in(left, member), _is_in(right, member))
        case nodes.SetOp("&", left, right):
            return both(_is_in(left, member), _is_in(right, member))
        case nodes.SetOp("-", left, right):
            return both(_is_in(left, member), negate(_is_in(right, member)))
        case _:
            pass
    return contains(those, member)


def _is_at_hand(member: Expr) -> bool:
    return isinstance(member, Const | nodes.ReadLocal | nodes.ReadField) and is_certain(member)


def _if(test: Expr) -> Expr:
    return if_else(test, ONE, ZERO, IntType(0, 1))


def _is_one(member: Expr) -> bool:
    return bounds(member.type).lo >= 0 and always_has_a_value(member)


# --- of members that are known to lie in a set that is kept, or not to --------------------------------------


def _of_those(condition: Expr, var: str, value: Expr) -> Expr:
    """Fold membership tests of members whose domain decides them."""
    known = list(_kept_sets(value, True))
    if not known:
        return condition

    def change(part: Any) -> Any:
        asked = lies_in(part, var)
        for column, inside in known if asked is not None else ():
            if asked is not None and column == asked[0]:
                return TRUE if inside == asked[1] else FALSE
        return settled(part)

    return cast(Expr, rewrite(condition, change))


def _kept_sets(value: Expr, inside: bool) -> Iterator[tuple[Column, bool]]:
    """Yield stored sets that contain all members of the value (True) or none of them (False)."""
    match value:
        case nodes.SetOp("&", left, right) if inside:
            yield from _kept_sets(left, inside)
            yield from _kept_sets(right, inside)
        case nodes.SetOp("|", left, right) if not inside:
            yield from _kept_sets(left, inside)
            yield from _kept_sets(right, inside)
        case nodes.SetOp("-", left, right) if inside:
            yield from _kept_sets(left, inside)
            yield from _kept_sets(right, not inside)
        case nodes.Column():
            yield value, inside
        case _:
            pass


def lies_in(test: Any, var: str) -> tuple[Column, bool] | None:
    """Return the stored set that the test puts the member in (True) or out of (False); None otherwise."""
    match test:
        case nodes.Not(value):
            found = lies_in(value, var)
            return (found[0], not found[1]) if found else None
        case nodes.ReadField(field) if field.axis is not None and field.type == test.type:
            cell, answers = test, (False, True)
        case nodes.Compare(op, nodes.ReadField(field) as cell, Const(limit)) if field.axis is not None:
            range_ = bounds(field.type)
            answers = (holds(op, range_.lo, limit), holds(op, range_.hi, limit))
        case _:
            return None
    axis = cell.field.axis
    assert axis is not None
    member, others = cell.index[axis], (*cell.index[:axis], *cell.index[axis + 1 :])
    column = nodes.Column(cell.field, others)
    is_it = isinstance(member, nodes.ReadLocal) and member.name == var
    if not is_it or answers[0] == answers[1] or not is_certain(column):
        return None
    return None if var in locals_read(column) else (column, answers[1])
