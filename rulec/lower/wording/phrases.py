"""Phrases for expressions: numbers, members and conditions of cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulec.base.display_templates import holes
from rulec.base.source_text import SourceText, Span
from rulec.lower.wording.display_names import DisplayNames
from rulec.runtime.english import in_a_row, plain
from rulec.semantics import typed
from rulec.semantics.types import EffectType, FlagType, ListType, MemberType, NoneType, SetType, Type

_THAN = {">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than", "==": "exactly"}
_COMPARED = {">=": "is at least", "<=": "is at most", ">": "is more than", "<": "is less than"}
_NUMBER = "number"
_SUMS = {"+": "plus", "-": "minus", "*": "times", "div": "divided by", "div_up": "divided by"}


class Phrases:
    """Forms phrases. `sources` are the files of the game, the fallback for expressions without a phrase."""

    def __init__(self, names: DisplayNames, sources: Sequence[SourceText]) -> None:
        self.names = names
        self._lines = {one.name: one.lines for one in sources}

    def begins(self, span: Span, word: str) -> bool:
        """Return whether the source text begins with this word."""
        return re.match(rf"{word}\b", self._source(span)) is not None

    def written(self, span: Span) -> str:
        """Return the source text with display names."""
        return self.names.laid_out(self._source(span))

    def _source(self, span: Span) -> str:
        lines = list(self._lines.get(span.file, ())[span.line - 1 : span.end_line])
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(lines)

    def value(self, node: typed.Expr) -> str:
        """Return the phrase of a number, a member or a set, as a noun."""
        match node:
            case typed.Constant(value, type_):
                return self.constant(value, type_)
            case typed.LocalValue(local):
                return plain(local.name)
            case typed.Me():
                return "you"
            case typed.Conversion(value):
                return self.value(value)
            case typed.ForPlayer(_, value):
                return self.value(value)
            case typed.All(type_):
                return f"all {self.names.several(type_.sort)}" if isinstance(type_, SetType) else "all"
            case typed.VariableValue(variable, owner, _, keys):
                return self._owned(variable, owner, keys)
            case typed.ZoneValue(zone, owner, keys):
                return self._owned(zone, owner, keys)
            case typed.Use(definition, subject, arguments):
                return self._used(definition, subject, arguments) or self.written(node.span)
            case typed.Arithmetic("greater" | "lesser" as which, left, right):
                return f"the {which} of {self.value(left)} and {self.value(right)}"
            case typed.Arithmetic("-", typed.Constant(0), right):
                return f"-{self.value(right)}"
            case typed.Arithmetic(op, left, right) if op in _SUMS:
                return f"{self.value(left)} {_SUMS[op]} {self.value(right)}"
            case _:
                return self.written(node.span)

    def condition(self, node: typed.Expr) -> str:
        match node:
            case typed.Logic(op, left, right):
                return f"{self.condition(left)} {op} {self.condition(right)}"
            case typed.Not(value):
                return f"not {self.condition(value)}"
            case typed.Comparison(op, typed.Use(definition, subject, arguments), right):
                number = self.value(right)
                counted = self._used(definition, subject, arguments, number)
                if counted is None or op not in _THAN:
                    return self.written(node.span)
                told = any(one.name == _NUMBER for one in holes(self.names.template(definition.name) or ()))
                return f"{_THAN[op]} {counted if told else f'{number} {counted}'}"
            case typed.Comparison(op, left, right) if op in _COMPARED:
                return f"{self.value(left)} {_COMPARED[op]} {self.value(right)}"
            case typed.Use():
                return self.value(node)
            case _:
                return self.written(node.span)

    def constant(self, value: int, type_: Type) -> str:
        match type_:
            case FlagType():
                return "yes" if value else "no"
            case MemberType(sort):
                return self.names.member(sort, sort.members[value]) if value >= 0 else "nobody"
            case SetType(sort) | ListType(sort):
                found = [one for bit, one in enumerate(sort.members) if value >> bit & 1]
                return in_a_row([self.names.member(sort, one) for one in found]) or "nothing"
            case NoneType() | EffectType():
                return "nothing"
            case _:
                return str(value)

    def amounts(self, amounts: Sequence[typed.Amount]) -> str:
        return in_a_row([self._amount(one) for one in amounts])

    def _amount(self, one: typed.Amount) -> str:
        kinds = tuple(self.value(argument) for argument in one.arguments)
        return self.names.goods(one.goods, self.value(one.number), kinds)

    def _owned(
        self, thing: typed.Variable | typed.Zone, owner: typed.Expr | None, keys: Sequence[typed.Expr]
    ) -> str:
        told = [self.value(key) for key in keys]
        given = dict(zip((key.singular for key in thing.keys), told, strict=False))
        words = self.names.filled(thing.name, given) or " of ".join((self.names.name(thing.name), *told))
        if owner is None:
            return words
        return f"your {words}" if isinstance(owner, typed.Me) else f"{words} of {self.value(owner)}"

    def _used(
        self,
        definition: typed.Definition,
        subject: typed.Expr | None,
        arguments: Sequence[typed.Expr],
        number: str = "number of",
    ) -> str | None:
        """Return a value with its own text, optionally counted; None without a `display:`."""
        values = {_NUMBER: number}
        for parameter, argument in zip(definition.parameters, arguments, strict=False):
            values[parameter.name] = self.value(argument)
        if definition.subject is not None and subject is not None:
            values[definition.subject.name] = self.value(subject)
        return self.names.filled(definition.name, values)
