"""Prints IR statements and block ends as lines of a listing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulec.base.source_text import NOWHERE, Span
from rulec.ir import nodes
from rulec.ir.nodes import End, Stmt
from rulec.ir.program import Program
from rulec.ir.reports.expression_printer import constant, expression, place


def end(one: End, program: Program) -> str:
    """Format a block end."""
    match one:
        case nodes.Goto(target):
            return f"goto {target}"
        case nodes.Branch(condition, then, otherwise):
            return f"if {expression(condition)} goto {then} else {otherwise}"
        case nodes.Switch(value, cases, otherwise):
            of = ", ".join(f"{constant(n, value.type)}: {block}" for n, block in cases)
            return f"by {expression(value)} goto {of}, else {otherwise}"
        case nodes.Ask(decision, nothing):
            asked = f"ask {program.decisions[decision].name}"
            return asked if nothing is None else f"{asked}, without an option goto {nothing}"
        case nodes.Call(target, back):
            return f"call {target}, then {back}"
        case nodes.Return():
            return "return"
        case nodes.Finish():
            return "finish"
        case nodes.Unwind(depth, target):
            return f"unwind to {expression(depth)}, goto {target}"
        case nodes.Cut(target):
            return f"cut, goto {target}"
        case nodes.ProbeSuccess(probe, target):
            return f"probe {probe} done, goto {target}"
        case nodes.Chance(event, var, members, weight, resume, dead_end):
            drawn = f"chance {program.events[event].name}: {var} in {expression(members)}"
            weighted = "" if weight == nodes.Const(1, weight.type) else f" by {expression(weight)}"
            return f"{drawn}{weighted} goto {resume}, else fault {dead_end}"
        case _:
            assert_never(one)


def statements(body: tuple[Stmt, ...], depth: int) -> Iterator[str]:
    """Format statements, one a line, two spaces per depth."""
    pad = "  " * depth
    for one in body:
        match one:
            case nodes.Assign(field, index, value):
                yield f"{pad}{place(field, index)} := {expression(value)}{at(one.span)}"
            case nodes.SetLocal(name, value):
                yield f"{pad}let {name} = {expression(value)}{at(one.span)}"
            case nodes.If(condition, then, otherwise):
                yield f"{pad}if {expression(condition)}{at(one.span)}"
                yield from statements(then, depth + 1)
                if otherwise:
                    yield f"{pad}else"
                    yield from statements(otherwise, depth + 1)
            case nodes.ForEach(var, value, inner):
                yield f"{pad}{_when(one)}for each {var} in {expression(value)}{at(one.span)}"
                yield from statements(inner, depth + 1)
            case nodes.Require(condition, fault):
                yield f"{pad}require {expression(condition)}, else fault {fault}{at(one.span)}"
            case nodes.Save(fields):
                yield f"{pad}save {', '.join(field.name for field in fields)}"
            case nodes.CallProcedure(procedure, arguments):
                yield f"{pad}{_when(one)}{procedure}({', '.join(map(expression, arguments))}){at(one.span)}"
            case _:
                assert_never(one)


def _when(one: nodes.ForEach | nodes.CallProcedure) -> str:
    return "when played: " if one.untried else ""


def at(span: Span) -> str:
    """Format the source line of a node."""
    return "" if span == NOWHERE else f"  # line {span.line}"
