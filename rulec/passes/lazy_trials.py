"""Evaluates feasibility probes last, and only where their result matters.

`choose district from ends where (it is not the centre or can hire)` intersects the ends with a set that
depends on a probe. Where none of the ends is the centre, no probe runs. In a conjunction, tests with probes
come last.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any, cast

from rulec.analysis.repeated_parts import RepeatedParts
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.program import Program
from rulec.ir.types import ListType, SetType
from rulec.ir.walk import always_has_a_value, rewrite_program


def defer_trials(program: Program) -> Program:
    invariants = RepeatedParts({one.name: one.result for one in program.functions})

    def change(part: Any) -> Any:
        if isinstance(part, nodes.Logic):
            return _cheapest_first(part, invariants)
        for those, within in _narrowed(part):
            tests = [test for one in _united(within) if (test := _all_or_none(one)) is not None]
            if any(map(invariants.tries_something, tests)) and not invariants.tries_something(those):
                sure = [one for one in _united(within) if _all_or_none(one) is None]
                return _late(those, sure, reduce(s.either, tests), part.type)
        return part

    return rewrite_program(program, change)


def _cheapest_first(logic: nodes.Logic, invariants: RepeatedParts) -> nodes.Logic:
    """Move tests with probes behind those without, provided the latter are total."""
    tests = list(_chained(logic, logic.op))
    late = [one for one in tests if invariants.tries_something(one)]
    if not late or tests[-len(late) :] == late:
        return logic
    early = [one for one in tests if one not in late]
    if not all(map(always_has_a_value, early)):
        return logic
    found = reduce(lambda a, b: cast(Expr, nodes.Logic(logic.op, a, b)), [*early, *late])
    return cast(nodes.Logic, found)


def _chained(test: Expr, op: str) -> Iterator[Expr]:
    if isinstance(test, nodes.Logic) and test.op == op:
        yield from _chained(test.left, op)
        yield from _chained(test.right, op)
    else:
        yield test


def _narrowed(value: Any) -> list[tuple[Expr, Expr]]:
    """Return the pairs of sets whose intersection this expression is."""
    match value:
        case nodes.SetOp("&", left, right):
            return [(left, right), (right, left)]
        case nodes.SetOp("-", left, right, type_) if not isinstance(type_, ListType):
            return [(nodes.SetOp("-", Const(type_.domain.full, type_), right, type_), left)]
    return []


def _united(value: Expr) -> Iterator[Expr]:
    if isinstance(value, nodes.SetOp) and value.op == "|":
        yield from _united(value.left)
        yield from _united(value.right)
    else:
        yield value


def _all_or_none(value: Expr) -> Expr | None:
    """Return the condition of a set with two possible values: the whole domain, or empty."""
    match value:
        case nodes.IfElse(test, Const(there, SetType() as type_), Const(0)):
            full = not isinstance(type_, ListType) and there == type_.domain.full
            return test if full else None
        case _:
            pass
    return None


def _late(those: Expr, sure: list[Expr], test: Expr, type_: SetType) -> Expr:
    """Intersect a set with sure members and, if the test holds, with all; test only if others remain."""
    nothing: Expr = Const(0, type_)
    if not sure:
        return nodes.IfElse(s.both(nodes.Some(those), test), those, nothing, type_)
    kept = reduce(lambda a, b: cast(Expr, nodes.SetOp("|", a, b, type_)), sure)
    rest = nodes.SetOp("-", those, kept, type_)
    tried = nodes.IfElse(s.both(nodes.Some(rest), test), rest, nothing, type_)
    return nodes.SetOp("|", nodes.SetOp("&", those, kept, type_), tried, type_)
