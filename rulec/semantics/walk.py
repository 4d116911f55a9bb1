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


def parts(node: object) -> Iterator[object]:
    """All nodes at and below this one, in the order they are written."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(reversed(one))
        elif isinstance(one, _NODES):
            yield one
            fields = dataclasses.fields(one)
            waiting.extend(getattr(one, field.name) for field in reversed(fields))


def uses_me(node: object) -> bool:
    """Does this speak of who acts (a loop whose members act says so itself)?"""
    if isinstance(node, tuple):
        return any(uses_me(one) for one in node)
    if not isinstance(node, _NODES):
        return False
    if isinstance(node, typed.Me):
        return True
    if isinstance(node, typed.Each) and node.acting:
        return uses_me(node.value)
    if isinstance(node, typed.Use) and node.definition.uses_me:
        return True
    if isinstance(node, typed.CallRule) and node.rule.uses_me:
        return True
    return any(uses_me(getattr(node, field.name)) for field in dataclasses.fields(node))
