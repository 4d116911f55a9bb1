"""Type checks of lists: `in order of`, `clockwise from`, `entry n of`, concatenation."""

from __future__ import annotations

from typing import Literal

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.list_terms import appended, most_entries
from rulec.semantics.expressions.sets import SetExpressions
from rulec.semantics.scope import Scope
from rulec.semantics.types import (
    ROOM,
    FlagType,
    ListType,
    Local,
    MemberType,
    NumberType,
    PartsType,
    SetType,
    Sort,
    Unknown,
)
from rulec.syntax import ast

# --- conversion between sets and lists --------------------------------------------------------------------


def as_list(checker: SetExpressions, value: typed.Expr, span: Span) -> typed.Expr | None:
    """Coerce a set (in declaration order) or member to a list; None for other types."""
    if isinstance(value.type, ListType):
        return value
    whole = checker.as_set(value)
    if not isinstance(whole.type, SetType) or whole.type.counted:
        return None
    sort = whole.type.sort
    sort.joined = max(sort.joined, sort.size)
    return typed.Listed(whole, ListType(sort), span)


def fits(checker: SetExpressions, value: typed.Expr, name: str, scope: Scope) -> bool:
    """Check statically that a list argument does not exceed the maximum length of its sort."""
    if not isinstance(value.type, ListType) or most_entries(value) <= value.type.sort.entries:
        return True
    have, most = most_entries(value), value.type.sort.entries
    message = f"`{name}` is given a list of up to {have} entries, but lists of its sort have at most {most}"
    hint = "give it a name with `let` first: then it is looked at when the game runs"
    checker._error(scope, "R346", value.span, message, hint)
    return False


# --- orderings --------------------------------------------------------------------------------------------


def ordered(checker: SetExpressions, node: ast.Ordered, scope: Scope) -> typed.Expr:
    value = checker.set_(node.value, scope, "the set to sort", lists=True)
    return in_order(checker, value, None, node.ordering, scope)


def stands_in_seat_order(checker: SetExpressions, value: typed.Expr, ordering: ast.Ordering) -> bool:
    """Return whether a loop over players runs in seat order, so that it stores a single member only."""
    players = isinstance(value.type, SetType) and value.type.sort is checker.players
    return players and ordering.start is None and all(key.value is None for key in ordering.keys)


def in_order(
    checker: SetExpressions,
    value: typed.Expr,
    var: ast.Ident | None,
    ordering: ast.Ordering,
    scope: Scope,
    fold: ast.Pick | None = None,  # the source node
) -> typed.Expr:
    if not isinstance(value.type, SetType | ListType):
        return checker._unknown(value.span)
    sort, span = value.type.sort, value.span.to(ordering.span)
    if isinstance(value.type, SetType) and value.type.counted:
        _counted(checker, value.span, scope)
        return checker._unknown(span)
    result = ListType(sort)
    if ordering.start is not None:
        if not _seated(checker, sort, ordering.span, scope):
            return checker._unknown(span)
        start = checker.member(ordering.start, scope, sort, "who the ring begins with")
        checker.definite(start, scope)
        seating = _seating(checker, sort, ordering.span, scope)
        whole = _who_sit(value, seating, span)
        return typed.Ring(whole, start, ordering.after, ordering.backwards, seating, result, span)
    found = as_list(checker, value, span)
    assert found is not None
    last = ordering.keys[-1]
    for key in reversed(ordering.keys):  # least significant key first, since the sort is stable
        said = () if key.value is None else (key.value,)
        local, inner = checker.element(value.type, var, key.span, scope, said, fold)
        if key.value is None:
            if not _seated(checker, sort, key.span, scope):
                return checker._unknown(span)
            seating = _seating(checker, sort, key.span, scope)
            if seating is not None:
                found = _who_sit(found, seating, span)
            elif isinstance(value.type, SetType) and key is last:
                continue  # the order of declaration
            one: typed.Expr = typed.LocalValue(local, key.span)
            if seating is not None:
                one = typed.PositionOf(one, seating, NumberType(0, most_entries(seating)), key.span)
        else:
            one = checker.expr(key.value, inner)
            if not isinstance(one.type, NumberType | MemberType | FlagType):
                if not isinstance(one.type, Unknown):
                    message = f"only numbers and members can be sorted, but this is {one.type}"
                    checker._error(scope, "R302", one.span, message)
                return checker._unknown(span)
            if key is last and sort is checker.players and not _distinct(one, local):
                checker._error(
                    scope,
                    "R341",
                    key.span,
                    "players who tie in this have no order",
                    _tie_break(checker, value, key, scope),
                )
                return checker._unknown(span)
        found = typed.InOrder(key.rank, local, found, one, result, span)
    return found


def _tie_break(checker: SetExpressions, value: typed.Expr, key: ast.Key, scope: Scope) -> str:
    """Return the hint for players who tie: the order of the sorted list, or the seats."""
    if isinstance(value.type, ListType):
        line = scope.globals.report.line_of(value.span) or "..."
        stands = line[value.span.column - 1 : value.span.end_column - 1]
        by, own = f"position of it in ({stands.strip('()')})", key.span
        if line != "..." and own.line == own.end_line and stands.count("(") == stands.count(")"):
            said = line[own.column - 1 : own.end_column - 1]
            return f"write `{said}, then {by}` for `{said}`"
    return "add a tie-break, for example with `, then in seat order` behind it"


def _seated(checker: SetExpressions, sort: Sort, span: Span, scope: Scope) -> bool:
    if sort is checker.players:
        return True
    if scope.globals.seating is not None and sort is scope.globals.actors:
        return True
    message = f"only players have seats, but these are {sort.plural}"
    hint = "put them in order with `in order of`"
    if sort is scope.globals.actors:
        message = f"this does not say how the {sort.plural} sit"
        hint = "name a list of them behind `actors`, with `, seated as in ...`"
    checker._error(scope, "R342", span, message, hint)
    return False


def _seating(checker: SetExpressions, sort: Sort, span: Span, scope: Scope) -> typed.Expr | None:
    """Return the list of the seating order; None for players."""
    variable = scope.globals.seating
    if sort is checker.players or variable is None:
        return None
    return typed.VariableValue(variable, None, span, ())


def _who_sit(value: typed.Expr, seating: typed.Expr | None, span: Span) -> typed.Expr:
    """Filter out turn actors without a seat."""
    if seating is None or _all_sit(value, seating):
        return value
    local = Local("it", MemberType(value.type.sort), span)  # type: ignore[union-attr]
    sits = typed.Membership(typed.LocalValue(local, span), seating, span)
    return typed.Where(local, value, sits, value.type, span)


def _all_sit(value: typed.Expr, seating: typed.Expr) -> bool:
    while isinstance(value, typed.Where):
        value = value.value
    if not isinstance(value, typed.VariableValue) or not isinstance(seating, typed.VariableValue):
        return False
    return value.variable is seating.variable


def _distinct(key: typed.Expr, member: Local) -> bool:
    """Return whether a sort key is provably injective."""
    match key:
        case typed.LocalValue(local):
            return local is member
        case typed.PositionOf(typed.LocalValue(local), value):
            return local is member and member not in _locals(value)
        case typed.Coordinate(value=inner, what="position"):
            return _distinct(inner, member)
        case typed.Use(definition, typed.LocalValue(local), ()) if definition.body is not None:
            subject = definition.subject
            return local is member and subject is not None and _distinct(definition.body, subject)
    return False


def _locals(value: typed.Expr) -> set[Local]:
    from rulec.semantics.typed.walk import parts

    return {one.local for one in parts(value) if isinstance(one, typed.LocalValue)}


# --- queries of lists -------------------------------------------------------------------------------------


def pick(checker: SetExpressions, node: ast.Pick, scope: Scope) -> typed.Expr:
    ordering = node.ordering
    by_one = ordering is not None and len(ordering.keys) == 1 and ordering.keys[0].value is not None
    simple = by_one and node.which == "first" and node.number is None
    where = f"the value after `the {node.which} of`"
    value, local, inner = checker.members(node.members, scope, where, parts=simple)
    if simple and isinstance(value.type, SetType | PartsType):
        assert ordering is not None
        return _first_by(checker, value, local, ordering.keys[0], node.span, inner)
    copies = isinstance(value.type, SetType) and value.type.counted and node.number is not None
    if ordering is not None and not copies:
        value = in_order(checker, value, node.members.var, ordering, scope, node)
    if not isinstance(value.type, SetType | ListType):
        return checker._unknown(node.span)
    sort = value.type.sort
    if node.number is None:
        return _there(typed.Pick(node.which, value, MemberType(sort, True), node.span), value)
    number = checker.number(node.number, scope, f"the value after `the {node.which}`")
    if isinstance(value.type, SetType) and value.type.counted:
        return _first_copies(checker, node, number, value, inner, local)
    found = as_list(checker, value, node.span)
    if found is None:
        _counted(checker, value.span, scope)
        return checker._unknown(node.span)
    if isinstance(number.type, Unknown):
        return number
    return typed.SomeEntries(node.which, number, found, ListType(sort), node.span)


def _first_by(
    checker: SetExpressions, value: typed.Expr, local: Local, key: ast.Key, span: Span, scope: Scope
) -> typed.Expr:
    """Type the first member by one numeric key without building a list."""
    assert key.value is not None
    found = checker.number(key.value, scope, f"the value after `{'most' if key.rank == 'most' else 'of'}`")
    if isinstance(found.type, Unknown):
        return checker._unknown(span)
    if isinstance(value.type, PartsType):
        return typed.BestPart(key.rank, local, value, found, SetType(value.type.sort), span)
    assert isinstance(value.type, SetType)
    return _there(typed.Best(key.rank, local, value, found, MemberType(value.type.sort, True), span), value)


def _there(first: typed.Pick | typed.Best, value: typed.Expr) -> typed.Expr:
    """Narrow the first of a provably non-empty set to a member: `the first of players in order of ...`."""
    assert isinstance(first.type, MemberType)
    sort = first.type.sort
    return typed.Conversion(first, MemberType(sort), first.span) if _has_all(value) and sort.size else first


def _first_copies(
    checker: SetExpressions, node: ast.Pick, number: typed.Expr, value: typed.Expr, scope: Scope, local: Local
) -> typed.Expr:
    """Type the first pieces of a multiset by several keys; equal pieces count separately."""
    keys: list[tuple[Literal["most", "least"], typed.Expr]] = []
    opposite: dict[str, Literal["most", "least"]] = {"most": "least", "least": "most"}
    for key in node.ordering.keys if node.ordering is not None else ():
        if node.ordering is None or node.ordering.start is not None or key.value is None:
            _seated(checker, local.type.sort, node.span, scope)  # type: ignore[union-attr]
            return checker._unknown(node.span)
        one = checker.number(key.value, scope, "the key by which pieces are sorted")
        if isinstance(one.type, Unknown):
            return one
        keys.append((key.rank if node.which == "first" else opposite[key.rank], one))
    if not keys or isinstance(number.type, Unknown):
        if not keys:
            _counted(checker, value.span, scope)
        return checker._unknown(node.span)
    assert isinstance(value.type, SetType)
    return typed.FirstCopies(number, value, local, tuple(keys), value.type, node.span)


def _counted(checker: SetExpressions, span: Span, scope: Scope) -> None:
    message = "pieces of which equal ones lie there can't be put in order"
    checker._error(scope, "R343", span, message, "count them, or put their kinds in order")


def entry(checker: SetExpressions, node: ast.Entry, scope: Scope) -> typed.Expr:
    number = checker.number(node.number, scope, "the value after `entry`")
    value = _list(checker, node.value, scope)
    if not isinstance(value.type, ListType) or isinstance(number.type, Unknown):
        return checker._unknown(node.span)
    return typed.EntryOf(number, value, MemberType(value.type.sort, True), node.span)


def position_of(checker: SetExpressions, node: ast.PositionOf, scope: Scope) -> typed.Expr:
    value = _list(checker, node.value, scope)
    if not isinstance(value.type, ListType):
        return checker._unknown(node.span)
    member = checker.member(node.member, scope, value.type.sort, "the value after `position of`")
    if isinstance(member.type, Unknown):
        return member
    least = 1 if _has_all(value) and isinstance(member.type, MemberType) and not member.type.maybe else 0
    return typed.PositionOf(member, value, NumberType(least, most_entries(value)), node.span)


def _has_all(value: typed.Expr) -> bool:
    """Return whether a list provably contains all members of its sort."""
    match value:
        case typed.InOrder(value=whole) | typed.Ring(value=whole) | typed.Listed(value=whole):
            return _has_all(whole)
        case typed.Use(definition) if definition.body is not None:
            return _has_all(definition.body)
    return isinstance(value, typed.All)


def _list(checker: SetExpressions, node: ast.Expr, scope: Scope) -> typed.Expr:
    value = checker.set_(node, scope, "the value to test", lists=True)
    if not isinstance(value.type, SetType):
        return value
    message = f"{value.type} has no first and no last entry"
    order = "in seat order" if value.type.sort.plural == "players" else "in order of it"
    hint = f"put it in order, for example with `{order}`"
    checker._error(scope, "R347", value.span, message, hint)
    return checker._unknown(value.span)


# --- concatenation ----------------------------------------------------------------------------------------


def combined(
    checker: SetExpressions,
    op: Literal["+", "-", "within"],
    left: typed.Expr,
    right: typed.Expr,
    span: Span,
    scope: Scope,
) -> typed.Expr | None:
    """Type `+`, `-` and `within` with a list operand; None without one."""
    a, b = left.type, right.type
    if not isinstance(a, ListType) and not isinstance(b, ListType):
        return None
    if not isinstance(a, ListType | SetType | MemberType) or not isinstance(
        b, ListType | SetType | MemberType
    ):
        return None
    if a.sort is not b.sort:
        checker._error(scope, "R305", span, f"{a} and {b} can't be combined")
        return checker._unknown(span)
    result = ListType(a.sort)
    if op == "+" and not isinstance(a, SetType):
        right = appended(right) or right  # `add red + red to laid` parses as `laid + (red + red)`
        one, other = as_list(checker, left, left.span), as_list(checker, right, right.span)
        if one is None or other is None:
            return None
        joined = typed.JoinLists(one, other, result, span)
        a.sort.joined = max(a.sort.joined, most_entries(joined))
        if a.sort.joined <= ROOM:
            return joined
        a.sort.joined = 0
        message = f"this list may come to have {most_entries(joined)} entries; rulec keeps up to {ROOM}"
        checker._error(scope, "R346", span, message, "say how long its parts may be, with `at most`")
        return checker._unknown(span)
    if not isinstance(a, ListType):
        sets: list[typed.Expr] = [checker.as_set(one) for one in (left, right)]
        return typed.SetCombination(op, sets[0], sets[1], SetType(a.sort), span)
    local = Local("it", MemberType(a.sort), span)
    it = typed.LocalValue(local, span)
    test: typed.Expr = (
        typed.Comparison("==", it, right, span)
        if isinstance(b, MemberType)
        else typed.Membership(it, right, span)
    )
    return typed.Where(local, left, test if op == "within" else typed.Not(test, span), result, span)
