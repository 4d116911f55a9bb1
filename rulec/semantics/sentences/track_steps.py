"""Type checks of `raise` and `lower` for markers on tracks."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.track_numbers import moved_by
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.semantics.types import FLAG, Local, MemberType, NumberType, Unknown
from rulec.syntax import ast


def change(
    checker: SentenceBase, node: ast.Change, target: typed.Expr, context: Context
) -> typed.Sentence | None:
    """Type `raise` and `lower` of a space: step by step, within the track."""
    assert isinstance(target.type, MemberType)
    track = target.type.sort.track
    assert track is not None
    scope = context.scope
    steps = checker.expressions.number(node.value, scope, f"the value after `{node.op} ... by`")
    if isinstance(steps.type, Unknown):
        return None
    up = node.op == "raise"
    if not up and refused(checker, track, target, node.span, context):
        return None
    made = _Steps(checker, track, node.span)
    target, steps = made.once(target), made.named(steps, "steps")
    left: typed.Expr = typed.ColumnValue(track.left, (target,), node.span)
    if not up:
        last = typed.Constant(
            track.sort.size - 1, NumberType(track.sort.size - 1, track.sort.size - 1), node.span
        )
        left = typed.Arithmetic("-", last, left, NumberType(0, track.sort.size - 1), node.span)
    fits: typed.Expr = typed.Comparison(">=", left, steps, node.span)
    zero = typed.Constant(0, NumberType(0, 0), node.span)
    if cast(NumberType, steps.type).lo < 0:
        fits = typed.Logic("and", typed.Comparison(">=", steps, zero, node.span), fits, node.span)
    made.body.append(typed.Must(fits, f"`{track.name}` does not go so far", node.span))
    entered = made.entering(target) if up else None
    if entered is None:
        value = moved_by(track, target, steps, node.span, up)
        if isinstance(target, typed.LocalValue):
            made.body.append(typed.SetLocal(target.local, value, node.span))
        else:
            assert isinstance(target, typed.VariableValue)
            made.body.append(typed.SetVariable(target.variable, target.owner, value, node.span, target.keys))
    elif isinstance(steps, typed.Constant) and steps.value == 1:
        made.body.append(entered)
    else:
        made.body.append(typed.Repeat(None, None, steps, None, None, (entered,), node.span))
    return made.written()


def refused(
    checker: SentenceBase, track: typed.Track, target: typed.Expr, span: Span, context: Context
) -> bool:
    """Report a `never down` marker that a sentence lowers or sets."""
    marked = isinstance(target, typed.VariableValue) and target.variable is track.marker
    if not (track.never_down and marked) or context.rule.name in {track.enters, "example"}:
        return False
    message = f"markers on `{track.name}` never go down, so they are only moved by `raise`"
    checker.error(context, "R746", span, message, "leave out `never down`, or raise the marker")
    return True


class _Steps:
    """Builds the sentences of a `raise` or `lower`; operands evaluated once are bound to locals."""

    def __init__(self, checker: SentenceBase, track: typed.Track, span: Span) -> None:
        self.checker, self.track, self.span = checker, track, span
        self.body: list[typed.Sentence] = []
        self.acting: typed.Expr | None = None

    def named(self, value: typed.Expr, name: str) -> typed.Expr:
        if isinstance(value, typed.Constant | typed.LocalValue | typed.Me):
            return value
        local = Local(f"{self.track.name}.{name}", value.type, self.span)
        self.body.append(typed.Let(local, value, self.span))
        return typed.LocalValue(local, self.span)

    def once(self, target: typed.Expr) -> typed.Expr:
        """Bind owner and keys of a variable to locals, so that they are evaluated once."""
        if not isinstance(target, typed.VariableValue):
            return target
        owner = None if target.owner is None else self.named(target.owner, "owner")
        keys = tuple(self.named(key, f"key{n}") for n, key in enumerate(target.keys))
        return replace(target, owner=owner, keys=keys)

    def entering(self, target: typed.Expr) -> typed.Sentence | None:
        """Build the call for a single step, if it does more than move the marker."""
        if not isinstance(target, typed.VariableValue) or target.variable is not self.track.marker:
            return None
        rule = next((one for one in self.checker.game.rules if one.name == self.track.enters), None)
        if rule is None or not self.track.enters:
            return None
        players = self.checker.game.player_sort
        assert target.owner is not None
        if isinstance(target.owner, typed.Me):
            here: typed.Expr = target
        else:
            self.acting = target.owner
            here = replace(target, owner=typed.Me(MemberType(players), self.span))
        one = typed.Constant(1, NumberType(1, 1), self.span)
        above = moved_by(self.track, here, one, self.span)
        return typed.CallRule(rule, (*target.keys, above), (), self.span)

    def written(self) -> typed.Sentence:
        *before, last = self.body
        if self.acting is not None:
            last = typed.ActingAs(self.acting, (last,), self.span)
        if not before:
            return last
        return typed.If(typed.Constant(1, FLAG, self.span), (*before, last), (), self.span)
