"""Deduplicates functions that differ only in the names of locals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rulec.codegen.text_nodes import Code, Comment, Declaration, Local, Statement, Suite, piece

Shape: TypeAlias = tuple[object, ...]


def shape_of(result: str, parameters: Iterable[tuple[str, Local]], body: Iterable[Statement]) -> Shape:
    """Return a function's canonical form: locals numbered in the order of their first use."""
    numbers: dict[str, int] = {}
    given = [(type_, numbers.setdefault(name.key, len(numbers))) for type_, name in parameters]
    return result, *given, None, *_shapes(body, numbers)


def _shapes(body: Iterable[Statement], numbers: dict[str, int]) -> Iterator[object]:
    for one in body:
        match one:
            case Suite(head, inner):
                yield from _tokens(piece(head), numbers)
                yield from ("{", *_shapes(inner, numbers), "}")
            case Declaration(type_, name, value):
                yield from (type_, *_tokens(piece(name), numbers))
                if value is not None:
                    yield from ("=", *_tokens(piece(value), numbers))
            case Comment():
                continue
            case _:
                yield from _tokens(piece(one), numbers)
        yield ";"


def _tokens(value: Code, numbers: dict[str, int]) -> Iterator[object]:
    for part in value.all_parts():
        yield (part.role, numbers.setdefault(part.key, len(numbers))) if isinstance(part, Local) else part
