"""Ambiguous words behind a filter that an `and` or `or` has ended.

In `some plots where ripe and price > 2` the second test is outside. Where `price` means something there, and
plots have a price, too, a reader could take the word for either; brackets decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass

from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.scope import Scope, it_sort
from rulec.semantics.types import FlagType, ListType, SetType, Sort
from rulec.syntax import ast

Typing = Callable[[ast.Expr, Scope], typed.Expr]


def refused_after_filter(node: ast.Logic, number: int, tried: Typing, scope: Scope) -> bool:
    """Report a word of a part that could belong to the members of the filter in the part before."""
    before, part = node.parts[number - 1], node.parts[number]
    members = _open_members(before)
    if members is None or members.var is not None or _closed(before.span, part.span, scope):
        return False
    inner = members.value.value if isinstance(members.value, ast.Where) else members.value
    type_ = tried(inner, scope).type
    if not isinstance(type_, SetType | ListType):
        return False
    clash = next((one for one in _words(part, scope) if _could_be(one, type_.sort, scope)), None)
    if clash is None:
        return False
    word = "it" if isinstance(clash, ast.Word) else clash.name.text
    message = (
        f"`{word}` could be meant for the {type_.sort.plural} before it, but `{node.op}` ends their condition"
    )
    scope.globals.report.error(
        "R317", before.span.to(part.span), message, _both(node, number, members, scope)
    )
    return True


def _open_members(part: ast.Expr) -> ast.Members | None:
    """Return the members of a condition without brackets that ends the part."""
    while isinstance(part, ast.Not | ast.Compare | ast.In):
        inner = part.right if isinstance(part, ast.Compare) else part.value
        if not _same_end(inner.span, part.span):
            return None
        part = inner
    if isinstance(part, ast.Quantity) and part.condition is not None:
        return part.members if _same_end(part.condition.span, part.span) else None
    if not isinstance(part, ast.Quantity | ast.NumberOf) or not isinstance(part.members.value, ast.Where):
        return None
    where = part.members.value
    alike = _same_end(where.span, part.span) and _same_end(where.condition.span, where.span)
    return part.members if alike else None


def _same_end(one: Span, other: Span) -> bool:
    return (one.end_line, one.end_column) == (other.end_line, other.end_column)


def _closed(before: Span, after: Span, scope: Scope) -> bool:
    """Return whether a bracket closes between two parts of a condition."""
    source = scope.globals.report.sources.get(before.file)
    if source is None:
        return True
    if before.end_line == after.line:
        return ")" in source.line(after.line)[before.end_column - 1 : after.column - 1]
    return ")" in source.line(before.end_line)[before.end_column - 1 :]


def _words(node: object, scope: Scope) -> Iterator[ast.Name | ast.Word]:
    """Yield the bare words of a test that no filter of its own can claim."""
    if isinstance(node, ast.Name) or (isinstance(node, ast.Word) and node.word == "it"):
        yield node
    if isinstance(node, ast.Where | ast.Quantity):
        return
    if isinstance(node, tuple):
        for one in node:
            yield from _words(one, scope)
    if is_dataclass(node):
        for field in fields(node):
            value = getattr(node, field.name)
            if isinstance(node, ast.Compare) and field.name == "right" and _adjective(value, scope):
                continue
            yield from _words(value, scope)


def _adjective(node: object, scope: Scope) -> bool:
    """Return whether a word behind `is` is an adjective or flag of some sort."""
    return isinstance(node, ast.Name) and any(
        isinstance(getattr(own.get(node.name.text), "type", None), FlagType)
        for own in scope.globals.own.values()
    )


def _could_be(node: ast.Name | ast.Word, sort: Sort, scope: Scope) -> bool:
    if isinstance(node, ast.Word):
        return any(it_sort(one.local) is sort for one in scope.filters)
    word = node.name.text
    if word == sort.singular and not node.arguments:
        return True
    return scope.globals.attribute(sort, word) is not None


def _both(node: ast.Logic, number: int, members: ast.Members, scope: Scope) -> str:
    """Return a hint with brackets for the meaning that the line has now, or for both meanings."""
    before, part = node.parts[number - 1].span, node.parts[number].span
    line = scope.globals.report.line_of(before.to(part))
    whole = "" if line is None else line[before.column - 1 : part.end_column - 1]
    if line is None or whole.count("(") != whole.count(")"):
        return f"put brackets around the condition before `{node.op}`, or around both tests"
    first, rest = line[before.column - 1 : before.end_column - 1], line[before.end_column - 1 :]
    now = f"({first}){rest[: part.end_column - before.end_column]}"
    where = members.value
    if not isinstance(where, ast.Where):
        return f"write `{now}` for `{whole}`"
    start = where.condition.span.column - before.column
    return f"write `{now}`, or `{whole[:start]}({whole[start:]})` for a test of the members"
