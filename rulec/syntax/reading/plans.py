"""Read the lines of a best plan, and of an account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulec.base.source_text import Span
from rulec.syntax import ast
from rulec.syntax.reading.expressions import ExpressionReader


def read_plan(name: ast.Ident, lines: Sequence[tuple[Any, ExpressionReader]], span: Span) -> ast.BestPlan:
    groups: list[ast.Fates] = []
    uses: list[ast.FateUses] = []
    values: list[ast.PlanValue] = []
    goals: list[ast.Goal] = []
    for line, reader in lines:
        parts, here = line.children, reader.span(line)
        match str(line.data):
            case "fates":
                fates = tuple(reader.ident(one) for one in parts[2:])
                groups.append(ast.Fates(reader.ident(parts[0]), reader.expr(parts[1]), fates, here))
            case "fate_uses":
                fate, needs = reader.ident(parts[0]), reader.ident(parts[1])
                uses.append(ast.FateUses(fate, needs, reader.expr(parts[2]), here))
            case "plan_value":
                values.append(ast.PlanValue(reader.ident(parts[0]), reader.expr(parts[1]), here))
            case _:
                goals += [
                    ast.Goal(reader.rank(parts[n]), reader.expr(parts[n + 1]), here)
                    for n in range(0, len(parts), 2)
                ]
    return ast.BestPlan(name, tuple(groups), tuple(uses), tuple(values), tuple(goals), span)


def read_account(
    name: ast.Ident, among: ast.Ident, lines: Sequence[tuple[Any, ExpressionReader]], span: Span
) -> ast.Account:
    starts: list[ast.Expr] = []
    steps: list[ast.AccountStep] = []
    for line, reader in lines:
        parts = line.children
        if line.data == "account_start":
            starts.append(reader.expr(parts[0]))
        else:
            steps.append(
                ast.AccountStep(
                    reader.ident(parts[0]), reader.expr(parts[1]), reader.expr(parts[2]), reader.span(line)
                )
            )
    return ast.Account(name, among, tuple(starts), tuple(steps), span)
