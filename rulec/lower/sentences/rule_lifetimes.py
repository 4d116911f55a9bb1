"""Lowers rules with observed lifetimes: abort, obligations at the end, free actions.

Whether such a rule runs is a field of its own (`Field.role`), so that it can be asked from anywhere: 0, or
the number of calls that ran when it began, plus 1. Beside it stand whose rule it is and, where an
obligation speaks of them, its parameters.
"""

from __future__ import annotations

from typing import Literal, Protocol

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.types import IntType, Type, bounds
from rulec.lower.blocks.block_drafts import BlockDraft, Cursor
from rulec.lower.expressions.running_queries import running_field, runs, set_back
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.flow.rule_lifetimes import watched_rules
from rulec.semantics.typed.walk import parts


def _stops(rule: typed.Rule) -> bool:
    """Does the rule end a block? Also if it merely turns up the first piece of a deck, which is implicit."""
    return rule.stops or any(isinstance(one, typed.BLOCK_TERMINATORS) for one in parts(rule.body))


class Watcher(Protocol):
    """Hooks at the start and end of observed rules: obligations, limited actions."""

    def owed_parameters(self, rule: typed.Rule) -> list[t.Local]: ...
    def begin(self, rule: typed.Rule, place: Cursor) -> None: ...
    def finish(self, rule: typed.Rule, place: Cursor) -> None: ...
    def used_up(self, rule: typed.Rule) -> tuple[nodes.Stmt, ...]: ...


class RunningRules:
    """Tracks the running flags and exits of observed rules."""

    def __init__(self, flow: LoweringContext) -> None:
        self.flow = flow
        self.watcher: Watcher  # given by the lowering of sentences
        self.stores = flow.stores
        game = flow.game
        self.watched = {
            one.rule for rule in game.rules for one in parts(rule.body) if isinstance(one, typed.LeaveRule)
        }
        for duty in game.obligations:
            self.watched |= {rule for rule, _ in duty.deadlines} | set(duty.reservations)
        for opening in game.openings:
            self.watched |= {one for one in (opening.running, opening.mine) if one is not None}
        for action in game.free_actions:
            self.watched |= {action.rule, *(rule for _, rule in action.limits)}
        asked = watched_rules(game)
        if game.setup is not None and _stops(game.setup):
            asked.add(game.setup)  # setup ends before the entry of a hand-made position
        self.watched |= asked
        self.fields: dict[str, Field] = {}
        self.roots: dict[typed.Rule, str] = {}  # the rule whose frame each is part of
        self.around: list[typed.Rule] = []  # those that are being written out
        self.bodies: dict[typed.Rule, int] = {}
        self.exits: dict[typed.Rule, int] = {}
        self.waiting: list[tuple[BlockDraft, typed.LeaveRule]] = []
        self.leaving: list[BlockDraft] = []  # the rounds of the game
        self.rounds_over = -1  # the block behind them
        for rule in game.rules:
            if rule in asked:
                self.running(rule)  # also of a rule that is never carried out it can be asked

    # --- fields of lifetimes ----------------------------------------------------------------------------

    def running(self, rule: typed.Rule) -> Field:
        field = running_field(rule.name)
        return self._field(field.name, field.type)

    def owner(self, rule: typed.Rule) -> Field:
        """Return the field of the actor at the rule's start."""
        return self._field(f"{rule.name}.owner", self.stores.actor_type)

    def parameter(self, rule: typed.Rule, parameter: t.Local) -> Field:
        return self._field(f"{rule.name}.{parameter.name}.owed", self.flow.local_type(parameter))

    def _field(self, name: str, type_: Type) -> Field:
        least = max(0, type_.lo) if isinstance(type_, IntType) else 0
        if isinstance(type_, IntType):
            type_ = IntType(min(0, type_.lo), max(0, type_.hi))  # 0 while the rule does not run
        if name not in self.fields:
            self.fields[name] = Field(name, type_, (), "running", least=least)
        return self.fields[name]

    def known(self, field: Field) -> Field:
        return self.fields.setdefault(field.name, field)

    def runs(self, rule: typed.Rule) -> Expr:
        self.running(rule)
        return runs(rule.name)

    def of_frame(self, root: str) -> tuple[Field, ...]:
        """Return the flags of the rules inlined into a frame."""
        names = {rule.name for rule, one in self.roots.items() if one == root}
        return tuple(f for name, f in self.fields.items() if name.split(".")[0] in names)

    # --- beginning and end --------------------------------------------------------------------------------

    def enter(self, rule: typed.Rule, place: Cursor) -> None:
        if rule not in self.watched:
            return
        field = self.running(rule)
        depth = nodes.Depth(IntType(0, bounds(field.type).hi - 1))
        level = nodes.Arithmetic("+", depth, s.ONE, IntType(1, bounds(field.type).hi))
        self.flow.emit(place, nodes.Assign(field, (), level, rule.span))
        if place.names.me is not None and place.names.me.type == self.stores.actor_type:
            self.flow.emit(place, nodes.Assign(self.owner(rule), (), place.names.me, rule.span))
        for parameter in self.watcher.owed_parameters(rule):
            value = place.names.locals[parameter]
            self.flow.emit(place, nodes.Assign(self.parameter(rule, parameter), (), value, rule.span))
        self.around.append(rule)
        body = self.flow.next_block(place, rule.span, "begins")
        self.roots[rule] = place.root
        self.bodies[rule] = body
        self.flow.end(nodes.Goto(body))
        self.flow.begin(body, place)
        self.watcher.begin(rule, place)

    def leave(self, rule: typed.Rule, place: Cursor) -> None:
        """Emit the single exit of the rule."""
        if rule not in self.watched:
            return
        self.around.remove(rule)
        exit_ = self._exit(rule, place.root)
        self.flow.end(nodes.Goto(exit_))
        self.flow.begin(exit_, place)
        self.watcher.finish(rule, place)
        for statement in self._fall_back(rule):
            self.flow.emit(place, statement)
        place.facts.known.clear()
        for statement in self._forget(rule):
            self.flow.emit(place, statement)

    def _fall_back(self, rule: typed.Rule) -> tuple[nodes.Stmt, ...]:
        """Reset variables scoped to the rule."""
        return tuple(
            statement
            for variable in self.flow.game.variables
            if variable.until is rule
            for statement in set_back(self.stores.variable(variable), rule.span)
        )

    def _forget(self, rule: typed.Rule) -> tuple[nodes.Stmt, ...]:
        """Clear the rule's running flag."""
        return tuple(
            nodes.Assign(field, (), Const(0, field.type), rule.span)
            for name, field in self.fields.items()
            if name.split(".")[0] == rule.name
        )

    def _exit(self, rule: typed.Rule, root: str) -> int:
        if rule not in self.exits:
            self.exits[rule] = self.flow.new(f"{rule.name} ends", rule.name, root, rule.span)
        return self.exits[rule]

    def end_or_restart(self, node: typed.LeaveRule, place: Cursor) -> None:
        # In its own sentences a rule is running, unless a state that somebody wrote by hand says otherwise.
        kind: Literal["dead end", "range"] = "range" if place.rule == node.rule.name else "dead end"
        message = f"`{node.rule.name}` is not running"
        self.flow.require(place, self.runs(node.rule), kind, message, node.span)
        field = self.running(node.rule)
        level = nodes.ReadField(field, ())
        depth = nodes.Arithmetic("-", level, s.ONE, IntType(-1, bounds(field.type).hi - 1))
        draft = self.flow.current
        self.flow.end(nodes.Unwind(depth, -1))
        if draft is not None:
            self.waiting.append((draft, node))

    def leave_rounds(self, node: typed.LeaveRounds) -> None:
        """Leave the rounds of the game: unwind to `play`."""
        if self.flow.current is not None:
            self.leaving.append(self.flow.current)
        self.flow.end(nodes.Unwind(Const(0, IntType(0, 0)), -1))

    def settle(self) -> None:
        """Resolve exits after all rules are lowered, when their blocks are known."""
        for draft, node in self.waiting:
            assert isinstance(draft.end, nodes.Unwind)
            target = self.bodies[node.rule] if node.restart else self.exits[node.rule]
            for rule in self._above(node.rule):
                over = nodes.Compare(
                    ">=",
                    nodes.ReadField(self.running(rule), ()),
                    nodes.ReadField(self.running(node.rule), ()),
                )
                left = (*self.watcher.used_up(rule), *self._fall_back(rule), *self._forget(rule))
                draft.body.append(nodes.If(over, left, (), node.span))
            if node.restart:
                draft.body += self._fall_back(node.rule)
            draft.end = nodes.Unwind(draft.end.depth, target)

        for draft in self.leaving:
            draft.end = nodes.Unwind(Const(0, IntType(0, 0)), self.rounds_over)
            for rule in self.flow.game.rules:
                if rule in self.watched:
                    draft.body += self.watcher.used_up(rule)
                    draft.body += (*self._fall_back(rule), *self._forget(rule))

    def _above(self, rule: typed.Rule) -> list[typed.Rule]:
        """Return rules that may run above this one, which end when it is aborted or restarted.

        Those that lead back to it are kept on the stack, and come back from there.
        """
        game = self.flow.game
        found, waiting = {rule}, [rule]
        while waiting:
            one = waiting.pop()
            called = [call.rule for call in parts(one.body) if isinstance(call, typed.CallRule)]
            called += [o.action.rule for o in game.openings if o.decision.rule == one.name]
            waiting += [other for other in called if other not in found]
            found.update(called)
        own = rule.circle
        return [
            one
            for one in game.rules
            if one in found and one in self.watched and one is not rule and (own is None or one.circle != own)
        ]
