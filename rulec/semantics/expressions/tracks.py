"""Type checks of steps along tracks, and of values by cases."""

from __future__ import annotations

from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.expressions.track_numbers import moved_by, printed
from rulec.semantics.scope import Globals, Scope
from rulec.semantics.types import (
    Local,
    MemberType,
    SetType,
    Type,
    Unknown,
)
from rulec.syntax import ast

# --- steps ------------------------------------------------------------------------------------------------


def steps_above(checker: ExpressionBase, node: ast.StepsAbove, scope: Scope) -> typed.Expr:
    steps = checker.number(node.steps, scope, "the value before `steps above`")
    space = checker.expr(node.space, scope)
    have = space.type
    if isinstance(steps.type, Unknown) or isinstance(have, Unknown):
        return checker._unknown(node.span)
    if not isinstance(have, MemberType) or have.sort.track is None:
        message = f"the value after `steps above` must be a space of a track, but this is {have}"
        checker._error(scope, "R747", node.space.span, message)
        return checker._unknown(node.span)
    if not checker.definite(space, scope):
        return checker._unknown(node.span)
    return moved_by(have.sort.track, space, steps, node.span)


# --- values by cases --------------------------------------------------------------------------------------


def by_cases(checker: ExpressionBase, node: ast.ByCases, scope: Scope) -> typed.Expr:
    """Type values by cases as a chain of conditionals; the last case is the default."""
    # the subject takes precedence over an attribute of the same name
    local = scope.locals.get(node.subject.text) or scope.it
    assert local is not None
    subject = typed.LocalValue(local, node.subject.span)
    inner = scope.without_chance()
    values = [printed(checker.expr(case, inner)) for case in node.cases]
    if not isinstance(subject.type, MemberType) or any(isinstance(one.type, Unknown) for one in values):
        return checker._unknown(node.span)
    found, type_ = values[-1], values[-1].type
    for number in range(len(values) - 2, -1, -1):
        value = values[number]
        then, otherwise = checker.alike(value, found)
        joined = checker.join(then.type, otherwise.type)
        if joined is None:
            message = f"this case is {value.type}, but a later one is {type_}"
            checker._error(scope, "R309", value.span, message, "all cases are values of one sort")
            return checker._unknown(node.span)
        members = [n for n, case in enumerate(node.members) if case == number]
        type_ = joined
        found = typed.IfElse(_is_one_of(subject, members, value.span), then, otherwise, type_, value.span)
    return found


def _is_one_of(subject: typed.Expr, members: list[int], span: Span) -> typed.Expr:
    assert isinstance(subject.type, MemberType)
    sort = subject.type.sort
    if len(members) == 1:
        return typed.Comparison("==", subject, typed.Constant(members[0], MemberType(sort), span), span)
    among = typed.Constant(sum(1 << n for n in members), SetType(sort), span)
    return typed.Membership(subject, among, span)


def cases_of(
    one: ast.MeaningByCases, parameters: tuple[Local, ...], subject: Local | None, words: Globals
) -> ast.Expr | None:
    """Order cases by member; report missing and duplicate members."""
    report = words.report
    known = {local.name: local.type for local in (*parameters, *((subject,) if subject else ()))}
    type_: Type | None = known.get(one.by.text)
    if not isinstance(type_, MemberType):
        asked = [name for name, have in known.items() if isinstance(have, MemberType)]
        hint = did_you_mean(one.by.text, asked) or (
            f"write `by {asked[0]}`" if asked else f"write `{one.name.text}({one.by.text})`"
        )
        message = f"the cases go by `{one.by.text}`, which is nothing that the value is asked with"
        report.error("R740", one.by.span, message, hint)
        return None
    return _in_order(one, type_, words)


def _in_order(one: ast.MeaningByCases, type_: MemberType, words: Globals) -> ast.Expr | None:
    report, sort = words.report, type_.sort
    cases: dict[int, int] = {}
    for number, case in enumerate(one.cases):
        for name in _named(case.members):
            index = sort.members.index(name.text) if name.text in sort.members else None
            if index is None:
                hint = did_you_mean(name.text, sort.members)
                message = f"no {sort.singular} is called `{name.text}`"
                report.unknown("R209", name.text, name.span, message, hint)
                return None
            if index in cases:
                message = f"`{name.text}` is in two cases"
                report.error("R741", name.span, message, "leave it out of one of them")
                return None
            cases[index] = number
    missing = [f"`{name}`" for n, name in enumerate(sort.members) if n not in cases]
    if missing:
        message = f"there is no case for {', '.join(missing[:6])}"
        report.error("R741", one.span, message, "put every member into one case")
        return None
    order = tuple(cases[n] for n in range(sort.size))
    return ast.ByCases(one.by, tuple(case.value for case in one.cases), order, one.span)


def _named(cell: ast.Cell) -> tuple[ast.Ident, ...]:
    """Return the members in the first cell of a case."""
    return tuple(value.name for value in cell.values if isinstance(value, ast.Name))
