"""Type checks of choices: of members, numbers, named options, yes or no."""

from __future__ import annotations

from dataclasses import field

from rulec.base import limits
from rulec.base.diagnostics import Note, did_you_mean
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.zone_provenance import (
    ZoneProvenance,
    chosen,
    instances,
    several_zones,
    taken,
    yes,
)
from rulec.semantics.expressions.zones import origin
from rulec.semantics.sentences import any_order
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.semantics.types import NONE, UNKNOWN, EffectType, MemberType, NumberType, SetType, Sort, Type
from rulec.syntax import ast

Groups = tuple[tuple[Sort | None, str], ...]


def choose(checker: SentenceBase, node: ast.Choose, context: Context) -> typed.Sentence | None:
    by = checker.decider(node.by, node.span, context)
    inside = context.inside()
    where: ast.Expr | None = None  # filter of numbers
    if node.to is None:
        value = any_order.candidates(checker, node.var, node.value, context, several=True)
        sort = value.type.sort if isinstance(value.type, SetType) else None
        type_: Type = MemberType(sort) if sort is not None else UNKNOWN
        numbers = None
    else:
        last = node.to
        if isinstance(last, ast.Where):
            where, last = last.condition, last.value
        numbers = _numbers(checker, (node.value, last), context, "from")
        sort = _number_sort(node.name.text, numbers, node.span) if numbers is not None else None
        type_ = _range(numbers) if numbers is not None else UNKNOWN
        value = None
    # If nothing else can happen, the name is bound for the following sentences too.
    plain = node.body is None and not node.options and node.otherwise is None and not node.if_any
    if node.body is None and (
        node.otherwise is not None or any(one.body is not None for one in node.options)
    ):
        checker.error(
            context,
            "R422",
            node.span,
            f"the statements for a chosen `{node.var.text}` are missing",
            "end this line with `:` and put that below it",
        )
        plain = True
    zones = several_zones(value, node.var.text, node.span)
    if zones is not None and value is not None and _too_many(checker, zones, value, node.span, context):
        zones, sort, type_ = None, None, UNKNOWN
    local = checker.bind(node.var, type_, context if plain else inside, settable=zones is not None)
    local.origin = origin(value) if value is not None else None
    local.decision = node.name.text
    labels = called(checker, node.label, sort, context) if node.label is not None and sort is not None else ()
    before: tuple[typed.Sentence, ...] = ()
    among: tuple[typed.ChoiceGroup, ...] = ()
    if zones is not None and sort is not None and value is not None:
        players = checker.game.player_sort
        before, among = taken(local, sort, zones, value, labels, players, node.span)
    if where is not None:
        scope = (context if plain else inside).scope.without_chance()
        value = checker.expressions.flag(where, scope, "the value after `where`")
    body: tuple[typed.Sentence, ...] = ()
    if not plain:
        body = checker.body(node.body or (), inside)
    options = checker.options(node.options, context)
    otherwise = checker.body(node.otherwise, context) if node.otherwise is not None else None
    if not plain and otherwise is None and (node.if_any or any(one.body is None for one in options)):
        context.ends.append(context.scope)  # the path without a choice
    if sort is None:
        return None
    if node.if_any:
        options = [typed.ChoiceGroup(None, one.label, one.options, one.body, idle=True) for one in options]
    groups = among or (typed.ChoiceGroup(local, "", value, body, numbers, labels=labels),)
    if not among:
        _check_labels(checker, node.options, labels or sort.members, sort, context)
    shown: Groups = tuple((sort, group.label) for group in groups)
    named: Groups = tuple((None, group.label) for group in options)
    decision = checker.declare_decision(node.name, (*shown, *named), node.citations, node.span, context)
    found = typed.Choose(
        decision,
        by,
        (*groups, *options),
        otherwise,
        node.span,
        skips=node.if_any or otherwise is not None,
        unless_one=node.unless_one,
    )
    if not among:
        return found
    if node.unless_one:
        message = "a piece of several zones is always asked for"
        checker.error(
            context, "R845", node.span, message, "leave `unless only one` out, or choose from one zone"
        )
    after = (typed.If(chosen(local, node.span), body, (), node.span),) if body else ()
    return typed.If(yes(node.span), (*before, found, *after), (), node.span)


def _too_many(
    checker: SentenceBase, zones: ZoneProvenance, value: typed.Expr, span: Span, context: Context
) -> bool:
    """Report a choice whose pieces and zones exceed the limit of options."""
    assert isinstance(value.type, SetType)
    total = instances(zones, value) * value.type.sort.size
    if total <= limits.ACTIONS:
        return False
    message = f"with the zones that they may lie in there are {total} options; a choice has at most"
    hint = "choose whose zone it is first, then the piece"
    checker.error(context, "R511", span, f"{message} {limits.ACTIONS}", hint)
    return True


def _numbers(
    checker: SentenceBase, ends: tuple[ast.Expr, ast.Expr], context: Context, word: str
) -> tuple[typed.Expr, typed.Expr] | None:
    """Type the bounds of a range of numbers; None after a report."""
    span = ends[0].span.to(ends[1].span)
    low = checker.expressions.number(ends[0], context.scope, f"the value after `{word}`")
    high = checker.expressions.number(ends[1], context.scope, "the value after `to`")
    if not isinstance(low.type, NumberType) or not isinstance(high.type, NumberType):
        return None
    lo, hi = low.type.lo, high.type.hi
    if hi < lo:
        checker.error(
            context,
            "R450",
            span,
            "there is no number between these two",
            "write the smaller one first",
        )
        return None
    if hi - lo >= limits.ACTIONS:
        checker.error(
            context,
            "R451",
            span,
            f"this could be any number from {lo} to {hi}; a choice has at most {limits.ACTIONS} options",
            "say what the number is at most, for example with `lesser of ... and 20`",
        )
        return None
    return low, high


def _range(numbers: tuple[typed.Expr, typed.Expr]) -> NumberType:
    low, high = numbers[0].type, numbers[1].type
    assert isinstance(low, NumberType)
    assert isinstance(high, NumberType)
    return NumberType(low.lo, high.hi)


def _number_sort(name: str, numbers: tuple[typed.Expr, typed.Expr], span: Span) -> Sort:
    """Return a sort whose members are the numbers of a decision."""
    have = _range(numbers)
    labels = tuple(str(n) for n in range(have.lo, have.hi + 1))
    return Sort(f"numbers of {name}", f"number of {name}", labels, span)


def _check_labels(
    checker: SentenceBase,
    options: tuple[ast.Alternative, ...],
    taken: tuple[str, ...],
    sort: Sort,
    context: Context,
) -> None:
    """Check that no option label is a member's label."""
    for one in options:
        if one.label.text in taken:
            checker.error(
                context,
                "R414",
                one.label.span,
                f"`{one.label.text}` already names one of the {sort.plural}",
                "give this option another name",
            )


def called(checker: SentenceBase, label: ast.Ident, sort: Sort, context: Context) -> tuple[str, ...]:
    """Return the labels of members from a column; equal ones are followed by the name."""
    column = context.scope.globals.own.get(sort, {}).get(label.text)
    if not isinstance(column, typed.Column) or column.keys != (sort,):
        known = [name for name, one in context.scope.globals.own.get(sort, {}).items()]
        checker.error(
            context,
            "R645",
            label.span,
            f"`{label.text}` is not a column of the {sort.plural}, so their options can't be called by it",
            did_you_mean(label.text, known) or "name a column of numbers, texts or members",
        )
        return ()
    texts = column.texts
    if isinstance(column.type, MemberType):
        names = column.type.sort.members
        texts = tuple(names[value] if value >= 0 else "none" for value in column.values)
    elif isinstance(column.type, NumberType):
        texts = tuple(str(value) for value in column.values)
    if len(texts) != sort.size:
        return ()
    return tuple(
        text if texts.count(text) == 1 else f"{text} {name}"
        for text, name in zip(texts, sort.members, strict=True)
    )


@dataclass
class ChoiceContext:
    """Sentences around a choice in which an alternative offers pieces of several zones."""

    before: list[typed.Sentence] = field(default_factory=list)
    after: list[typed.Sentence] = field(default_factory=list)


def choose_one(checker: SentenceBase, node: ast.ChooseOne, context: Context) -> typed.Sentence | None:
    by = checker.decider(node.by, node.span, context)
    around = ChoiceContext()
    options = offered(checker, node.alternatives, context, around)
    otherwise = checker.body(node.otherwise, context) if node.otherwise is not None else None
    if not options:
        return None
    groups = tuple(group for _, group in options)
    known: set[str] = set()
    for one, group in options:
        for label in labels_of(group):
            if label in known:
                checker.error(
                    context,
                    "R414",
                    one.label.span,
                    f"`{label}` already names an option of `{node.name.text}`",
                    "write a name before `each`, the prefix of each of its options",
                )
                break
        known.update(labels_of(group))
    named: Groups = tuple((_sort(group), group.label) for group in groups)
    decision = checker.declare_decision(node.name, named, node.citations, node.span, context)
    found = typed.Choose(decision, by, groups, otherwise, node.span, skips=otherwise is not None)
    if not around.before:
        return found
    return typed.If(yes(node.span), (*around.before, found, *around.after), (), node.span)


def offered(
    checker: SentenceBase,
    alternatives: tuple[ast.Alternative, ...],
    context: Context,
    around: ChoiceContext | None = None,
) -> list[tuple[ast.Alternative, typed.ChoiceGroup]]:
    """Return the options with their source lines; `around` allows pieces of several zones."""
    groups: list[tuple[ast.Alternative, typed.ChoiceGroup]] = []
    labels: dict[str, Span] = {}
    for one in alternatives:
        if one.label.text in labels:
            checker.error(
                context,
                "R414",
                one.label.span,
                f"`{one.label.text}` appears twice among these alternatives",
                "give one of the two another name",
                [Note(labels[one.label.text], "the first one")],
            )
            continue
        labels[one.label.text] = one.label.span
        if one.var is not None:
            groups += [(one, group) for group in family(checker, one, context, around)]
            continue
        when = (
            checker.expressions.flag(one.when, context.scope.without_chance(), "the value after `when`")
            if one.when is not None
            else None
        )
        body = checker.body_where(one.when, True, one.body, context) if one.body is not None else None
        groups.append((one, typed.ChoiceGroup(None, one.label.text, when, body)))
    return groups


def family(
    checker: SentenceBase, one: ast.Alternative, context: Context, around: ChoiceContext | None
) -> tuple[typed.ChoiceGroup, ...]:
    """Type an option for each member of a set, or number; its `when` narrows the name."""
    assert one.var is not None
    assert one.value is not None
    if one.to is not None:
        numbers = _family_of_numbers(checker, one, one.var, (one.value, one.to), context)
        return () if numbers is None else (numbers,)
    value = checker.expressions.set_(one.value, context.scope, "the value after `in`")
    inner = context.inside()
    sort = value.type.sort if isinstance(value.type, SetType) else None
    zones = several_zones(value, one.var.text, one.span) if around is not None else None
    if zones is not None and _too_many(checker, zones, value, one.span, context):
        zones, sort = None, None
    type_: Type = MemberType(sort) if sort is not None else UNKNOWN
    local = checker.bind(one.var, type_, inner, settable=zones is not None)
    local.origin = zones or origin(value)
    if one.when is not None:
        scope = inner.scope.without_chance()
        test = checker.expressions.flag(one.when, scope, "the value after `when`")
        value = typed.Where(local, value, test, value.type, one.span)
    body = checker.body_where(one.when, True, one.body or (), inner)
    label = one.label.text if one.named else ""
    if sort is None:
        return ()
    if zones is None or around is None:
        return (typed.ChoiceGroup(local, label, value, body),)
    before, groups = taken(local, sort, zones, value, (), checker.game.player_sort, one.span, label)
    around.before += before
    around.after.append(typed.If(chosen(local, one.span), body, (), one.span))
    return groups


def _family_of_numbers(
    checker: SentenceBase, one: ast.Alternative, var: ast.Ident, ends: tuple[ast.Expr, ast.Expr],
    context: Context,
) -> typed.ChoiceGroup | None:  # fmt: skip
    numbers = _numbers(checker, ends, context, "in")
    inner = context.inside()
    local = checker.bind(var, _range(numbers) if numbers is not None else UNKNOWN, inner)
    test = None
    if one.when is not None:
        test = checker.expressions.flag(one.when, inner.scope.without_chance(), "the value after `when`")
    body = checker.body_where(one.when, True, one.body or (), inner)
    label = one.label.text if one.named else ""
    return None if numbers is None else typed.ChoiceGroup(local, label, test, body, numbers)


def _sort(group: typed.ChoiceGroup) -> Sort | None:
    if group.var is not None and group.numbers is not None:
        return _number_sort(group.var.name, group.numbers, group.var.span)
    if group.var is not None and isinstance(group.var.type, MemberType):
        return group.var.type.sort
    return None


def labels_of(group: typed.ChoiceGroup) -> tuple[str, ...]:
    """Return the labels of a group's options."""
    sort = _sort(group)
    if sort is None:
        return (group.label,)
    if group.labels:
        return group.labels
    return tuple(f"{group.label} {member}" if group.label else member for member in sort.members)


def may(checker: SentenceBase, node: ast.May, context: Context) -> typed.Sentence | None:
    name = node.name
    first = node.tried[0]
    if name is None and isinstance(first, ast.CallRule):
        name = ast.Ident(first.name.text, first.name.span)
    by = checker.decider(None, node.span, context)
    tried = checker.body(node.tried, context)
    if name is None:
        checker.error(
            context, "R452", node.span, "this decision has no name", "add `as` and a name at the end"
        )
        return None
    groups = (
        typed.ChoiceGroup(None, "yes", _says_something(tried), tried),
        typed.ChoiceGroup(None, "no", None, (), idle=True),
    )
    decision = checker.declare_decision(
        name, ((None, "yes"), (None, "no")), node.citations, node.span, context
    )
    return typed.Choose(decision, by, groups, None, node.span, skips=True)


def _says_something(tried: tuple[typed.Sentence, ...]) -> typed.Expr | None:
    """Return a condition that skips the decision for an empty effect cell; None for other sentences."""
    match tried:
        case (typed.CallRule(_, (value,), (), span),) if isinstance(value.type, EffectType):
            return typed.Comparison("!=", value, typed.Constant(-1, NONE, span), span)
    return None


def pause(checker: SentenceBase, node: ast.Pause, context: Context) -> typed.Sentence | None:
    by = checker.decider(None, node.span, context)
    groups = (typed.ChoiceGroup(None, "go_on", None, (), idle=True),)
    decision = checker.declare_decision(node.name, ((None, "go_on"),), node.citations, node.span, context)
    return typed.Choose(decision, by, groups, None, node.span, skips=True)


def needs(checker: SentenceBase, node: ast.Needs, context: Context) -> typed.Sentence | None:
    test = checker.expressions.flag(node.condition, context.scope, "the value after `needs`")
    return typed.Needs(test, node.span)
