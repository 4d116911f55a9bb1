"""Walks and substitution over typed expressions and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rulec.base.fast_dataclass import inner_fields, is_frozen
from rulec.semantics import typed, types

# Types without nodes inside: most fields have such a type, and walks are frequent.
_PLAIN = frozenset(["str", "int", "bool", "float", "None", "tuple", "Span", "Type"])
_PLAIN |= {name for name, value in vars(types).items() if isinstance(value, type)} - {typed.Sentence.__name__}

# Fields of each node class that can contain nodes.
_FIELDS: dict[type, tuple[str, ...]] = {
    value: inner_fields(value, _PLAIN)
    for value in vars(typed).values()
    if isinstance(value, type) and is_frozen(value)
}


def parts(node: object) -> Iterator[object]:
    """Yield all nodes at and below a node, in source order (pre-order)."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if type(one) is tuple:
            waiting.extend(reversed(one))
        elif type(one) in _FIELDS:
            yield one
            waiting.extend([getattr(one, name) for name in reversed(_FIELDS[type(one)])])


def body_parts(rule: types.Rule) -> tuple[object, ...]:
    """Return all nodes of a rule's body, noted in the rule until it gets another body."""
    noted: tuple[object, tuple[object, ...]] | None = vars(rule).get("_walked")
    if noted is None or noted[0] is not rule.body:
        noted = vars(rule)["_walked"] = rule.body, tuple(parts(rule.body))
    return noted[1]


def substitute(node: Any, known: Mapping[types.Local, typed.Expr]) -> Any:
    """Substitute expressions for locals."""
    if type(node) is tuple:
        new = tuple([substitute(one, known) for one in node])
        return node if all(a is b for a, b in zip(new, node, strict=True)) else new
    if type(node) is typed.LocalValue:
        return known.get(node.local, node)
    changed: dict[str, Any] = {}
    for name in _FIELDS.get(type(node), ()):
        old = getattr(node, name)
        one = substitute(old, known)
        if one is not old:
            changed[name] = one
    return replace(node, **changed) if changed else node


def sources_of_me(node: object) -> Iterator[types.Rule | typed.Definition | None]:
    """Yield all that makes a node refer to the acting player, outside bodies that bind another.

    None stands for a reference of its own; definitions and rules for those that they may contain.
    """
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if type(one) is tuple:
            waiting.extend(one)
            continue
        if type(one) not in _FIELDS:
            continue
        if isinstance(one, typed.Each) and one.acting:
            waiting.append(one.value)
            if isinstance(one, typed.EachInOwnOrder):
                yield None
            continue
        if isinstance(one, typed.ForPlayer | typed.ActingAs):
            waiting.append(one.player)
            continue
        if isinstance(one, typed.Me):
            yield None
        elif isinstance(one, typed.Use):
            yield one.definition
        elif isinstance(one, typed.CallRule):
            yield one.rule
        waiting.extend([getattr(one, name) for name in _FIELDS[type(one)]])


def uses_me(node: object) -> bool:
    """Return whether a node refers to the acting player, outside bodies that bind another."""
    return any(one is None or one.uses_me for one in sources_of_me(node))
