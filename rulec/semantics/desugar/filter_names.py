"""Rewrites filters and folds with a named member: `some s in squares where s's height > 2`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulec.base.fast_dataclass import inner, objects
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.scope import Filtered, Scope, it_sort
from rulec.semantics.types import FlagType, Sort
from rulec.syntax import ast
from rulec.syntax.parsing.reserved_words import RESERVED

Fold = ast.Quantity | ast.NumberOf | ast.Pick | ast.BestOf | ast.UnionOf | ast.Total | ast.RandomOne
Edit = tuple[Span, str]  # an empty span inserts


class _Unclear(Exception):
    """Raised where attributes of the member cannot be told from other words."""


def with_member_named(one: Filtered, meant_outside: str, scope: Scope) -> tuple[str, str] | None:
    """Return the source of a filter, and its rewriting with a named member; None if impossible.

    The word `meant_outside` is not the member's, except on the left of a comparison with itself.
    """
    node, sort = one.node, it_sort(one.local)
    if one.named or sort is None or not isinstance(node, ast.Where | Fold):
        return None
    if one.local.name != "it":
        return _by_its_name(one, node, scope)
    line = _line(node.span, scope)
    if not line or (isinstance(node, Fold) and node.members.var is not None):
        return None
    name = free_name(sort, scope)
    start = node.span.column - 1
    if isinstance(node, Fold):
        start = min(node.members.span.column, node.members.value.span.column) - 1
        while line[node.span.column - 1 : start].endswith("("):
            start -= 1
    about = _said_of(node) if isinstance(node, Fold) else [node.condition]
    try:
        edits = [edit for part in about for edit in _edits(part, name, sort, meant_outside, scope, False)]
    except _Unclear:
        return None
    # A set without fold has no member to name, but the union of its members does.
    naming = f"{name} in " if isinstance(node, Fold) else f"union of {name} over {name} in "
    at = Span(node.span.file, node.span.line, start + 1, node.span.line, start + 1)
    return _text(node.span, line), _edited(node.span, line, [(at, naming), *edits])


def _by_its_name(one: Filtered, node: object, scope: Scope) -> tuple[str, str] | None:
    """Replace `it` by the name of a chosen member."""
    if not isinstance(node, ast.Where):
        return None
    line = _line(node.condition.span, scope)
    its = [part.span for part in objects(node.condition) if isinstance(part, ast.Word) and part.word == "it"]
    if not line or not its:
        return None
    span = node.condition.span
    return _text(span, line), _edited(span, line, [(at, one.local.name) for at in its])


def compared_with_member(one: Filtered, word: ast.Name, scope: Scope) -> bool:
    """Return whether a test compares this word with the member, so that it denotes something else."""
    sort = it_sort(one.local)
    if one.node is None or sort is None:
        return False
    tests = [
        node
        for node in objects(one.node)
        if isinstance(node, ast.Compare | ast.In | ast.Binary) and _covers(node.span, word.span)
    ]
    for node in tests:
        right = node.right if isinstance(node, ast.Compare) else None
        adjective = right if isinstance(right, ast.Name) and _adjective(right, sort, scope) else None
        for part in objects(node):
            if part is adjective:
                continue
            if isinstance(part, ast.Word) and part.word == "it":
                return True
            if isinstance(part, ast.Name) and part.name.text != word.name.text:
                if part.name.text in {sort.singular, one.local.name}:
                    return True
                if scope.globals.attribute(sort, part.name.text) is not None:
                    return True
        if isinstance(node, ast.Compare | ast.In):
            break
    return False


def compared_with_itself(one: Filtered, word: ast.Name) -> bool:
    """Return whether a test has the word on both sides."""
    return any(
        isinstance(node, ast.Compare)
        and _covers(node.span, word.span)
        and all(
            isinstance(side, ast.Name) and side.name.text == word.name.text
            for side in (node.left, node.right)
        )
        for node in objects(one.node)
    )


def mentions(nodes: Iterable[object], name: str) -> bool:
    """Return whether a name occurs in expressions."""
    return any(
        isinstance(part, ast.Name) and part.name.text == name for node in nodes for part in objects(node)
    )


def _said_of(node: Fold) -> list[ast.Expr]:
    """Return all expressions over the members of a fold, its `where` included."""
    where = node.members.value
    return [*said_over(node), where.condition] if isinstance(where, ast.Where) else said_over(node)


def said_over(node: Fold) -> list[ast.Expr]:
    """Return the expressions over the members of a fold, without its `where`."""
    about: list[ast.Expr] = []
    match node:
        case ast.Quantity(condition=condition) if condition is not None:
            about.append(condition)
        case ast.BestOf(key=key):
            about.append(key)
        case ast.UnionOf(formula=formula) | ast.Total(formula=formula):
            about.append(formula)
        case ast.Pick(ordering=ordering) if ordering is not None:
            about += [key.value for key in ordering.keys if key.value is not None]
    return about


def _edits(node: object, name: str, sort: Sort, outside: str, scope: Scope, nested: bool) -> Iterator[Edit]:
    """Yield the edits that make expressions refer to the member by name."""
    match node:
        case ast.Word("it", span):
            if not nested:
                yield span, name
        case ast.Name(ident, arguments, span):
            yield from (edit for one in arguments for edit in _edits(one, name, sort, outside, scope, nested))
            own = scope.globals.attribute(sort, ident.text) is not None
            kind = ident.text == sort.singular and not arguments
            if ident.text != outside and (own or kind):
                if nested:
                    raise _Unclear
                if own:
                    yield Span(span.file, span.line, span.column, span.line, span.column), f"{name}'s "
                else:
                    yield span, name
        case ast.Compare("is", left, ast.Name() as right) if _adjective(right, sort, scope):
            yield from _edits(left, name, sort, outside, scope, nested)
        case ast.Compare(_, ast.Name() as left, ast.Name() as right) if left.name.text == right.name.text:
            yield from _edits(left, name, sort, "", scope, nested)
            yield from _edits(right, name, sort, outside, scope, nested)
        case ast.RoomFor():
            raise _Unclear
        case ast.Where(value, condition):
            yield from _edits(value, name, sort, outside, scope, nested)
            yield from _edits(condition, name, sort, outside, scope, True)
        case _ if isinstance(node, Fold):
            members = node.members
            value = members.value.value if isinstance(members.value, ast.Where) else members.value
            yield from _edits(value, name, sort, outside, scope, nested)
            for one in _said_of(node):
                yield from _edits(one, name, sort, outside, scope, nested or members.var is None)
        case _:
            for part in _children(node):
                yield from _edits(part, name, sort, outside, scope, nested)


def _adjective(node: ast.Name, sort: Sort, scope: Scope) -> bool:
    attribute = scope.globals.attribute(sort, node.name.text)
    if isinstance(attribute, typed.Definition) and attribute.body is None:
        return True
    return attribute is not None and isinstance(getattr(attribute, "type", None), FlagType)


def _children(node: object) -> Iterator[object]:
    if type(node) is tuple:
        yield from node
    elif (names := inner(type(node))) is not None:
        yield from (getattr(node, name) for name in names)


def free_name(sort: Sort, scope: Scope) -> str:
    """Return a short name that nothing has here."""
    g = scope.globals
    names = [sort.singular[0].lower(), *"nmqstuvwxyz", "one", "each_one"]
    taken = {*scope.locals, *scope.left, *g.places, *RESERVED}
    taken |= {word for own in g.own.values() for word in own}
    return next((name for name in names if name not in taken), f"{sort.singular}_9")


def _covers(span: Span, other: Span) -> bool:
    return (span.line, span.column) <= (other.line, other.column) and (other.end_line, other.end_column) <= (
        span.end_line,
        span.end_column,
    )


def _line(span: Span, scope: Scope) -> str:
    """Return the source line of a span; empty for several lines."""
    return scope.globals.report.line_of(span) or ""


def _text(span: Span, line: str) -> str:
    return line[span.column - 1 : span.end_column - 1]


def _edited(span: Span, line: str, edits: list[Edit]) -> str:
    end = span.end_column - 1
    text = line[:end]
    for at, new in sorted(edits, key=lambda edit: (edit[0].column, edit[0].end_column), reverse=True):
        text = text[: at.column - 1] + new + text[at.end_column - 1 :]
    return text[span.column - 1 :]
