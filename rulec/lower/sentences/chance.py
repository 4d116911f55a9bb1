"""Lowers chance (rolls, random members, draws) to blocks that end in `nodes.Chance`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.program import ChanceEvent
from rulec.ir.types import Domain, ElemType, IntType, SetType, bounds
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.expressions.zones import copies
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.typed.walk import parts


class ChanceLowering:
    """Lowers chance sentences, and numbers the chance events in the order of the rules."""

    def __init__(self, flow: LoweringContext) -> None:
        self.flow = flow
        self._events: dict[typed.ChanceEvent, ChanceEvent] = {}
        self.certain = {rule.name for rule in flow.game.rules if rule.certain is not None}

    def events(self) -> tuple[ChanceEvent, ...]:
        return tuple(self._events.values())

    def event(self, event: typed.ChanceEvent) -> tuple[int, Domain]:
        """Return an event's number and its domain."""
        if event not in self._events:
            if event.sort is not None:
                domain = self.flow.stores.domain(event.sort)
            else:
                numbers = range(event.numbers.lo, event.numbers.hi + 1)
                domain = Domain(event.name, tuple(map(str, numbers)))
            first = sum(one.domain.size for one in self._events.values())
            self._events[event] = ChanceEvent(event.name, domain, first)
        return list(self._events).index(event), self._events[event].domain

    # --- drawing --------------------------------------------------------------------------------------

    def draw(
        self,
        place: Cursor,
        event: typed.ChanceEvent,
        message: str,
        span: Span,
        members: Expr | None = None,
        var: str = "",
        weight: Expr | None = None,
        possible: Expr | None = None,
        viewer: Expr | None = None,
    ) -> nodes.ReadLocal:
        """End the block in chance; the following block reads the outcome.

        `members` defaults to the whole domain of the event. `weight` is a number of at least 0, evaluated for
        each member as `var` (a name from `ExpressionLowering.fresh`); it defaults to 1. `possible` is a test
        that some weight is positive, if there is a shorter one than over all weights; `message` describes the
        dead end if none is. `viewer` is the only player who sees the outcome; by default all do.
        """
        flow = self.flow
        assert place.out is None, "a rule in which chance is asked stops"
        number, domain = self.event(event)
        local = flow.read(flow.expressions.fresh(f"{place.rule}.{event.name}"), ElemType(domain))
        resume = flow.new(
            f"{place.rule} {event.name}", place.rule, place.root, span, (local.name, local.type)
        )
        among = s.full(domain) if members is None else members
        var = var or flow.expressions.fresh("each")
        if possible is None:
            possible = s.some(among) if weight is None else _some_weight(var, among, weight)
        flow.require(place, possible, "dead end", message, span)
        fault = flow.fault("dead end", message, span)
        flow.end(
            nodes.Chance(
                number,
                var,
                among,
                s.ONE if weight is None else weight,
                resume,
                fault,
                viewer,
                place.rule in self.certain,
            )
        )
        flow.current = flow.drafts[resume]
        place.facts.learn_member(among, local)
        return local

    # --- sentences ------------------------------------------------------------------------------------

    def roll(self, node: typed.Roll, place: Cursor) -> None:
        flow = self.flow
        low, high = (flow.expressions.expr(one, place.names) for one in (node.low, node.high))
        domain = self.event(node.event)[1]
        first = node.event.numbers.lo
        shift = Const(first, IntType(first, first))
        var = flow.expressions.fresh("number")
        outcome = nodes.ReadLocal(var, ElemType(domain))
        number = _number(outcome, shift)
        tests: list[Expr] = []
        if bounds(low.type).hi > first:
            tests.append(nodes.Compare(">=", number, low))
        if bounds(high.type).lo < node.event.numbers.hi:
            tests.append(nodes.Compare("<=", number, high))
        members: Expr = s.full(domain)
        if tests:
            test = tests[0] if len(tests) == 1 else nodes.Logic("and", tests[0], tests[1])
            members = nodes.Filter(var, members, test, SetType(domain))
        message = f"there is no number for `{node.event.name}` to come to"
        drawn = self.draw(place, node.event, message, node.span, members)
        local = flow.local(place, node.var)
        place.names = place.names.bind(node.var, local)
        flow.emit(place, nodes.SetLocal(local.name, _number(drawn, shift), node.span))

    def before(self, node: typed.Sentence, place: Cursor) -> None:
        """Emit all chance of a sentence before the sentence itself."""
        for one in random_ones(node):
            value = self.flow.expressions.expr(one.value, place.names)
            what = value.type.domain.name if isinstance(value.type, SetType) else ""
            message = f"there are no {what} to draw from"
            var, weight = "", None
            if isinstance(one.value.type, t.SetType) and one.value.type.counted:  # as likely as there are
                var = self.flow.expressions.fresh("kind")
                assert isinstance(value.type, SetType)
                kind = nodes.ReadLocal(var, ElemType(value.type.domain))
                weight = _fitting(copies(self.flow.expressions, one.value, kind, place.names), value.type)
            drawn = self.draw(place, one.event, message, one.span, value, var, weight)
            place.names = place.names.bind(one.var, drawn)


def _fitting(weight: Expr, among: SetType) -> Expr:
    """Clamp weights so that their sum fits 32 bits."""
    most = ((1 << 32) - 1) // among.domain.size
    if bounds(weight.type).hi <= most:
        return weight
    return nodes.Arithmetic("min", weight, Const(most, IntType(most, most)), IntType(0, most))


def _some_weight(var: str, among: Expr, weight: Expr) -> Expr:
    return nodes.Exists(var, among, nodes.Compare(">", weight, s.ZERO))


def _number(outcome: nodes.ReadLocal, shift: Const) -> Expr:
    """Return the number shown by an outcome of a roll."""
    have = bounds(outcome.type)
    type_ = IntType(shift.value, have.hi + shift.value)
    return nodes.Arithmetic("+", outcome, shift, type_)


def random_ones(node: typed.Sentence) -> Iterator[typed.RandomOne]:
    """Yield the random expressions of a sentence, without nested sentences."""
    values = [getattr(node, field.name) for field in dataclasses.fields(typed.any_sentence(node))]
    if isinstance(node, typed.Choose):
        values += [group.options for group in node.groups]
    for value in values:
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, typed.EXPRESSIONS):
                yield from (part for part in parts(one) if isinstance(part, typed.RandomOne))
