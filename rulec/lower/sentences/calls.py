"""Lowers rule calls: inlined, called as blocks, or as procedures."""

from __future__ import annotations

from rulec.base import limits
from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Expr
from rulec.ir.program import Procedure
from rulec.ir.types import ElemType, Type, bounds
from rulec.lower.blocks.block_builder import SCHEDULES
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.names import Names
from rulec.lower.sentences.checkpoints import Entering
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.lower.sentences.rule_lifetimes import RunningRules
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.flow.rule_lifetimes import asked_rules
from rulec.semantics.typed.walk import parts


def asks_itself(rule: typed.Rule) -> bool:
    """Return whether a decision stands in the text of the rule itself."""
    return any(getattr(one, "decision", None) is not None for one in parts(rule.body))


class CallLowering:
    """Lowers rule calls: arguments, calling convention, results."""

    def __init__(self, flow: LoweringContext, entering: Entering, running: RunningRules) -> None:
        self.flow = flow
        self.entering, self.running = entering, running
        self.stores, self.expressions = flow.stores, flow.expressions
        calls = [
            one for rule in flow.game.rules for one in parts(rule.body) if isinstance(one, typed.CallRule)
        ]
        self.circles = {rule.name: rule.circle for rule in flow.game.rules}
        self.callers = {rule: sum(call.rule is rule for call in calls) for rule in flow.game.rules}
        for action in flow.game.free_actions:
            self.callers[action.rule] += 1  # taking a free action is a call
        for rule in asked_rules(flow.game):
            self.callers[rule] += 2  # named values may ask in many places; the rule is written only once

    def blocks_of(self, rule: typed.Rule) -> None:
        self.flow.current = self.flow.drafts[self.flow.entries[rule]]
        names = Names(nodes.ReadLocal(f"{rule.name}.me", self.stores.actor_type) if rule.uses_me else None)
        for parameter in rule.parameters:
            names = names.bind(
                parameter, self.flow.read(f"{rule.name}.{parameter.name}", self.flow.local_type(parameter))
            )
        place = Cursor(names, rule.name, rule.name, KnownFacts())
        with self.entering.elsewhere():
            self.running.enter(rule, place)
            self.flow.sentences(rule.body, place)
            self.running.leave(rule, place)
        if rule.sort == "turn" and self.flow.current is not None:
            self.flow.cut(place, rule.span)
        results = self._results(rule)
        if self.flow.current is not None:
            for local, read in results.items():
                self.flow.emit(place, nodes.SetLocal(read.name, place.names.locals[local], rule.span))
            self._mark(results)
            self.flow.end(nodes.Return())

    def _results(self, rule: typed.Rule) -> dict[t.Local, nodes.ReadLocal]:
        """Return the names through which a rule passes its results."""
        return {
            local: self.flow.read(f"{rule.name}.{local.name}.given", self.flow.local_type(local))
            for local in rule.given
        }

    def _mark(self, results: dict[t.Local, nodes.ReadLocal]) -> None:
        if self.flow.current is not None:
            self.flow.current.gives = tuple(one.name for one in results.values())

    def call(self, node: typed.CallRule, place: Cursor) -> None:
        values = [
            self._value(one, parameter, place, node)
            for one, parameter in zip(node.arguments, node.rule.parameters, strict=True)
        ]
        self.carry_out(node, values, place)

    def _value(self, node: typed.Expr, parameter: t.Local, place: Cursor, call: typed.CallRule) -> Expr:
        """Return the value of a parameter; like a `let`, it takes a member that exists."""
        value = self.flow.in_range(node, parameter.type, parameter.name, place, call.span)
        wanted = parameter.type
        if not isinstance(wanted, t.MemberType) or wanted.maybe or bounds(value.type).lo >= 0:
            return value
        if not isinstance(
            value, nodes.ReadLocal | nodes.ReadField | nodes.Lookup
        ):  # it is looked at first, then given
            found = self.flow.read(
                self.expressions.fresh(f"{call.rule.name}.{parameter.name}.found"), value.type
            )
            self.flow.emit(place, nodes.SetLocal(found.name, value, call.span))
            value = found
        message = f"`{call.rule.name}` is given no `{parameter.name}`"
        self.flow.require(place, nodes.Compare(">=", value, s.ZERO), "range", message, call.span)
        return s.surely(value, ElemType(self.stores.domain(wanted.sort)))

    def carry_out(self, node: typed.CallRule, values: list[Expr], place: Cursor) -> None:
        """Emit a rule call with these arguments."""
        rule = node.rule
        if not rule.stops and node.giving:
            self._write_out(node, values, place)
        elif not rule.stops:
            arguments = ([place.names.me] if rule.uses_me and place.names.me is not None else []) + values
            self.flow.emit(
                place, nodes.CallProcedure(self._procedure(rule).name, tuple(arguments), node.span)
            )
            place.facts.known.clear()
        elif self.callers[rule] == 1:
            self._inline(node, values, place)
        else:
            self.call_blocks(node, values, place)

    def _begins_anew(self, rule: typed.Rule, place: Cursor) -> bool:
        """Return whether a cut stands before the rule: it is a turn to which a choice may lead."""
        if rule.sort != "turn":
            return False
        if place.rule not in SCHEDULES:
            return True
        schedule = self.flow.game.play if place.rule == "play" else self.flow.game.setup
        return schedule is not None and asks_itself(schedule)

    def _write_out(self, node: typed.CallRule, values: list[Expr], place: Cursor) -> None:
        """Inline the sentences of a rule without decisions."""
        inner = place.inside(names=Names(place.names.me), rule=node.rule.name, facts=KnownFacts())
        self._give(node, values, inner)
        self.flow.sentences(node.rule.body, inner)
        place.facts.known.clear()
        self._take(node, place, [inner.names.locals[theirs] for theirs, _ in node.giving])

    def _give(self, node: typed.CallRule, values: list[Expr], inner: Cursor) -> None:
        for parameter, value in zip(node.rule.parameters, values, strict=True):
            local = self.flow.local(inner, parameter)
            self.flow.emit(inner, nodes.SetLocal(local.name, value, node.span))
            inner.names = inner.names.bind(parameter, local)

    def _take(self, node: typed.CallRule, place: Cursor, values: list[Expr]) -> None:
        """Bind a rule's results to the caller's names."""
        for (_, mine), value in zip(node.giving, values, strict=True):
            local = self.flow.local(place, mine)
            place.names = place.names.bind(mine, local)
            self.flow.emit(place, nodes.SetLocal(local.name, value, node.span))
            self.flow.update_outer_copies(place, mine, node.span)

    def _inline(self, node: typed.CallRule, values: list[Expr], place: Cursor) -> None:
        """Inline a rule with a single call site."""
        rule = node.rule
        entry = self.flow.new(rule.name, rule.name, place.root, rule.span)
        self.flow.end(nodes.Cut(entry) if self._begins_anew(rule, place) else nodes.Goto(entry))
        names = Names(place.names.me)
        inner = Cursor(names, rule.name, place.root, KnownFacts())
        self.flow.current = self.flow.drafts[entry]
        self._give(node, values, inner)
        entering = self.entering
        if rule.point:
            entering.checkpoint(node, values, inner)
        given = [
            entering.at(local, value)
            for parameter, value in zip(rule.parameters, values, strict=True)
            if isinstance(local := inner.names.locals[parameter], nodes.ReadLocal)
        ]
        with entering.inside(*given):
            self.running.enter(rule, inner)
            self.flow.sentences(rule.body, inner)
            self.running.leave(rule, inner)
        if self.flow.current is not None:
            back = self.flow.next_block(place, node.span, f"after {rule.name}")
            unit = rule.sort == "turn" or place.rule in SCHEDULES
            self.flow.end(nodes.Cut(back) if unit else nodes.Goto(back))
            self.flow.begin(back, place)
            self._take(node, place, [inner.names.locals[theirs] for theirs, _ in node.giving])

    def call_blocks(
        self, node: typed.CallRule, values: list[Expr], place: Cursor, back: int | None = None
    ) -> None:
        """Emit a call; `back` is an existing return block."""
        rule = node.rule
        if self._begins_anew(rule, place):
            self.flow.cut(place, node.span)
        if rule not in self.flow.entries:
            self.flow.entries[rule] = self.flow.new(rule.name, rule.name, rule.name, rule.span)
        given: list[tuple[str, Expr]] = []
        if rule.uses_me and place.names.me is not None:
            given.append((self.flow.read(f"{rule.name}.me", self.stores.actor_type).name, place.names.me))
        for parameter, value in zip(rule.parameters, values, strict=True):
            name = self.flow.read(f"{rule.name}.{parameter.name}", self.flow.local_type(parameter)).name
            given.append((name, value))
        at = self.flow.game.span if rule.circle is None else node.span  # the sentence that leads back
        too_deep = self.flow.fault("length", f"rules lead to each other more than {limits.NESTING} deep", at)
        if rule.circle is not None and self.circles.get(place.root) == rule.circle:
            given = self._keep_before(given, node.span, place)
            own = self.running.of_frame(place.root)
            self.flow.emit(place, nodes.Save(own, too_deep, node.span))
        for name, value in given:
            self.flow.emit(place, nodes.SetLocal(name, value, node.span))
        if back is not None:
            self.flow.end(nodes.Call(self.flow.entries[rule], back, too_deep))
            return
        back = self.flow.next_block(place, node.span, f"after {rule.name}")
        results = self._results(rule)
        self._mark(results)
        call = nodes.Call(self.flow.entries[rule], back, too_deep)
        self.flow.end(call)
        self.entering.called(node, values, place, call)
        self.flow.begin(back, place)
        self._take(node, place, [results[theirs] for theirs, _ in node.giving])
        if place.rule in SCHEDULES and rule.sort != "turn":
            self.flow.cut(place, node.span)

    def _keep_before(
        self, given: list[tuple[str, Expr]], span: Span, place: Cursor
    ) -> list[tuple[str, Expr]]:
        """Save arguments of a recursive call before any parameter is overwritten."""
        kept: list[tuple[str, Expr]] = []
        for name, value in given:
            one = self.flow.read(self.expressions.fresh(f"{name}.given"), self.flow.local_types[name])
            self.flow.emit(place, nodes.SetLocal(one.name, value, span))
            kept.append((name, one))
        return kept

    def _procedure(self, rule: typed.Rule) -> Procedure:
        if rule in self.flow.procedures:
            return self.flow.procedures[rule]
        parameters: list[tuple[str, Type]] = []
        names = Names()
        if rule.uses_me:
            names.me = nodes.ReadLocal("me", self.stores.actor_type)
            parameters.append(("me", self.stores.actor_type))
        for parameter in rule.parameters:
            read = nodes.ReadLocal(self.expressions.fresh(parameter.name), self.flow.local_type(parameter))
            parameters.append((read.name, read.type))
            names = names.bind(parameter, read)
        body: list[nodes.Stmt] = []
        self.flow.sentences(rule.body, Cursor(names, rule.name, rule.name, KnownFacts(), body))
        self.flow.procedures[rule] = Procedure(rule.name, tuple(parameters), tuple(body), rule.span)
        return self.flow.procedures[rule]
