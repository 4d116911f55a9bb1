"""Checks invariants: `always NAME: CONDITION`, evaluated at every decision."""

from __future__ import annotations

from rulec.base.diagnostics import Reporter
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.checker import ExpressionChecker
from rulec.semantics.scope import Globals, Scope
from rulec.semantics.typed.walk import parts, uses_me
from rulec.syntax import ast


def check_always(
    file: ast.RulesFile, game: typed.Game, globals_: Globals, expressions: ExpressionChecker, report: Reporter
) -> None:
    for one in file.declarations:
        if not isinstance(one, ast.Always) or not globals_.declare(one.name):
            continue
        scope = Scope(globals_, me=globals_.acting)
        condition = expressions.flag(one.condition, scope, "the value after `always`")
        tried = _tried_out(condition, set())
        if tried is not None:
            message = "`always` is evaluated in every loaded position, where no rule can be tried out"
            report.error("R615", tried, message, "say it without `can`")
            continue
        game.always.append(typed.Always(one.name.text, condition, uses_me(condition), one.span))


def _tried_out(node: object, seen: set[typed.Definition]) -> Span | None:
    """Return the span of the first `can RULE` in a condition, definitions included."""
    for one in parts(node):
        if isinstance(one, typed.CanCall):
            return one.span
        if isinstance(one, typed.Use) and one.definition not in seen:
            seen.add(one.definition)
            if _tried_out(one.definition.body, seen) is not None:
                return one.span
    return None
