"""Type checks of loops and of the decisions that offer to leave them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rulec.base.diagnostics import Reporter
from rulec.semantics import typed
from rulec.semantics.expressions.zone_provenance import yes
from rulec.semantics.flow.narrowing import for_another
from rulec.semantics.flow.rule_lifetimes import asked_rules
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.semantics.sentences.choices import labels_of
from rulec.semantics.typed.walk import body_parts
from rulec.semantics.types import Local, MemberType, NumberType, SetType, Unknown
from rulec.syntax import ast


def acting_as(checker: SentenceBase, node: ast.ActingAs, context: Context) -> typed.Sentence | None:
    actors = context.scope.globals.acting
    player = checker.expressions.member(node.player, context.scope, actors, "the value after `as`")
    checker.expressions.definite(player, context.scope)
    inner = context.inside()
    inner.scope.me = actors
    inner.scope.stored = for_another(inner.scope)
    return typed.ActingAs(player, checker.body(node.body, inner), node.span)


def each_member_in_turn(
    checker: SentenceBase, node: ast.Each, variable: typed.Variable, context: Context
) -> typed.Sentence:
    """Type a loop over a state variable, which makes its progress part of the position."""
    assert node.value is not None
    value = checker.expressions.set_(node.value, context.scope, "the value after `in`")
    if isinstance(value.type, SetType) and (
        not isinstance(variable.type, MemberType) or variable.type.sort is not value.type.sort
    ):
        message = f"`{variable.name}` holds {variable.type}, so it can't go through {value.type}"
        checker.error(context, "R308", node.var.span, message, "give the loop a name of its own")
    return typed.CountedLoop(variable, value, None, checker.body(node.body, context.inside()), node.span)


def each_number(checker: SentenceBase, node: ast.EachNumber, context: Context) -> typed.Sentence:
    scope = context.scope
    low = checker.expressions.number(node.low, scope, "the value after `in`")
    high = checker.expressions.number(node.high, scope, "the value after `to`")
    inner = context.inside()
    variable = scope.globals.variables.get(node.var.text)
    target: typed.Variable | Local
    if variable is not None and not isinstance(variable.type, NumberType | Unknown):
        message = f"`{variable.name}` holds {variable.type}, so it can't go through numbers"
        checker.error(context, "R308", node.var.span, message, "give the loop a name of its own")
    if variable is not None:
        target = variable
    else:
        lo = low.type.lo if isinstance(low.type, NumberType) else 0
        hi = high.type.hi if isinstance(high.type, NumberType) else 0
        target = checker.bind(node.var, NumberType(lo, max(lo, hi)), inner)
        target.lasts = False
    return typed.CountedLoop(target, low, high, checker.body(node.body, inner), node.span)


def repeat(checker: SentenceBase, node: ast.Repeat, context: Context) -> typed.Sentence | None:
    scope = context.scope
    until = None
    if node.until is not None:
        word = "while" if isinstance(node.until, ast.Not) else "until"
        until = checker.expressions.flag(node.until, scope.without_chance(), f"the value after `{word}`")
    least = checker.expressions.number(node.least, scope, "how often") if node.least is not None else None
    most = checker.expressions.number(node.most, scope, "how often") if node.most is not None else None
    leave = _loop_exit(checker, node, context) if node.may_leave else None
    inner = context.inside()
    left = None
    if node.left is not None and most is None:
        checker.error(
            context,
            "R453",
            node.left.span,
            "this does not say how many rounds there are, so none can be left",
            "say it, as in `repeat 4 times, rest left:`",
        )
    elif node.left is not None and most is not None and isinstance(most.type, NumberType):
        left = checker.bind(node.left, NumberType(0, max(0, most.type.hi - 1)), inner)
        left.lasts = False
    body = checker.body(node.body, inner)
    return typed.Repeat(until, least, most, leave, left, body, node.span, node.to_the_end)


def _loop_exit(checker: SentenceBase, node: ast.Repeat, context: Context) -> typed.LoopExit:
    named = node.leave
    label = named.label.text if named is not None else "stop"
    when = None
    if named is not None and named.when is not None:
        when = checker.expressions.flag(named.when, context.scope, "the value after `when`")
    by = checker.decider(None, node.span, context)
    decision = None
    if node.name is not None:
        groups = ((None, "go_on"), (None, label))
        decision = checker.declare_decision(node.name, groups, node.citations, node.span, context)
    return typed.LoopExit(label, when, named is None, decision, by)


# --- the first decision of a body -----------------------------------------------------------------------


def part_of_caller(game: typed.Game) -> set[typed.Rule]:
    """Return the rules with a single call site and no exit from within, equivalent to inlined code."""
    every = [one for rule in game.rules for one in body_parts(rule)]
    calls = Counter(one.rule for one in every if isinstance(one, typed.CallRule))
    left = {one.rule for one in every if isinstance(one, typed.LeaveRule)} | asked_rules(game)
    return {
        rule
        for rule in game.rules
        if calls[rule] == 1 and rule.circle is None and rule not in left and rule.sort != "turn"
    }


def first_decision(body: Iterable[typed.Sentence], inside: set[typed.Rule]) -> typed.Choose | None:
    """Return the first decision of a body, if it can offer to leave the loop."""
    for one in body:
        if isinstance(one, typed.Choose) and not one.skips and not one.unless_one:
            return one
        if isinstance(one, typed.CallRule) and one.rule in inside:
            return first_decision(one.rule.body, inside)
        if isinstance(one, typed.If) and one.condition == yes(one.span):  # a choice from several zones
            return first_decision(one.then, inside)
        if not isinstance(one, typed.Let | typed.Unreached | typed.Needs):
            return None
    return None


def needed_before(body: Iterable[typed.Sentence], inside: set[typed.Rule]) -> Iterator[typed.Needs]:
    """Yield the preconditions before the first decision of a body."""
    for one in body:
        if isinstance(one, typed.CallRule) and one.rule in inside:
            yield from needed_before(one.rule.body, inside)
        if isinstance(one, typed.Needs):
            yield one
        elif not isinstance(one, typed.Let | typed.Unreached):
            return


def check_leaving(game: typed.Game, report: Reporter) -> None:
    """Add the exit option of every loop to a decision; report loops without one."""
    inside = part_of_caller(game)
    for rule in game.rules:
        for one in body_parts(rule):
            if (
                not isinstance(one, typed.Repeat)
                or one.loop_exit is None
                or one.loop_exit.decision is not None
            ):
                continue
            asked = first_decision(one.body, inside)
            if asked is None:
                report.error(
                    "R454",
                    one.span,
                    "the lines below do not begin with a decision in which this loop could be left",
                    "name the question whether the loop goes on, with `as` and a word before the colon",
                )
            elif one.loop_exit.label in {label for group in asked.groups for label in labels_of(group)}:
                report.error(
                    "R414",
                    one.span,
                    f"`{asked.decision.name}` has an option `{one.loop_exit.label}` already",
                    "give leaving the loop another name, as in `, or finish`",
                )
            else:
                asked.decision.groups = (*asked.decision.groups, (None, one.loop_exit.label))
