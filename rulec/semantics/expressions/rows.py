"""Type checks of rows: pieces at their ends, or on members of a table."""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.scope import Scope
from rulec.semantics.types import ListType, MemberType, SetType, Sort, Unknown
from rulec.syntax import ast


def end_of_row(checker: ExpressionBase, node: ast.EndOfRow, scope: Scope) -> typed.Expr:
    """Type `leftmost of R`: an optional kind of piece."""
    value = checker.expr(node.row, scope)
    if isinstance(value.type, Unknown):
        return value
    if isinstance(value, typed.ZoneValue) and value.zone.row is not None:
        assert isinstance(value.type, SetType | ListType)
        return typed.Pick(node.which, value, MemberType(value.type.sort, True), node.span)
    word = "leftmost" if node.which == "first" else "rightmost"
    message = f"only a row has a {word} piece, but this is {value.type}"
    hint = "declare it as `row of ...`"
    if isinstance(value.type, SetType | ListType):
        hint += f", or write `the {node.which} of` for members in their order"
    checker._error(scope, "R872", node.row.span, message, hint)
    return checker._unknown(node.span)


def on_member(checker: ExpressionBase, node: ast.OnMember, scope: Scope) -> typed.Expr:
    value = checker.expr(node.row, scope)
    member = checker.expr(node.member, scope)
    if isinstance(value.type, Unknown) or isinstance(member.type, Unknown):
        return checker._unknown(node.span)
    row = value.zone.row if isinstance(value, typed.ZoneValue) else None
    if row is None or row.laid_over is None or not isinstance(value, typed.ZoneValue):
        message = "`on` follows a row that is `laid over` a table"
        checker._error(scope, "R872", node.row.span, message, "declare it so, or put another word for `on`")
        return checker._unknown(node.span)
    table = row.laid_over.keys[0]
    assert isinstance(table, Sort)
    found = checker.member(node.member, scope, table, "the value after `on`")
    if isinstance(found.type, Unknown):
        return found
    assert isinstance(value.type, SetType)
    return typed.OnMember(value, found, value.type, node.span)


def leaves_from_the_left(value: typed.Expr, source: typed.ZoneValue) -> bool:
    """Return whether a piece leaves a row of identical pieces explicitly from the left."""
    row = source.zone.row
    if row is None or row.laid_over is None:
        return True
    if not isinstance(value, typed.Pick) or value.which != "first":
        return False
    return isinstance(value.value, typed.ZoneValue)


def entry_meant(value: typed.Expr, zone: typed.ZoneValue) -> typed.Expr | str:
    """Return the position of a piece removed from a list: an end, an index, or the first of its kind."""
    match value:
        case typed.Pick(which=which, value=typed.ZoneValue() as row) if row.zone is zone.zone:
            return which
        case typed.EntryOf(number=number, value=typed.ZoneValue() as row) if row.zone is zone.zone:
            return number
    return "first of its kind"
