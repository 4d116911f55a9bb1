"""Type checks of formula columns, evaluated for `me` or a player in brackets."""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.expressions.track_numbers import printed
from rulec.semantics.scope import Scope
from rulec.semantics.typed.walk import uses_me
from rulec.semantics.types import FLAG, UNKNOWN, FlagType, NumberType, Type, Unknown
from rulec.syntax import ast


def by_member(checker: ExpressionBase, node: ast.ByMember, scope: Scope) -> typed.Expr:
    """Type the formula of each member, numbers or conditions; empty cells are 0 or no."""
    value = checker.expr(node.value, scope)
    cases = [printed(checker.expr(one, scope)) if one is not None else None for one in node.cases]
    said = [one for one in cases if one is not None]
    type_: Type | None = said[0].type if said else NumberType(0, 0)
    for one in said:
        joined = checker.join(type_, one.type) if type_ is not None else None
        if joined is None or not isinstance(joined, NumberType | FlagType | Unknown):
            other = f", and the first one is {type_}" if one is not said[0] else ""
            message = f"formulas must all be numbers or all conditions, but this is {one.type}{other}"
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
    checker: ExpressionBase,
    definition: typed.Definition,
    owner: typed.Expr,
    node: ast.Possessive,
    scope: Scope,
) -> typed.Expr:
    """Type `my available`, `p1's rails_with(2)`: a global definition evaluated for one player."""
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
        message = "`me` is ambiguous in these brackets"
        g.report.error("R210", node.span, message, "give it a name first, with `let`")
        return typed.Constant(0, UNKNOWN, node.span)
    if not checker.definite(owner, scope):
        return typed.Constant(0, UNKNOWN, node.span)
    return typed.ForPlayer(owner, used, node.span)


def for_player(
    checker: ExpressionBase,
    definition: typed.Definition,
    subject: typed.Expr | None,
    argument: ast.Expr,
    span: Span,
    scope: Scope,
) -> typed.Expr:
    """Type `measure(p)`: the formula with that player as `me`."""
    where = f"the argument of `{definition.name}`"
    player = checker.member(argument, scope, checker.players, where)
    if isinstance(player.type, Unknown) or not checker.definite(player, scope):
        return typed.Constant(0, UNKNOWN, span)
    return typed.ForPlayer(player, typed.Use(definition, subject, (), definition.type, span), span)
