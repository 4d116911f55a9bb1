"""Computes a set once where a condition tests it for members and the body uses it.

`if some (squares where free): place my disc on the first of (squares where free) in order of row` asks and
takes from the same squares.
"""

from __future__ import annotations

from functools import reduce
from itertools import count
from typing import Any, cast

from rulec.analysis.repeated_parts import LOOPS
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Expr
from rulec.ir.program import Program
from rulec.ir.types import ListType
from rulec.ir.walk import conjuncts, parts, rewrite, rewrite_program

_COSTLY = (*LOOPS, nodes.Gather)


def reuse_tested_sets(program: Program) -> Program:
    numbers = count()

    def change(part: Any) -> Any:
        if not isinstance(part, nodes.If) or part.otherwise:
            return part
        *before, asked = conjuncts(part.condition)
        if not isinstance(asked, nodes.Some) or isinstance(asked.value.type, ListType):
            return part
        if not any(isinstance(one, _COSTLY) for one in parts(asked.value)):
            return part
        known = nodes.ReadLocal(f"asked.{next(numbers)}", asked.value.type)
        then = _with(part.then, asked.value, known)
        if then == part.then:
            return part
        inner = (
            nodes.SetLocal(known.name, asked.value, part.span),
            nodes.If(s.some(known), then, (), part.span),
        )
        return nodes.If(reduce(s.both, before, cast(Expr, s.TRUE)), inner, (), part.span)

    return rewrite_program(program, change)


def _with(body: tuple[nodes.Stmt, ...], value: Expr, known: Expr) -> tuple[nodes.Stmt, ...]:
    """Replace a value by the local that holds it, up to the first statement that may change it."""
    changed: list[nodes.Stmt] = []
    for number, statement in enumerate(body):
        if isinstance(statement, nodes.If | nodes.ForEach | nodes.Save):
            return (*changed, *body[number:])
        new = rewrite(statement, lambda one: known if type(one) is type(value) and one == value else one)
        changed.append(cast(nodes.Stmt, new))
        if isinstance(statement, nodes.Assign | nodes.CallProcedure):
            return (*changed, *body[number + 1 :])
    return tuple(changed)
