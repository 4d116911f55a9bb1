"""Emits invariant checks, for loaded positions and debug builds.

They are emitted last and take no part in any plan, so all other text is the same without them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulec.analysis.repeated_parts import RepeatedParts
from rulec.codegen.blocks import BlockText
from rulec.codegen.expressions import ExpressionText
from rulec.codegen.name_plan import NamePlan
from rulec.codegen.names import distinct, plain, without_numbers
from rulec.codegen.text_nodes import FunctionText
from rulec.ir.program import Program


def look_at_what_always_holds(
    program: Program, plan: NamePlan, expressions: ExpressionText, blocks: BlockText
) -> Iterator[FunctionText]:
    for function in program.always_functions:
        plan.functions[function.name] = distinct(
            f"f_{plain(without_numbers(function.name))}", plan.functions.values()
        )
    every = (*program.functions, *program.always_functions)
    expressions.repeated_parts = RepeatedParts({one.name: one.result for one in every})
    for function in program.always_functions:
        yield blocks.function(function.name, function.parameters, function.result, function.span)
