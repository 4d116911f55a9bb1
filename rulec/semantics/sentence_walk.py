"""Walk over sentences and the rule queries in them, at the level of the syntax tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from rulec.base.fast_dataclass import inner
from rulec.syntax import ast


def walk(node: object) -> Iterator[object]:
    """Yield all sentences and rule queries at and below a node, in no particular order."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif type(one) in _FIELDS:
            yield one
            waiting += [getattr(one, name) for name in _FIELDS[type(one)]]


# Nodes that can contain sentences or queries of rules.
_BODIES = (ast.Rule, ast.Alternative, ast.Part, ast.Members, *get_args(ast.Sentence), *get_args(ast.Expr))


_FIELDS = {sort: inner(sort) or () for sort in _BODIES}
