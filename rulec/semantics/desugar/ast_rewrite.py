"""Bottom-up rewriting of syntax trees."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from rulec.base.fast_dataclass import inner


def rewrite(node: Any, change: Callable[[Any], Any]) -> Any:
    """Rewrite a tree bottom-up, applying a function to every node."""
    if type(node) is tuple:
        new = tuple([rewrite(one, change) for one in node])
        return node if all(a is b for a, b in zip(new, node, strict=True)) else new
    names = inner(type(node))
    if names is None:
        return node
    changed: dict[str, Any] = {}
    for name in names:
        old = getattr(node, name)
        if old is not None:
            new = rewrite(old, change)
            if new is not old:
                changed[name] = new
    return change(dataclasses.replace(node, **changed) if changed else node)


def rewrite_sentences(node: Any, sort: type, change: Callable[[Any], list[Any]]) -> Any:
    """Replace each sentence of a class inside a body by any number of sentences."""
    if type(node) is tuple:
        new: list[Any] = []
        for one in node:
            changed = rewrite_sentences(one, sort, change)
            if isinstance(changed, sort):
                new += change(changed)
            else:
                new.append(changed)
        same = len(new) == len(node) and all(a is b for a, b in zip(new, node, strict=True))
        return node if same else tuple(new)
    changes: dict[str, Any] = {}
    for name in inner(type(node)) or ():
        old = getattr(node, name)
        if old is not None:
            part = rewrite_sentences(old, sort, change)
            if part is not old:
                changes[name] = part
    return dataclasses.replace(node, **changes) if changes else node
