"""What the rules ask of abilities, and the sentences that are written for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.semantics import typed
from rulec.semantics.declarations.abilities import AT_ONCE
from rulec.semantics.flow.rule_lifetimes import rule_named
from rulec.semantics.scope import Scope
from rulec.semantics.types import FLAG, UNKNOWN, EffectType, SetType, Unknown
from rulec.syntax import ast

if TYPE_CHECKING:
    from rulec.semantics.expressions.checker import ExpressionChecker
    from rulec.semantics.sentences.checker import Context, SentenceChecker


def is_ability(checker: ExpressionChecker, node: ast.IsAbility, scope: Scope) -> typed.Expr:
    """`card's does is at once`, `is once a round`: one of the effects that are."""
    value = checker.expr(node.value, scope)
    if node.rule is not None and rule_named(node.rule, scope.globals) is None:
        return typed.Constant(0, UNKNOWN, node.span)
    if not isinstance(value.type, EffectType) or not all(one.says_when for one in value.type.families):
        if not isinstance(value.type, Unknown):
            message = f"abilities are at once, or once a round, but this is {value.type}"
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


def beside(checker: ExpressionChecker, node: ast.Beside, scope: Scope) -> typed.Expr:
    rule = rule_named(node.rule, scope.globals)
    if rule is None:
        return typed.Constant(0, UNKNOWN, node.span)
    return typed.Beside(rule, FLAG, node.span)


def case_of(checker: SentenceChecker, node: ast.CaseOf, context: Context) -> typed.Sentence:
    """What is done with each of these members."""
    value = checker.expressions.expr(node.value, context.scope)
    constants = context.scope.globals.constants
    cases = []
    for members, body in node.cases:
        sentences = checker.body(body, context)
        cases += [(constants[one.text][1], sentences) for one in members]
    return typed.CaseOf(value, tuple(sorted(cases, key=lambda case: case[0])), node.span)
