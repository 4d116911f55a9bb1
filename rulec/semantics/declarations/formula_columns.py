"""Formula columns: cells that are worked out when they are read, for `me` or for the player in brackets.

Such a column is a meaning of its rows' kind that says something else for each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.base.diagnostics import Reporter
from rulec.semantics import typed
from rulec.semantics.expressions.tracks import printed
from rulec.semantics.typed.walk import uses_me
from rulec.semantics.types import (
    FLAG,
    UNKNOWN,
    FlagType,
    Local,
    MemberType,
    NumberType,
    Sort,
    Type,
    Unknown,
)
from rulec.syntax import ast

if TYPE_CHECKING:
    from rulec.base.source_text import Span
    from rulec.semantics.expressions.checker import ExpressionChecker
    from rulec.semantics.scope import Scope


def formula_column(
    sort: Sort, heading: ast.Heading, cells: list[ast.Cell], report: Reporter
) -> tuple[typed.Definition, ast.ByMember]:
    """The meaning that a column of formulas stands for."""
    assert heading.name is not None
    row = Local(sort.singular, MemberType(sort), heading.span)
    definition = typed.Definition(heading.name.text, row, (), heading.span, formula=True)
    cases = tuple(_formula(cell, report) for cell in cells)
    return definition, ast.ByMember(ast.Word("it", heading.span), cases, heading.span)


def _formula(cell: ast.Cell, report: Reporter) -> ast.Expr | None:
    """What a cell says; nothing for an empty one."""
    if cell.sort == "values" and len(cell.values) == 1:
        return cell.values[0]
    if cell.sort != "blank":
        hint = "write a number or a condition, such as `number of my stations`, or `-` for none"
        report.error("R760", cell.span, "this column holds formulas, and this is none", hint)
    return None


def by_member(checker: ExpressionChecker, node: ast.ByMember, scope: Scope) -> typed.Expr:
    """What is said for each member, numbers or conditions; where nothing is said, 0 or no."""
    value = checker.expr(node.value, scope)
    cases = [printed(checker.expr(one, scope)) if one is not None else None for one in node.cases]
    said = [one for one in cases if one is not None]
    type_: Type | None = said[0].type if said else NumberType(0, 0)
    for one in said:
        joined = checker.join(type_, one.type) if type_ is not None else None
        if joined is None or not isinstance(joined, NumberType | FlagType | Unknown):
            other = f", and the first one is {type_}" if one is not said[0] else ""
            message = f"formulas are numbers or conditions, all of one sort, but this is {one.type}{other}"
            scope.globals.report.error("R761", one.span, message, "give it a column of its own")
            return typed.Constant(0, UNKNOWN, node.span)
        type_ = joined
    if isinstance(type_, NumberType) and len(said) < len(cases):
        type_ = NumberType(min(0, type_.lo), max(0, type_.hi))
    nothing = typed.Constant(0, FLAG if isinstance(type_, FlagType) else NumberType(0, 0), node.span)
    assert type_ is not None
    if isinstance(type_, Unknown):
        return typed.Constant(0, UNKNOWN, node.span)
    return typed.ByMember(value, tuple(one or nothing for one in cases), type_, node.span)


def of_player(
    checker: ExpressionChecker,
    definition: typed.Definition,
    owner: typed.Expr,
    node: ast.Possessive,
    scope: Scope,
) -> typed.Expr:
    """`my available`, `p1's rails_with(2)`: a meaning of the game that speaks of `me`, for one player."""
    checker.ensure(definition)
    g = scope.globals
    if not definition.uses_me and definition.body is not None:
        message = f"`{definition.name}` is the same for everybody"
        g.report.error("R214", node.name.span, message, "write it alone: it belongs to the game")
        return typed.Constant(0, UNKNOWN, node.span)
    values = checker.arguments(definition.name, definition.parameters, node.arguments, node.span, scope)
    used = typed.Use(definition, None, values, definition.type, node.span)
    if isinstance(owner, typed.Me):
        return used
    if any(uses_me(value) for value in values):
        message = "who is meant by `me` in these brackets is not clear"
        g.report.error("R210", node.span, message, "give it a name first, with `let`")
        return typed.Constant(0, UNKNOWN, node.span)
    if not checker.definite(owner, scope):
        return typed.Constant(0, UNKNOWN, node.span)
    return typed.ForPlayer(owner, used, node.span)


def for_player(
    checker: ExpressionChecker,
    definition: typed.Definition,
    subject: typed.Expr | None,
    argument: ast.Expr,
    span: Span,
    scope: Scope,
) -> typed.Expr:
    """`measure(p)`: the formula as if that player were `me`."""
    where = f"what stands in the brackets of `{definition.name}`"
    player = checker.member(argument, scope, checker.players, where)
    if isinstance(player.type, Unknown) or not checker.definite(player, scope):
        return typed.Constant(0, UNKNOWN, span)
    return typed.ForPlayer(player, typed.Use(definition, subject, (), definition.type, span), span)
