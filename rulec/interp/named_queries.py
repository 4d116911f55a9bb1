"""Evaluates definitions of a game on states of either back end."""

from __future__ import annotations

import math
from typing import Any, Final

from rulec.interp.machine import Machine
from rulec.ir.named_queries import NamedQueries, NamedQuery
from rulec.ir.types import BoolType, ElemType, IntType, ListType, SetType, Type
from rulec.runtime.list_codec import entries
from rulec.runtime.schema import PLAYERS
from rulec.runtime.seats import unmarked

_LISTED: Final = 4096  # values that a path without its members gives


class QueryEvaluator:
    """See `rulec.runtime.named_queries.QueryReader`."""

    def __init__(self, queries: NamedQueries) -> None:
        self.queries = {one.path: one for one in queries.queries}
        self.singulars = dict(queries.singulars)
        self.actors = queries.actors
        self.machine = Machine(queries.program)

    def paths(self) -> list[str]:
        return list(self.queries)

    def singular(self, name: str) -> str:
        return self.singulars.get(name, "")

    def value(self, cells: list[int], path: str, members: list[str], actor: str) -> Any:
        query = self.queries[path]
        wanted = len(query.parameters)
        given, rest = members[:wanted], members[wanted:]
        if len(given) < wanted and self._can_be_listed(query, len(given)):
            kind = query.parameters[len(given)]
            assert isinstance(kind, ElemType)
            return {one: self.value(cells, path, [*given, one], actor) for one in kind.domain.labels}
        if len(given) < wanted or len(rest) > int(query.uses_me):
            raise KeyError(f"`{path}` is written {self._form(query)}")
        arguments = [_member(path, one, type_) for one, type_ in zip(given, query.parameters, strict=True)]
        if query.uses_me:
            if not (rest or actor):
                raise KeyError(f"nobody decides now; whose `{path}`? It is written {self._form(query)}")
            arguments.insert(0, _member(path, rest[0] if rest else actor, self.actors))
        found = self.machine.evaluator.call_known(query.function, cells, arguments, {})
        result = next(one for one in self.machine.program.functions if one.name == query.function).result.type
        return _shown(found, result)

    def _can_be_listed(self, query: NamedQuery, given: int) -> bool:
        """Return whether the free parameters are few and enumerable."""
        rest = query.parameters[given:]
        sizes = [one.domain.size if isinstance(one, ElemType) else _LISTED + 1 for one in rest]
        return math.prod(sizes) <= _LISTED

    def _form(self, query: NamedQuery) -> str:
        parts = [query.path, *(f"<{_kind(type_)}>" for type_ in query.parameters)]
        more = f", and perhaps .<{_kind(self.actors)}> behind it" if query.uses_me else ""
        return f"`{'.'.join(parts)}`{more}"


def _kind(type_: Type) -> str:
    if isinstance(type_, ElemType):
        return f"one of {type_.domain.name}"
    return f"{type_.lo} to {type_.hi}" if isinstance(type_, IntType) else "True or False"


def _member(path: str, text: str, type_: Type) -> int:
    """Convert a path element to a value."""
    if isinstance(type_, ElemType):
        label = unmarked(text) if type_.domain.name == PLAYERS else text
        if label in type_.domain.labels:
            return type_.domain.labels.index(label)
        if type_.optional and text == "none":
            return -1
    elif isinstance(type_, IntType):
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 12 and type_.lo <= int(text) <= type_.hi:
            return int(text)
    elif isinstance(type_, BoolType) and text in ("True", "False"):
        return int(text == "True")
    raise KeyError(f"`{path}`: {text!r} is not {_kind(type_)}")


def _shown(value: int, type_: Type) -> Any:
    """Format a value as position dictionaries do."""
    if isinstance(type_, BoolType):
        return bool(value)
    if isinstance(type_, ElemType):
        return None if value < 0 else type_.domain.labels[value]
    if isinstance(type_, ListType):
        return [type_.members.labels[one] for one in entries(value, type_.digit)]
    if isinstance(type_, SetType):
        return [label for n, label in enumerate(type_.domain.labels) if (value >> n) & 1]
    return value
