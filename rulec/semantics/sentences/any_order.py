"""Type checks of `any order`, trials, and choices of several members."""

from __future__ import annotations

from rulec.base.diagnostics import Note, did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.desugar.filter_names import mentions
from rulec.semantics.expressions.mixed_zones import narrowed_by
from rulec.semantics.expressions.zone_provenance import scattered, several_zones
from rulec.semantics.expressions.zones import origin
from rulec.semantics.flow.rule_lifetimes import LEAVING, LOOPS
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.semantics.sentences.name_scopes import leave as leave_bodies
from rulec.semantics.types import ROOM, ListType, Local, MemberType, NumberType, SetType, Sort, Type
from rulec.syntax import ast

# --- trials -------------------------------------------------------------------------------------------


def if_possible(checker: SentenceBase, node: ast.IfPossible, context: Context) -> typed.Sentence:
    tried = checker.body(node.tried, context)
    then = checker.body(node.then, context)
    return typed.IfPossible(tried, then, checker.body(node.otherwise, context), node.span)


def first_possible(checker: SentenceBase, node: ast.FirstPossible, context: Context) -> typed.Sentence | None:
    for one in node.alternatives:
        if one.var is not None:
            checker.error(
                context,
                "R455",
                one.span,
                "nothing is asked here, so there can't be one alternative for each of several",
                "write a `choose` below an alternative with a name of its own",
            )
            return None
    return typed.FirstPossible(tuple(checker.options(node.alternatives, context)), node.span)


def leave(checker: SentenceBase, node: ast.LeaveRule, context: Context) -> typed.Sentence | None:
    g = context.scope.globals
    rule = g.rules.get(node.name.text)
    if rule is None:
        message = f"no rule is called `{node.name.text}`"
        hint = LEAVING if node.name.text in LOOPS else did_you_mean(node.name.text, g.rules)
        if node.name.text == "game":
            hint = "add `the` before `game`"
        g.report.unknown("R219", node.name.text, node.name.span, message, hint)
        return None
    return typed.LeaveRule(rule, node.restart, node.span)


# --- any order ----------------------------------------------------------------------------------------


def any_order(checker: SentenceBase, node: ast.AnyOrder, context: Context) -> typed.Sentence | None:
    by = checker.decider(node.by, node.span, context)
    numbers: dict[str, int] = {}
    for number, part in enumerate(node.parts):
        if part.name.text in numbers:
            checker.error(
                context,
                "R414",
                part.name.span,
                f"two parts are called `{part.name.text}`",
                "give one of the two another name",
                [Note(node.parts[numbers[part.name.text]].name.span, "the first one")],
            )
        numbers.setdefault(part.name.text, number)
    decision = checker.declare_decision(node.name, (), node.citations, node.span, context)
    around = dict(context.orders)
    context.orders.update({name: (decision, number) for name, number in numbers.items()})
    parts: list[typed.Part] = []
    left: list[typed.Sentence] = []
    for one in node.parts:
        parts.append(_part(checker, one, numbers, context))
        # Names bound in a part are visible in the parts below it, and behind the order.
        names = leave_bodies(context.scope, context.ends, False)
        left += [typed.Unreached(names, one.span)] if names else []
        context.ends.clear()
    context.orders.clear()
    context.orders.update(around)
    exclusive = tuple(_numbers(checker, group, numbers, context) for group in node.exclusive)
    instead = tuple(checker.options(node.instead, context))
    groups: list[tuple[Sort | None, str]] = []
    for made in parts:
        sort = made.var.type.sort if made.var is not None and isinstance(made.var.type, MemberType) else None
        groups.append((sort, "" if sort is not None else made.name))
    groups += [(None, one.label) for one in instead]
    groups.append((None, "done"))
    decision.groups = tuple(groups)
    _check_labels(checker, groups, node.span, context)
    return typed.AnyOrder(decision, by, tuple(parts), exclusive, instead, tuple(left), node.span)


def _part(checker: SentenceBase, node: ast.Part, numbers: dict[str, int], context: Context) -> typed.Part:
    after = _numbers(checker, node.after, numbers, context)
    before = _numbers(checker, node.before, numbers, context)
    inner, local, value = context, None, None
    if node.var is not None and node.value is not None:
        value = checker.expressions.set_(node.value, context.scope, "the value after `in`")
        inner = context.inside()
        type_: Type = value.type
        if isinstance(value.type, SetType):
            type_ = MemberType(value.type.sort)
        local = checker.bind(node.var, type_, inner)
    when = None
    if node.when is not None:
        when = checker.expressions.flag(node.when, inner.scope, "the value after `when`")
    body = checker.body_where(node.when, True, node.body, inner)
    return typed.Part(node.name.text, node.must, local, value, after, before, when, body)


def _numbers(
    checker: SentenceBase, names: tuple[ast.Ident, ...], numbers: dict[str, int], context: Context
) -> tuple[int, ...]:
    found = []
    for name in names:
        if name.text in numbers:
            found.append(numbers[name.text])
        else:
            message = f"no part of this order is called `{name.text}`"
            context.scope.globals.report.unknown(
                "R423", name.text, name.span, message, did_you_mean(name.text, numbers)
            )
    return tuple(found)


def _check_labels(
    checker: SentenceBase, groups: list[tuple[Sort | None, str]], span: Span, context: Context
) -> None:
    """Check that the options of a decision have distinct labels."""
    seen: set[str] = set()
    for sort, label in groups:
        labels = set(sort.members) if sort is not None else {label}
        if labels & seen:
            one = min(labels & seen)
            checker.error(
                context,
                "R414",
                span,
                f"two options of this order are called `{one}`",
                "give one of the two another name",
            )
            return
        seen |= labels


def skip_part(checker: SentenceBase, node: ast.SkipPart, context: Context) -> typed.Sentence | None:
    if node.name.text not in context.orders:
        message = f"no part of an order around this is called `{node.name.text}`"
        context.scope.globals.report.unknown(
            "R423", node.name.text, node.name.span, message, did_you_mean(node.name.text, context.orders)
        )
        return None
    decision, number = context.orders[node.name.text]
    return typed.SkipPart(decision, number, node.span)


# --- several members ------------------------------------------------------------------------------------


def choose_several(checker: SentenceBase, node: ast.ChooseSeveral, context: Context) -> typed.Sentence | None:
    scope, expressions = context.scope, checker.expressions
    by = checker.decider(node.by, node.span, context)
    least = expressions.number(node.least, scope, "how many") if node.least is not None else None
    most = expressions.number(node.most, scope, "how many")
    giving: Local | None = None
    # The result set holds the members chosen so far, also while the next candidates are evaluated.
    sort_of = expressions.set_(_plain(node.value), scope, "the value after `from`")
    if node.giving is not None and isinstance(sort_of.type, SetType):
        giving = checker.bind(node.giving, _given(node, sort_of.type, most), context, settable=True)
    value = candidates(checker, node.var, node.value, context)
    if not isinstance(value.type, SetType):
        return None
    inner = context.inside()
    local = checker.bind(node.var, MemberType(value.type.sort), inner)
    local.origin = origin(value) or scattered(value, node.span)
    body = checker.body(node.body, inner)
    such_that = None
    if node.such_that is not None:
        such_that = expressions.flag(node.such_that, scope, "the value after `such that`")
    groups: tuple[tuple[Sort | None, str], ...] = ((value.type.sort, ""),)
    if node.least is not node.most:
        groups = (*groups, (None, "stop"))
    if node.least is node.most:
        least = most
    decision = checker.declare_decision(node.name, groups, node.citations, node.span, context)
    return typed.ChooseSeveral(
        decision, by, node.collection, least, most, local, value, giving, such_that, body, node.span
    )


def _given(node: ast.ChooseSeveral, among: SetType, most: typed.Expr) -> Type:
    """Return a list type for repeatable choices, else a set type."""
    entries = most.type.hi if isinstance(most.type, NumberType) else 0
    # (A list with a body per member does not store the order, which would be expensive.)
    again = node.collection == "bag" or (node.collection == "list" and not node.body) or among.counted
    if not again or entries > ROOM:
        return SetType(among.sort)
    among.sort.joined = max(among.sort.joined, entries)
    return ListType(among.sort, entries)


def candidates(
    checker: SentenceBase, var: ast.Ident, node: ast.Expr, context: Context, several: bool = False
) -> typed.Expr:
    """Type the candidates of a choice; in the filter, the name of the choice denotes the candidate.

    `several`: where pieces of several zones are offered, the condition may test the owner of the zone.
    """
    scope = narrowed_by(context.scope, var)
    if not isinstance(node, ast.Where):
        return checker.expressions.set_(node, scope, "the value after `from`")
    value = checker.expressions.set_(node.value, scope, "the value after `from`")
    if not isinstance(value.type, SetType):
        return value
    candidate = Local(var.text, MemberType(value.type.sort), var.span)
    candidate.origin = several_zones(value, var.text, var.span) if several else None
    mentioned = mentions((node.condition,), var.text)
    inner = scope.with_local(candidate).with_it(candidate, mentioned, node)
    if var.text in scope.globals.own[value.type.sort]:
        inner.locals.pop(var.text)
    test = checker.expressions.flag(node.condition, inner, "the value after `where`")
    return typed.Where(candidate, value, test, value.type, node.span)


def _plain(node: ast.Expr) -> ast.Expr:
    return node.value if isinstance(node, ast.Where) else node
