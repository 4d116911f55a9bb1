"""Walks over sentences as they are written, and the questions about rules in them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import get_args

from rulec.syntax import ast


def walk(node: object) -> Iterator[object]:
    """All sentences, and what stands in them, at and below this."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif isinstance(one, _BODIES):
            yield one
            waiting += (getattr(one, name) for name in _FIELDS[type(one)])


# What sentences, and questions about rules, stand in.
_BODIES = (ast.Rule, ast.Alternative, ast.Part, ast.Members, *get_args(ast.Sentence), *get_args(ast.Expr))


_FIELDS = {sort: [field.name for field in dataclasses.fields(sort)] for sort in _BODIES}
