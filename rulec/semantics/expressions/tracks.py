"""Spaces of tracks as numbers, steps along them, and values that are said case by case."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.types import (
    FLAG,
    NONE,
    Local,
    MemberType,
    NumberType,
    SetType,
    Sort,
    Type,
    Unknown,
)
from rulec.syntax import ast

if TYPE_CHECKING:
    from rulec.semantics.expressions.checker import ExpressionChecker
    from rulec.semantics.scope import Globals, Scope
    from rulec.semantics.sentences.checker import Context, SentenceChecker


# --- printed numbers --------------------------------------------------------------------------------------


def printed(value: typed.Expr) -> typed.Expr:
    """The number on a space of a track, or of a column or row; anything else stays what it is. None is 0."""
    have = value.type
    if isinstance(have, MemberType) and have.sort.lines_of is not None and not have.maybe:
        return position_of(value, have.sort, have.sort.lines_of)
    if not isinstance(have, MemberType) or have.sort.track is None or have.sort.track.printed is None:
        return value
    column = have.sort.track.printed
    assert isinstance(column.type, NumberType)
    if isinstance(value, typed.Constant) and value.value >= 0:
        number = column.values[value.value]
        return typed.Constant(number, NumberType(number, number), value.span)
    if not have.maybe:
        return typed.ColumnValue(column, (value,), value.span)
    surely = typed.Recast(value, MemberType(have.sort), value.span)
    nothing = typed.Constant(0, NumberType(0, 0), value.span)
    is_none = typed.Comparison("==", value, typed.Constant(-1, NONE, value.span), value.span)
    type_ = NumberType(min(0, column.type.lo), max(0, column.type.hi))
    number_ = typed.ColumnValue(column, (surely,), value.span)
    return typed.IfElse(is_none, nothing, number_, type_, value.span)


def position_of(value: typed.Expr, line: Sort, board: Sort) -> typed.Expr:
    """The number of a column or row."""
    assert board.board is not None
    type_ = NumberType(board.board.first, board.board.first + line.size - 1)
    return typed.Coordinate("position", value, board, type_, value.span)


def as_numbers(left: typed.Expr, right: typed.Expr) -> tuple[typed.Expr, typed.Expr]:
    """Both as numbers if one of them is one, or if they are spaces of two tracks."""
    a, b = left.type, right.type
    different = False
    if isinstance(a, MemberType) and isinstance(b, MemberType):
        different = a.sort is not b.sort and None not in (a.sort.track, b.sort.track)
    if isinstance(a, NumberType) or isinstance(b, NumberType) or different:
        return printed(left), printed(right)
    return left, right


def space_with(value: typed.Expr, wanted: MemberType) -> typed.Expr | None:
    """The space of a track on which this number is printed."""
    track = wanted.sort.track
    if track is None or track.printed is None or not isinstance(value, typed.Constant):
        return None
    if not isinstance(value.type, NumberType) or value.value not in track.printed.values:
        return None
    return typed.Constant(track.printed.values.index(value.value), MemberType(wanted.sort), value.span)


def kept_for(value: typed.Expr, name: str, markers: dict[typed.Variable, typed.Track]) -> typed.Expr | None:
    """`my progress(line)'s vp`: what a track says of the space and the kind of marker together."""
    if not isinstance(value, typed.VariableValue) or value.variable not in markers:
        return None
    column = markers[value.variable].columns.get(name)
    return None if column is None else typed.ColumnValue(column, (*value.keys, value), value.span)


# --- steps ------------------------------------------------------------------------------------------------


def steps_above(checker: ExpressionChecker, node: ast.StepsAbove, scope: Scope) -> typed.Expr:
    steps = checker.number(node.steps, scope, "what stands before `steps above`")
    space = checker.expr(node.space, scope)
    have = space.type
    if isinstance(steps.type, Unknown) or isinstance(have, Unknown):
        return checker._unknown(node.span)
    if not isinstance(have, MemberType) or have.sort.track is None:
        message = f"what follows `steps above` is a space of a track, but this is {have}"
        checker._error(scope, "R747", node.space.span, message)
        return checker._unknown(node.span)
    if not checker.definite(space, scope):
        return checker._unknown(node.span)
    return moved_by(have.sort.track, space, steps, node.span)


def moved_by(
    track: typed.Track, space: typed.Expr, steps: typed.Expr, span: Span, up: bool = True
) -> typed.Expr:
    """The space so many steps away, at most the last or the first."""
    last = track.sort.size - 1
    have = cast(NumberType, steps.type)
    if have.lo < 0:
        least = typed.Constant(0, NumberType(0, 0), span)
        have = NumberType(0, max(0, have.hi))
        steps = typed.Arithmetic("greater", steps, least, have, span)
    if have.hi > last:
        most = typed.Constant(last, NumberType(last, last), span)
        steps = typed.Arithmetic("lesser", steps, most, NumberType(min(have.lo, last), last), span)
    return typed.ColumnValue(track.above if up else track.below, (space, steps), span)


def change(
    checker: SentenceChecker, node: ast.Change, target: typed.Expr, context: Context
) -> typed.Sentence | None:
    """`raise` and `lower` where a space of a track is kept: step by step, as far as the track goes."""
    assert isinstance(target.type, MemberType)
    track = target.type.sort.track
    assert track is not None
    scope = context.scope
    steps = checker.expressions.number(node.value, scope, f"what follows `{node.op} ... by`")
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
    checker: SentenceChecker, track: typed.Track, target: typed.Expr, span: Span, context: Context
) -> bool:
    """A marker that never goes down is only raised."""
    marked = isinstance(target, typed.VariableValue) and target.variable is track.marker
    if not (track.never_down and marked) or context.rule.name in {track.enters, "example"}:
        return False
    message = f"markers on `{track.name}` never go down, so they are only moved by `raise`"
    checker._error(context, "R746", span, message, "leave out `never down`, or raise the marker")
    return True


class _Steps:
    """The sentences of one `raise` or `lower`; what is worked out once has a name of its own."""

    def __init__(self, checker: SentenceChecker, track: typed.Track, span: Span) -> None:
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
        """The same variable, with its owner and keys as they are now."""
        if not isinstance(target, typed.VariableValue):
            return target
        owner = None if target.owner is None else self.named(target.owner, "owner")
        keys = tuple(self.named(key, f"key{n}") for n, key in enumerate(target.keys))
        return replace(target, owner=owner, keys=keys)

    def entering(self, target: typed.Expr) -> typed.Sentence | None:
        """One step of a marker, where more is done than to move it."""
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


# --- values by cases --------------------------------------------------------------------------------------


def by_cases(checker: ExpressionChecker, node: ast.ByCases, scope: Scope) -> typed.Expr:
    """A chain of tests, the last case without one; which member it is may be known already."""
    # it is what the value is asked with, even where a member has a word of the same name
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
    """The cases put in the order of the members; what is missing or said twice is reported."""
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
                message = f"`{name.text}` stands in two cases"
                report.error("R741", name.span, message, "leave it out of one of them")
                return None
            cases[index] = number
    missing = [f"`{name}`" for n, name in enumerate(sort.members) if n not in cases]
    if missing:
        message = f"there is no case for {', '.join(missing[:6])}"
        report.error("R741", one.span, message, "every member stands in one case")
        return None
    order = tuple(cases[n] for n in range(sort.size))
    return ast.ByCases(one.by, tuple(case.value for case in one.cases), order, one.span)


def _named(cell: ast.Cell) -> tuple[ast.Ident, ...]:
    """The members that stand in the first cell of a case."""
    return tuple(value.name for value in cell.values if isinstance(value, ast.Name))
