"""Lowers obligations, and free actions at other decisions."""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.clauses import Clause
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.program import Duty, FreeAction, Function
from rulec.ir.types import BOOL, ElemType, IntType
from rulec.lower.blocks.block_drafts import Cursor, DraftDecision
from rulec.lower.expressions.running_queries import asks_beside, beside_field
from rulec.lower.names import Names
from rulec.lower.sentences.calls import CallLowering
from rulec.lower.sentences.choices import ChoiceLowering
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.lower.sentences.rule_lifetimes import RunningRules
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.typed.walk import parts


class WindowLowering:
    """Lowers obligations, their checks, and free actions."""

    def __init__(
        self, flow: LoweringContext, calls: CallLowering, choices: ChoiceLowering, running: RunningRules
    ) -> None:
        self.flow = flow
        self.calls, self.choices, self.running = calls, choices, running
        self.stores, self.expressions = flow.stores, flow.expressions
        self.game = flow.game
        self.functions: list[Function] = []
        self.duties: dict[tuple[str, str, bool], Duty] = {}  # by obligation, rule, and whether it reserves
        # The obligations due at the end of each rule, and those reserved while it runs.
        self.owed: dict[typed.Rule, list[tuple[typed.Obligation, bool]]] = {}
        for one in self.game.obligations:
            for rule, _ in one.deadlines:
                self.owed.setdefault(rule, []).append((one, False))
            for rule in one.reservations:
                self.owed.setdefault(rule, []).append((one, True))
        self.asked: list[tuple[DraftDecision, int]] = []  # decisions that may have windows, their blocks
        self.used: dict[typed.FreeAction, tuple[Field, ...]] = {}  # a number for each limit
        self.asks_beside = asks_beside(self.game)
        self.owing = 0  # how many rules that owe something are being written out here

    # --- obligations --------------------------------------------------------------------------------------

    def owed_parameters(self, rule: typed.Rule) -> list[t.Local]:
        """Return the parameters that conditions of obligations read."""
        found: list[t.Local] = []
        for duty, _ in self.owed.get(rule, ()):
            read = {one.local.name for one in parts(duty.condition) if isinstance(one, typed.LocalValue)}
            found += [p for p in rule.parameters if p.name in read and p not in found]
        return found

    def duty(self, one: typed.Obligation, rule: typed.Rule, reserved: bool) -> Duty:
        """Register an obligation during this rule."""
        key = one.name, rule.name, reserved
        if key in self.duties:
            return self.duties[key]
        me = nodes.ReadLocal("me", self.stores.actor_type)
        names = Names(me)
        named = {parameter.name: parameter for parameter in rule.parameters}
        for part in parts(one.condition):
            if isinstance(part, typed.LocalValue) and part.local.name in named:
                field = self.running.parameter(rule, named[part.local.name])
                names = names.bind(part.local, nodes.ReadField(field, ()))
        name = f"{one.name} {'while' if reserved else 'at the end of'} {rule.name}"
        result = self.expressions.expr(one.condition, names)
        self.functions.append(Function(name, (("me", self.stores.actor_type),), result, one.span))
        helpers = next((helpers for other, helpers in one.deadlines if other is rule), frozenset())
        numbers = [n for n, action in enumerate(self.game.free_actions) if action.rule.name in helpers]
        # A reservation binds the deciding player; in games with actors, the actor whose turn it is.
        anybody = reserved and self.game.actors is None
        owner = None if anybody else self.running.owner(rule)
        duty = Duty(one.name, self.running.running(rule), owner, name, tuple(numbers), one.span)
        self.duties[key] = duty
        return duty

    def _met(self, duty: Duty, who: Expr) -> Expr:
        return nodes.CallFunction(duty.function, (who,), BOOL)

    def begin(self, rule: typed.Rule, place: Cursor) -> None:
        """Begin or restart a watched rule."""
        self.owing += rule in self.owed
        if self.flow.current is not None:
            self.flow.current.owed = self.owing > 0
        for statement in self.used_up(rule):
            self.flow.emit(place, statement)
        for action in self.game.free_actions:
            if action.rule is rule and action.limits and place.names.me is not None:
                for used, (most, _) in zip(self.uses(action), action.limits, strict=True):
                    before = nodes.ReadField(used, (place.names.me,))
                    more = nodes.Arithmetic("+", before, s.ONE, IntType(1, most))
                    message = f"`{rule.name}` can't be done again"
                    fits = nodes.Compare("<", before, _number(most))
                    self.flow.require(place, fits, "dead end", message, rule.span)
                    self.flow.emit(place, nodes.Assign(used, (place.names.me,), more, rule.span))

    def finish(self, rule: typed.Rule, place: Cursor) -> None:
        """End a watched rule: its obligations must be met."""
        for one, reserved in self.owed.get(rule, ()):
            duty = self.duty(one, rule, reserved)
            if duty.owner is not None:
                met = self._met(duty, nodes.ReadField(duty.owner, ()))
            else:
                last = nodes.ReadField(self.stores.control.seat, ())
                nobody = nodes.Compare("<", last, Const(0, ElemType(self.stores.seats, True)))
                met = s.either(nobody, self._met(duty, s.surely(last, self.stores.player_type)))
            message = f"`{one.name}` does not hold at the end of `{rule.name}`"
            self.flow.require(place, met, "dead end", message, one.span)
        self.owing -= rule in self.owed
        for statement in self.used_up(rule):
            self.flow.emit(place, statement)

    def reserve(self, who: Expr, place: Cursor, span: Span) -> None:
        """Check reservations of running rules before each suspension."""
        for rule, owed in self.owed.items():
            for one in (one for one, reserved in owed if reserved):
                duty = self.duty(one, rule, True)
                idle = s.negate(self.running.runs(rule))
                message = f"`{one.name}` does not hold while `{rule.name}` runs"
                test = s.either(idle, self._met(duty, who))
                self.flow.emit(
                    place, nodes.Require(test, self.flow.fault("dead end", message, one.span), span)
                )

    # --- free actions -------------------------------------------------------------------------------------

    def uses(self, action: typed.FreeAction) -> tuple[Field, ...]:
        """Return the uses per player since the start of each limiting rule."""
        if action not in self.used:
            name = self._free_name(f"{self.stores.actors.name}.{action.rule.name}_used")
            self.used[action] = tuple(
                Field(name if n == 0 else f"{name}_{n + 1}", IntType(0, most), (self.stores.actors,))
                for n, (most, _) in enumerate(action.limits)
            )
            self.stores.fields += self.used[action]
        return self.used[action]

    def _free_name(self, name: str) -> str:
        """Return a field name that no variable of the file can have."""
        taken = {one.name for one in self.stores.fields}
        while name in taken:
            name += "_"
        return name

    def used_up(self, rule: typed.Rule) -> tuple[nodes.Stmt, ...]:
        """Reset the uses of free actions limited to the rule."""
        return tuple(
            nodes.Assign(used, (Const(actor, self.stores.actor_type),), _number(0), rule.span)
            for action in self.game.free_actions
            if any(until is rule for _, until in action.limits)
            for used, (_, until) in zip(self.uses(action), action.limits, strict=True)
            if until is rule
            for actor in range(self.stores.actors.size)
        )

    def before_ask(self, draft: DraftDecision, place: Cursor) -> None:
        """Begin a block for the decision, to which free actions return."""
        if any(one.reservations for one in self.game.obligations) or self._openings(draft):
            block = self.flow.next_block(place, draft.span, f"ask {draft.decision.name}")
            self.flow.end(nodes.Goto(block))
            self.flow.begin(block, place)
            if draft.actor is not None:
                self.reserve(draft.actor, place, draft.span)
            self.asked.append((draft, block))

    def _openings(self, draft: DraftDecision) -> list[typed.Opening]:
        return [one for one in self.game.openings if one.decision is draft.decision]

    def open(self) -> bool:
        """Add free actions to the decisions lowered since; return whether any applies."""
        waiting, self.asked = self.asked, []
        for draft, block in waiting:
            actor = draft.actor
            if actor is None:
                continue  # a player decides, but it is not known for whom
            by_action: dict[typed.FreeAction, list[Expr]] = {}
            for opening in self._openings(draft):
                by_action.setdefault(opening.action, []).append(self._guard(opening, actor))
            # Beside a pause a free action is a reason to ask; beside other options it is not.
            pause = all(group.is_noop for group in draft.groups)
            for action, guards in by_action.items():
                test = guards[0]
                for other in guards[1:]:
                    test = s.either(test, other)
                test = s.both(test, s.negate(self.running.runs(action.rule)))
                for one, (most, _) in zip(self.uses(action), action.limits, strict=True):
                    used = nodes.ReadField(one, (actor,))
                    test = s.both(test, nodes.Compare("<", used, _number(most)))
                self._offer(draft, actor, block, action, test, idle=not pause)
        return bool(waiting)

    def _guard(self, opening: typed.Opening, who: Expr) -> Expr:
        test: Expr = s.TRUE
        if opening.running is not None:
            test = self.running.runs(opening.running)
        if opening.mine is not None:
            owner = nodes.ReadField(self.running.owner(opening.mine), ())
            test = s.both(test, self.running.runs(opening.mine))
            test = s.both(test, nodes.Compare("==", who, owner))
        return test

    def _offer(
        self, draft: DraftDecision, actor: Expr, block: int, action: typed.FreeAction, test: Expr, idle: bool
    ) -> None:
        place = Cursor(Names(actor), draft.rule, draft.root, self.flow.no_facts())
        resume = self.flow.new(action.rule.name, draft.rule, draft.root, action.rule.span)
        number = self.game.free_actions.index(action)
        self.choices.named(draft, action.rule.name, test, resume, idle, free=number)
        if self.flow.telling is not None:
            is_open = Clause(action.rule.span, test, "it is open here, and not used up")
            self.choices.record_clauses(draft, self.flow.telling.test(None, place.names, is_open))
        self.flow.current = self.flow.drafts[resume]
        if self.asks_beside:
            field, rules = beside_field(self.game, action)
            field = self.running.known(field)
            value = Const(rules.index(draft.decision.rule) + 1, field.type)
            self.flow.emit(place, nodes.Assign(field, (), value, action.rule.span))
        call = typed.CallRule(action.rule, (), (), action.rule.span)
        again = self.flow.new(f"after {action.rule.name}", draft.rule, draft.root, action.rule.span)
        self.flow.drafts[again].solid = True
        for one in (resume, again):
            self.flow.drafts[one].owed = self.flow.drafts[block].owed
        self.calls.call_blocks(call, [], place, back=again)
        self.flow.current = self.flow.drafts[again]
        self.flow.end(nodes.Goto(block))

    def free_actions(self) -> tuple[FreeAction, ...]:
        return tuple(FreeAction(one.rule.name) for one in self.game.free_actions)


def _number(value: int) -> Const:
    return Const(value, IntType(value, value))
