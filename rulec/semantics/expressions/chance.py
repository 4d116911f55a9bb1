"""Type checks of chance: names of events, and contexts that allow them."""

from __future__ import annotations

from rulec.base import limits
from rulec.base.diagnostics import Note
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.sets import SetExpressions
from rulec.semantics.scope import Globals, Scope
from rulec.semantics.types import ListType, Local, MemberType, NumberType, SetType, Sort
from rulec.syntax import ast

_NO_NUMBERS = NumberType(0, -1)


class ChanceExpressions(SetExpressions):
    """Type checks of random members and rolls."""

    def _random_one(self, node: ast.RandomOne, scope: Scope) -> typed.Expr:
        value, _, _ = self.members(node.members, scope, "the value after `a random one of`")
        if scope.chance is None:
            self._error(
                scope,
                "R440",
                node.span,
                "chance can't be asked here: this may be looked at again and again, or not at all",
                "name the one that chance brings in a line before, with `let ... = a random one of ...`",
            )
            return self._unknown(node.span)
        if isinstance(value.type, ListType):  # entries are equally likely
            value = typed.EntriesOf(value, SetType(value.type.sort, counted=True), value.span)
        if not isinstance(value.type, SetType):
            return self._unknown(node.span)
        sort = value.type.sort
        event = chance_event(scope.globals, scope.chance or sort.singular, sort, _NO_NUMBERS, node.span)
        if event is None:
            return self._unknown(node.span)
        type_ = MemberType(sort)
        return typed.RandomOne(event, Local(event.name, type_, node.span), value, type_, node.span)

    def roll_range(self, node: ast.Roll, scope: Scope) -> tuple[typed.Expr, typed.Expr] | None:
        """Type the bounds of `roll NAME in A to B`."""
        low = self.number(node.low, scope, "the value after `in`")
        high = self.number(node.high, scope, "the value after `to`")
        if not isinstance(low.type, NumberType) or not isinstance(high.type, NumberType):
            return None
        if low.type.lo > high.type.hi:
            self._error(
                scope,
                "R442",
                low.span.to(high.span),
                f"no number lies in {low.type.lo} to {high.type.hi}",
                "write the smaller number first",
            )
            return None
        return low, high


def chance_event(
    g: Globals, name: str, sort: Sort | None, numbers: NumberType, span: Span
) -> typed.ChanceEvent | None:
    """Declare a chance event, or widen the range of the event of this name."""
    event = g.events.get(name)
    if event is None:
        event = typed.ChanceEvent(name, sort, numbers, span)
    elif event.sort is not sort:
        g.report.error(
            "R441",
            span,
            f"chance brings {_what(sort)} here and {_what(event.sort)} above, both called `{name}`",
            "give one of the two another name",
            [Note(event.span, "the first one")],
        )
        return None
    elif sort is None:
        have = event.numbers
        numbers = NumberType(min(have.lo, numbers.lo), max(have.hi, numbers.hi))
    if sort is None and numbers.hi - numbers.lo >= limits.DOMAIN_SIZE:
        g.report.error(
            "R540",
            span,
            f"`{name}` may come to {numbers.hi - numbers.lo + 1} different numbers; at most "
            f"{limits.DOMAIN_SIZE} can be numbered",
            "roll several smaller ones",
        )
        return None
    event.numbers = numbers
    g.events[name] = event
    return event


def _what(sort: Sort | None) -> str:
    return "a number" if sort is None else str(MemberType(sort))
