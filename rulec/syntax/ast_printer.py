"""Print a syntax tree as indented text, for `rulec emit --stage ast`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from rulec.base.source_text import Span
from rulec.syntax import ast


def dump(tree: ast.RulesFile) -> str:
    """Return one line per node, its parts indented below it."""
    home = tree.name
    return (
        "\n".join(
            line
            for part in (*tree.declarations, *tree.examples, *tree.assumed)
            for line in _node("", part, 0, home)
        )
        + "\n"
    )


def _node(label: str, value: Any, depth: int, home: str) -> Iterator[str]:
    head = "  " * depth + (f"{label}: " if label else "")
    if isinstance(value, tuple):
        if not any(dataclasses.is_dataclass(one) or isinstance(one, tuple) for one in value):
            yield head + (" ".join(map(str, value)) or "(nothing)")
            return
        yield head.rstrip()
        for one in value:
            yield from _node("", one, depth + 1, home)
    elif isinstance(value, ast.Ident | ast.Text):
        yield f"{head}{value.text if isinstance(value, ast.Ident) else repr(value.value)}"
    elif dataclasses.is_dataclass(value):
        yield from _record(head, value, depth, home)
    else:
        yield head + ("(nothing)" if value is None else str(value))


def _record(head: str, value: Any, depth: int, home: str) -> Iterator[str]:
    """Yield the lines of a node: scalar fields beside its type name, child nodes below."""
    parts = [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value)]
    parts = [(name, part) for name, part in parts if not _is_place(name, part) and part not in (None, ())]
    plain = [f"{name}={_plain(part)}" for name, part in parts if _is_plain(part)]
    yield f"{head}{' '.join([type(value).__name__, *plain])}{_line(value, home)}"
    for name, part in parts:
        if not _is_plain(part):
            yield from _node(name, part, depth + 1, home)


def _is_place(name: str, part: Any) -> bool:
    return isinstance(part, Span) or name.endswith("span")


def _is_plain(part: Any) -> bool:
    if isinstance(part, tuple):
        return all(_is_plain(one) for one in part)
    return isinstance(part, ast.Ident | ast.Text) or not dataclasses.is_dataclass(part)


def _plain(part: Any) -> str:
    if isinstance(part, tuple):
        return "(" + " ".join(map(_plain, part)) + ")"
    if isinstance(part, ast.Ident):
        return part.text
    return repr(part.value) if isinstance(part, ast.Text) else str(part)


def _line(value: Any, home: str) -> str:
    """Format the position of a node, with the file name if the node comes from a variant's base."""
    span = getattr(value, "span", None)
    if not isinstance(span, Span):
        return ""
    return f"  @{span.line}:{span.column}" if span.file == home else f"  @{span}"
