"""Checks obligations, windows and free actions, and resolves the decisions that offer each action."""

from __future__ import annotations

from rulec.base.diagnostics import Reporter, did_you_mean
from rulec.semantics import typed
from rulec.semantics.expressions.checker import ExpressionChecker
from rulec.semantics.flow.rule_lifetimes import rule_named
from rulec.semantics.scope import Globals, Scope
from rulec.semantics.typed.walk import parts, uses_me
from rulec.semantics.types import ListType, NumberType, SetType, Unknown
from rulec.syntax import ast


class WindowChecker:
    """Checks these declarations when all rules are typed."""

    def __init__(
        self, game: typed.Game, globals_: Globals, report: Reporter, expressions: ExpressionChecker
    ) -> None:
        self.game, self.globals, self.report, self.expressions = game, globals_, report, expressions
        self.windows: dict[str, ast.Window] = {}
        self.payments: set[str] = set()  # names of payments and shortages, valid as helpers

    def run(self, file: ast.RulesFile) -> None:
        actions: list[tuple[ast.FreeAction, typed.FreeAction]] = []
        for one in file.declarations:
            if isinstance(one, ast.Window) and self.globals.declare(one.name):
                self.windows[one.name.text] = one
            elif isinstance(one, ast.Payment | ast.Shortage):
                self.payments.add(one.name.text)
            elif isinstance(one, ast.FreeAction):
                rule = self.globals.rules.get(one.rule.name.text)
                if rule is not None and rule.span == one.rule.span:
                    actions.append((one, typed.FreeAction(rule, self._limits(one))))
        self.game.free_actions += [action for _, action in actions]
        for node, action in actions:
            if not node.limits and not node.consumes:
                self.report.error(
                    "R612",
                    node.rule.name.span,
                    f"nothing keeps `{node.rule.name.text}` from repeating for ever",
                    "add `once a` and a rule below it, or `consumes` and what each use makes smaller",
                )
            for expr in node.consumes:
                self._consumed(expr)
            for choices in node.opens:
                self._open(choices, action, None)
        for one in file.declarations:
            if isinstance(one, ast.Obligation) and self.globals.declare(one.name):
                self._obligation(one)

    def _consumed(self, node: ast.Expr) -> None:
        """Check that a consumed value is a number, set or list."""
        scope = Scope(self.globals, me=self.globals.acting)
        value = self.expressions.expr(node, scope)
        if not isinstance(value.type, NumberType | SetType | ListType | Unknown):
            message = f"only a number or a set can be consumed, but this is {value.type}"
            self.report.error("R302", node.span, message)

    # --- names ------------------------------------------------------------------------------------------

    def _rule(self, name: ast.Ident) -> typed.Rule | None:
        return rule_named(name, self.globals)

    def _limits(self, node: ast.FreeAction) -> tuple[tuple[int, typed.Rule], ...]:
        found = []
        for one in node.limits:
            rule = self._rule(one.rule)
            number = self.expressions.number(one.number, Scope(self.globals), "how often")
            most = number.type.hi if isinstance(number.type, NumberType) else 1
            if rule is not None:
                found.append((most, rule))
        return tuple(found)

    # --- windows ------------------------------------------------------------------------------------------

    def _open(self, node: ast.Choices, action: typed.FreeAction, inside: typed.Rule | None) -> None:
        if node.sort != "named":
            for name in node.names:
                rule = self._rule(name)
                if rule is None:
                    continue
                mine = rule if node.of_mine else None
                if node.of_mine:
                    rule.uses_me = True
                rules = {rule} if node.sort == "written" else self._reached(rule)
                running = rule if node.sort == "while" else inside
                for decision in self.game.decisions:
                    if any(decision.rule == one.name for one in rules - {action.rule}):
                        self.game.openings.append(typed.Opening(decision, action, running, mine))
            return
        if node.inside is not None:
            inside = self._rule(node.inside)
        for name in node.names:
            if name.text in self.windows:
                self._open(self.windows[name.text].choices, action, inside)
            elif name.text in self.globals.decisions:
                for decision in self.game.decisions:
                    if decision.name == name.text:
                        self.game.openings.append(typed.Opening(decision, action, inside, None))
            else:
                known = {*self.windows, *self.globals.decisions}
                message = f"no decision or window is called `{name.text}`"
                self.report.unknown("R611", name.text, name.span, message, did_you_mean(name.text, known))

    def _reached(self, start: typed.Rule) -> set[typed.Rule]:
        found, waiting = {start}, [start]
        while waiting:
            for call in parts(waiting.pop().body):
                if isinstance(call, typed.CallRule) and call.rule not in found:
                    found.add(call.rule)
                    waiting.append(call.rule)
        return found

    # --- obligations --------------------------------------------------------------------------------------

    def _obligation(self, node: ast.Obligation) -> None:
        deadlines: list[tuple[typed.Rule, frozenset[str]]] = []
        reservations: list[typed.Rule] = []
        known = {action.rule.name for action in self.game.free_actions} | set(self.globals.decisions)
        known |= self.payments
        for one in node.deadlines:
            rule = self._rule(one.rule)
            for helper in one.helpers:
                if helper.text not in known and helper.text not in self.globals.rules:
                    message = f"nothing that could help is called `{helper.text}`"
                    self.report.unknown(
                        "R611", helper.text, helper.span, message, did_you_mean(helper.text, known)
                    )
            if rule is not None:
                deadlines.append((rule, frozenset(helper.text for helper in one.helpers)))
        for two in node.reservations:
            reservations += [rule for name in two.rules if (rule := self._rule(name)) is not None]
        if not node.deadlines and not node.reservations:
            self.report.error(
                "R120",
                node.span,
                "the condition is missing",
                "add a line `by end of` or `at every choice in` and a rule",
            )
        scope = Scope(self.globals, me=self.globals.acting)
        for rule in [*(rule for rule, _ in deadlines), *reservations]:
            for parameter in rule.parameters:
                scope.locals.setdefault(parameter.name, parameter)
        condition = self.expressions.flag(node.condition, scope, "an obligation")
        if uses_me(condition):
            for rule, _ in deadlines:
                rule.uses_me = True
        self.game.obligations.append(
            typed.Obligation(node.name.text, condition, tuple(deadlines), tuple(reservations), node.span)
        )
