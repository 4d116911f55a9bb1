"""Walking over typed expressions and sentences."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from rulec.semantics import typed

_NODES = tuple(
    value
    for value in vars(typed).values()
    if isinstance(value, type) and dataclasses.is_dataclass(value) and value.__dataclass_params__.frozen  # type: ignore[attr-defined]
)


# For each sort of node the names of its fields: these walks go over every node several times.
_FIELDS: dict[type, tuple[str, ...]] = {
    sort: tuple(field.name for field in dataclasses.fields(sort)) for sort in _NODES
}


def parts(node: object) -> Iterator[object]:
    """All nodes at and below this one, in the order they are written."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(reversed(one))
        elif type(one) in _FIELDS:
            yield one
            waiting.extend([getattr(one, name) for name in reversed(_FIELDS[type(one)])])


def uses_me(node: object) -> bool:
    """Does this speak of who acts (a loop whose members act says so itself)?"""
    if isinstance(node, tuple):
        return any(uses_me(one) for one in node)
    if type(node) not in _FIELDS:
        return False
    if isinstance(node, typed.Me):
        return True
    if isinstance(node, typed.Each) and node.acting:
        return uses_me(node.value) or isinstance(node, typed.EachInOwnOrder)
    if isinstance(node, typed.ForPlayer | typed.ActingAs):
        return uses_me(node.player)
    if isinstance(node, typed.Use) and node.definition.uses_me:
        return True
    if isinstance(node, typed.CallRule) and node.rule.uses_me:
        return True
    return any(uses_me(getattr(node, name)) for name in _FIELDS[type(node)])
