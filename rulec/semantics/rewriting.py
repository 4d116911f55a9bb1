"""Syntax trees changed node by node."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from rulec.source import Span

_FIELDS: dict[type, tuple[str, ...]] = {}


def rewrite(node: Any, change: Callable[[Any], Any]) -> Any:
    """The same tree, with every node changed from the innermost outwards."""
    if isinstance(node, tuple):
        new = tuple(rewrite(one, change) for one in node)
        return node if all(a is b for a, b in zip(new, node, strict=True)) else new
    if not dataclasses.is_dataclass(node) or isinstance(node, Span | type):
        return node
    sort = type(node)
    if sort not in _FIELDS:
        _FIELDS[sort] = tuple(one.name for one in dataclasses.fields(sort))
    changed: dict[str, Any] = {}
    for name in _FIELDS[sort]:
        old = getattr(node, name)
        new = rewrite(old, change)
        if new is not old:
            changed[name] = new
    return change(dataclasses.replace(node, **changed) if changed else node)
