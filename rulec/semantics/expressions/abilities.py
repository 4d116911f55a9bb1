"""Type checks of queries about abilities and running free actions."""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.flow.rule_lifetimes import rule_named
from rulec.semantics.scope import Scope
from rulec.semantics.types import AT_ONCE, FLAG, UNKNOWN, EffectType, SetType, Unknown
from rulec.syntax import ast


def is_ability(checker: ExpressionBase, node: ast.IsAbility, scope: Scope) -> typed.Expr:
    """Type `card's does is at once` and `is once a round` as membership in a set of effects."""
    value = checker.expr(node.value, scope)
    if node.rule is not None and rule_named(node.rule, scope.globals) is None:
        return typed.Constant(0, UNKNOWN, node.span)
    if not isinstance(value.type, EffectType) or not all(one.says_when for one in value.type.families):
        if not isinstance(value.type, Unknown):
            message = f"abilities work at once, or once a round, but this is {value.type}"
            hint = "name a column with `ability` in its heading"
            scope.globals.report.error("R753", node.value.span, message, hint)
        return typed.Constant(0, UNKNOWN, node.span)
    wanted = AT_ONCE if node.rule is None else node.rule.text
    numbers = {
        number
        for family in value.type.families
        for number, found in family.abilities.items()
        if found == wanted
    }
    among = typed.Constant(sum(1 << n for n in numbers), SetType(value.type.sort), node.span)
    return typed.Membership(value, among, node.span)


def beside(checker: ExpressionBase, node: ast.Beside, scope: Scope) -> typed.Expr:
    rule = rule_named(node.rule, scope.globals)
    if rule is None:
        return typed.Constant(0, UNKNOWN, node.span)
    return typed.Beside(rule, FLAG, node.span)
