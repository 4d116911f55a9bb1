"""Type checks of sentences generated for abilities."""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.syntax import ast


def case_of(checker: SentenceBase, node: ast.CaseOf, context: Context) -> typed.Sentence:
    """Type a switch over members."""
    value = checker.expressions.expr(node.value, context.scope)
    constants = context.scope.globals.constants
    cases = []
    for members, body in node.cases:
        sentences = checker.body(body, context)
        cases += [(constants[one.text][1], sentences) for one in members]
    return typed.CaseOf(value, tuple(sorted(cases, key=lambda case: case[0])), node.span)
