"""Builds the name index of a typed game: declarations, and definitions behind decisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulec.base.source_text import Span
from rulec.ir.index import Index
from rulec.semantics import typed
from rulec.semantics.typed.walk import parts


def index(game: typed.Game) -> Index:
    return Index(
        game.file,
        tuple(_declarations(game)),
        tuple(one.name for one in game.rules),
        tuple(one.name for one in game.definitions),
        tuple(_made_of(game)),
    )


def _declarations(game: typed.Game) -> Iterator[tuple[str, Span]]:
    """Map all declarations of the file by their names in positions."""
    lists: list[Any] = [value for value in vars(game).values() if isinstance(value, list)]
    for one in (one for values in lists for one in values):
        span = getattr(one, "span", None)
        if not isinstance(span, Span):
            continue
        subject = getattr(one, "owner", None)
        plural = getattr(subject, "plural", None)
        owner = f"{plural}." if isinstance(plural, str) else ""
        for name in (
            getattr(one, "name", None),
            getattr(one, "plural", None),
            getattr(one, "singular", None),
        ):
            if isinstance(name, str) and span.line:
                yield owner + name, span


def _made_of(game: typed.Game) -> Iterator[tuple[str, tuple[Span, ...]]]:
    """List every decision with the definitions behind its options, in file order."""
    found: dict[str, set[Span]] = {}
    for rule in game.rules:
        for part in parts(rule.body):
            name = getattr(getattr(part, "decision", None), "name", None)
            if isinstance(name, str):
                found.setdefault(name, set()).update(_definitions(part))
    for name, spans in found.items():
        yield name, tuple(sorted(spans, key=lambda span: span.line))


def _definitions(node: object) -> set[Span]:
    """Return the definitions in a tree, transitively."""
    found: set[typed.Definition] = set()
    waiting = [node]
    while waiting:
        for part in parts(_head(waiting.pop())):
            if isinstance(part, typed.Use) and part.definition not in found:
                found.add(part.definition)
                waiting.append(part.definition.body)
    return {one.span for one in found}


def _head(node: object) -> object:
    """Return the option part of a choice, without the sentences behind it."""
    groups = getattr(node, "groups", None)
    if groups is None:
        return node
    return tuple(getattr(group, "options", None) for group in groups)
